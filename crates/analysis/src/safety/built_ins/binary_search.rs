//! What do the functions that search in binaries come to? An empty binary is not searched, whatever the
//! pattern is.

use super::{Call, Effect, sets, table};
use typing::lattice::ValueSet;

table! {
    "binary" {
        "compile_pattern"/1 = compile_pattern,
        "match"/2 = first_match,
        "match"/3 = first_match,
        "matches"/2 = matches,
        "matches"/3 = matches,
        "split"/2 = split,
        "split"/3 = split_with_options,
    }
}

/// A binary of one byte or more, or a list of one such or more. (What was compiled is a tuple like others.)
fn pattern() -> ValueSet {
    sets::union([sets::binary_of(1), sets::nonempty_list(sets::binary_of(1))])
}

fn compile_pattern(call: &Call) -> Effect {
    let compiled = vec![sets::one_of(["bm", "ac"]), ValueSet::references()];
    call.wants([pattern()], ValueSet::tuple(compiled))
}

/// `{Position, Length}`
fn place() -> ValueSet {
    ValueSet::tuple(vec![sets::at_least(0), sets::at_least(1)])
}

/// A search in the first argument. Of options, only that there are none is known to be safe.
fn search(call: &Call, result: ValueSet) -> Effect {
    let has_options = call.arguments.len() > 2 && !call.is_within(2, &ValueSet::nil());
    let is_safe =
        call.is_within(0, &sets::binary()) && call.is_within(1, &pattern()) && !has_options;
    match call.arguments.len() {
        2 => call.effect([sets::binary(), ValueSet::Any], is_safe, result),
        _ => call.effect([sets::binary(), ValueSet::Any, sets::any_list()], is_safe, result),
    }
}

fn first_match(call: &Call) -> Effect {
    search(call, sets::union([place(), sets::one_atom("nomatch")]))
}

fn matches(call: &Call) -> Effect {
    search(call, ValueSet::list(place()))
}

fn split(call: &Call) -> Effect {
    search(call, sets::nonempty_list(sets::binary()))
}

fn split_with_options(call: &Call) -> Effect {
    let option = sets::one_of(["global", "trim", "trim_all"]);
    let is_safe = call.is_within(0, &sets::binary())
        && call.is_within(1, &pattern())
        && call.is_within(2, &ValueSet::list(option));
    let learned = [sets::binary(), ValueSet::Any, sets::any_list()];
    call.effect(learned, is_safe, ValueSet::list(sets::binary()))
}
