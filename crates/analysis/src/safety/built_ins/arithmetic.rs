//! What does arithmetic come to? Integers grow as they like. Floats overflow, and so do integers that
//! become floats.

use super::known::is_between;
use super::{Call, Effect, sets, table};
use term::BigInt;
use typing::lattice::integers::Integers;
use typing::lattice::{Kinds, ValueSet};

table! {
    "erlang" {
        "+"/1 = plus,
        "-"/1 = minus,
        "+"/2 = |call| sum(call, Integers::add),
        "-"/2 = |call| sum(call, Integers::subtract),
        "*"/2 = product,
        "/"/2 = divide,
        "div"/2 = |call| quotient(call, Integers::divide),
        "rem"/2 = |call| quotient(call, Integers::remainder),
        "band"/2 = |call| on_integers(call, Integers::bit_and),
        "bor"/2 = |call| on_integers(call, Integers::bit_or),
        "bxor"/2 = |call| on_integers(call, Integers::bit_xor),
        "bnot"/1 = bit_not,
        "bsl"/2 = |call| shift(call, Integers::shift_left, |places| places.clone()),
        "bsr"/2 = |call| shift(call, Integers::shift_right, Integers::negate),
        "abs"/1 = absolute,
        "float"/1 = float,
        "trunc"/1 = whole,
        "round"/1 = whole,
        "ceil"/1 = whole,
        "floor"/1 = whole,
    }
}

/// Integers below this, and above its negative, become floats.
pub fn float_limit() -> BigInt {
    BigInt::from(1) << 1023
}

/// Is it an integer that has a float?
pub fn has_float(integers: &Integers) -> bool {
    integers.is_empty() || is_between(integers, &-float_limit(), &float_limit())
}

/// Who adds no more than so many bits to a number, again and again, does not come to one that is too large before
/// the input is.
const FEW_BITS: u32 = 64;

/// Shifting by so many places costs no more than multiplying a few times.
const MOST_PLACES: i64 = 1 << 16;

fn numbers(integers: Integers, floats: bool) -> ValueSet {
    Kinds { integers, floats, ..Kinds::default() }.into()
}

fn plus(call: &Call) -> Effect {
    let result = call.part(0, &sets::number());
    call.wants([sets::number()], result)
}

fn minus(call: &Call) -> Effect {
    let result = numbers(call.integers(0).negate(), call.kinds[0].floats);
    call.wants([sets::number()], result)
}

fn absolute(call: &Call) -> Effect {
    let result = numbers(call.integers(0).absolute(), call.kinds[0].floats);
    call.wants([sets::number()], result)
}

/// `+` and `-`, and `*`
fn sum(call: &Call, combine: fn(&Integers, &Integers) -> Integers) -> Effect {
    let is_safe = call.is_within(0, &sets::integer()) && call.is_within(1, &sets::integer());
    let floats = call.kinds[0].floats || call.kinds[1].floats;
    let result = numbers(combine(call.integers(0), call.integers(1)), floats);
    call.effect([sets::number(), sets::number()], is_safe, result)
}

fn product(call: &Call) -> Effect {
    let few = BigInt::from(1) << FEW_BITS;
    let is_small = |index: usize| {
        let integers = call.integers(index);
        integers.is_empty() || is_between(integers, &-few.clone(), &few)
    };
    let grows = !is_small(0) && !is_small(1);
    Effect { grows, ..sum(call, Integers::multiply) }
}

/// What is divided by an integer does not become larger.
fn divide(call: &Call) -> Effect {
    let zero = Integers::one(BigInt::ZERO);
    let divisor = numbers(Integers::all().difference(&zero), true);
    let is_safe = call.is_within(0, &sets::number())
        && has_float(call.integers(0))
        && call.is_within(1, &sets::integer())
        && has_float(call.integers(1))
        && !call.integers(1).contains(&BigInt::ZERO);
    call.effect([sets::number(), divisor], is_safe, ValueSet::float())
}

/// `div` and `rem`
fn quotient(call: &Call, combine: fn(&Integers, &Integers) -> Integers) -> Effect {
    let is_safe = call.is_within(0, &sets::integer())
        && call.is_within(1, &sets::integer())
        && !call.integers(1).contains(&BigInt::ZERO);
    let divisor = Integers::all().difference(&Integers::one(BigInt::ZERO));
    let result = ValueSet::integers(combine(call.integers(0), call.integers(1)));
    call.effect([sets::integer(), ValueSet::integers(divisor)], is_safe, result)
}

fn on_integers(call: &Call, combine: fn(&Integers, &Integers) -> Integers) -> Effect {
    let result = ValueSet::integers(combine(call.integers(0), call.integers(1)));
    call.wants([sets::integer(), sets::integer()], result)
}

fn bit_not(call: &Call) -> Effect {
    let result = ValueSet::integers(call.integers(0).complement_bits());
    call.wants([sets::integer()], result)
}

fn shift(
    call: &Call,
    combine: fn(&Integers, &Integers) -> Integers,
    to_the_left: fn(&Integers) -> Integers,
) -> Effect {
    let few = BigInt::from(MOST_PLACES);
    let is_few = to_the_left(call.integers(1)).highest().is_some_and(|most| *most <= few);
    let is_zero = *call.integers(0) == Integers::one(BigInt::ZERO);
    let is_safe = call.is_within(0, &sets::integer())
        && call.is_within(1, &sets::integer())
        && (is_few || is_zero);
    let result = ValueSet::integers(combine(call.integers(0), call.integers(1)));
    let adds_few =
        to_the_left(call.integers(1)).highest().is_none_or(|most| *most <= BigInt::from(FEW_BITS));
    let grows = !adds_few && !is_zero;
    Effect { grows, ..call.effect([sets::integer(), sets::integer()], is_safe, result) }
}

fn float(call: &Call) -> Effect {
    let is_safe = call.is_within(0, &sets::number()) && has_float(call.integers(0));
    call.effect([sets::number()], is_safe, ValueSet::float())
}

/// `trunc`, `round`, `ceil` and `floor`: an integer stays as it is.
fn whole(call: &Call) -> Effect {
    let integers = if call.kinds[0].floats { Integers::all() } else { call.integers(0).clone() };
    call.wants([sets::number()], ValueSet::integers(integers))
}
