//! What does the program see of the operating system? Its kind, and an environment that begins empty;
//! what the program puts there stays within the run.

use super::Row;
use crate::system::Context;
use runtime::{Heap, NativeResult, Raise, Value};

pub const NATIVES: &[Row] = &[
    ("os", "getenv", 1, get_variable),
    ("os", "env", 0, all_variables),
    ("os", "putenv", 2, put_variable),
    ("os", "unsetenv", 1, unset_variable),
    ("os", "getpid", 0, |context, _| Ok(context.heap.string("1"))),
    ("file", "get_cwd", 0, working_directory),
    ("crypto", "strong_rand_bytes", 1, random_bytes),
];

/// The bytes of a text: a list, deep or flat, of characters other than 0.
fn text(heap: &Heap, value: Value) -> Result<Vec<u8>, Raise> {
    let mut text = String::new();
    let mut rest = vec![value];
    while let Some(value) = rest.pop() {
        heap.work.pay(1);
        if value.is_cons() {
            let tail = heap.tail(value);
            if !tail.is_cons() && !tail.is_nil() {
                return Err(Raise::badarg());
            }
            rest.push(tail);
            rest.push(heap.head(value));
        } else if let Some(point) = value.as_small() {
            let character = u32::try_from(point).ok().filter(|&point| point > 0);
            text.push(character.and_then(char::from_u32).ok_or_else(Raise::badarg)?);
        } else if !value.is_nil() {
            return Err(Raise::badarg());
        }
    }
    Ok(text.into_bytes())
}

fn list(heap: &Heap, value: Value) -> Result<Vec<u8>, Raise> {
    if value.is_cons() || value.is_nil() { text(heap, value) } else { Err(Raise::badarg()) }
}

/// The name of a variable.
pub fn name(heap: &Heap, value: Value) -> Result<Vec<u8>, Raise> {
    let name = list(heap, value)?;
    if name.contains(&b'=') { Err(Raise::badarg()) } else { Ok(name) }
}

fn string(heap: &mut Heap, bytes: &[u8]) -> Value {
    heap.string(&String::from_utf8_lossy(bytes))
}

fn get_variable(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let name = name(context.heap, arguments[0])?;
    Ok(match context.system.shared.environment.get(&name) {
        Some(value) => string(context.heap, value),
        None => Value::FALSE,
    })
}

fn all_variables(context: &mut Context, _: &[Value]) -> NativeResult {
    let Context { heap, system, .. } = context;
    let pairs: Vec<Value> = system
        .shared
        .environment
        .iter()
        .map(|(name, value)| {
            let pair = [string(heap, name), string(heap, value)];
            heap.tuple(&pair)
        })
        .collect();
    Ok(heap.list(&pairs))
}

fn put_variable(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let name = name(context.heap, arguments[0])?;
    let value = list(context.heap, arguments[1])?;
    context.system.shared.environment.put(context.heap, name, value);
    Ok(Value::TRUE)
}

fn unset_variable(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let name = name(context.heap, arguments[0])?;
    context.system.shared.environment.remove(&name);
    Ok(Value::TRUE)
}

fn working_directory(context: &mut Context, _: &[Value]) -> NativeResult {
    let root = context.heap.string("/");
    Ok(context.heap.tuple(&[Value::OK, root]))
}

/// Bytes that nobody could guess, and that are the same in every run.
fn random_bytes(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let count = context.heap.as_usize(arguments[0]).ok_or_else(Raise::badarg)?;
    context.heap.allow(count.saturating_mul(2));
    context.heap.work.pay_ahead(count as u64);
    let bytes: Vec<u8> = (0..count).map(|_| context.system.numbers.random_byte()).collect();
    Ok(context.heap.binary(&bytes))
}
