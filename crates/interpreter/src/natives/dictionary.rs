//! The process dictionary.

use super::Row;
use crate::system::Context;
use runtime::{Heap, NativeResult, Value, compare};

pub const NATIVES: &[Row] = &[
    ("erlang", "put", 2, put),
    ("erlang", "get", 0, get_all),
    ("erlang", "get", 1, get),
    ("erlang", "get_keys", 0, get_keys),
    ("erlang", "get_keys", 1, get_keys_of),
    ("erlang", "erase", 0, erase_all),
    ("erlang", "erase", 1, erase),
];

fn put(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let (key, value) = (arguments[0], arguments[1]);
    let before = context.heap.map_get(context.process.dictionary, key);
    context.process.dictionary = context.heap.map_put(context.process.dictionary, key, value);
    Ok(before.unwrap_or(Value::UNDEFINED))
}

fn get(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let value = context.heap.map_get(context.process.dictionary, arguments[0]);
    Ok(value.unwrap_or(Value::UNDEFINED))
}

/// The dictionary as a list of pairs.
pub fn pairs(heap: &mut Heap, dictionary: Value) -> Value {
    let pairs: Vec<(Value, Value)> = heap.map_pairs(dictionary).collect();
    let tuples: Vec<Value> =
        pairs.into_iter().map(|(key, value)| heap.tuple(&[key, value])).collect();
    heap.list(&tuples)
}

fn get_all(context: &mut Context, _: &[Value]) -> NativeResult {
    Ok(pairs(context.heap, context.process.dictionary))
}

fn get_keys(context: &mut Context, _: &[Value]) -> NativeResult {
    let keys: Vec<Value> = context.heap.map_keys(context.process.dictionary).collect();
    Ok(context.heap.list(&keys))
}

fn get_keys_of(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let heap = &mut *context.heap;
    let keys: Vec<Value> = heap
        .map_pairs(context.process.dictionary)
        .filter(|(_, value)| compare::exactly_equal(heap, *value, arguments[0]))
        .map(|(key, _)| key)
        .collect();
    Ok(heap.list(&keys))
}

fn erase_all(context: &mut Context, _: &[Value]) -> NativeResult {
    let all = pairs(context.heap, context.process.dictionary);
    context.process.dictionary = context.system.processes.empty_map;
    context.process.is_dictionary_own = true;
    Ok(all)
}

fn erase(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let Context { heap, process, .. } = context;
    process.erased = heap.map_put(process.erased, arguments[0], Value::TRUE);
    match context.heap.map_take(context.process.dictionary, arguments[0]) {
        Some((value, rest)) => {
            context.process.dictionary = rest;
            Ok(value)
        }
        None => Ok(Value::UNDEFINED),
    }
}
