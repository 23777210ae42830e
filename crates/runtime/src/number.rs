//! What do arithmetic and bit operations give?
//!
//! Every function has a short path for small integers, which the machine inlines, and a long one
//! for floats, big integers and mixtures. The results are those of the BEAM to the bit: see
//! [`integer_to_float`] for where that is not what one would expect.

use crate::exception::{NativeResult, Raise};
use crate::heap::Heap;
use crate::value::Value;
use num_bigint::{BigInt, Sign};
use num_traits::{FromPrimitive, Signed, Zero};

/// The largest integer that OTP makes has this many digits of 64 bits; a larger one is
/// `system_limit`.
const MAX_DIGITS: u64 = (1 << 19) - 1;
/// The same in bits.
pub const MAX_INTEGER_BITS: u64 = MAX_DIGITS * 64;

/// The integers that the BEAM itself holds in one word. A few built-ins take only these.
pub const BEAM_SMALL: std::ops::Range<i64> = -(1 << 59)..1 << 59;

impl Heap {
    /// An integer that is small on the BEAM, too.
    pub fn as_beam_small(&self, value: Value) -> Option<i64> {
        value.as_small().filter(|number| BEAM_SMALL.contains(number))
    }
}

/// Two operands, brought to the type in which they are combined.
enum Operands {
    Integers(BigInt, BigInt),
    Floats(f64, f64),
}

fn operands(heap: &Heap, left: Value, right: Value) -> Result<Operands, Raise> {
    if heap.as_float(left).is_none() && heap.as_float(right).is_none() {
        return integers(heap, left, right).map(|(left, right)| Operands::Integers(left, right));
    }
    match (to_float(heap, left), to_float(heap, right)) {
        (Some(left), Some(right)) => Ok(Operands::Floats(left, right)),
        _ => Err(Raise::badarith()),
    }
}

fn integers(heap: &Heap, left: Value, right: Value) -> Result<(BigInt, BigInt), Raise> {
    match (heap.as_bigint(left), heap.as_bigint(right)) {
        (Some(left), Some(right)) => {
            // They are copied in, and what comes of them is copied out.
            heap.work.pay_for_bytes((left.bits() + right.bits()) as usize / 2);
            Ok((left, right))
        }
        _ => Err(Raise::badarith()),
    }
}

/// The float nearest to an integer as the BEAM finds it, or `None` if it is too large.
///
/// The BEAM adds up the digits from the top and so rounds once per digit; rounding only once would
/// be better and sometimes different.
pub fn integer_to_float(number: &BigInt) -> Option<f64> {
    const DIGIT: f64 = 18_446_744_073_709_551_616.0;
    let magnitude =
        number.iter_u64_digits().rev().fold(0.0, |sum: f64, digit| sum * DIGIT + digit as f64);
    let float = if number.is_negative() { -magnitude } else { magnitude };
    float.is_finite().then_some(float)
}

/// The float of any number, or `None` if it is no number or too large.
pub fn to_float(heap: &Heap, value: Value) -> Option<f64> {
    if let Some(number) = value.as_small() {
        return Some(number as f64);
    }
    heap.as_float(value).or_else(|| integer_to_float(&heap.as_bigint(value)?))
}

fn float_result(heap: &mut Heap, float: f64) -> NativeResult {
    if float.is_finite() { Ok(heap.float(float)) } else { Err(Raise::badarith()) }
}

fn integer_result(heap: &mut Heap, integer: BigInt) -> NativeResult {
    if integer.bits() > MAX_INTEGER_BITS {
        return Err(Raise::system_limit());
    }
    Ok(heap.integer(&integer))
}

/// The BEAM forgets to look for an overflow of `band`, `bor` and `bxor`, and gives `[]`.
fn bits_result(heap: &mut Heap, integer: BigInt) -> NativeResult {
    if integer.bits() > MAX_INTEGER_BITS {
        return Ok(Value::NIL);
    }
    Ok(heap.integer(&integer))
}

#[inline]
pub fn add(heap: &mut Heap, left: Value, right: Value) -> NativeResult {
    if let (Some(left), Some(right)) = (left.as_small(), right.as_small()) {
        // Two numbers of 61 bits cannot overflow 64.
        return Ok(heap.int(left + right));
    }
    add_any(heap, left, right)
}

// ---- what computing with large integers costs ----
//
// It cannot be interrupted, so it is paid for before it begins. The factors are measured, and rather
// too high than too low.

fn digits(bits: u64) -> u64 {
    bits.div_ceil(64)
}

