//! What do the operators of Erlang give, and the functions that guards may call on numbers?
//!
//! The arithmetic itself is in [`crate::number`], the order of terms in [`crate::compare`]; here
//! they get their names.

use crate::compare::{compare, equal, exactly_equal};
use crate::exception::{NativeResult, Raise};
use crate::heap::Heap;
use crate::natives::types::is_number;
use crate::number;
use crate::value::Value;
use std::cmp::Ordering;

crate::natives! {
    "erlang" {
        "+"/1 = plus,
        "-"/1 = |heap, arguments| number::negate(heap, arguments[0]),
        "+"/2 = |heap, arguments| number::add(heap, arguments[0], arguments[1]),
        "-"/2 = |heap, arguments| number::subtract(heap, arguments[0], arguments[1]),
        "*"/2 = |heap, arguments| number::multiply(heap, arguments[0], arguments[1]),
        "/"/2 = |heap, arguments| number::divide(heap, arguments[0], arguments[1]),
        "div"/2 = |heap, arguments| number::integer_divide(heap, arguments[0], arguments[1]),
        "rem"/2 = |heap, arguments| number::remainder(heap, arguments[0], arguments[1]),
        "band"/2 = |heap, arguments| number::bit_and(heap, arguments[0], arguments[1]),
        "bor"/2 = |heap, arguments| number::bit_or(heap, arguments[0], arguments[1]),
        "bxor"/2 = |heap, arguments| number::bit_xor(heap, arguments[0], arguments[1]),
        "bnot"/1 = |heap, arguments| number::bit_not(heap, arguments[0]),
        "bsl"/2 = |heap, arguments| number::shift_left(heap, arguments[0], arguments[1]),
        "bsr"/2 = |heap, arguments| number::shift_right(heap, arguments[0], arguments[1]),
        "abs"/1 = |heap, arguments| number::absolute(heap, arguments[0]),
        "ceil"/1 = |heap, arguments| number::ceil(heap, arguments[0]),
        "float"/1 = |heap, arguments| number::float(heap, arguments[0]),
        "floor"/1 = |heap, arguments| number::floor(heap, arguments[0]),
        "round"/1 = |heap, arguments| number::round(heap, arguments[0]),
        "trunc"/1 = |heap, arguments| number::truncate(heap, arguments[0]),
        "and"/2 = |_, arguments| combine(arguments, |left, right| left & right),
        "or"/2 = |_, arguments| combine(arguments, |left, right| left | right),
        "xor"/2 = |_, arguments| combine(arguments, |left, right| left ^ right),
        "not"/1 = not,
        "=="/2 = |heap, arguments| Ok(equal(heap, arguments[0], arguments[1]).into()),
        "/="/2 = |heap, arguments| Ok((!equal(heap, arguments[0], arguments[1])).into()),
        "=:="/2 = |heap, arguments| Ok(exactly_equal(heap, arguments[0], arguments[1]).into()),
        "=/="/2 = |heap, arguments| Ok((!exactly_equal(heap, arguments[0], arguments[1])).into()),
        "<"/2 = |heap, arguments| ordered(heap, arguments, Ordering::is_lt),
        ">"/2 = |heap, arguments| ordered(heap, arguments, Ordering::is_gt),
        "=<"/2 = |heap, arguments| ordered(heap, arguments, Ordering::is_le),
        ">="/2 = |heap, arguments| ordered(heap, arguments, Ordering::is_ge),
        "min"/2 = min,
        "max"/2 = max,
    }
    "erts_internal" {
        "cmp_term"/2 = compare_exactly,
    }
}

/// Unlike the operator, which is compiled to `X + 0`, the function leaves `-0.0` as it is.
fn plus(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    if is_number(heap, arguments[0]) { Ok(arguments[0]) } else { Err(Raise::badarith()) }
}

fn combine(arguments: &[Value], operation: fn(bool, bool) -> bool) -> NativeResult {
    match (arguments[0].as_bool(), arguments[1].as_bool()) {
        (Some(left), Some(right)) => Ok(operation(left, right).into()),
        _ => Err(Raise::badarg()),
    }
}

fn not(_: &mut Heap, arguments: &[Value]) -> NativeResult {
    arguments[0].as_bool().map(|truth| Value::bool(!truth)).ok_or_else(Raise::badarg)
}

fn ordered(heap: &Heap, arguments: &[Value], wanted: fn(Ordering) -> bool) -> NativeResult {
    Ok(wanted(compare(heap, arguments[0], arguments[1])).into())
}

/// Of two equal terms, both functions give the first.
fn min(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let (first, second) = (arguments[0], arguments[1]);
    Ok(if compare(heap, first, second).is_gt() { second } else { first })
}

fn max(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let (first, second) = (arguments[0], arguments[1]);
    Ok(if compare(heap, first, second).is_lt() { second } else { first })
}

/// The order of the keys of maps, as a negative number, zero or a positive one.
fn compare_exactly(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let order = crate::compare::compare_exact(heap, arguments[0], arguments[1]);
    Ok(heap.int(order as i64))
}
