//! What else does OTP's own code ask of the machine it runs on? Collections, reductions, tracing,
//! comparing; little of it means anything here.

use super::Row;
use crate::machine::TURN;
use crate::system::Context;
use runtime::heap::View;
use runtime::value::Kind;
use runtime::{FunView, Heap, NativeResult, Raise, Value};
use term::{Atom, atoms};

pub const NATIVES: &[Row] = &[
    ("erlang", "garbage_collect", 0, |_, _| Ok(Value::TRUE)),
    ("erlang", "garbage_collect", 1, collect_of),
    ("erlang", "garbage_collect", 2, collect_with_options),
    ("erlang", "bump_reductions", 1, bump_reductions),
    ("erlang", "fun_info_mfa", 1, fun_info_mfa),
    ("erlang", "system_monitor", 0, |_, _| Ok(Value::UNDEFINED)),
    ("erlang", "system_profile", 0, |_, _| Ok(Value::UNDEFINED)),
    ("erlang", "seq_trace_info", 1, sequential_trace_info),
    ("erlang", "seq_trace", 2, sequential_trace),
    ("erlang", "seq_trace_print", 1, |_, _| Ok(Value::FALSE)),
    ("erlang", "seq_trace_print", 2, |_, _| Ok(Value::FALSE)),
    ("erlang", "dt_get_tag", 0, |_, _| Ok(Value::UNDEFINED)),
    ("erlang", "dt_get_tag_data", 0, |_, _| Ok(Value::UNDEFINED)),
    ("erlang", "dt_put_tag", 1, |_, _| Ok(Value::UNDEFINED)),
    ("erlang", "dt_spread_tag", 1, spread_tag),
    ("erlang", "dt_restore_tag", 1, restore_tag),
    ("erlang", "dt_append_vm_tag_data", 1, |_, a| Ok(a[0])),
    ("erlang", "dt_prepend_vm_tag_data", 1, |_, a| Ok(a[0])),
    ("erts_internal", "term_type", 1, term_type),
    ("erts_debug", "same", 2, |_, a| Ok((a[0] == a[1]).into())),
    ("erts_debug", "flat_size", 1, |context, a| Ok(Value::index(flat_size(context.heap, a[0])))),
];

// ---- collections ----

/// There is one heap for all, and it is collected when it is time to.
fn collect_of(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let id = arguments[0].as_pid().ok_or_else(Raise::badarg)?;
    // Others do it for themselves, and whoever asks waits for that.
    if id != context.process.id {
        context.system.pause(context.heap, context.process);
        context.system.flush(context.heap, context.process, id);
    }
    Ok(context.system.processes.is_alive(id).into())
}

fn collect_with_options(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let bad_option = || Raise::badarg_because("bad_option");
    let (mut request, mut kind) = (None, Value::atom(Atom::new("major")));
    for option in context.heap.proper_list(arguments[1]).ok_or_else(bad_option)? {
        let Some(&[key, value]) = context.heap.as_tuple(option) else { return Err(bad_option()) };
        match key.as_atom().map(Atom::name) {
            Some("async") => request = Some(value),
            Some("type") => kind = value,
            _ => return Err(bad_option()),
        }
    }
    if !matches!(kind.as_atom().map(Atom::name), Some("major" | "minor")) {
        return Err(Raise::badarg());
    }
    let is_alive = collect_of(context, arguments)?;
    let Some(request) = request else { return Ok(is_alive) };
    let tag = Value::atom(Atom::new("garbage_collect"));
    let message = context.heap.tuple(&[tag, request, is_alive]);
    context.system.signals.send(context.process.id, message);
    Ok(Atom::new("async").into())
}

fn bump_reductions(context: &mut Context, arguments: &[Value]) -> NativeResult {
    // From here on an integer is not small on the BEAM.
    let reductions = context.heap.as_usize(arguments[0]).filter(|&number| number < 1 << 59);
    let reductions = reductions.ok_or_else(Raise::badarg)?;
    context.process.yields |= reductions as u64 >= TURN;
    Ok(Value::TRUE)
}

/// The BEAM's answer without DTrace, and what it takes back.
fn spread_tag(_: &mut Context, arguments: &[Value]) -> NativeResult {
    arguments[0].as_bool().map(|_| Value::TRUE).ok_or_else(Raise::badarg)
}