/// Products of up to this many digits are those of school; the larger ones are put together of
/// smaller ones, which takes about n^1.5.
const SCHOOL: u64 = 32;

fn product_units(left: u64, right: u64) -> u64 {
    let (shorter, longer) = (digits(left.min(right)), digits(left.max(right)));
    let row = if shorter <= SCHOOL { shorter * 3 / 4 } else { 4 * shorter.isqrt() };
    longer.saturating_mul(row)
}

fn quotient_units(left: u64, right: u64) -> u64 {
    let (left, right) = (digits(left), digits(right));
    left.saturating_sub(right).saturating_mul(right) / 8
}

/// What it costs to write an integer of so many bits.
pub fn writing_units(bits: u64, base: u32) -> u64 {
    let digits = digits(bits);
    if base.is_power_of_two() { digits } else { digits.saturating_mul(digits) / 8 }
}

/// What it costs to read an integer of so many digits in a base.
pub fn reading_units(length: usize, base: u32) -> u64 {
    let bits = length as u64 * u64::from(base.ilog2() + 1);
    writing_units(bits, base).saturating_mul(2)
}

#[inline(never)]
fn add_any(heap: &mut Heap, left: Value, right: Value) -> NativeResult {
    match operands(heap, left, right)? {
        Operands::Integers(left, right) => integer_result(heap, left + right),
        Operands::Floats(left, right) => float_result(heap, left + right),
    }
}

#[inline]
pub fn subtract(heap: &mut Heap, left: Value, right: Value) -> NativeResult {
    if let (Some(left), Some(right)) = (left.as_small(), right.as_small()) {
        return Ok(heap.int(left - right));
    }
    subtract_any(heap, left, right)
}

#[inline(never)]
fn subtract_any(heap: &mut Heap, left: Value, right: Value) -> NativeResult {
    match operands(heap, left, right)? {
        Operands::Integers(left, right) => integer_result(heap, left - right),
        Operands::Floats(left, right) => float_result(heap, left - right),
    }
}

#[inline]
pub fn multiply(heap: &mut Heap, left: Value, right: Value) -> NativeResult {
    if let (Some(left), Some(right)) = (left.as_small(), right.as_small())
        && let Some(product) = left.checked_mul(right)
    {
        return Ok(heap.int(product));
    }
    multiply_any(heap, left, right)
}

#[inline(never)]
fn multiply_any(heap: &mut Heap, left: Value, right: Value) -> NativeResult {
    match operands(heap, left, right)? {
        Operands::Integers(left, right) => {
            // The product has at least this many bits: no need to compute what cannot be.
            if !left.is_zero()
                && !right.is_zero()
                && left.bits() + right.bits() - 1 > MAX_INTEGER_BITS
            {
                return Err(Raise::system_limit());
            }
            heap.work.pay_ahead(product_units(left.bits(), right.bits()));
            integer_result(heap, left * right)
        }
        Operands::Floats(left, right) => float_result(heap, left * right),
    }
}

/// `/`
pub fn divide(heap: &mut Heap, left: Value, right: Value) -> NativeResult {
    match (to_float(heap, left), to_float(heap, right)) {
        (Some(left), Some(right)) if right != 0.0 => float_result(heap, left / right),
        _ => Err(Raise::badarith()),
    }
}

/// `div`
#[inline]
pub fn integer_divide(heap: &mut Heap, left: Value, right: Value) -> NativeResult {
    match (left.as_small(), right.as_small()) {
        (Some(left), Some(right)) if right != 0 => Ok(heap.int(left / right)),
        _ => integer_divide_any(heap, left, right),
    }
}

#[inline(never)]
fn integer_divide_any(heap: &mut Heap, left: Value, right: Value) -> NativeResult {
    let (left, right) = integers(heap, left, right)?;
    if right.is_zero() {
        return Err(Raise::badarith());
    }
    heap.work.pay_ahead(quotient_units(left.bits(), right.bits()));
    integer_result(heap, left / right)
}

/// `rem`
#[inline]
pub fn remainder(heap: &mut Heap, left: Value, right: Value) -> NativeResult {
    match (left.as_small(), right.as_small()) {
        (Some(left), Some(right)) if right != 0 => Ok(heap.int(left % right)),
        _ => remainder_any(heap, left, right),
    }
}

#[inline(never)]
fn remainder_any(heap: &mut Heap, left: Value, right: Value) -> NativeResult {
    let (left, right) = integers(heap, left, right)?;
    if right.is_zero() {
        return Err(Raise::badarith());
    }
    heap.work.pay_ahead(quotient_units(left.bits(), right.bits()));
    integer_result(heap, left % right)
}

