//! What do the functions that measure bitstrings, take them apart and make lists and integers of them come
//! to?

use super::known::{byte_sizes, counts, sizes};
use super::{Call, Effect, sets, table};
use term::BigInt;
use typing::lattice::integers::Integers;
use typing::lattice::lengths::Lengths;
use typing::lattice::{Tuples, ValueSet};

table! {
    "erlang" {
        "binary_part"/2 = part_of_pair,
        "binary_part"/3 = part_of_three,
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
        "decode_unsigned"/1 = |call| call.wants([sets::binary()], sets::at_least(0)),
        "decode_unsigned"/2 = |call| call.wants([sets::binary(), endianness()], sets::at_least(0)),
        "encode_unsigned"/1 = |call| call.wants([sets::at_least(0)], sets::binary_of(1)),
        "encode_unsigned"/2 =
            |call| call.wants([sets::at_least(0), endianness()], sets::binary_of(1)),
        "first"/1 = |call| call.wants([sets::binary_of(1)], sets::byte()),
        "last"/1 = |call| call.wants([sets::binary_of(1)], sets::byte()),
        "longest_common_prefix"/1 = common,
        "longest_common_suffix"/1 = common,
        "part"/2 = part_of_pair,
        "part"/3 = part_of_three,
        "referenced_byte_size"/1 = |call| call.wants([sets::bitstring()], sets::at_least(0)),
    }
}

fn endianness() -> ValueSet {
    sets::one_of(["big", "little"])
}

fn bit_size(call: &Call) -> Effect {
    let bits = call.kinds[0].bits.map_or(Integers::none(), |lengths| counts(lengths, lengths.size));
    call.wants([sets::bitstring()], ValueSet::integers(bits))
}

fn byte_size(call: &Call) -> Effect {
    let bytes = call.kinds[0].bits.map_or(Integers::none(), byte_sizes);
    call.wants([sets::bitstring()], ValueSet::integers(bytes))
}

/// So many whole bytes the first argument has at least.
fn least_bytes(call: &Call) -> u64 {
    call.kinds[0].bits.map_or(0, |lengths| lengths.size / 8)
}

// ---- parts ----

/// Are all bytes of the part there? A negative length counts backwards.
fn is_inside(call: &Call, position: &Integers, length: &Integers) -> bool {
    let ends = position.add(length);
    let size = BigInt::from(least_bytes(call));
    let is_within = |integers: &Integers| super::known::is_between(integers, &BigInt::ZERO, &size);
    is_within(position) && is_within(&ends)
}

/// What a part of so many bytes is.
fn part_of(lengths: &Integers) -> ValueSet {
    match sizes(&lengths.absolute()) {
        Some((least, Some(most))) if least == most => {
            ValueSet::bits(Lengths { size: least.saturating_mul(8), unit: 0 })
        }
        Some((least, _)) => sets::binary_of(least),
        None => sets::binary(),
    }
}

fn part_of_three(call: &Call) -> Effect {
    let (position, length) = (call.integers(1), call.integers(2));
    let is_safe = call.is_within(0, &sets::bitstring())
        && call.is_within(1, &sets::integer())
        && call.is_within(2, &sets::integer())
        && is_inside(call, position, length);
    let learned = [sets::bitstring(), sets::at_least(0), sets::integer()];
    call.effect(learned, is_safe, part_of(length))
}

fn part_of_pair(call: &Call) -> Effect {
    let pair = ValueSet::tuple(vec![sets::at_least(0), sets::integer()]);
    let pairs = match &call.kinds[1].tuples {
        Tuples::All => None,
        Tuples::These(these) => Some(these.iter().filter(|sets| sets.len() == 2)),
    };
    let integers = |set: &ValueSet| call.lattice.open(set).integers;
    let parts = pairs.map(|pairs| {
        pairs.map(|sets| (integers(&sets[0]), integers(&sets[1]))).collect::<Vec<_>>()
    });
    let result = match &parts {
        None => sets::binary(),
        Some(parts) => {
            let sets = parts.iter().map(|(_, length)| part_of(length));
            sets.fold(ValueSet::none(), |all, each| sets::join(&all, &each))
        }
    };
    let is_safe = call.is_within(0, &sets::bitstring())
        && call.is_within(1, &pair)
        && parts.is_some_and(|parts| {
            parts.iter().all(|(position, length)| is_inside(call, position, length))
        });
    call.effect([sets::bitstring(), pair], is_safe, result)
}

fn split_binary(call: &Call) -> Effect {
    let is_safe =
        call.is_within(0, &sets::bitstring()) && call.is_integer_between(1, 0, least_bytes(call));
    let rest = match call.kinds[0].bits {
        Some(lengths) if is_whole(lengths) => sets::binary(),
        _ => sets::bitstring(),
    };
    let result = ValueSet::tuple(vec![part_of(call.integers(1)), rest]);
    call.effect([sets::bitstring(), sets::at_least(0)], is_safe, result)
}

/// Is every length a number of bytes?
fn is_whole(lengths: Lengths) -> bool {
    lengths.is_subset(Lengths { size: 0, unit: 8 })
}

fn at(call: &Call) -> Effect {
    let size = least_bytes(call);
    let is_safe =
        call.is_within(0, &sets::binary()) && size > 0 && call.is_integer_between(1, 0, size - 1);
    call.effect([sets::binary_of(1), sets::at_least(0)], is_safe, sets::byte())
}

// ---- lists ----

fn binary_to_list(call: &Call) -> Effect {
    let result = match call.kinds[0].bits {
        Some(Lengths { size: 0, unit: 0 }) => ValueSet::nil(),
        Some(Lengths { size: 1.., .. }) => sets::nonempty_list(sets::byte()),
        _ => ValueSet::list(sets::byte()),
    };
    call.wants([sets::binary()], result)
}

fn binary_to_list_between(call: &Call) -> Effect {
    let (first, last) = (call.integers(1), call.integers(2));
    let size = least_bytes(call);
    let is_ordered = first.highest().zip(last.lowest()).is_some_and(|(first, last)| first <= last);
    let is_safe = call.is_within(0, &sets::bitstring())
        && call.is_integer_between(1, 1, size)
        && call.is_integer_between(2, 1, size)
        && is_ordered;
    let learned = [sets::bitstring(), sets::at_least(1), sets::at_least(1)];
    call.effect(learned, is_safe, sets::nonempty_list(sets::byte()))
}

/// The last element is what is left of a byte.
fn bitstring_to_list(call: &Call) -> Effect {
    let element = match call.kinds[0].bits {
        Some(lengths) if is_whole(lengths) => sets::byte(),
        _ => sets::union([sets::byte(), sets::bitstring()]),
    };
    call.wants([sets::bitstring()], ValueSet::list(element))
}

// ---- copies ----

fn copy(call: &Call) -> Effect {
    let result = call.part(0, &sets::binary());
    call.wants([sets::binary()], result)
}

/// More copies than these may be too much.
const MOST_COPIES: i64 = 1 << 16;

/// No copies of a bitstring are a binary without bytes.
fn copies(call: &Call) -> Effect {
    let is_safe = call.is_within(0, &sets::binary()) && call.is_integer_between(1, 0, MOST_COPIES);
    let size = match (call.kinds[0].bits, sizes(call.integers(1))) {
        (Some(Lengths { size, .. }), Some((1.., _))) => size / 8,
        _ => 0,
    };
    call.effect([sets::bitstring(), sets::at_least(0)], is_safe, sets::binary_of(size))
}

/// What binaries have in common.
fn common(call: &Call) -> Effect {
    call.wants([sets::nonempty_list(sets::binary())], sets::at_least(0))
}
