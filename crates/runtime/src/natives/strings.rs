//! Which built-ins turn text into values and back, besides those of numbers and atoms? Those of
//! pids, ports and references, and the two readers in `string` that say what they left.

use crate::convert::{PID_BITS, REFERENCE_BITS, local_pid, local_reference};
use crate::exception::{NativeResult, Raise};
use crate::heap::{Heap, View};
use crate::natives;
use crate::number;
use crate::value::Value;
use num_bigint::BigInt;
use term::{Atom, Port, Reference, Term, atoms, print};

natives! {
    "erlang" {
        "list_to_pid"/1 = list_to_pid,
        "list_to_port"/1 = list_to_port,
        "list_to_ref"/1 = list_to_ref,
        "pid_to_list"/1 = pid_to_list,
        "port_to_list"/1 = port_to_list,
        "ref_to_list"/1 = ref_to_list,
    }
    "string" {
        "list_to_float"/1 = list_to_float,
        "list_to_integer"/1 = list_to_integer,
    }
    "io" {
        "printable_range"/0 = printable_range,
    }
    "file" {
        "native_name_encoding"/0 = native_name_encoding,
    }
}

/// As `erl` is started without `+pc unicode`.
fn printable_range(_: &mut Heap, _: &[Value]) -> NativeResult {
    Ok(atoms::latin1.into())
}

/// As on every system of today.
fn native_name_encoding(_: &mut Heap, _: &[Value]) -> NativeResult {
    Ok(atoms::utf8.into())
}

// ---- pids, ports and references ----

/// The text of a value that is such a thing, here or elsewhere.
fn identity_to_list(heap: &mut Heap, value: Value, is_wanted: fn(&Term) -> bool) -> NativeResult {
    let term = match heap.view(value) {
        View::Pid(number) => local_pid(number),
        View::Reference(number) => local_reference(number),
        View::Foreign => heap.foreign_term(value).expect("it is foreign").clone(),
        _ => return Err(Raise::badarg()),
    };
    if is_wanted(&term) { Ok(heap.string(&print::write(&term))) } else { Err(Raise::badarg()) }
}

fn pid_to_list(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    identity_to_list(heap, arguments[0], |term| matches!(term, Term::Pid(_)))
}

fn port_to_list(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    identity_to_list(heap, arguments[0], |term| matches!(term, Term::Port(_)))
}

fn ref_to_list(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    identity_to_list(heap, arguments[0], |term| matches!(term, Term::Reference(_)))
}

/// The numbers in a text like `Prefix<0.1.2>`, for `N` numbers behind that of the node, which must
/// be this one: 0, or 3, which is the number of the atom `nonode@nohost` on the BEAM. Like the BEAM,
/// this counts modulo 2^64.
fn numbers<const N: usize>(heap: &Heap, list: Value, prefix: &str) -> Option<[u64; N]> {
    let byte = |value: Value| value.as_small().and_then(|number| u8::try_from(number).ok());
    let text: Vec<u8> = heap.proper_list(list)?.into_iter().map(byte).collect::<Option<_>>()?;
    let inner = text.strip_prefix(prefix.as_bytes())?.strip_prefix(b"<")?.strip_suffix(b">")?;
    let parts: Vec<u64> =
        inner.split(|&byte| byte == b'.').map(wrapping_number).collect::<Option<_>>()?;
    match parts.split_first() {
        Some((0 | 3, numbers)) => numbers.try_into().ok(),
        _ => None,
    }
}

fn wrapping_number(digits: &[u8]) -> Option<u64> {
    let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    let add =
        |number: u64, &digit: &u8| number.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
    is_number.then(|| digits.iter().fold(0, add))
}

/// The most that the two numbers of a local pid can be.
pub const LARGEST_PID: (u32, u32) = ((1 << PID_BITS) - 1, (1 << 13) - 1);
/// The number of a local port has this many bits.
pub const PORT_BITS: u32 = 28;

fn list_to_pid(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    match numbers(heap, arguments[0], "") {
        Some([id, serial]) if id <= LARGEST_PID.0.into() && serial <= LARGEST_PID.1.into() => {
            let pid = term::Pid {
                node: atoms::nonode_nohost,
                id: id as u32,
                serial: serial as u32,
                creation: 0,
            };
            Ok(heap.from_term(&pid.into()))
        }
        _ => Err(Raise::badarg()),
    }
}

fn list_to_port(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    match numbers(heap, arguments[0], "#Port") {
        Some([id]) if id >> PORT_BITS == 0 => {
            let port = Port { node: atoms::nonode_nohost, id, creation: 0 };
            Ok(heap.from_term(&port.into()))
        }
        _ => Err(Raise::badarg()),
    }
}

fn list_to_ref(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let word = |number: u64| u32::try_from(number).map_err(|_| Raise::badarg());
    match numbers(heap, arguments[0], "#Ref") {
        Some([high, middle, low]) if low >> REFERENCE_BITS == 0 => {
            let ids = vec![word(low)?, word(middle)?, word(high)?];
            let reference = Reference { node: atoms::nonode_nohost, creation: 0, ids };
            Ok(heap.from_term(&reference.into()))
        }
        _ => Err(Raise::badarg()),
    }
}

// ---- numbers at the beginning of a list ----

/// The character that a list begins with.
fn character(heap: &Heap, list: Value) -> Option<u8> {
    if !list.is_cons() {
        return None;
    }
    heap.head(list).as_small().and_then(|number| u8::try_from(number).ok())
}