/// `-X`
#[inline]
pub fn negate(heap: &mut Heap, value: Value) -> NativeResult {
    match value.as_small() {
        Some(number) => Ok(heap.int(-number)),
        None => negate_any(heap, value),
    }
}

#[inline(never)]
fn negate_any(heap: &mut Heap, value: Value) -> NativeResult {
    if let Some(float) = heap.as_float(value) {
        return Ok(heap.float(-float));
    }
    let integer = heap.as_bigint(value).ok_or_else(Raise::badarith)?;
    integer_result(heap, -integer)
}

#[inline]
pub fn bit_and(heap: &mut Heap, left: Value, right: Value) -> NativeResult {
    if let (Some(left), Some(right)) = (left.as_small(), right.as_small()) {
        return Ok(heap.int(left & right));
    }
    let (left, right) = integers(heap, left, right)?;
    bits_result(heap, left & right)
}

#[inline]
pub fn bit_or(heap: &mut Heap, left: Value, right: Value) -> NativeResult {
    if let (Some(left), Some(right)) = (left.as_small(), right.as_small()) {
        return Ok(heap.int(left | right));
    }
    let (left, right) = integers(heap, left, right)?;
    bits_result(heap, left | right)
}

#[inline]
pub fn bit_xor(heap: &mut Heap, left: Value, right: Value) -> NativeResult {
    if let (Some(left), Some(right)) = (left.as_small(), right.as_small()) {
        return Ok(heap.int(left ^ right));
    }
    let (left, right) = integers(heap, left, right)?;
    bits_result(heap, left ^ right)
}

#[inline]
pub fn bit_not(heap: &mut Heap, value: Value) -> NativeResult {
    if let Some(number) = value.as_small() {
        return Ok(heap.int(!number));
    }
    let integer = heap.as_bigint(value).ok_or_else(Raise::badarith)?;
    integer_result(heap, !integer)
}

/// `bsl`
#[inline]
pub fn shift_left(heap: &mut Heap, value: Value, amount: Value) -> NativeResult {
    if let (Some(number), Some(places @ 0..=62)) = (value.as_small(), amount.as_small())
        && (number << places) >> places == number
    {
        return Ok(heap.int(number << places));
    }
    shift_any(heap, value, amount, Direction::Left)
}

/// `bsr`
#[inline]
pub fn shift_right(heap: &mut Heap, value: Value, amount: Value) -> NativeResult {
    if let (Some(number), Some(places @ 0..)) = (value.as_small(), amount.as_small()) {
        return Ok(heap.int(number >> places.min(63)));
    }
    shift_any(heap, value, amount, Direction::Right)
}

enum Direction {
    Left,
    Right,
}

#[inline(never)]
fn shift_any(heap: &mut Heap, value: Value, amount: Value, direction: Direction) -> NativeResult {
    let (integer, amount) = integers(heap, value, amount)?;
    let left = match direction {
        Direction::Left => amount,
        Direction::Right => -amount,
    };
    match (integer.sign(), left.sign()) {
        (Sign::NoSign, _) | (_, Sign::NoSign) => Ok(value),
        (_, Sign::Plus) => shift_left_by(heap, integer, &left),
        (_, Sign::Minus) => shift_right_by(heap, integer, &-left),
    }
}

fn shift_left_by(heap: &mut Heap, integer: BigInt, amount: &BigInt) -> NativeResult {
    match u64::try_from(amount) {
        Ok(amount) if amount <= MAX_INTEGER_BITS => {
            if integer.bits() + amount > MAX_INTEGER_BITS {
                return Err(Raise::system_limit());
            }
            heap.allow(amount as usize / 4);
            heap.work.pay_for_bytes(amount as usize / 2);
            integer_result(heap, integer << amount)
        }
        _ => Err(Raise::system_limit()),
    }
}

fn shift_right_by(heap: &mut Heap, integer: BigInt, amount: &BigInt) -> NativeResult {
    match u64::try_from(amount) {
        Ok(amount) if amount <= integer.bits() => integer_result(heap, integer >> amount),
        _ => Ok(heap.int(if integer.is_negative() { -1 } else { 0 })),
    }
}

// The functions below are called by name in Erlang, and complain with `badarg`.

pub fn absolute(heap: &mut Heap, value: Value) -> NativeResult {
    let is_negative = match heap.as_float(value) {
        // This leaves `-0.0` as it is, like the BEAM.
        Some(float) => float < 0.0,
        None => heap.as_bigint(value).ok_or_else(Raise::badarg)?.is_negative(),
    };
    if is_negative { negate(heap, value) } else { Ok(value) }
}

