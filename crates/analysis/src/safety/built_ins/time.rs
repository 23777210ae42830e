//! What do the functions that tell the time come to?

use super::{Call, Effect, sets, table};
use typing::lattice::ValueSet;

table! {
    "erlang" {
        "monotonic_time"/0 = |call| call.returns(sets::integer()),
        "monotonic_time"/1 = in_unit,
        "system_time"/0 = |call| call.returns(sets::integer()),
        "system_time"/1 = in_unit,
        "time_offset"/0 = |call| call.returns(sets::integer()),
        "time_offset"/1 = in_unit,
        "timestamp"/0 = |call| call.returns(timestamp()),
        "date"/0 = |call| call.returns(date()),
        "time"/0 = |call| call.returns(time()),
        "localtime"/0 = |call| call.returns(ValueSet::tuple(vec![date(), time()])),
        "universaltime"/0 = |call| call.returns(ValueSet::tuple(vec![date(), time()])),
        "unique_integer"/0 = |call| call.returns(sets::integer()),
        "unique_integer"/1 = unique_integer,
    }
    "os" {
        "perf_counter"/0 = |call| call.returns(sets::integer()),
        "system_time"/0 = |call| call.returns(sets::integer()),
        "system_time"/1 = in_unit,
        "timestamp"/0 = |call| call.returns(timestamp()),
    }
}

fn date() -> ValueSet {
    ValueSet::tuple(vec![sets::at_least(0), sets::between(1, 12), sets::between(1, 31)])
}

fn time() -> ValueSet {
    ValueSet::tuple(vec![sets::between(0, 23), sets::between(0, 59), sets::between(0, 59)])
}

fn timestamp() -> ValueSet {
    let part = || sets::between(0, 999_999);
    ValueSet::tuple(vec![sets::at_least(0), part(), part()])
}

/// Parts of a second by name or by number.
fn in_unit(call: &Call) -> Effect {
    let names = sets::one_of(["second", "millisecond", "microsecond", "nanosecond", "native"]);
    let is_safe = call.is_within(0, &sets::union([names, sets::between(1, u32::MAX)]));
    let learned = sets::union([sets::atom(), sets::at_least(1)]);
    call.effect([learned], is_safe, sets::integer())
}

fn unique_integer(call: &Call) -> Effect {
    let modifiers = ValueSet::list(sets::one_of(["positive", "monotonic"]));
    call.wants([modifiers], sets::integer())
}
