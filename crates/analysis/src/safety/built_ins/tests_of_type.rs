//! What do `is_atom`, `is_function` and the like come to?

use super::{Call, Effect, sets, table};
use term::{Atom, BigInt, Term};
use typing::lattice::{FunKind, Funs, Kinds, Tuples, ValueSet};

table! {
    "erlang" {
        "is_atom"/1 = |call| is_in(call, sets::atom()),
        "is_binary"/1 = |call| is_in(call, sets::binary()),
        "is_bitstring"/1 = |call| is_in(call, sets::bitstring()),
        "is_boolean"/1 = |call| is_in(call, ValueSet::boolean()),
        "is_float"/1 = |call| is_in(call, ValueSet::float()),
        "is_function"/1 = |call| is_in(call, sets::fun()),
        "is_function"/2 = is_function,
        "is_integer"/1 = |call| is_in(call, sets::integer()),
        "is_list"/1 = |call| is_in(call, sets::any_list()),
        "is_map"/1 = |call| is_in(call, sets::map()),
        "is_number"/1 = |call| is_in(call, sets::number()),
        "is_pid"/1 = |call| is_in(call, ValueSet::pids()),
        "is_port"/1 = |call| is_in(call, ValueSet::ports()),
        "is_record"/2 = is_tagged,
        "is_record"/3 = is_record,
        "is_reference"/1 = |call| is_in(call, ValueSet::references()),
        "is_tuple"/1 = |call| is_in(call, ValueSet::tuples()),
    }
}

fn is_in(call: &Call, set: ValueSet) -> Effect {
    let result = membership(call, &set);
    call.returns(result)
}

/// Is the first argument in a set that holds all that is asked for and nothing else?
fn membership(call: &Call, set: &ValueSet) -> ValueSet {
    let can_be = call.lattice.overlap(&call.arguments[0], set);
    sets::truth(can_be, !call.is_within(0, set))
}

fn is_function(call: &Call) -> Effect {
    let arity = call.integers(1).single().and_then(|arity| u8::try_from(arity).ok());
    let result = match arity {
        Some(arity) => {
            let parameters = Some(vec![ValueSet::Any; arity.into()]);
            let kind = FunKind::Typed { parameters, result: ValueSet::Any };
            membership(call, &ValueSet::funs(Funs::These(vec![kind])))
        }
        None => sets::truth(call.lattice.overlap(&call.arguments[0], &sets::fun()), true),
    };
    call.wants([ValueSet::Any, sets::at_least(0)], result)
}

/// Can it be a tuple that begins with this atom, or any, and whose size is the right one? And is it certainly?
fn record(
    call: &Call,
    tag: Option<Atom>,
    may_be_size: impl Fn(usize) -> bool,
    is_size: impl Fn(usize) -> bool,
) -> ValueSet {
    let Kinds { tuples, .. } = &call.kinds[0];
    let Tuples::These(these) = tuples else { return ValueSet::boolean() };
    let may_begin =
        |first: &ValueSet| tag.is_none_or(|tag| call.lattice.overlap(first, &ValueSet::atom(tag)));
    let begins = |first: &ValueSet| {
        tag.is_some_and(|tag| call.lattice.is_subset(first, &ValueSet::atom(tag)))
    };
    let can_be =
        |sets: &Vec<ValueSet>| may_be_size(sets.len()) && sets.first().is_some_and(may_begin);
    let is_it = |sets: &Vec<ValueSet>| is_size(sets.len()) && sets.first().is_some_and(begins);
    let only_tuples = Kinds { tuples: tuples.clone(), ..Kinds::default() };
    let is_certain = call.kinds[0] == only_tuples && these.iter().all(is_it);
    sets::truth(these.iter().any(can_be), !is_certain)
}

fn atom(term: Option<Term>) -> Option<Atom> {
    term.and_then(|term| term.as_atom())
}

fn is_tagged(call: &Call) -> Effect {
    let result = record(call, atom(call.single(1)), |_| true, |_| true);
    call.wants([ValueSet::Any, sets::atom()], result)
}

fn is_record(call: &Call) -> Effect {
    let sizes = call.integers(2);
    let may_be_size = |size: usize| sizes.contains(&BigInt::from(size));
    let is_size = |size: usize| sizes.single() == Some(&BigInt::from(size));
    let result = record(call, atom(call.single(1)), may_be_size, is_size);
    call.wants([ValueSet::Any, sets::atom(), sets::small()], result)
}
