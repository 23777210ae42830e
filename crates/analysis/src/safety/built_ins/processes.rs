//! What do the functions come to that ask about the process that runs, and what is around it? Only those
//! whose answers are plain; none of them tells others anything.

use super::{Call, Effect, sets, table};
use typing::lattice::ValueSet;

table! {
    "erlang" {
        "self"/0 = |call| call.returns(ValueSet::pids()),
        "make_ref"/0 = |call| call.returns(ValueSet::references()),
        "node"/0 = |call| call.returns(sets::atom()),
        "node"/1 = node_of,
        "nodes"/0 = |call| call.returns(ValueSet::list(sets::atom())),
        "group_leader"/0 = |call| call.returns(ValueSet::pids()),
        "processes"/0 = |call| call.returns(sets::nonempty_list(ValueSet::pids())),
        "registered"/0 = |call| call.returns(ValueSet::list(sets::atom())),
        "whereis"/1 = whereis,
        "garbage_collect"/0 = |call| call.returns(sets::one_atom("true")),
        "get"/0 = |call| call.returns(dictionary()),
        "get"/1 = |call| call.returns(ValueSet::Any),
        "get_keys"/0 = |call| call.returns(sets::proper_list()),
        "get_keys"/1 = |call| call.returns(sets::proper_list()),
        "put"/2 = |call| call.returns(ValueSet::Any),
        "erase"/0 = |call| call.returns(dictionary()),
        "erase"/1 = |call| call.returns(ValueSet::Any),
        "function_exported"/3 = function_exported,
        "fun_info"/2 = fun_info,
    }
    "persistent_term" {
        "get"/2 = |call| call.returns(ValueSet::Any),
    }
    "io" {
        "printable_range"/0 = |call| call.returns(sets::one_of(["latin1", "unicode"])),
    }
    "file" {
        "native_name_encoding"/0 = |call| call.returns(sets::one_of(["latin1", "utf8"])),
    }
}

fn dictionary() -> ValueSet {
    ValueSet::list(ValueSet::tuple(vec![ValueSet::Any, ValueSet::Any]))
}

fn node_of(call: &Call) -> Effect {
    let identity = sets::union([ValueSet::pids(), ValueSet::ports(), ValueSet::references()]);
    call.wants([identity], sets::atom())
}

fn whereis(call: &Call) -> Effect {
    let found = sets::union([ValueSet::pids(), ValueSet::ports(), sets::one_atom("undefined")]);
    call.wants([sets::atom()], found)
}

fn function_exported(call: &Call) -> Effect {
    let is_safe = call.is_within(0, &sets::atom())
        && call.is_within(1, &sets::atom())
        && call.is_integer_between(2, 0, 255);
    let learned = [sets::atom(), sets::atom(), sets::integer()];
    call.effect(learned, is_safe, ValueSet::boolean())
}

fn fun_info(call: &Call) -> Effect {
    let items = sets::one_of(["arity", "module", "name", "type", "env"]);
    let is_safe = call.is_within(0, &sets::fun()) && call.is_within(1, &items);
    let item = call.part(1, &sets::atom());
    call.effect([sets::fun(), sets::atom()], is_safe, ValueSet::tuple(vec![item, ValueSet::Any]))
}
