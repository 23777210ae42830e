//! Which functions make bytes of any term, and terms of such bytes?
//!
//! The bytes are written here rather than by [`term::external`], because `term_to_binary/1` of
//! OTP 25 prefers older forms of atoms, and because a value that holds the same list in many places
//! must not fill the memory. Two things are not the BEAM's: large maps are written in the order of
//! their keys (the BEAM's order is that of a hash function), and compressed terms are those of
//! another zlib.

use super::external_encode::{Encoder, Form};
use super::external_scan::{is_acceptable, parts};
use super::iodata::too_long;
use crate::bits::build::LONGEST;
use crate::exception::{NativeResult, Raise};
use crate::heap::Heap;
use crate::natives;
use crate::value::Value;
use std::borrow::Cow;
use std::ops::RangeInclusive;
use term::external;

natives! {
    "erlang" {
        "binary_to_term"/1 = binary_to_term,
        "binary_to_term"/2 = binary_to_term,
        "external_size"/1 = external_size,
        "external_size"/2 = external_size,
        "term_to_binary"/1 = term_to_binary,
        "term_to_binary"/2 = term_to_binary,
        "term_to_iovec"/1 = term_to_iovec,
        "term_to_iovec"/2 = term_to_iovec,
    }
}

// ---- from terms ----

#[derive(Clone, Copy, Default)]
struct ExternalOptions {
    form: Form,
    compression: Option<u32>,
}

const DEFAULT_COMPRESSION: u32 = 6;

/// What zlib does with a byte, in looks at a value.
const UNITS_PER_BYTE_WRITTEN: u64 = 4;
const UNITS_PER_BYTE_READ: u64 = 1;

fn options(heap: &Heap, given: Option<&Value>) -> Option<ExternalOptions> {
    let mut options = ExternalOptions::default();
    let given = given.copied().unwrap_or(Value::NIL);
    for option in heap.proper_list(given)? {
        if let Some(&[name, number]) = heap.as_tuple(option) {
            match name.as_atom()?.name() {
                "compressed" => options.compression = Some(small_in(number, 0..=9)?),
                "minor_version" => options.form = form(number, 0..=2)?,
                _ => return None,
            }
            continue;
        }
        match option.as_atom()?.name() {
            "compressed" => options.compression = Some(DEFAULT_COMPRESSION),
            // Maps are always in order.
            "deterministic" => {}
            _ => return None,
        }
    }
    Some(options)
}

fn small_in(number: Value, range: RangeInclusive<i64>) -> Option<u32> {
    number.as_small().filter(|number| range.contains(number)).map(|number| number as u32)
}

fn form(number: Value, range: RangeInclusive<i64>) -> Option<Form> {
    Some(match small_in(number, range)? {
        0 => Form::OldFloats,
        1 => Form::Plain,
        _ => Form::Utf8Atoms,
    })
}

/// The compressed term, if it is asked for and no longer than the plain one.
fn compressed(heap: &Heap, plain: &[u8], level: Option<u32>) -> Option<Vec<u8>> {
    // Level 0 of zlib copies, and adds a few bytes.
    let level = level.filter(|&level| level > 0)?;
    heap.allow(plain.len());
    heap.work.pay_ahead(plain.len() as u64 * UNITS_PER_BYTE_WRITTEN);
    external::compress(plain, level)
}

fn term_to_binary(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let options = options(heap, arguments.get(1)).ok_or_else(Raise::badarg)?;
    let plain = Encoder::encode(heap, arguments[0], options.form)?.bytes;
    let bytes = compressed(heap, &plain, options.compression).unwrap_or(plain);
    Ok(heap.binary_from_vec(bytes))
}

/// As `term_to_binary`, in pieces: large binaries are not copied. (With compression the answer is
/// one binary and no list, by a mistake of OTP 25.)
fn term_to_iovec(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let options = options(heap, arguments.get(1)).ok_or_else(Raise::badarg)?;
    let Encoder { bytes: plain, cuts, .. } = Encoder::encode(heap, arguments[0], options.form)?;
    if options.compression.is_some_and(|level| level > 0) {
        let bytes = compressed(heap, &plain, options.compression).unwrap_or(plain);
        return Ok(heap.binary_from_vec(bytes));
    }
    let mut pieces = Vec::new();
    let mut start = 0;
    for cut in cuts.into_iter().chain([plain.len()]) {
        if cut > start {
            pieces.push(heap.binary(&plain[start..cut]));
        }
        start = cut;
    }
    Ok(heap.list(&pieces))
}

fn external_size(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let mut chosen = Form::Plain;
    let given = arguments.get(1).copied().unwrap_or(Value::NIL);
    for option in heap.proper_list(given).ok_or_else(Raise::badarg)? {
        let version = match heap.as_tuple(option) {
            Some(&[name, number]) if name.as_atom().is_some_and(is_minor_version) => number,
            _ => return Err(Raise::badarg()),
        };
        // Once old, always old.
        if form(version, 0..=1).ok_or_else(Raise::badarg)? == Form::OldFloats {
            chosen = Form::OldFloats;
        }
    }
    Ok(Value::index(Encoder::encode(heap, arguments[0], chosen)?.bytes.len()))
}

