//! What do the functions on lists come to?

use super::known::{elements, in_memory, may_equal, prepended, sizes};
use super::{Call, Effect, sets, table};
use term::BigInt;
use typing::lattice::integers::Integers;
use typing::lattice::{Cons, Kinds, Tuples, ValueSet};

table! {
    "erlang" {
        "++"/2 = append,
        "--"/2 = subtract,
        "append"/2 = append,
        "subtract"/2 = subtract,
        "hd"/1 = head,
        "tl"/1 = tail,
        "length"/1 = length,
    }
    "lists" {
        "member"/2 = member,
        "reverse"/2 = append,
        "keyfind"/3 = keyfind,
        "keymember"/3 = keymember,
        "keysearch"/3 = keysearch,
    }
}

fn nonempty() -> ValueSet {
    ValueSet::cons(ValueSet::Any, ValueSet::Any)
}

fn head(call: &Call) -> Effect {
    call.wants([nonempty()], elements(&call.kinds[0]))
}

/// The same list again, or what is behind its last element.
fn tail(call: &Call) -> Effect {
    let result = match &call.kinds[0].cons {
        None => ValueSet::none(),
        Some(cons) => {
            let end = Kinds { cons: None, ..call.lattice.open(&cons.tail) };
            let rest = Kinds { cons: Some(cons.clone()), ..Kinds::default() };
            sets::join(&end.into(), &rest.into())
        }
    };
    call.wants([nonempty()], result)
}

fn length(call: &Call) -> Effect {
    let Kinds { nil, cons, .. } = &call.kinds[0];
    let lengths = match (nil, cons) {
        (_, None) => Integers::one(BigInt::ZERO),
        (true, _) => in_memory(0),
        (false, _) => in_memory(1),
    };
    call.wants([sets::proper_list()], ValueSet::integers(lengths))
}

/// `++`, and `lists:reverse/2`: the elements of the first, and then the second, whatever that is.
fn append(call: &Call) -> Effect {
    let mut result = ValueSet::none();
    if call.kinds[0].nil {
        result = sets::join(&result, &call.arguments[1]);
    }
    if let Some(Cons { element, .. }) = &call.kinds[0].cons {
        result = sets::join(&result, &prepended(call.lattice, element, &call.arguments[1]));
    }
    call.wants([sets::proper_list(), ValueSet::Any], result)
}

fn subtract(call: &Call) -> Effect {
    let result = match call.kinds[1].cons {
        // With nothing to take away the list stays as it is.
        None => call.part(0, &sets::proper_list()),
        Some(_) => ValueSet::list(elements(&call.kinds[0])),
    };
    call.wants([sets::proper_list(), sets::proper_list()], result)
}

/// What is found in time needs no proper list.
fn member(call: &Call) -> Effect {
    let element = elements(&call.kinds[1]);
    let can_be = !element.is_empty() && call.lattice.overlap(&call.arguments[0], &element);
    let is_safe = call.is_within(1, &sets::proper_list());
    call.effect([ValueSet::Any, sets::any_list()], is_safe, sets::truth(can_be, true))
}

/// The tuples of the list that may be the one that is looked for.
fn candidates(call: &Call) -> ValueSet {
    let these = match call.lattice.open(&elements(&call.kinds[2])).tuples {
        Tuples::All => return ValueSet::tuples(),
        Tuples::These(these) => these,
    };
    let Some((least, _)) = sizes(call.integers(1)) else { return ValueSet::none() };
    let position = call.integers(1).single().and_then(|at| usize::try_from(at).ok());
    let may_be_it =
        |sets: &&Vec<ValueSet>| match position.and_then(|at| sets.get(at.checked_sub(1)?)) {
            Some(element) => may_equal(call.lattice, &call.arguments[0], element),
            None => position.is_none() && sets.len() as u64 >= least,
        };
    let found = these.iter().filter(may_be_it).cloned().map(ValueSet::tuple);
    found.fold(ValueSet::none(), |all, each| sets::join(&all, &each))
}

fn searched(call: &Call, result: ValueSet) -> Effect {
    let position = sets::between(1, (1_i64 << 59) - 1);
    let is_safe = call.is_within(1, &position) && call.is_within(2, &sets::proper_list());
    call.effect([ValueSet::Any, position, sets::any_list()], is_safe, result)
}

fn keyfind(call: &Call) -> Effect {
    let result = sets::join(&sets::one_atom("false"), &candidates(call));
    searched(call, result)
}

fn keymember(call: &Call) -> Effect {
    searched(call, sets::truth(!candidates(call).is_empty(), true))
}

fn keysearch(call: &Call) -> Effect {
    let found = ValueSet::tuple(vec![sets::one_atom("value"), candidates(call)]);
    searched(call, sets::join(&sets::one_atom("false"), &found))
}
