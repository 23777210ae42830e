//! What can be set for a process? `process_flag`, and keeping processes from running.
//!
//! Flags about memory are remembered and told, and have no other effect: a run has limits of its own.

use super::Row;
use super::information::{BINARY_HEAP_WORDS, HEAP_WORDS};
use crate::library::Library;
use crate::process::{Process, ProcessId};
use crate::system::Context;
use runtime::{Heap, NativeResult, Raise, Value};
use term::{Atom, atoms};

pub const NATIVES: &[Row] = &[
    ("erlang", "process_flag", 2, process_flag),
    ("erts_internal", "process_flag", 3, process_flag_of),
    ("erts_internal", "suspend_process", 2, suspend_process),
    ("erlang", "resume_process", 1, resume_process),
];

/// The value of a flag: as it was set, or as it is by itself.
pub fn get(process: &Process, name: &str) -> Value {
    if let Some(&value) = process.flags.get(&Atom::new(name)) {
        return value;
    }
    match name {
        "error_handler" => Atom::new("error_handler").into(),
        "message_queue_data" => Atom::new("on_heap").into(),
        "fullsweep_after" => Value::index(65535),
        "min_heap_size" => Value::index(HEAP_WORDS),
        "min_bin_vheap_size" => Value::index(BINARY_HEAP_WORDS),
        "save_calls" => Value::index(0),
        _ => Value::FALSE,
    }
}

fn process_flag(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let name = match context.heap.as_tuple(arguments[0]) {
        // `{monitor_nodes, Options}`
        Some(&[name, _]) if name == Value::atom(Atom::new("monitor_nodes")) => name.as_atom(),
        _ => arguments[0].as_atom(),
    };
    let (flag, value) = (name.map_or("", Atom::name), arguments[1]);
    match flag {
        "trap_exit" => {
            let traps = value.as_bool().ok_or_else(Raise::badarg)?;
            Ok(std::mem::replace(&mut context.process.traps_exits, traps).into())
        }
        "priority" => {
            let priority = value.as_atom().filter(is_priority).ok_or_else(Raise::badarg)?;
            Ok(std::mem::replace(&mut context.process.priority, priority).into())
        }
        "max_heap_size" => {
            let before = max_heap_size(context.heap, context.library, context.process);
            let value = checked(context, flag, value)?;
            context.process.flags.insert(Atom::new(flag), value);
            Ok(before)
        }
        _ => {
            let value = checked(context, flag, value)?;
            let before = get(context.process, flag);
            context.process.flags.insert(Atom::new(flag), value);
            Ok(before)
        }
    }
}

pub fn is_priority(name: &Atom) -> bool {
    matches!(*name, atoms::low | atoms::normal | atoms::high | atoms::max)
}

/// From here on an integer is not small on the BEAM.
const SMALL_LIMIT: usize = 1 << 59;

/// The value that a flag gets, if it may have it.
pub fn checked(context: &mut Context, flag: &str, value: Value) -> NativeResult {
    let number = context.heap.as_usize(value).filter(|&number| number < SMALL_LIMIT);
    let release = context.library.installation().release_number();
    let value = match flag {
        "max_heap_size" => return changed_max_heap_size(context, value),
        "error_handler" => value.as_atom().map(Value::atom),
        "fullsweep_after" => number.map(Value::index),
        "min_heap_size" => number.map(|size| Value::index(heap_size(size, HEAP_WORDS))),
        "min_bin_vheap_size" => number.map(|size| Value::index(heap_size(size, BINARY_HEAP_WORDS))),
        "message_queue_data" => {
            let is_place = |name: &Atom| matches!(name.name(), "on_heap" | "off_heap");
            value.as_atom().filter(is_place).map(Value::atom)
        }
        "save_calls" => number.filter(|&number| number <= 10_000).map(Value::index),
        "sensitive" => value.as_bool().map(Value::bool),
        "async_dist" if release >= 26 => value.as_bool().map(Value::bool),
        "monitor_nodes" => None,
        _ => return Err(Raise::badarg_because("badopt")),
    };
    value.ok_or_else(|| match flag {
        "save_calls" => Raise::badarg_because("none"),
        _ => Raise::badarg(),
    })
}