pub fn float(heap: &mut Heap, value: Value) -> NativeResult {
    if heap.as_float(value).is_some() {
        return Ok(value);
    }
    let float = to_float(heap, value).ok_or_else(Raise::badarg)?;
    Ok(heap.float(float))
}

pub fn truncate(heap: &mut Heap, value: Value) -> NativeResult {
    to_integer(heap, value, f64::trunc)
}

pub fn round(heap: &mut Heap, value: Value) -> NativeResult {
    to_integer(heap, value, f64::round)
}

pub fn floor(heap: &mut Heap, value: Value) -> NativeResult {
    to_integer(heap, value, f64::floor)
}

pub fn ceil(heap: &mut Heap, value: Value) -> NativeResult {
    to_integer(heap, value, f64::ceil)
}

fn to_integer(heap: &mut Heap, value: Value, rounding: fn(f64) -> f64) -> NativeResult {
    if heap.is_integer(value) {
        return Ok(value);
    }
    let float = heap.as_float(value).ok_or_else(Raise::badarg)?;
    let float = rounding(float);
    if float.abs() <= Value::SMALL_MAX as f64 {
        return Ok(heap.int(float as i64));
    }
    let integer = BigInt::from_f64(float).expect("a finite float has an integer");
    Ok(heap.integer(&integer))
}

#[cfg(test)]
mod tests {
    use super::*;

    type Operation = fn(&mut Heap, Value, Value) -> NativeResult;

    /// The result of an operation on two integers, as text.
    fn check(operation: Operation, left: i128, right: i128, expected: &str) {
        let mut heap = Heap::new();
        let (left, right) = (heap.integer(&left.into()), heap.integer(&right.into()));
        let result = operation(&mut heap, left, right);
        assert_eq!(text(&heap, result), expected);
    }

    fn text(heap: &Heap, result: NativeResult) -> String {
        match result {
            Ok(value) => term::print::write(&heap.to_term(value)),
            Err(Raise::Exception { reason, .. }) => term::print::write(&heap.to_term(reason)),
            Err(other) => format!("{other:?}"),
        }
    }

    const LARGEST: i128 = Value::SMALL_MAX as i128;

    #[test]
    fn small_integers_grow_into_big_ones_and_back() {
        check(add, LARGEST, 1, "1152921504606846976");
        check(subtract, LARGEST + 1, 1, "1152921504606846975");
        check(multiply, LARGEST, -LARGEST, "-1329227995784915870597964051066650625");
        check(integer_divide, -LARGEST - 1, -1, "1152921504606846976");
        check(remainder, -7, 2, "-1");
        check(remainder, 1 << 100, 0, "badarith");
        check(bit_and, -1, 1 << 100, "1267650600228229401496703205376");
    }

    #[test]
    fn shifts_go_both_ways_and_have_a_limit() {
        check(shift_left, 1, 100, "1267650600228229401496703205376");
        check(shift_left, -5, -1, "-3");
        check(shift_right, -5, 1 << 100, "-1");
        check(shift_right, 3, -2, "12");
        check(shift_left, 0, 1 << 100, "0");
        check(shift_left, 1, 1 << 60, "system_limit");
        check(shift_left, 1, MAX_INTEGER_BITS.into(), "system_limit");
    }

    #[test]
    fn floats_must_be_finite() {
        check(divide, 1, 0, "badarith");
        check(divide, 7, 2, "3.5");
        let mut heap = Heap::new();
        let huge = heap.float(1.0e308);
        let result = multiply(&mut heap, huge, huge);
        assert_eq!(text(&heap, result), "badarith");
        let too_large = heap.integer(&(BigInt::from(1) << 1024));
        let result = add(&mut heap, too_large, huge);
        assert_eq!(text(&heap, result), "badarith");
        let result = float(&mut heap, too_large);
        assert_eq!(text(&heap, result), "badarg");
    }

    /// Rounded only once, this would be the next float.
    #[test]
    fn integers_become_floats_digit_by_digit() {
        let integer = (BigInt::from(1) << 110) + (BigInt::from(1) << 57) + 1;
        assert_eq!(integer_to_float(&integer), Some((1u128 << 110) as f64));
    }

    #[test]
    fn zero_keeps_its_sign_where_the_beam_keeps_it() {
        let mut heap = Heap::new();
        let zero = heap.float(-0.0);
        let absolute = absolute(&mut heap, zero);
        assert_eq!(text(&heap, absolute), "-0.0");
        let sum = add(&mut heap, zero, Value::index(0));
        assert_eq!(text(&heap, sum), "0.0");
    }
}
