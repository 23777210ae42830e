//! How are floats written and read?

use crate::exception::{NativeResult, Raise};
use crate::heap::Heap;
use crate::value::Value;
use term::Atom;
use term::print::float_text;

crate::natives! {
    "erlang" {
        "binary_to_float"/1 = binary_to_float,
        "float_to_binary"/1 = float_to_binary,
        "float_to_binary"/2 = float_to_binary,
        "float_to_list"/1 = float_to_list,
        "float_to_list"/2 = float_to_list,
        "list_to_float"/1 = list_to_float,
    }
}

// ---- writing ----

/// The BEAM writes into a buffer of this size and fails if it is full.
const BUFFER: usize = 256;

#[derive(Clone, Copy)]
enum Format {
    Scientific(usize),
    Decimals(usize),
    Short,
}

fn float_to_list(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let text = text(heap, arguments)?;
    Ok(heap.string(&text))
}

fn float_to_binary(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let text = text(heap, arguments)?;
    Ok(heap.binary_from_vec(text.into_bytes()))
}

fn text(heap: &Heap, arguments: &[Value]) -> Result<String, Raise> {
    let (format, is_compact) = match arguments.get(1) {
        Some(&options) => format(heap, options)?,
        None => (DEFAULT, false),
    };
    let float = heap.as_float(arguments[0]).ok_or_else(Raise::badarg)?;
    let text = match format {
        Format::Short => float_text(float),
        Format::Scientific(decimals) => scientific(float, decimals),
        Format::Decimals(decimals) => fixed(float, decimals, is_compact),
    };
    if text.len() < BUFFER { Ok(text) } else { Err(Raise::badarg()) }
}

const DEFAULT: Format = Format::Scientific(20);

/// The last option that says a format counts.
fn format(heap: &Heap, options: Value) -> Result<(Format, bool), Raise> {
    let mut format = DEFAULT;
    let mut is_compact = false;
    for option in heap.proper_list(options).ok_or_else(Raise::badarg)? {
        match option.as_atom().map(Atom::name) {
            Some("compact") => is_compact = true,
            Some("short") => format = Format::Short,
            Some(_) => return Err(Raise::badarg()),
            None => format = format_with_decimals(heap, option)?,
        }
    }
    Ok((format, is_compact))
}

/// `{decimals, N}` or `{scientific, N}`
fn format_with_decimals(heap: &Heap, option: Value) -> Result<Format, Raise> {
    let Some(&[name, decimals]) = heap.as_tuple(option) else { return Err(Raise::badarg()) };
    let decimals = heap.as_beam_small(decimals).ok_or_else(Raise::badarg)?;
    // The BEAM makes a C `int` of this number before it looks at it.
    let decimals = decimals as i32;
    match (name.as_atom().map(Atom::name), usize::try_from(decimals)) {
        (Some("decimals"), Ok(decimals @ ..BUFFER)) => Ok(Format::Decimals(decimals)),
        (Some("scientific"), Ok(decimals @ ..BUFFER)) => Ok(Format::Scientific(decimals)),
        // C's `printf` takes a negative precision for its default.
        (Some("scientific"), Err(_)) => Ok(Format::Scientific(6)),
        _ => Err(Raise::badarg()),
    }
}

/// As C's `%.*e`: an exponent has a sign and at least two digits.
fn scientific(float: f64, decimals: usize) -> String {
    let text = format!("{float:.decimals$e}");
    let (mantissa, exponent) = text.split_once('e').expect("an exponent");
    let (sign, exponent) = match exponent.strip_prefix('-') {
        Some(exponent) => ('-', exponent),
        None => ('+', exponent),
    };
    format!("{mantissa}e{sign}{exponent:0>2}")
}

/// Floats above this have no fraction.
const LARGEST_WITH_FRACTION: f64 = (1u64 << 53) as f64;
/// So many decimals fit in 64 bits.
const DECIMALS_OF_A_WORD: usize = 18;