/// The BEAM's heaps have sizes that grow like Fibonacci's numbers: each is the sum of the two before
/// and one word.
fn heap_size(wanted: usize, default: usize) -> usize {
    if wanted == 0 {
        return default;
    }
    let (mut size, mut next) = (12, 38);
    while size < wanted {
        (size, next) = (next, size + next + 1);
    }
    size
}

// ---- the limit of the heap ----

/// `#{size, kill, error_logger}`, and from OTP 28 on `include_shared_binaries`
pub fn max_heap_size(heap: &mut Heap, library: &Library, process: &Process) -> Value {
    if let Some(&map) = process.flags.get(&Atom::new("max_heap_size")) {
        return map;
    }
    let mut pairs = vec![
        (Value::atom(Atom::new("size")), Value::index(0)),
        (Value::atom(atoms::kill), Value::TRUE),
        (Value::atom(Atom::new("error_logger")), Value::TRUE),
    ];
    if library.installation().release_number() >= 28 {
        pairs.push((Value::atom(Atom::new("include_shared_binaries")), Value::FALSE));
    }
    heap.map_from_pairs(pairs)
}

/// A number is a new size; a map changes what it names.
fn changed_max_heap_size(context: &mut Context, value: Value) -> NativeResult {
    let before = max_heap_size(context.heap, context.library, context.process);
    let size = Value::atom(Atom::new("size"));
    let changes: Vec<(Value, Value)> = if context.heap.is_map(value) {
        context.heap.map_pairs(value).collect()
    } else {
        vec![(size, value)]
    };
    if !changes.iter().any(|(key, _)| *key == size) {
        return Err(Raise::badarg());
    }
    let mut after = before;
    for (key, value) in changes {
        if !context.heap.map_has(before, key) {
            continue;
        }
        let is_right = match key == size {
            true => context.heap.as_usize(value).is_some_and(|n| n == 0 || n >= HEAP_WORDS),
            false => value.as_bool().is_some(),
        };
        if !is_right {
            return Err(Raise::badarg());
        }
        after = context.heap.map_put(after, key, value);
    }
    Ok(after)
}

// ---- other processes ----

/// A result of `badarg` is turned into an exception by who calls.
fn process_flag_of(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let badarg = Ok(atoms::badarg.into());
    let (Some(id), Some("save_calls")) =
        (arguments[0].as_pid(), arguments[1].as_atom().map(Atom::name))
    else {
        return badarg;
    };
    let Ok(value) = checked(context, "save_calls", arguments[2]) else { return badarg };
    let Some(process) = context.system.processes.find_mut(context.process, id) else {
        return badarg;
    };
    let before = get(process, "save_calls");
    process.flags.insert(Atom::new("save_calls"), value);
    Ok(before)
}

fn other(context: &Context, value: Value) -> Option<ProcessId> {
    value.as_pid().filter(|id| context.system.processes.is_parked(*id))
}

/// `true` and `badarg` are results. An asynchronous suspension has happened when this returns, as
/// one process runs at a time.
fn suspend_process(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let badarg = Ok(atoms::badarg.into());
    let Some(options) = context.heap.proper_list(arguments[1]) else { return badarg };
    let (mut only_once, mut reply) = (false, None);
    for option in options {
        match (option.as_atom().map(Atom::name), context.heap.as_tuple(option)) {
            (Some("unless_suspending"), _) => only_once = true,
            (Some("asynchronous"), _) => {}
            (_, Some(&[key, tag])) if key == Value::atom(Atom::new("asynchronous")) => {
                reply = Some(tag);
            }
            _ => return badarg,
        }
    }
    let Some(id) = other(context, arguments[0]) else { return badarg };
    if let Some(tag) = reply {
        let suspended = Value::atom(Atom::new("suspended"));
        let message = context.heap.tuple(&[tag, suspended]);
        context.system.signals.send(context.process.id, message);
    }
    let times = context.process.suspending.entry(id).or_insert(0);
    if *times > 0 && only_once {
        return Ok(Value::FALSE);
    }
    *times += 1;
    if *times == 1 {
        context.system.processes.suspend(id);
    }
    Ok(Value::TRUE)
}

fn resume_process(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let id = arguments[0].as_pid().ok_or_else(Raise::badarg)?;
    let times = context.process.suspending.get_mut(&id).ok_or_else(Raise::badarg)?;
    *times -= 1;
    if *times == 0 {
        context.process.suspending.remove(&id);
        context.system.processes.resume(id);
    }
    Ok(Value::TRUE)
}