/// As [`character`], with eyes for the lowest byte only: so does the BEAM read an integer's digits.
fn lowest_byte(heap: &Heap, list: Value) -> Option<u8> {
    let first = list.is_cons().then(|| heap.head(list))?;
    heap.as_beam_small(first).map(|number| number as u8)
}

/// Takes digits from the front of the list. How many there were.
fn take_digits(
    heap: &Heap,
    list: &mut Value,
    text: &mut String,
    first: fn(&Heap, Value) -> Option<u8>,
) -> usize {
    let start = text.len();
    while let Some(digit) = first(heap, *list).filter(u8::is_ascii_digit) {
        text.push(char::from(digit));
        *list = heap.tail(*list);
    }
    heap.work.pay((text.len() - start) as u64);
    text.len() - start
}

fn take_one(heap: &Heap, list: &mut Value, is_wanted: fn(u8) -> bool) -> Option<u8> {
    let byte = character(heap, *list).filter(|&byte| is_wanted(byte))?;
    *list = heap.tail(*list);
    Some(byte)
}

fn is_sign(byte: u8) -> bool {
    matches!(byte, b'+' | b'-')
}

/// `{Number, Rest}`, or `{error, Why}`
fn answer(
    heap: &mut Heap,
    list: Value,
    why_none: &str,
    found: Option<(Value, Value)>,
) -> NativeResult {
    let pair = match found {
        Some((number, rest)) => [number, rest],
        None if list.is_cons() || list.is_nil() => {
            [atoms::error.into(), Atom::new(why_none).into()]
        }
        None => [atoms::error.into(), Atom::new("not_a_list").into()],
    };
    Ok(heap.tuple(&pair))
}

fn list_to_integer(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let found = leading_integer(heap, arguments[0]);
    answer(heap, arguments[0], "no_integer", found)
}

fn leading_integer(heap: &mut Heap, list: Value) -> Option<(Value, Value)> {
    let mut rest = list;
    let is_negative = take_one(heap, &mut rest, is_sign) == Some(b'-');
    let mut digits = String::new();
    if take_digits(heap, &mut rest, &mut digits, lowest_byte) == 0 {
        return None;
    }
    heap.work.pay_ahead(number::reading_units(digits.len(), 10));
    let number: BigInt = digits.parse().ok()?;
    let number = heap.integer(&if is_negative { -number } else { number });
    Some((number, rest))
}

fn list_to_float(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let found = leading_float(heap, arguments[0]);
    answer(heap, arguments[0], "no_float", found)
}

/// `1.5`, `-1.5e+3`; also `1,5`, as on the BEAM.
fn leading_float(heap: &mut Heap, list: Value) -> Option<(Value, Value)> {
    let mut rest = list;
    let mut text = String::new();
    text.extend(take_one(heap, &mut rest, is_sign).map(char::from));
    if take_digits(heap, &mut rest, &mut text, character) == 0 {
        return None;
    }
    take_one(heap, &mut rest, |byte| matches!(byte, b'.' | b','))?;
    text.push('.');
    if take_digits(heap, &mut rest, &mut text, character) == 0 {
        return None;
    }
    let mut behind = rest;
    let mut exponent = String::from("e");
    if take_one(heap, &mut behind, |byte| matches!(byte, b'e' | b'E')).is_some() {
        exponent.extend(take_one(heap, &mut behind, is_sign).map(char::from));
        if take_digits(heap, &mut behind, &mut exponent, character) > 0 {
            text.push_str(&exponent);
            rest = behind;
        }
    }
    let number: f64 = text.parse().ok().filter(|number: &f64| number.is_finite())?;
    Some((heap.float(number), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(native: natives::Native, text: &str) -> String {
        let mut heap = Heap::new();
        let list = heap.string(text);
        match native(&mut heap, &[list]) {
            Ok(value) => print::write(&heap.to_term(value)),
            Err(_) => "badarg".into(),
        }
    }

    #[test]
    fn numbers_at_the_beginning() {
        assert_eq!(call(list_to_integer, "-12a"), "{-12,[97]}");
        assert_eq!(call(list_to_integer, "--1"), "{error,no_integer}");
        assert_eq!(call(list_to_integer, "1\u{9C330}x"), "{10,[120]}");
        assert_eq!(call(list_to_integer, "\u{12D}1"), "{error,no_integer}");
        assert_eq!(call(list_to_float, "1.5\u{9C330}"), "{1.5,[639792]}");
        assert_eq!(call(list_to_float, "1,5e+x"), "{1.5,[101,43,120]}");
        assert_eq!(call(list_to_float, "1.5E3"), "{1.5e3,[]}");
        assert_eq!(call(list_to_float, "1.5e400"), "{error,no_float}");
    }

    #[test]
    fn identities_are_read_as_they_are_written() {
        for text in ["<0.32767.8191>", "<0.0.0>"] {
            assert_eq!(call(list_to_pid, text), text);
        }
        assert_eq!(call(list_to_pid, "<0.32768.0>"), "badarg");
        assert_eq!(call(list_to_pid, "<0.18446744073709551617.0>"), "<0.1.0>");
        assert_eq!(call(list_to_ref, "#Ref<0.1.2.3>"), "#Ref<0.1.2.3>");
        assert_eq!(call(list_to_ref, "#Ref<0.1.2.262144>"), "badarg");
        assert_eq!(call(list_to_port, "#Port<0.5>"), "#Port<0.5>");
    }
}