/// The BEAM has an algorithm of its own where the parts of the number fit in machine words. It
/// rounds halves away from zero, and the decimals after they were scaled; C's `%.*f`, which it
/// uses for the rest, is exact.
fn fixed(float: f64, decimals: usize, is_compact: bool) -> String {
    if float.abs() > LARGEST_WITH_FRACTION || decimals > DECIMALS_OF_A_WORD {
        let mut text = format!("{float:.decimals$}");
        if is_compact && text.len() < BUFFER {
            // Also strips the zeros of an integer, as the BEAM does.
            strip_zeros(&mut text);
        }
        return text;
    }
    let sign = if float.is_sign_negative() { "-" } else { "" };
    let size = float.abs();
    if decimals == 0 {
        return format!("{sign}{}", size.round() as u64);
    }
    let scale = 10u64.pow(decimals as u32);
    let mut whole = size as u64;
    let mut fraction = ((size - whole as f64) * scale as f64).round() as u64;
    if fraction >= scale {
        whole += 1;
        fraction -= scale;
    }
    let mut text = format!("{sign}{whole}.{fraction:0>decimals$}");
    if is_compact {
        strip_zeros(&mut text);
    }
    text
}

/// Takes away zeros at the end, but leaves one behind a point.
fn strip_zeros(text: &mut String) {
    let kept = text.trim_end_matches('0').len();
    text.truncate(kept);
    if text.ends_with('.') {
        text.push('0');
    }
}

// ---- reading ----

fn binary_to_float(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let bytes = heap.binary_bytes(arguments[0]).ok_or_else(Raise::badarg)?;
    let float = whole_float(&bytes).ok_or_else(Raise::badarg)?;
    Ok(heap.float(float))
}

fn list_to_float(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let elements = heap.proper_list(arguments[0]).ok_or_else(Raise::badarg)?;
    let bytes: Option<Vec<u8>> = elements.iter().map(|&element| byte(element)).collect();
    let float = bytes.and_then(|bytes| whole_float(&bytes)).ok_or_else(Raise::badarg)?;
    Ok(heap.float(float))
}

fn byte(element: Value) -> Option<u8> {
    element.as_small().and_then(|number| u8::try_from(number).ok())
}

/// The float that the bytes are, unless it is too large. A zero byte ends the text, as in C.
fn whole_float(bytes: &[u8]) -> Option<f64> {
    let text = bytes.split(|&byte| byte == 0).next()?;
    if !is_float(text) {
        return None;
    }
    let text = String::from_utf8(text.to_vec()).ok()?.replace(',', ".");
    text.parse().ok().filter(|float: &f64| float.is_finite())
}

/// Is it a float such as `-1.5e+3`? The point may be a comma.
fn is_float(text: &[u8]) -> bool {
    let Some([b'.' | b',', rest @ ..]) = behind_digits(behind_sign(text)) else { return false };
    match behind_digits(rest) {
        Some([]) => true,
        Some([b'e' | b'E', rest @ ..]) => behind_digits(behind_sign(rest)) == Some(&[]),
        _ => false,
    }
}

fn behind_sign(text: &[u8]) -> &[u8] {
    match text {
        [b'+' | b'-', rest @ ..] => rest,
        _ => text,
    }
}

/// What follows one or more digits.
fn behind_digits(text: &[u8]) -> Option<&[u8]> {
    let count = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if count == 0 { None } else { Some(&text[count..]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_rounded_as_the_beam_does() {
        assert_eq!(fixed(2.5, 0, false), "3");
        assert_eq!(fixed(-1.005, 2, false), "-1.00");
        assert_eq!(fixed(0.125, 2, false), "0.13");
        assert_eq!(fixed(9.999, 2, true), "10.0");
        assert_eq!(fixed(-0.0, 1, false), "-0.0");
        assert_eq!(fixed(0.1, 20, false), "0.10000000000000000555");
        assert_eq!(fixed(1.0e16, 0, true), "1");
    }

    #[test]
    fn exponents_have_a_sign_and_two_digits() {
        assert_eq!(scientific(1.5, 20), "1.50000000000000000000e+00");
        assert_eq!(scientific(-5.0e-324, 3), "-4.941e-324");
        assert_eq!(scientific(2.5, 0), "2e+00");
    }

    #[test]
    fn what_is_read_as_a_float() {
        for (text, expected) in [
            ("1.0", Some(1.0)),
            ("+1,5e+3", Some(1500.0)),
            ("1.0\0rest", Some(1.0)),
            ("-1.0e-400", Some(0.0)),
            ("1.0e400", None),
            ("1e5", None),
            (".5", None),
            ("1.5e", None),
            ("", None),
        ] {
            assert_eq!(whole_float(text.as_bytes()), expected, "{text}");
        }
    }
}
