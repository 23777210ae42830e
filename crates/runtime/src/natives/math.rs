//! What do the functions of the module `math` give?
//!
//! The BEAM asks the C library, and so does Rust for most functions. For those that Rust computes
//! in its own way (`asinh`, `acosh`, `atanh`) or does not have (`erf`, `erfc`), the C library's
//! steps are followed here, so that the last bit is the same.

use crate::exception::{NativeResult, Raise};
use crate::heap::Heap;
use crate::natives::error_function;
use crate::number::integer_to_float;
use crate::value::Value;
use std::f64::consts::LN_2;

crate::natives! {
    "math" {
        "acos"/1 = |heap, arguments| apply(heap, arguments, f64::acos),
        "acosh"/1 = |heap, arguments| apply(heap, arguments, acosh),
        "asin"/1 = |heap, arguments| apply(heap, arguments, f64::asin),
        "asinh"/1 = |heap, arguments| apply(heap, arguments, asinh),
        "atan"/1 = |heap, arguments| apply(heap, arguments, f64::atan),
        "atan2"/2 = |heap, arguments| apply_two(heap, arguments, f64::atan2),
        "atanh"/1 = |heap, arguments| apply(heap, arguments, atanh),
        "ceil"/1 = |heap, arguments| apply(heap, arguments, f64::ceil),
        "cos"/1 = |heap, arguments| apply(heap, arguments, f64::cos),
        "cosh"/1 = |heap, arguments| apply(heap, arguments, f64::cosh),
        "erf"/1 = |heap, arguments| apply(heap, arguments, error_function::erf),
        "erfc"/1 = |heap, arguments| apply(heap, arguments, error_function::erfc),
        "exp"/1 = |heap, arguments| apply(heap, arguments, f64::exp),
        "floor"/1 = |heap, arguments| apply(heap, arguments, f64::floor),
        "fmod"/2 = |heap, arguments| apply_two(heap, arguments, |left, right| left % right),
        "log"/1 = |heap, arguments| apply(heap, arguments, f64::ln),
        "log10"/1 = |heap, arguments| apply(heap, arguments, f64::log10),
        "log2"/1 = |heap, arguments| apply(heap, arguments, f64::log2),
        "pow"/2 = |heap, arguments| apply_two(heap, arguments, f64::powf),
        "sin"/1 = |heap, arguments| apply(heap, arguments, f64::sin),
        "sinh"/1 = |heap, arguments| apply(heap, arguments, f64::sinh),
        "sqrt"/1 = |heap, arguments| apply(heap, arguments, f64::sqrt),
        "tan"/1 = |heap, arguments| apply(heap, arguments, f64::tan),
        "tanh"/1 = |heap, arguments| apply(heap, arguments, f64::tanh),
    }
}

/// An argument as a float: too large a number is `badarith`, anything else `badarg`.
fn argument(heap: &Heap, value: Value) -> Result<f64, Raise> {
    if let Some(float) = heap.as_float(value) {
        return Ok(float);
    }
    let integer = heap.as_bigint(value).ok_or_else(Raise::badarg)?;
    integer_to_float(&integer).ok_or_else(Raise::badarith)
}

fn apply(heap: &mut Heap, arguments: &[Value], function: fn(f64) -> f64) -> NativeResult {
    let result = function(argument(heap, arguments[0])?);
    finite(heap, result)
}

fn apply_two(heap: &mut Heap, arguments: &[Value], function: fn(f64, f64) -> f64) -> NativeResult {
    let result = function(argument(heap, arguments[0])?, argument(heap, arguments[1])?);
    finite(heap, result)
}

fn finite(heap: &mut Heap, result: f64) -> NativeResult {
    if result.is_finite() { Ok(heap.float(result)) } else { Err(Raise::badarith()) }
}

/// Below this, `asinh` and `atanh` are their argument.
const TINY: f64 = 1.0 / (1 << 28) as f64;
/// From this on, adding one makes no difference to the square.
const HUGE: f64 = (1 << 28) as f64;

/// Is `x` above the border in the upper half of its bits, which is all that the C library looks at
/// in `asinh`?
fn is_above(x: f64, border: f64) -> bool {
    x.to_bits() >> 32 > border.to_bits() >> 32
}

fn asinh(x: f64) -> f64 {
    let size = x.abs();
    let square = size * size;
    let result = if size < TINY {
        return x;
    } else if is_above(size, HUGE) {
        size.ln() + LN_2
    } else if is_above(size, 2.0) {
        (2.0 * size + 1.0 / ((square + 1.0).sqrt() + size)).ln()
    } else {
        (size + square / (1.0 + (1.0 + square).sqrt())).ln_1p()
    };
    result.copysign(x)
}

fn acosh(x: f64) -> f64 {
    if x < 1.0 {
        f64::NAN
    } else if x >= HUGE {
        x.ln() + LN_2
    } else if x > 2.0 {
        (2.0 * x - 1.0 / (x + (x * x - 1.0).sqrt())).ln()
    } else {
        let above = x - 1.0;
        (above + (2.0 * above + above * above).sqrt()).ln_1p()
    }
}

fn atanh(x: f64) -> f64 {
    let size = x.abs();
    let result = if size < TINY {
        return x;
    } else if size < 0.5 {
        let double = size + size;
        0.5 * (double + double * size / (1.0 - size)).ln_1p()
    } else if size < 1.0 {
        0.5 * ((size + size) / (1.0 - size)).ln_1p()
    } else {
        f64::NAN
    };
    result.copysign(x)
}
