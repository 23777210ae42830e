//! What do the functions that write and read numbers, pids, ports and references come to?

use super::{Call, Effect, sets, table};
use term::BigInt;
use typing::lattice::ValueSet;
use typing::lattice::integers::{Integers, Range};

table! {
    "erlang" {
        "integer_to_list"/1 = integer_to_list,
        "integer_to_list"/2 = integer_to_list_in_base,
        "integer_to_binary"/1 = |call| call.wants([sets::integer()], sets::binary_of(1)),
        "integer_to_binary"/2 = |call| call.wants([sets::integer(), base()], sets::binary_of(1)),
        "list_to_integer"/1 = |call| call.effect([digits()], false, sets::integer()),
        "list_to_integer"/2 = |call| call.effect([digits(), base()], false, sets::integer()),
        "binary_to_integer"/1 =
            |call| call.effect([sets::binary_of(1)], false, sets::integer()),
        "binary_to_integer"/2 =
            |call| call.effect([sets::binary_of(1), base()], false, sets::integer()),
        "float_to_list"/1 = |call| call.wants([ValueSet::float()], text()),
        "float_to_list"/2 = |call| float_with_options(call, text()),
        "float_to_binary"/1 = |call| call.wants([ValueSet::float()], sets::binary_of(1)),
        "float_to_binary"/2 = |call| float_with_options(call, sets::binary_of(1)),
        "list_to_float"/1 = |call| call.effect([digits()], false, ValueSet::float()),
        "binary_to_float"/1 = |call| call.effect([sets::binary_of(1)], false, ValueSet::float()),
        "pid_to_list"/1 = |call| call.wants([ValueSet::pids()], text()),
        "port_to_list"/1 = |call| call.wants([ValueSet::ports()], text()),
        "ref_to_list"/1 = |call| call.wants([ValueSet::references()], text()),
        "fun_to_list"/1 = |call| call.wants([sets::fun()], text()),
        "list_to_pid"/1 = |call| call.effect([digits()], false, ValueSet::pids()),
        "list_to_port"/1 = |call| call.effect([digits()], false, ValueSet::ports()),
        "list_to_ref"/1 = |call| call.effect([digits()], false, ValueSet::references()),
    }
    "string" {
        "list_to_integer"/1 = |call| call.returns(number_and_rest(sets::integer(), "no_integer")),
        "list_to_float"/1 = |call| call.returns(number_and_rest(ValueSet::float(), "no_float")),
    }
}

fn base() -> ValueSet {
    sets::between(2, 36)
}

fn text() -> ValueSet {
    sets::nonempty_list(sets::character())
}

/// A list of integers; whether they are digits is another question.
fn digits() -> ValueSet {
    sets::nonempty_list(sets::integer())
}

/// Such characters, and a minus if the first argument may be negative.
fn written<const N: usize>(call: &Call, ranges: [(u8, u8); N]) -> ValueSet {
    let range = |(low, high): (u8, u8)| Range::new(Some(low.into()), Some(high.into()));
    let may_be_negative = call.integers(0).lowest().is_none_or(|low| *low < BigInt::ZERO);
    let minus = may_be_negative.then_some((b'-', b'-'));
    let characters = Integers::of(ranges.into_iter().chain(minus).map(range));
    sets::nonempty_list(ValueSet::integers(characters))
}

fn integer_to_list(call: &Call) -> Effect {
    let result = written(call, [(b'0', b'9')]);
    call.wants([sets::integer()], result)
}

fn integer_to_list_in_base(call: &Call) -> Effect {
    let result = written(call, [(b'0', b'9'), (b'A', b'Z')]);
    call.wants([sets::integer(), base()], result)
}

/// So many digits behind the point fit into what the BEAM has room for. Those of `{decimals, N}` may not, as
/// large floats have many in front of it.
const MOST_DIGITS: i64 = 240;

fn float_with_options(call: &Call, result: ValueSet) -> Effect {
    let scientific = vec![sets::one_atom("scientific"), sets::between(0, MOST_DIGITS)];
    let option = sets::union([sets::one_of(["short", "compact"]), ValueSet::tuple(scientific)]);
    let is_safe =
        call.is_within(0, &ValueSet::float()) && call.is_within(1, &ValueSet::list(option));
    call.effect([ValueSet::float(), sets::proper_list()], is_safe, result)
}

/// `{Number, Rest}`, or `{error, Reason}`
fn number_and_rest(number: ValueSet, none: &str) -> ValueSet {
    let found = ValueSet::tuple(vec![number, ValueSet::Any]);
    let reason = sets::one_of([none, "not_a_list"]);
    sets::union([found, ValueSet::tuple(vec![sets::one_atom("error"), reason])])
}
