//! Which functions take binaries apart, and make lists and integers of them? (For searching in
//! them, see [`super::binary_search`].)

use crate::bits::build::LONGEST;
use crate::exception::{NativeResult, Raise};
use crate::heap::{BitsView, Heap};
use crate::natives;
use crate::natives::iodata::too_long;
use crate::value::Value;
use num_bigint::{BigInt, BigUint};
use term::atoms;

natives! {
    "erlang" {
        "binary_part"/2 = part_of_pair,
        "binary_part"/3 = part,
        "binary_to_list"/1 = binary_to_list,
        "binary_to_list"/3 = binary_to_list_between,
        "bit_size"/1 = bit_size,
        "bitstring_to_list"/1 = bitstring_to_list,
        "byte_size"/1 = byte_size,
        "split_binary"/2 = split_binary,
    }
    "binary" {
        "at"/2 = at,
        "copy"/1 = copy,
        "copy"/2 = copies,
        "decode_unsigned"/1 = decode_unsigned,
        "decode_unsigned"/2 = decode_unsigned,
        "encode_unsigned"/1 = encode_unsigned,
        "encode_unsigned"/2 = encode_unsigned,
        "first"/1 = first,
        "last"/1 = last,
        "longest_common_prefix"/1 = longest_common_prefix,
        "longest_common_suffix"/1 = longest_common_suffix,
        "part"/2 = part_of_pair,
        "part"/3 = part,
        "referenced_byte_size"/1 = referenced_byte_size,
    }
}

fn bitstring(heap: &Heap, value: Value) -> Result<BitsView, Raise> {
    heap.as_bits(value).ok_or_else(Raise::badarg)
}

fn binary(heap: &Heap, value: Value) -> Result<BitsView, Raise> {
    heap.as_bits(value).filter(|view| view.is_binary()).ok_or_else(Raise::badarg)
}

fn bit_size(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    Ok(Value::index(bitstring(heap, arguments[0])?.length))
}

fn byte_size(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    Ok(Value::index(bitstring(heap, arguments[0])?.byte_size()))
}

// ---- parts ----

/// Where the part begins that is `length` bytes from `position` on, or before it if the length is
/// negative, and how long it is. It must be within `size` bytes.
pub fn checked_part(
    heap: &Heap,
    size: usize,
    position: Value,
    length: Value,
) -> Option<(usize, usize)> {
    let position = heap.as_usize(position)?;
    let length = heap.as_i64(length)?;
    let distance = usize::try_from(length.unsigned_abs()).ok()?;
    let start = if length < 0 { position.checked_sub(distance)? } else { position };
    let end = start.checked_add(distance)?;
    (end <= size).then_some((start, distance))
}

fn part(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let view = bitstring(heap, arguments[0])?;
    let part = checked_part(heap, view.length / 8, arguments[1], arguments[2]);
    let (start, length) = part.ok_or_else(Raise::badarg)?;
    Ok(heap.slice(view, start * 8, length * 8))
}

fn part_of_pair(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    match heap.as_tuple(arguments[1]) {
        Some(&[position, length]) => part(heap, &[arguments[0], position, length]),
        _ => Err(Raise::badarg()),
    }
}

fn split_binary(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let view = bitstring(heap, arguments[0])?;
    let position = heap.as_usize(arguments[1]).filter(|&position| position <= view.length / 8);
    let bits = position.ok_or_else(Raise::badarg)? * 8;
    let before = heap.slice(view, 0, bits);
    let behind = heap.slice(view, bits, view.length - bits);
    Ok(heap.tuple(&[before, behind]))
}

fn byte_at(heap: &Heap, view: BitsView, index: Option<usize>) -> NativeResult {
    let position = index.filter(|&index| index < view.byte_size()).ok_or_else(Raise::badarg)? * 8;
    let byte = crate::bits::pack::load(heap.buffer_of(view), view.offset + position, 8);
    Ok(Value::index(byte as usize))
}

fn at(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let view = binary(heap, arguments[0])?;
    byte_at(heap, view, heap.as_usize(arguments[1]))
}

fn first(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let view = binary(heap, arguments[0])?;
    byte_at(heap, view, Some(0))
}

fn last(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let view = binary(heap, arguments[0])?;
    byte_at(heap, view, view.byte_size().checked_sub(1))
}

// ---- lists ----

