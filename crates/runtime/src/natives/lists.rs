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
        heap.work.pay(1);
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
        heap.work.pay(1);
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
        heap.work.pay(1);
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
        (Some(key), Some(element)) if (-SMALL_LIMIT..SMALL_LIMIT).contains(&key) => {
            key as f64 == element
        }
        _ => equal(heap, key, element),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Class;
    use term::read;

    /// The call is written as `name(Arguments)`; the answer is a term or the class and reason.
    fn call(call: &str) -> String {
        let (name, arguments) = call.split_once('(').expect("a call");
        let arguments = read::term(&format!("[{}]", arguments.trim_end_matches(')'))).unwrap();
        let mut heap = Heap::new();
        let arguments = heap.from_term(&arguments);
        let arguments = heap.proper_list(arguments).unwrap();
        let (.., native) = NATIVES.iter().find(|row| row.1 == name).expect("a native");
        match native(&mut heap, &arguments) {
            Ok(value) => heap.to_term(value).to_string(),
            Err(Raise::Exception { class: Class::Error, reason, .. }) => {
                format!("error {reason:?}")
            }
            Err(other) => format!("{other:?}"),
        }
    }

    #[test]
    fn what_is_found_before_the_end_needs_no_proper_list() {
        assert_eq!(call("member(b, [a,b|c])"), "true");
        assert_eq!(call("member(d, [a,b|c])"), "error 'badarg'");
        assert_eq!(call("keyfind(b, 1, [{a},b,{b,1}|c])"), "{b,1}");
        assert_eq!(call("keyfind(d, 1, [{a}|c])"), "error 'badarg'");
        assert_eq!(call("reverse([a|b], [])"), "error 'badarg'");
    }

    #[test]
    fn keys_are_compared_as_the_beam_does() {
        assert_eq!(call("member(1, [1.0])"), "false");
        assert_eq!(call("keymember(1, 2, [{a},{a,1.0}])"), "true");
        // They differ by one, but not as floats; beyond small integers the BEAM compares exactly.
        assert_eq!(call("keymember(9007199254740993, 1, [{9007199254740992.0}])"), "true");
        assert_eq!(call("keymember(576460752303423489, 1, [{576460752303423488.0}])"), "false");
        assert_eq!(call("keysearch(a, 1, [{a,b}])"), "{value,{a,b}}");
        assert_eq!(call("keysearch(a, 0, [])"), "error 'badarg'");
    }
}
