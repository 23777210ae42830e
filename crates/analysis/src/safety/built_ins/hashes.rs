//! What do the functions that hash terms, measure them and write them as bytes come to?

use super::{Call, Effect, sets, table};
use term::BigInt;
use typing::lattice::ValueSet;

table! {
    "erlang" {
        "phash"/2 = |call| hash(call, 1, 0),
        "phash2"/1 = |call| call.returns(sets::between(0, (1 << 27) - 1)),
        "phash2"/2 = |call| hash(call, 0, -1),
        "external_size"/1 = |call| call.returns(sets::at_least(1)),
        "term_to_binary"/1 = |call| call.returns(sets::binary_of(2)),
        "term_to_binary"/2 = term_to_binary,
        "term_to_iovec"/1 = |call| call.returns(sets::nonempty_list(sets::binary_of(1))),
        "binary_to_term"/1 = |call| call.effect([sets::binary_of(2)], false, ValueSet::Any),
    }
    "erts_debug" {
        "flat_size"/1 = |call| call.returns(sets::at_least(0)),
        "same"/2 = |call| call.returns(ValueSet::boolean()),
    }
}

/// From `least` to the range, and some more.
fn hash(call: &Call, least: i64, more: i64) -> Effect {
    let ranges = sets::between(1, 1_i64 << 32);
    let whole = BigInt::from(1_i64 << 32);
    let most = call.integers(1).highest().unwrap_or(&whole).min(&whole) + more;
    call.wants([ValueSet::Any, ranges], sets::between(least, most))
}

fn term_to_binary(call: &Call) -> Effect {
    let pair = |name, most| ValueSet::tuple(vec![sets::one_atom(name), sets::between(0, most)]);
    let option = sets::union([
        sets::one_atom("compressed"),
        pair("compressed", 9),
        pair("minor_version", 2),
    ]);
    let is_safe = call.is_within(1, &ValueSet::list(option));
    call.effect([ValueSet::Any, sets::proper_list()], is_safe, sets::binary_of(2))
}