/// The list of the whole bytes of a bitstring, in front of a tail.
fn bytes_list(heap: &mut Heap, view: BitsView, tail: Value) -> Value {
    let bytes = heap.owned_bytes(view.slice(0, view.length / 8 * 8));
    bytes.iter().rev().fold(tail, |tail, &byte| heap.cons(Value::index(byte.into()), tail))
}

fn binary_to_list(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let view = binary(heap, arguments[0])?;
    Ok(bytes_list(heap, view, Value::NIL))
}

/// `binary_to_list(Binary, First, Last)`: from 1, and at least one byte.
fn binary_to_list_between(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let view = bitstring(heap, arguments[0])?;
    match (heap.as_usize(arguments[1]), heap.as_usize(arguments[2])) {
        (Some(first @ 1..), Some(last)) if first <= last && last <= view.length / 8 => {
            let part = view.slice((first - 1) * 8, (last - first + 1) * 8);
            Ok(bytes_list(heap, part, Value::NIL))
        }
        _ => Err(Raise::badarg()),
    }
}

fn bitstring_to_list(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let view = bitstring(heap, arguments[0])?;
    let trailing = view.length % 8;
    let tail = if trailing == 0 {
        Value::NIL
    } else {
        let last = heap.slice(view, view.length - trailing, trailing);
        heap.list(&[last])
    };
    Ok(bytes_list(heap, view, tail))
}

// ---- copies ----

fn copy(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let bytes = heap.owned_bytes(binary(heap, arguments[0])?);
    Ok(heap.binary_from_vec(bytes))
}

fn copies(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let view = bitstring(heap, arguments[0])?;
    let times = heap.as_bigint(arguments[1]).ok_or_else(Raise::badarg)?;
    let times = u64::try_from(times).map_err(|_| Raise::badarg())?;
    if times > 0 && !view.is_binary() {
        return Err(Raise::badarg());
    }
    if times == 0 || view.length == 0 {
        return Ok(heap.binary(&[]));
    }
    if times > (LONGEST / view.length) as u64 {
        return Err(too_long());
    }
    heap.allow(view.byte_size() * times as usize);
    let bytes = heap.view_bytes(view).repeat(times as usize);
    Ok(heap.binary_from_vec(bytes))
}

/// How many bytes the binary keeps alive. (On the BEAM it depends on how the binary came to be.)
fn referenced_byte_size(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let view = bitstring(heap, arguments[0])?;
    Ok(Value::index(heap.buffer_of(view).len()))
}

// ---- integers ----

fn is_little(arguments: &[Value]) -> Result<bool, Raise> {
    match arguments.get(1).map(|endianness| endianness.as_atom()) {
        None | Some(Some(atoms::big)) => Ok(false),
        Some(Some(atoms::little)) => Ok(true),
        _ => Err(Raise::badarg()),
    }
}

fn decode_unsigned(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let is_little = is_little(arguments)?;
    let bytes = heap.view_bytes(binary(heap, arguments[0])?);
    let number =
        if is_little { BigUint::from_bytes_le(&bytes) } else { BigUint::from_bytes_be(&bytes) };
    Ok(heap.integer(&BigInt::from(number)))
}

fn encode_unsigned(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let is_little = is_little(arguments)?;
    let number = heap.as_bigint(arguments[0]).ok_or_else(Raise::badarg)?;
    let number = BigUint::try_from(number).map_err(|_| Raise::badarg())?;
    let bytes = if is_little { number.to_bytes_le() } else { number.to_bytes_be() };
    Ok(heap.binary_from_vec(bytes))
}

// ---- what binaries have in common ----

fn longest_common_prefix(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    longest_common(heap, arguments[0], |left, right| {
        left.iter().zip(right).take_while(|(left, right)| left == right).count()
    })
}

fn longest_common_suffix(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    longest_common(heap, arguments[0], |left, right| {
        let pairs = left.iter().rev().zip(right.iter().rev());
        pairs.take_while(|(left, right)| left == right).count()
    })
}

fn longest_common(
    heap: &Heap,
    list: Value,
    common: impl Fn(&[u8], &[u8]) -> usize,
) -> NativeResult {
    let binaries = heap.proper_list(list).ok_or_else(Raise::badarg)?;
    let views: Vec<BitsView> =
        binaries.iter().map(|&value| binary(heap, value)).collect::<Result<_, _>>()?;
    let (first, others) = views.split_first().ok_or_else(Raise::badarg)?;
    let first = heap.view_bytes(*first);
    let lengths = others.iter().map(|&other| common(&first, &heap.view_bytes(other)));
    Ok(Value::index(lengths.fold(first.len(), usize::min)))
}