fn restore_tag(_: &mut Context, arguments: &[Value]) -> NativeResult {
    if arguments[0] == Value::TRUE { Ok(Value::TRUE) } else { Err(Raise::badarg()) }
}

fn fun_info_mfa(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let (module, function, arity) = match context.heap.fun(arguments[0]) {
        Some(FunView::External { module, function, arity }) => (module, function, arity),
        Some(FunView::Closure { code, .. }) => {
            let code = context.library.code(code);
            (code.module, code.name, code.arity())
        }
        None => return Err(Raise::badarg()),
    };
    Ok(context.heap.tuple(&[module.into(), function.into(), Value::index(arity)]))
}

// ---- tracing: nobody does ----

fn sequential_trace_info(context: &mut Context, arguments: &[Value]) -> NativeResult {
    match arguments[0].as_atom().map(Atom::name) {
        Some("label" | "serial") => Ok(Value::NIL),
        Some(
            "send"
            | "receive"
            | "print"
            | "timestamp"
            | "monotonic_timestamp"
            | "strict_monotonic_timestamp",
        ) => Ok(context.heap.tuple(&[arguments[0], Value::FALSE])),
        _ => Err(Raise::badarg()),
    }
}

/// An empty token may be set: it is what there is anyway.
fn sequential_trace(_: &mut Context, arguments: &[Value]) -> NativeResult {
    let is_token = arguments[0] == Value::atom(Atom::new("sequential_trace_token"));
    if is_token && arguments[1].is_nil() {
        return Ok(Value::NIL);
    }
    Err(Raise::effect(atoms::erlang, Atom::new("seq_trace"), 2))
}

// ---- terms ----

fn term_type(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let name = match context.heap.view(arguments[0]) {
        View::Small(_) => "fixnum",
        View::Big => "bignum",
        View::Float(_) => "hfloat",
        View::Atom(_) => "atom",
        View::Nil => "nil",
        View::Cons(..) => "list",
        View::Tuple => "tuple",
        View::Map if context.heap.is_kind(arguments[0], Kind::FlatMap) => "flatmap",
        View::Map => "hashmap",
        View::Bits(_) => "heap_binary",
        View::Fun => "fun",
        View::Pid(_) => "pid",
        View::Reference(_) => "reference",
        View::Foreign | View::Symbolic => return Err(Raise::badarg()),
    };
    Ok(Atom::new(name).into())
}

/// The most bytes of a binary that the BEAM keeps within the heap of a process.
const HEAP_BINARY_BYTES: usize = 64;

/// Words, shared parts counted as often as they are there.
fn flat_size(heap: &Heap, value: Value) -> usize {
    let mut size = 0;
    let mut rest = vec![value];
    while let Some(value) = rest.pop() {
        heap.work.pay(1);
        match heap.view(value) {
            View::Cons(head, tail) => {
                size += 2;
                rest.extend([head, tail]);
            }
            View::Tuple => {
                let elements = heap.elements(value);
                size += elements.len() + 1;
                rest.extend_from_slice(elements);
            }
            View::Map => {
                // Keys in a tuple of their own; the nodes of large maps take about as much again.
                let pairs: Vec<(Value, Value)> = heap.map_pairs(value).collect();
                size += if heap.is_kind(value, Kind::FlatMap) {
                    3 + 2 * pairs.len() + 1 - usize::from(pairs.is_empty())
                } else {
                    3 + 3 * pairs.len() + pairs.len() / 2
                };
                rest.extend(pairs.into_iter().flat_map(|(key, value)| [key, value]));
            }
            View::Bits(view) => size += bits_size(view.length),
            View::Big => size += heap.payload(value).len() + 1,
            View::Float(_) => size += 2,
            View::Fun => size += 5,
            View::Reference(_) => size += 3,
            View::Foreign => size += 5,
            View::Small(_) | View::Atom(_) | View::Nil | View::Pid(_) | View::Symbolic => {}
        }
    }
    size
}

fn bits_size(length: usize) -> usize {
    let bytes = length.div_ceil(8);
    let words = if bytes <= HEAP_BINARY_BYTES { 2 + bytes.div_ceil(8) } else { 6 };
    // A part of a byte makes it a view into another binary.
    if length.is_multiple_of(8) { words } else { words + 5 }
}
