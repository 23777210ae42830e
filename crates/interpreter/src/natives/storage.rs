//! Values that outlive their process: `persistent_term`, and the integers of `atomics` and `counters`.

use super::Row;
use crate::system::{Array, Context};
use num_bigint::BigInt;
use runtime::{Heap, NativeResult, Raise, Value};
use term::Atom;

pub const NATIVES: &[Row] = &[
    ("persistent_term", "get", 0, all_terms),
    ("persistent_term", "get", 1, |context, a| term(context, a[0]).ok_or_else(Raise::badarg)),
    ("persistent_term", "get", 2, |context, a| Ok(term(context, a[0]).unwrap_or(a[1]))),
    ("persistent_term", "put", 2, put_term),
    ("persistent_term", "put_new", 2, put_new_term),
    ("persistent_term", "erase", 1, erase_term),
    ("persistent_term", "info", 0, terms_info),
    ("erts_internal", "erase_persistent_terms", 0, erase_all_terms),
    ("erts_internal", "atomics_new", 2, new_atomics),
    ("atomics", "put", 3, put),
    ("atomics", "get", 2, get),
    ("atomics", "add", 3, |context, a| add_get(context, a).map(|_| Value::OK)),
    ("atomics", "add_get", 3, add_get),
    ("atomics", "exchange", 3, exchange),
    ("atomics", "compare_exchange", 4, compare_exchange),
    ("atomics", "info", 1, atomics_info),
    ("erts_internal", "counters_new", 1, new_counters),
    ("erts_internal", "counters_put", 3, put),
    ("erts_internal", "counters_get", 2, get),
    ("erts_internal", "counters_add", 3, |context, a| add_get(context, a).map(|_| Value::OK)),
    ("erts_internal", "counters_info", 1, counters_info),
];

// ---- persistent terms ----

fn term(context: &Context, key: Value) -> Option<Value> {
    context.system.shared.persistent.get(&context.heap.to_term(key))
}

fn put_term(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let key = context.heap.to_term(arguments[0]);
    context.system.shared.persistent.insert(context.heap, key, arguments[1]);
    Ok(Value::OK)
}

/// From OTP 26 on: an equal term may be put again, another one not.
fn put_new_term(context: &mut Context, arguments: &[Value]) -> NativeResult {
    match term(context, arguments[0]) {
        Some(value) if !runtime::compare::exactly_equal(context.heap, value, arguments[1]) => {
            Err(Raise::badarg())
        }
        _ => put_term(context, arguments),
    }
}

fn erase_term(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let key = context.heap.to_term(arguments[0]);
    Ok(context.system.shared.persistent.remove(&key).into())
}

fn erase_all_terms(context: &mut Context, _: &[Value]) -> NativeResult {
    context.system.shared.persistent.clear();
    Ok(Value::OK)
}

/// In the order of their keys, so that runs repeat.
fn all_terms(context: &mut Context, _: &[Value]) -> NativeResult {
    let mut entries: Vec<_> = context.system.shared.persistent.iter().collect();
    entries.sort_by(|left, right| left.0.cmp(right.0));
    let heap = &mut *context.heap;
    let pairs: Vec<Value> = entries
        .into_iter()
        .map(|(key, value)| {
            let key = heap.from_term(key);
            heap.tuple(&[key, value])
        })
        .collect();
    Ok(heap.list(&pairs))
}

fn terms_info(context: &mut Context, _: &[Value]) -> NativeResult {
    let count = context.system.shared.persistent.len();
    // What a table of this size takes, without the terms.
    let memory = 64 + 16 * count;
    Ok(numbers_map(context.heap, &[("count", count.into()), ("memory", memory.into())]))
}

fn numbers_map(heap: &mut Heap, numbers: &[(&str, BigInt)]) -> Value {
    let pairs = numbers
        .iter()
        .map(|(name, number)| (Value::atom(Atom::new(name)), heap.integer(number)))
        .collect();
    heap.map_from_pairs(pairs)
}

// ---- arrays of integers ----

const SIGNED: i64 = 1;

/// A gigabyte: more than a run may have.
const MAX_CELLS: usize = 1 << 27;

fn new_array(context: &mut Context, size: Value, is_signed: bool) -> NativeResult {
    let size = context.heap.as_usize(size).filter(|&size| size > 0).ok_or_else(Raise::badarg)?;
    if size > MAX_CELLS {
        return Err(Raise::system_limit());
    }
    let reference = context.system.numbers.new_reference();
    context.system.shared.arrays.add(context.heap, reference, size, is_signed);
    Ok(Value::reference(reference))
}