fn is_minor_version(name: term::Atom) -> bool {
    name.name() == "minor_version"
}

// ---- to terms ----

/// A part of a term takes so much, as a term and as a value.
const BYTES_PER_PART: usize = 48;

fn binary_to_term(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let (mut is_safe, mut wants_used) = (false, false);
    let given = arguments.get(1).copied().unwrap_or(Value::NIL);
    let wrong_option = || Raise::badarg_because("badopt");
    for option in heap.proper_list(given).ok_or_else(wrong_option)? {
        match option.as_atom().map(|option| option.name()) {
            Some("safe") => is_safe = true,
            Some("used") => wants_used = true,
            _ => return Err(wrong_option()),
        }
    }
    let bytes = heap.owned_binary(arguments[0]).ok_or_else(Raise::badarg)?;
    let plain = match uncompress(heap, &bytes) {
        Ok(plain) => plain,
        // A smaller limit is that of what so few bytes can be.
        Err(external::Error { problem: external::Problem::TooLarge { limit, .. }, .. })
            if limit == LONGEST / 8 =>
        {
            return Err(too_long());
        }
        Err(_) => return Err(Raise::badarg()),
    };
    // What is written shortly may take much: a list of a million empty lists is a megabyte.
    heap.allow(plain.len() + parts(&plain) * BYTES_PER_PART);
    heap.work.pay(plain.len() as u64);
    if !is_acceptable(&plain, is_safe) {
        return Err(Raise::badarg());
    }
    let (term, read) = external::decode_prefix(&plain).map_err(|_| Raise::badarg())?;
    let value = heap.from_term(&term);
    if !wants_used {
        return Ok(value);
    }
    let is_compressed = matches!(plain, Cow::Owned(_));
    let used = if is_compressed { compressed_length(heap, &bytes) } else { read };
    Ok(heap.tuple(&[value, Value::index(used)]))
}

/// It takes the memory that it says it takes, and cannot be interrupted.
fn uncompress<'b>(heap: &Heap, bytes: &'b [u8]) -> external::Result<Cow<'b, [u8]>> {
    // What says too much is refused for that.
    if let Some(size) = external::uncompressed_size(bytes).filter(|&size| size <= LONGEST / 8) {
        heap.allow(size);
        heap.work.pay_ahead(size as u64 * UNITS_PER_BYTE_READ);
    }
    external::uncompress(bytes, LONGEST / 8)
}

/// How many of the bytes are a compressed term: the shortest beginning that can be uncompressed.
fn compressed_length(heap: &Heap, bytes: &[u8]) -> usize {
    let (mut too_short, mut enough) = (0, bytes.len());
    while enough - too_short > 1 {
        let middle = too_short + (enough - too_short) / 2;
        match uncompress(heap, &bytes[..middle]) {
            Ok(Cow::Owned(_)) => enough = middle,
            _ => too_short = middle,
        }
    }
    enough
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::{Limits, Refusal, attempt};
    use std::time::{Duration, Instant};

    /// Ten megabytes of zeros, in a few kilobytes.
    fn bomb(heap: &mut Heap) -> Value {
        let plain = heap.binary(&[0; 10_000_000]);
        let compressed = Value::atom(term::Atom::new("compressed"));
        let options = heap.list(&[compressed]);
        term_to_binary(heap, &[plain, options]).unwrap_or_else(|_| panic!("it can be written"))
    }

    #[test]
    fn what_is_compressed_asks_for_the_memory_that_it_needs() {
        let mut heap = Heap::new();
        let bomb = bomb(&mut heap);
        let bytes = heap.owned_binary(bomb).unwrap_or_else(|| panic!("it is a binary"));
        let taken = heap.bytes() + heap.work.bytes();
        let within = |heap: &mut Heap, more: usize| {
            heap.work.set_limits(&Limits { bytes: taken + more, ..Limits::default() });
            attempt(|| uncompress(heap, &bytes).is_ok())
        };
        assert_eq!(within(&mut heap, 20_000_000), Ok(true));
        assert_eq!(within(&mut heap, 5_000_000), Err(Refusal::OutOfMemory));
    }

    #[test]
    fn what_takes_too_long_to_compress_is_not_begun() {
        let mut heap = Heap::new();
        let deadline = Instant::now().checked_add(Duration::from_millis(1));
        heap.work.set_limits(&Limits { deadline, ..Limits::default() });
        let refused = attempt(|| compressed(&heap, &[0; 1_000_000], Some(6)).is_some());
        assert!(matches!(refused, Err(Refusal::NoTime | Refusal::Stopped)));
    }
}
