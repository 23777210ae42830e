//! What do the functions of `math` come to? Where the result is no finite number they raise, and so they do
//! for integers that are too large for a float. Of a float only integers that are equal to it would tell
//! more.

use super::arithmetic::has_float;
use super::{Call, Effect, sets, table};
use term::BigInt;
use typing::lattice::ValueSet;

table! {
    "math" {
        "acos"/1 = |call| between(call, -1, 1),
        "acosh"/1 = positive,
        "asin"/1 = |call| between(call, -1, 1),
        "asinh"/1 = everywhere,
        "atan"/1 = everywhere,
        "atan2"/2 = everywhere_of_two,
        "atanh"/1 = |call| between(call, 0, 0),
        "ceil"/1 = everywhere,
        "cos"/1 = everywhere,
        "cosh"/1 = |call| between(call, -LARGEST_EXPONENT, LARGEST_EXPONENT),
        "erf"/1 = everywhere,
        "erfc"/1 = everywhere,
        "exp"/1 = |call| below(call, LARGEST_EXPONENT),
        "floor"/1 = everywhere,
        "fmod"/2 = remainder,
        "log"/1 = positive,
        "log10"/1 = positive,
        "log2"/1 = positive,
        "pow"/2 = power,
        "sin"/1 = everywhere,
        "sinh"/1 = |call| between(call, -LARGEST_EXPONENT, LARGEST_EXPONENT),
        "sqrt"/1 = square_root,
        "tan"/1 = everywhere,
        "tanh"/1 = everywhere,
    }
}

/// To this power, e is a finite float.
const LARGEST_EXPONENT: i64 = 700;

/// Is an argument a number that is a float or has one?
fn is_finite(call: &Call, index: usize) -> bool {
    call.is_within(index, &sets::number()) && has_float(call.integers(index))
}

fn of_one(call: &Call, is_safe: bool) -> Effect {
    call.effect([sets::number()], is_safe, ValueSet::float())
}

fn of_two(call: &Call, is_safe: bool) -> Effect {
    call.effect([sets::number(), sets::number()], is_safe, ValueSet::float())
}

fn everywhere(call: &Call) -> Effect {
    of_one(call, is_finite(call, 0))
}

fn everywhere_of_two(call: &Call) -> Effect {
    of_two(call, is_finite(call, 0) && is_finite(call, 1))
}

fn between(call: &Call, low: i64, high: i64) -> Effect {
    of_one(call, call.is_integer_between(0, low, high))
}

fn below(call: &Call, high: i64) -> Effect {
    let is_small = call.integers(0).highest().is_some_and(|most| *most <= BigInt::from(high));
    of_one(call, call.is_within(0, &sets::integer()) && is_finite(call, 0) && is_small)
}

fn positive(call: &Call) -> Effect {
    of_one(call, call.is_within(0, &sets::at_least(1)) && is_finite(call, 0))
}

fn square_root(call: &Call) -> Effect {
    of_one(call, call.is_within(0, &sets::at_least(0)) && is_finite(call, 0))
}

fn is_nonzero_integer(call: &Call, index: usize) -> bool {
    call.is_within(index, &sets::integer()) && !call.integers(index).contains(&BigInt::ZERO)
}

/// `fmod`
fn remainder(call: &Call) -> Effect {
    of_two(call, is_finite(call, 0) && is_finite(call, 1) && is_nonzero_integer(call, 1))
}

/// So many bits a power may have.
const MOST_BITS: u64 = 1000;

fn power(call: &Call) -> Effect {
    let (base, exponent) = (call.integers(0), call.integers(1));
    let are_integers = call.is_within(0, &sets::integer()) && call.is_within(1, &sets::integer());
    let are_finite = is_finite(call, 0) && is_finite(call, 1);
    let bits = [base.lowest(), base.highest()].map(|end| end.map_or(u64::MAX, BigInt::bits));
    let most = exponent.highest().map_or(u64::MAX, |most| {
        // A negative power of an integer is small.
        if *most < BigInt::ZERO { 0 } else { u64::try_from(most).unwrap_or(u64::MAX) }
    });
    let is_small = bits[0].max(bits[1]).checked_mul(most).is_some_and(|bits| bits <= MOST_BITS);
    let is_natural = exponent.lowest().is_some_and(|low| *low >= BigInt::ZERO);
    let is_inverse = is_nonzero_integer(call, 0);
    of_two(call, are_integers && are_finite && is_small && (is_natural || is_inverse))
}