fn new_atomics(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let options = arguments[1].as_small().ok_or_else(Raise::badarg)?;
    new_array(context, arguments[0], options & SIGNED != 0)
}

fn new_counters(context: &mut Context, arguments: &[Value]) -> NativeResult {
    new_array(context, arguments[0], true)
}

fn array<'a>(context: &'a mut Context, reference: Value) -> Result<&'a mut Array, Raise> {
    let reference = reference.as_reference().ok_or_else(Raise::badarg)?;
    context.system.shared.arrays.get_mut(reference).ok_or_else(Raise::badarg)
}

/// Where the cell is that Erlang counts from 1.
fn place(context: &mut Context, arguments: &[Value]) -> Result<usize, Raise> {
    let place = context.heap.as_usize(arguments[1]);
    let size = array(context, arguments[0])?.cells.len();
    match place {
        Some(place) if (1..=size).contains(&place) => Ok(place - 1),
        _ => Err(Raise::badarg()),
    }
}

/// The bits of a number that fits into a cell.
fn bits(context: &mut Context, reference: Value, number: Value) -> Result<i64, Raise> {
    let is_signed = array(context, reference)?.is_signed;
    let number = context.heap.as_bigint(number).ok_or_else(Raise::badarg)?;
    let bits = if is_signed {
        i64::try_from(&number).ok()
    } else {
        u64::try_from(&number).ok().map(|bits| bits as i64)
    };
    bits.ok_or_else(Raise::badarg)
}

/// The bits of what is added: anything that fits into 64 bits, with a sign or without.
fn increment(context: &Context, number: Value) -> Result<i64, Raise> {
    let number = context.heap.as_bigint(number).ok_or_else(Raise::badarg)?;
    let bits = i64::try_from(&number).ok();
    bits.or_else(|| u64::try_from(&number).ok().map(|bits| bits as i64)).ok_or_else(Raise::badarg)
}

/// Sets a cell, and gives what was there before.
fn set(context: &mut Context, reference: Value, place: usize, bits: i64) -> NativeResult {
    let before = std::mem::replace(&mut array(context, reference)?.cells[place], bits);
    shown(context, reference, before)
}

fn shown(context: &mut Context, reference: Value, cell: i64) -> NativeResult {
    let number = reference.as_reference().ok_or_else(Raise::badarg)?;
    let array = context.system.shared.arrays.get(number).ok_or_else(Raise::badarg)?;
    Ok(match array.is_signed {
        true => context.heap.int(cell),
        false => context.heap.integer(&BigInt::from(cell as u64)),
    })
}

fn put(context: &mut Context, arguments: &[Value]) -> NativeResult {
    exchange(context, arguments).map(|_| Value::OK)
}

fn exchange(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let place = place(context, arguments)?;
    let bits = bits(context, arguments[0], arguments[2])?;
    set(context, arguments[0], place, bits)
}

fn get(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let place = place(context, arguments)?;
    let cell = array(context, arguments[0])?.cells[place];
    shown(context, arguments[0], cell)
}

fn add_get(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let place = place(context, arguments)?;
    let increment = increment(context, arguments[2])?;
    let cell = &mut array(context, arguments[0])?.cells[place];
    *cell = cell.wrapping_add(increment);
    let cell = *cell;
    shown(context, arguments[0], cell)
}

/// `ok` if it was as expected, else what it was.
fn compare_exchange(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let place = place(context, arguments)?;
    let expected = bits(context, arguments[0], arguments[2])?;
    let desired = bits(context, arguments[0], arguments[3])?;
    let cell = array(context, arguments[0])?.cells[place];
    if cell != expected {
        return shown(context, arguments[0], cell);
    }
    set(context, arguments[0], place, desired)?;
    Ok(Value::OK)
}

fn atomics_info(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let array = array(context, arguments[0])?;
    let size = array.cells.len();
    let (minimum, maximum) = match array.is_signed {
        true => (BigInt::from(i64::MIN), BigInt::from(i64::MAX)),
        false => (BigInt::from(0), BigInt::from(u64::MAX)),
    };
    let memory = 40 + 8 * size;
    let numbers =
        [("size", size.into()), ("max", maximum), ("min", minimum), ("memory", memory.into())];
    Ok(numbers_map(context.heap, &numbers))
}

fn counters_info(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let size = array(context, arguments[0])?.cells.len();
    // A line of the processor's cache for every eight counters and scheduler.
    let memory = 96 + 128 * size.div_ceil(8);
    Ok(numbers_map(context.heap, &[("size", size.into()), ("memory", memory.into())]))
}
