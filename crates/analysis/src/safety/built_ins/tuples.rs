//! What do the functions on tuples come to?

use super::known::{sizes, whole_bytes};
use super::{Call, Effect, sets, table};
use term::BigInt;
use typing::lattice::integers::Integers;
use typing::lattice::{Kinds, Tuples, ValueSet};

table! {
    "erlang" {
        "append_element"/2 = append_element,
        "delete_element"/2 = delete_element,
        "element"/2 = element,
        "insert_element"/3 = insert_element,
        "list_to_tuple"/1 = list_to_tuple,
        "make_tuple"/2 = make_tuple,
        "make_tuple"/3 = make_tuple_of_pairs,
        "setelement"/3 = set_element,
        "size"/1 = size,
        "tuple_size"/1 = tuple_size,
        "tuple_to_list"/1 = tuple_to_list,
    }
}

/// So many elements a tuple may have.
const MOST_ELEMENTS: i64 = (1 << 24) - 1;

/// Tuples that are made with more elements than this are any tuples.
const MOST_KNOWN: usize = 12;

/// The sorts of tuples of an argument, if it is known which there are.
fn sorts<'c>(call: &'c Call, index: usize) -> Option<&'c [Vec<ValueSet>]> {
    match &call.kinds[index].tuples {
        Tuples::All => None,
        Tuples::These(these) => Some(these),
    }
}

/// A tuple of one of these sorts.
fn tuples(sorts: impl IntoIterator<Item = Vec<ValueSet>>) -> ValueSet {
    let sets = sorts.into_iter().map(ValueSet::tuple);
    sets.fold(ValueSet::none(), |all, each| sets::join(&all, &each))
}

/// The positions among `size` elements that an index can mean.
fn positions(indexes: &Integers, size: usize) -> Vec<usize> {
    (0..size).filter(|position| indexes.contains(&BigInt::from(position + 1))).collect()
}

/// Is the first argument an index into every tuple that the second can be, which may be longer by `more`?
fn is_index(call: &Call, more: usize) -> bool {
    let fits = |sets: &Vec<ValueSet>| call.is_integer_between(0, 1, sets.len() + more);
    call.is_within(1, &ValueSet::tuples()) && sorts(call, 1).is_some_and(|all| all.iter().all(fits))
}

/// What must hold of an index and a tuple if the one is an index into the other.
fn indexed(call: &Call, more: usize) -> (ValueSet, ValueSet) {
    let Some(all) = sorts(call, 1) else {
        return (sets::between(1, MOST_ELEMENTS + 1), ValueSet::tuples());
    };
    let longest = all.iter().map(Vec::len).max().unwrap_or_default();
    let has_one =
        |sets: &&Vec<ValueSet>| !positions(call.integers(0), sets.len() + more).is_empty();
    (sets::between(1, longest + more), tuples(all.iter().filter(has_one).cloned()))
}

fn element(call: &Call) -> Effect {
    let result = match sorts(call, 1) {
        None => ValueSet::Any,
        Some(all) => all.iter().fold(ValueSet::none(), |found, sets| {
            let positions = positions(call.integers(0), sets.len());
            positions.iter().fold(found, |found, at| sets::join(&found, &sets[*at]))
        }),
    };
    let (index, tuple) = indexed(call, 0);
    call.effect([index, tuple], is_index(call, 0), result)
}

/// What becomes of the tuples of the second argument if something is done at a position.
fn changed(call: &Call, more: usize, change: impl Fn(&mut Vec<ValueSet>, usize)) -> ValueSet {
    let Some(all) = sorts(call, 1) else { return ValueSet::tuples() };
    tuples(all.iter().flat_map(|sets| {
        let positions = positions(call.integers(0), sets.len() + more);
        positions.into_iter().map(|position| {
            let mut sets = sets.clone();
            change(&mut sets, position);
            sets
        })
    }))
}

fn set_element(call: &Call) -> Effect {
    let value = &call.arguments[2];
    let result = changed(call, 0, |sets, position| sets[position] = value.clone());
    let (index, tuple) = indexed(call, 0);
    call.effect([index, tuple, ValueSet::Any], is_index(call, 0), result)
}

