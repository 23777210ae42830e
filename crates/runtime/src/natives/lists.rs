//! Which functions of the module `lists` are built in?
//!
//! Only those that are built into the BEAM, too. Others are faster in Rust, but they fail with
//! `function_clause` in the midst of `lists.erl`, and their stack traces would show it.

use crate::compare::{equal, exactly_equal};
use crate::exception::{NativeResult, Raise};
use crate::heap::Heap;
use crate::value::Value;
use term::atoms;

crate::natives! {
    "lists" {
        "keyfind"/3 = keyfind,
        "keymember"/3 = keymember,
        "keysearch"/3 = keysearch,
        "member"/2 = member,
        "reverse"/2 = reverse,
    }
}

fn member(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let (wanted, mut list) = (arguments[0], arguments[1]);
    while list.is_cons() {
        if exactly_equal(heap, heap.head(list), wanted) {
            return Ok(Value::TRUE);
        }
        list = heap.tail(list);
    }
    if list.is_nil() { Ok(Value::FALSE) } else { Err(Raise::badarg()) }
}

fn reverse(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let (mut list, mut reversed) = (arguments[0], arguments[1]);
    while list.is_cons() {
        reversed = heap.cons(heap.head(list), reversed);
        list = heap.tail(list);
    }
    if list.is_nil() { Ok(reversed) } else { Err(Raise::badarg()) }
}

fn keyfind(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    Ok(tuple_with_key(heap, arguments)?.unwrap_or(Value::FALSE))
}

fn keymember(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    Ok(Value::bool(tuple_with_key(heap, arguments)?.is_some()))
}

fn keysearch(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    match tuple_with_key(heap, arguments)? {
        Some(tuple) => Ok(heap.tuple(&[atoms::value.into(), tuple])),
        None => Ok(Value::FALSE),
    }
}

/// The first tuple of the list that has the key at the position.
fn tuple_with_key(heap: &Heap, arguments: &[Value]) -> Result<Option<Value>, Raise> {
    let (key, mut list) = (arguments[0], arguments[2]);
    let position = arguments[1].as_small().filter(|position| (1..SMALL_LIMIT).contains(position));
    let index = position.ok_or_else(Raise::badarg)? as usize - 1;
    while list.is_cons() {
        let candidate = heap.head(list);
        let element = heap.as_tuple(candidate).and_then(|elements| elements.get(index));
        if element.is_some_and(|&element| is_key(heap, key, element)) {
            return Ok(Some(candidate));
        }
        list = heap.tail(list);
    }
    if list.is_nil() { Ok(None) } else { Err(Raise::badarg()) }
}

/// From here on an integer is not small on the BEAM.
const SMALL_LIMIT: i64 = 1 << 59;

/// `Key == Element`, but where the key is a small integer and the element a float, the BEAM
/// compares floats, so that large integers are found that are not quite equal.
#[inline]
fn is_key(heap: &Heap, key: Value, element: Value) -> bool {
    match (key.as_small(), heap.as_float(element)) {
        (Some(key), Some(element)) if (-SMALL_LIMIT..SMALL_LIMIT).contains(&key) => key as f64 == element,
        _ => equal(heap, key, element),
    }
}
