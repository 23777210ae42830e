//! Raising on purpose.

use super::Row;
use crate::stacktrace;
use crate::system::Context;
use runtime::{Class, NativeResult, Raise, Value};
use term::atoms;


pub const NATIVES: &[Row] = &[
    ("erlang", "error", 1, error),
    ("erlang", "error", 2, error),
    ("erlang", "error", 3, error_with_options),
    ("erlang", "exit", 1, exit),
    ("erlang", "throw", 1, throw),
    ("erlang", "raise", 3, raise),
    ("erlang", "nif_error", 1, error),
    ("erlang", "nif_error", 2, error),
];

fn error(_: &mut Context, arguments: &[Value]) -> NativeResult {
    Err(Raise::error(arguments[0]))
}

fn error_with_options(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let is_option = |&option: &Value| match context.heap.as_tuple(option) {
        Some(&[key, map]) => key == Value::atom(atoms::error_info) && context.heap.is_map(map),
        _ => false,
    };
    match context.heap.proper_list(arguments[2]) {
        Some(options) if options.iter().all(is_option) => Err(Raise::error(arguments[0])),
        _ => Err(Raise::badarg()),
    }
}

fn exit(_: &mut Context, arguments: &[Value]) -> NativeResult {
    Err(Raise::exit(arguments[0]))
}

fn throw(_: &mut Context, arguments: &[Value]) -> NativeResult {
    Err(Raise::throw(arguments[0]))
}

/// `badarg` is *returned* where the arguments are no exception.
fn raise(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let badarg = Ok(Value::atom(atoms::badarg));
    let Some(class) = arguments[0].as_atom().and_then(Class::from_atom) else { return badarg };
    let trace = stacktrace::build(context.heap, context.library, arguments[2]);
    let Some(frames) = context.heap.proper_list(trace) else { return badarg };
    if !frames.iter().all(|&frame| is_frame(context, frame)) {
        return badarg;
    }
    Err(Raise::WithTrace { class, reason: arguments[1], trace })
}

/// `{M, F, A}`, `{M, F, A, Location}`, `{Fun, Args}` or `{Fun, Args, Location}`
fn is_frame(context: &Context, frame: Value) -> bool {
    let heap = &*context.heap;
    let is_arity = |value: Value| value.is_small() || is_list(value);
    let Some(elements) = heap.as_tuple(frame) else { return false };
    match *elements {
        [fun, arguments] => heap.is_fun(fun) && is_list(arguments),
        [first, second, third] if heap.is_fun(first) => is_list(second) && is_list(third),
        [module, function, arity] => module.is_atom() && function.is_atom() && is_arity(arity),
        [module, function, arity, location] => {
            module.is_atom() && function.is_atom() && is_arity(arity) && is_list(location)
        }
        _ => false,
    }
}

fn is_list(value: Value) -> bool {
    value.is_cons() || value.is_nil()
}