fn insert_element(call: &Call) -> Effect {
    let value = &call.arguments[2];
    let result = changed(call, 1, |sets, position| sets.insert(position, value.clone()));
    let (index, tuple) = indexed(call, 1);
    call.effect([index, tuple, ValueSet::Any], is_index(call, 1), result)
}

fn delete_element(call: &Call) -> Effect {
    let result = changed(call, 0, |sets, position| drop(sets.remove(position)));
    let (index, tuple) = indexed(call, 0);
    call.effect([index, tuple], is_index(call, 0), result)
}

fn append_element(call: &Call) -> Effect {
    let longer = |sets: &Vec<ValueSet>| [&sets[..], &[call.arguments[1].clone()]].concat();
    let result = match sorts(call, 0) {
        None => ValueSet::tuples(),
        Some(all) => tuples(all.iter().map(longer)),
    };
    let is_safe = call.is_within(0, &ValueSet::tuples()) && sorts(call, 0).is_some();
    call.effect([ValueSet::tuples(), ValueSet::Any], is_safe, result)
}

fn make_tuple(call: &Call) -> Effect {
    let result = made(call);
    call.wants([sets::between(0, MOST_ELEMENTS), ValueSet::Any], result)
}

/// Tuples of as many elements as the first argument says, which are what the second is.
fn made(call: &Call) -> ValueSet {
    match sizes(call.integers(0)) {
        Some((least, Some(most))) if most <= MOST_KNOWN as u64 => {
            let sizes =
                (least..=most).filter(|size| call.integers(0).contains(&BigInt::from(*size)));
            tuples(sizes.map(|size| vec![call.arguments[1].clone(); size as usize]))
        }
        _ => ValueSet::tuples(),
    }
}

/// `make_tuple(Size, Default, [{Position, Term}])`
fn make_tuple_of_pairs(call: &Call) -> Effect {
    let pair = ValueSet::tuple(vec![sets::between(1, MOST_ELEMENTS), ValueSet::Any]);
    let size = sets::between(0, MOST_ELEMENTS);
    let least = call.integers(0).lowest().cloned().unwrap_or_default();
    let fitting = ValueSet::tuple(vec![sets::between(1, least), ValueSet::Any]);
    let is_safe = call.is_within(0, &size) && call.is_within(2, &ValueSet::list(fitting));
    call.effect([size, ValueSet::Any, ValueSet::list(pair)], is_safe, ValueSet::tuples())
}

/// How many elements the tuples of an argument have.
fn arities(call: &Call) -> Integers {
    match sorts(call, 0) {
        None => Integers::range(0, MOST_ELEMENTS),
        Some(all) => all.iter().fold(Integers::none(), |sizes, sets| {
            sizes.join(&Integers::one(BigInt::from(sets.len())))
        }),
    }
}

fn tuple_size(call: &Call) -> Effect {
    call.wants([ValueSet::tuples()], ValueSet::integers(arities(call)))
}

fn size(call: &Call) -> Effect {
    let bytes = call.kinds[0].bits.map_or(Integers::none(), whole_bytes);
    let result = ValueSet::integers(arities(call).join(&bytes));
    call.wants([sets::union([ValueSet::tuples(), sets::bitstring()])], result)
}

fn tuple_to_list(call: &Call) -> Effect {
    let list = |sets: &Vec<ValueSet>| {
        let element = sets.iter().fold(ValueSet::none(), |all, each| sets::join(&all, each));
        if sets.is_empty() { ValueSet::nil() } else { sets::nonempty_list(element) }
    };
    let result = match sorts(call, 0) {
        None => sets::proper_list(),
        Some(all) => {
            all.iter().fold(ValueSet::none(), |lists, sets| sets::join(&lists, &list(sets)))
        }
    };
    call.wants([ValueSet::tuples()], result)
}

/// There are longer lists than tuples.
fn list_to_tuple(call: &Call) -> Effect {
    let Kinds { nil, cons, .. } = &call.kinds[0];
    let result = match (nil, cons) {
        (true, None) => ValueSet::tuple(Vec::new()),
        _ => ValueSet::tuples(),
    };
    call.effect([sets::proper_list()], call.is_within(0, &ValueSet::nil()), result)
}
