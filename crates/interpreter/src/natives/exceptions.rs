//! Raising on purpose.

use super::Row;
use crate::stacktrace;
use crate::system::Context;
use runtime::{Class, Heap, Incomplete, NativeResult, Raise, Value};
use term::{Atom, atoms};

pub const NATIVES: &[Row] = &[
    ("erlang", "error", 1, error),
    ("erlang", "error", 2, error),
    ("erlang", "error", 3, error),
    ("erlang", "exit", 1, exit),
    ("erlang", "throw", 1, throw),
    ("erlang", "raise", 3, raise),
    ("erlang", "nif_error", 1, nif_error),
    ("erlang", "nif_error", 2, nif_error),
    ("erlang", "halt", 0, |context, _| halt(context, &[Value::index(0), Value::NIL])),
    ("erlang", "halt", 1, |context, a| halt(context, &[a[0], Value::NIL])),
    ("erlang", "halt", 2, halt),
];

/// What follows the reason shows in the stack trace, if it makes sense; it never makes this fail.
fn error(_: &mut Context, arguments: &[Value]) -> NativeResult {
    Err(Raise::error(arguments[0]))
}

/// In a module that has NIFs, whoever calls this is to be replaced by one.
fn nif_error(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let code = context.at.code;
    if !context.library.loads_nifs(code.module) {
        return error(context, arguments);
    }
    let (module, function, arity) = (code.module, code.name, code.parameters as usize);
    let missing = Incomplete::UnsupportedBuiltIn { module, function, arity };
    Err(Raise::Incomplete(Box::new(missing)))
}

fn exit(_: &mut Context, arguments: &[Value]) -> NativeResult {
    Err(Raise::exit(arguments[0]))
}

fn throw(_: &mut Context, arguments: &[Value]) -> NativeResult {
    Err(Raise::throw(arguments[0]))
}

/// Ends all processes. The status is an integer, a text to say or `abort`.
fn halt(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let (status, options) = (arguments[0], arguments[1]);
    let heap = &*context.heap;
    let is_number = heap.is_integer(status) && heap.as_i64(status).is_none_or(|number| number >= 0);
    let is_abort = status == Value::atom(Atom::new("abort"));
    let is_character =
        |value: Value| value.as_small().is_some_and(|code| (0..0x11_0000).contains(&code));
    let is_text = || heap.proper_list(status).is_some_and(|all| all.into_iter().all(is_character));
    let is_option = |option: Value| match heap.as_tuple(option) {
        Some(&[name, value]) => match name.as_atom().map(Atom::name) {
            Some("flush") => value.as_bool().is_some(),
            Some("flush_timeout") => heap.is_integer(value) || value.is_atom(),
            _ => false,
        },
        _ => false,
    };
    let are_options = heap.proper_list(options).is_some_and(|all| all.into_iter().all(is_option));
    match are_options && (is_number || is_abort || is_text()) {
        true => Err(Raise::Halt(status)),
        false => Err(Raise::badarg()),
    }
}

/// `badarg` is *returned* where the arguments are no exception.
fn raise(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let badarg = Ok(Value::atom(atoms::badarg));
    let Some(class) = arguments[0].as_atom().and_then(Class::from_atom) else { return badarg };
    let trace = stacktrace::build(context.heap, context.library, arguments[2]);
    let Some(frames) = context.heap.proper_list(trace) else { return badarg };
    let frames: Option<Vec<Value>> =
        frames.into_iter().map(|frame| whole_frame(context.heap, frame)).collect();
    let Some(frames) = frames else { return badarg };
    let trace = context.heap.list(&frames);
    Err(Raise::WithTrace { class, reason: arguments[1], trace })
}

/// `{M, F, A}`, `{M, F, A, Location}`, `{Fun, Args}` or `{Fun, Args, Location}`, with a location in
/// any case. What is in the place of arity or arguments does not matter.
fn whole_frame(heap: &mut Heap, frame: Value) -> Option<Value> {
    let is_list = |value: Value| value.is_cons() || value.is_nil();
    match *heap.as_tuple(frame)? {
        [fun, arguments] if heap.is_fun(fun) => Some(heap.tuple(&[fun, arguments, Value::NIL])),
        [fun, _, location] if heap.is_fun(fun) => is_list(location).then_some(frame),
        [module, function, arity] if module.is_atom() && function.is_atom() => {
            Some(heap.tuple(&[module, function, arity, Value::NIL]))
        }
        [module, function, _, location] => {
            (module.is_atom() && function.is_atom() && is_list(location)).then_some(frame)
        }
        _ => None,
    }
}
