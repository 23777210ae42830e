//! How are integers written and read?

use crate::exception::{NativeResult, Raise};
use crate::heap::Heap;
use crate::number::{self, MAX_INTEGER_BITS};
use crate::value::Value;
use num_bigint::{BigInt, Sign};

crate::natives! {
    "erlang" {
        "binary_to_integer"/1 = binary_to_integer,
        "binary_to_integer"/2 = binary_to_integer,
        "integer_to_binary"/1 = integer_to_binary,
        "integer_to_binary"/2 = integer_to_binary,
        "integer_to_list"/1 = integer_to_list,
        "integer_to_list"/2 = integer_to_list,
        "list_to_integer"/1 = list_to_integer,
        "list_to_integer"/2 = list_to_integer,
    }
}

/// The base in the second argument, ten if there is none.
fn base(arguments: &[Value]) -> Result<u32, Raise> {
    match arguments.get(1) {
        None => Ok(10),
        Some(argument) => match argument.as_small() {
            Some(base @ 2..=36) => Ok(base as u32),
            _ => Err(Raise::badarg()),
        },
    }
}

fn digits(heap: &Heap, arguments: &[Value]) -> Result<String, Raise> {
    let base = base(arguments)?;
    match arguments[0].as_small() {
        Some(number) if base == 10 => Ok(number.to_string()),
        _ => {
            let integer = heap.as_bigint(arguments[0]).ok_or_else(Raise::badarg)?;
            heap.work.pay_ahead(number::writing_units(integer.bits(), base));
            let mut digits = integer.to_str_radix(base);
            digits.make_ascii_uppercase();
            Ok(digits)
        }
    }
}

fn integer_to_list(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let digits = digits(heap, arguments)?;
    Ok(heap.string(&digits))
}

fn integer_to_binary(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let digits = digits(heap, arguments)?;
    Ok(heap.binary_from_vec(digits.into_bytes()))
}

fn list_to_integer(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let base = base(arguments)?;
    let elements = heap.proper_list(arguments[0]).ok_or_else(Raise::badarg)?;
    let (is_negative, digits) = match elements.split_first() {
        Some((&MINUS, digits)) => (true, digits),
        Some((&PLUS, digits)) => (false, digits),
        _ => (false, &elements[..]),
    };
    // Of a digit, the BEAM looks at the lowest byte only.
    let byte = |&element: &Value| heap.as_beam_small(element).map(|number| number as u8);
    let digits: Option<Vec<u8>> = digits.iter().map(byte).collect();
    read_digits(heap, is_negative, &digits.ok_or_else(Raise::badarg)?, base)
}

const MINUS: Value = character(b'-');
const PLUS: Value = character(b'+');

const fn character(byte: u8) -> Value {
    Value::small(byte as i64).expect("a byte is small")
}

fn binary_to_integer(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let bytes = heap.owned_binary(arguments[0]).ok_or_else(Raise::badarg)?;
    let base = base(arguments)?;
    let (is_negative, digits) = match bytes.split_first() {
        Some((b'-', digits)) => (true, digits),
        Some((b'+', digits)) => (false, digits),
        _ => (false, &bytes[..]),
    };
    read_digits(heap, is_negative, digits, base)
}

fn read_digits(heap: &mut Heap, is_negative: bool, digits: &[u8], base: u32) -> NativeResult {
    if digits.is_empty() || !digits.iter().all(|&byte| char::from(byte).is_digit(base)) {
        return Err(Raise::badarg());
    }
    integer(heap, is_negative, digits, base)
}

/// Digits of base ten that are sure to fit in 64 bits.
const FEW_DIGITS: usize = 18;

/// The integer of some digits, all of which are digits of the base.
fn integer(heap: &mut Heap, is_negative: bool, digits: &[u8], base: u32) -> NativeResult {
    if base == 10 && digits.len() <= FEW_DIGITS {
        let number = digits.iter().fold(0, |sum, &digit| sum * 10 + i64::from(digit - b'0'));
        return Ok(heap.int(if is_negative { -number } else { number }));
    }
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    let digits = &digits[zeros..];
    // All but the first digit count in full: no need to compute what cannot be.
    if (digits.len() as f64 - 1.0) * f64::from(base).log2() > MAX_INTEGER_BITS as f64 {
        return Err(Raise::system_limit());
    }
    heap.allow(digits.len());
    heap.work.pay_ahead(number::reading_units(digits.len(), base));
    let values: Vec<u8> = digits
        .iter()
        .map(|&digit| char::from(digit).to_digit(base).expect("a digit of the base") as u8)
        .collect();
    let sign = if is_negative { Sign::Minus } else { Sign::Plus };
    let integer = BigInt::from_radix_be(sign, &values, base).expect("digits of the base");
    if integer.bits() > MAX_INTEGER_BITS {
        return Err(Raise::system_limit());
    }
    Ok(heap.integer(&integer))
}
