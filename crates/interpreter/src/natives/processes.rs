//! Processes: sending, linking, naming, ending, asking.

use super::Row;
use crate::process::ProcessId;
use crate::services;
use crate::system::{Context, NoProcess, NotRegistered, Signal};
use runtime::{Incomplete, NativeResult, Raise, Value};
use term::{Atom, atoms};

pub const NATIVES: &[Row] = &[
    ("erlang", "self", 0, self_),
    ("erlang", "!", 2, send),
    ("erlang", "send", 2, send),
    ("erlang", "send", 3, send_with_options),
    ("erlang", "send_nosuspend", 2, send_no_suspend),
    ("erlang", "send_nosuspend", 3, send_no_suspend),
    ("erlang", "exit", 2, exit_signal),
    ("erlang", "exit_signal", 2, exit_signal),
    ("erlang", "link", 1, link),
    ("erlang", "unlink", 1, unlink),
    ("erlang", "make_ref", 0, make_ref),
    ("erlang", "register", 2, register),
    ("erlang", "unregister", 1, unregister),
    ("erlang", "whereis", 1, whereis),
    ("erlang", "registered", 0, registered),
    ("erlang", "is_process_alive", 1, is_process_alive),
    ("erlang", "processes", 0, processes),
    ("erlang", "group_leader", 0, group_leader),
    ("erlang", "group_leader", 2, set_group_leader),
    ("erlang", "node", 0, node),
    ("erlang", "node", 1, node_of),
    ("erlang", "yield", 0, yield_),
    ("erts_internal", "is_process_alive", 2, is_process_alive_later),
];

/// The process that a pid of this run means, alive or not.
fn process_id(value: Value) -> Result<ProcessId, Raise> {
    value.as_pid().ok_or_else(Raise::badarg)
}

fn self_(context: &mut Context, _: &[Value]) -> NativeResult {
    Ok(context.process.pid())
}

fn node(_: &mut Context, _: &[Value]) -> NativeResult {
    Ok(atoms::nonode_nohost.into())
}

fn node_of(context: &mut Context, arguments: &[Value]) -> NativeResult {
    use term::Term;
    let value = arguments[0];
    if value.as_pid().is_some() || value.as_reference().is_some() {
        return Ok(atoms::nonode_nohost.into());
    }
    match context.heap.foreign_term(value) {
        Some(Term::Pid(pid)) => Ok(pid.node.into()),
        Some(Term::Port(port)) => Ok(port.node.into()),
        Some(Term::Reference(reference)) => Ok(reference.node.into()),
        _ => Err(Raise::badarg()),
    }
}

fn make_ref(context: &mut Context, _: &[Value]) -> NativeResult {
    Ok(Value::reference(context.system.numbers.new_reference()))
}

fn yield_(context: &mut Context, _: &[Value]) -> NativeResult {
    context.process.yields = true;
    Ok(Value::TRUE)
}

// ---- sending ----

/// Is it one of those that every node has, and that the program has asked for by name?
fn is_stranger(context: &Context, id: ProcessId) -> bool {
    services::is_stranger(id) && context.system.processes.is_parked(id)
}

fn out_of_reach() -> Raise {
    let (module, function) = (atoms::erlang, Atom::new("send"));
    Raise::Incomplete(Box::new(Incomplete::Effect { module, function, arity: 2 }))
}

/// Where a message goes. `None`: to nobody, which is fine.
fn recipient(context: &mut Context, to: Value) -> Result<Option<ProcessId>, Raise> {
    if let Some(id) = to.as_pid() {
        return if is_stranger(context, id) { Err(out_of_reach()) } else { Ok(Some(id)) };
    }
    if let Some(name) = to.as_atom() {
        return match context.system.processes.whereis(name) {
            Some(id) if is_stranger(context, id) => Err(out_of_reach()),
            Some(id) => Ok(Some(id)),
            None if services::OF_SOME_NODES.contains(&name.name()) => Err(out_of_reach()),
            None => Err(Raise::badarg()),
        };
    }
    if let Some(&[name, node]) = context.heap.as_tuple(to) {
        let (Some(name), Some(node)) = (name.as_atom(), node.as_atom()) else {
            return Err(Raise::badarg());
        };
        let is_here = node == atoms::nonode_nohost;
        return match context.system.processes.whereis(name).filter(|_| is_here) {
            Some(id) if is_stranger(context, id) => Err(out_of_reach()),
            id => Ok(id),
        };
    }
    match context.heap.foreign_term(to) {
        // Processes of other nodes are out of reach, as they are without a network. Ports are
        // closed: a run has none.
        Some(term::Term::Pid(_) | term::Term::Reference(_) | term::Term::Port(_)) => Ok(None),
        _ => Err(Raise::badarg()),
    }
}

fn send(context: &mut Context, arguments: &[Value]) -> NativeResult {
    if let Some(alias) = arguments[0].as_reference() {
        context.system.send_to_alias(alias, arguments[1]);
    } else if let Some(to) = recipient(context, arguments[0])? {
        context.system.signals.send(to, arguments[1]);
    }
    Ok(arguments[1])
}

/// Is `noconnect` among the options?
fn read_send_options(context: &Context, options: Value) -> Result<bool, Raise> {
    let bad_option = || Raise::badarg_because("badopt");
    let mut is_only_connected = false;
    for option in context.heap.proper_list(options).ok_or_else(bad_option)? {
        match option.as_atom().map(Atom::name) {
            Some("noconnect") => is_only_connected = true,
            Some("nosuspend") => {}
            _ => return Err(bad_option()),
        }
    }
    Ok(is_only_connected)
}

/// Is it `{Name, Node}` on a node that we are not?
fn is_elsewhere(context: &Context, to: Value) -> bool {
    let here = Value::atom(atoms::nonode_nohost);
    matches!(context.heap.as_tuple(to), Some(&[_, node]) if node != here)
}

fn send_with_options(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let is_only_connected = read_send_options(context, arguments[2])?;
    send(context, &arguments[..2])?;
    if is_only_connected && is_elsewhere(context, arguments[0]) {
        return Ok(Atom::new("noconnect").into());
    }
    Ok(Value::OK)
}

fn send_no_suspend(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let is_only_connected = match arguments.get(2) {
        Some(&options) => read_send_options(context, options)?,
        None => false,
    };
    send(context, &arguments[..2])?;
    Ok(Value::bool(!is_only_connected || !is_elsewhere(context, arguments[0])))
}

fn exit_signal(context: &mut Context, arguments: &[Value]) -> NativeResult {
    if is_port(context, arguments[0]) || is_of_another_node(context, arguments[0]) {
        return Ok(Value::TRUE);
    }
    let from = context.process.pid();
    let to = process_id(arguments[0])?;
    if is_stranger(context, to) {
        return Err(Raise::effect(atoms::erlang, atoms::exit, 2));
    }
    context.system.signals.exit(from, to, arguments[1]);
    Ok(Value::TRUE)
}

// ---- links ----

pub fn is_port(context: &Context, value: Value) -> bool {
    matches!(context.heap.foreign_term(value), Some(term::Term::Port(_)))
}

/// Is it a pid of a node that cannot be reached?
pub fn is_of_another_node(context: &Context, value: Value) -> bool {
    matches!(context.heap.foreign_term(value), Some(term::Term::Pid(pid)) if pid.node != atoms::nonode_nohost)
}

fn link(context: &mut Context, arguments: &[Value]) -> NativeResult {
    if is_port(context, arguments[0]) {
        return Err(Raise::error(atoms::noproc));
    }
    if is_of_another_node(context, arguments[0]) {
        let (to, ending) = (context.process.id, Value::atom(atoms::noconnection).into());
        let signal = Signal::Exit { from: arguments[0], to, ending, linked: false };
        context.system.signals.put(signal);
        return Ok(Value::TRUE);
    }
    let other = process_id(arguments[0])?;
    context.system.flush_unless_followed(context.heap, context.process, other);
    let linked = context.system.link(context.process, other);
    context.system.flush_unless_followed(context.heap, context.process, other);
    match linked {
        Ok(()) => Ok(Value::TRUE),
        Err(NoProcess) => Err(Raise::error(atoms::noproc)),
    }
}

fn unlink(context: &mut Context, arguments: &[Value]) -> NativeResult {
    if is_port(context, arguments[0]) || is_of_another_node(context, arguments[0]) {
        return Ok(Value::TRUE);
    }
    let other = process_id(arguments[0])?;
    context.system.unlink(context.process, other);
    Ok(Value::TRUE)
}

// ---- names ----

fn register(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let wrong = |cause| move || Raise::badarg_because(cause);
    let name = arguments[0].as_atom().filter(|name| *name != atoms::undefined);
    let name = name.ok_or_else(wrong("none"))?;
    let id = arguments[1].as_pid().ok_or_else(wrong("none"))?;
    match context.system.processes.register(context.process, id, name) {
        Ok(()) => Ok(Value::TRUE),
        Err(NotRegistered::NotAlive) => Err(wrong("notalive")()),
        Err(NotRegistered::HasAName) => Err(wrong("registered_name")()),
        Err(NotRegistered::NameIsTaken) => Err(wrong("none")()),
    }
}

fn unregister(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let name = arguments[0].as_atom().ok_or_else(Raise::badarg)?;
    let was_there = context.system.processes.unregister(context.process, name);
    if was_there { Ok(Value::TRUE) } else { Err(Raise::badarg()) }
}

fn whereis(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let name = arguments[0].as_atom().ok_or_else(Raise::badarg)?;
    Ok(context.system.processes.whereis(name).map_or(Value::UNDEFINED, Value::pid))
}

fn registered(context: &mut Context, _: &[Value]) -> NativeResult {
    let names: Vec<Value> = context.system.processes.registered().map(Value::atom).collect();
    Ok(context.heap.list(&names))
}

// ---- asking ----

fn is_process_alive(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let id = process_id(arguments[0])?;
    context.system.flush(context.heap, context.process, id);
    let other = context.system.processes.parked(id);
    let is_ending = other.is_some_and(|process| process.exiting.is_some());
    // The answer waits until it has ended.
    context.process.yields |= is_ending;
    Ok(Value::bool(id == context.process.id || (other.is_some() && !is_ending)))
}

/// The BEAM answers this one with a message.
fn is_process_alive_later(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let answer = is_process_alive(context, &arguments[..1])?;
    let message = context.heap.tuple(&[arguments[1], answer]);
    context.system.signals.send(context.process.id, message);
    Ok(Value::OK)
}

fn processes(context: &mut Context, _: &[Value]) -> NativeResult {
    let mut ids: Vec<ProcessId> = context.system.processes.parked_ids().collect();
    ids.push(context.process.id);
    ids.sort_unstable();
    let pids: Vec<Value> = ids.into_iter().map(Value::pid).collect();
    Ok(context.heap.list(&pids))
}

fn group_leader(context: &mut Context, _: &[Value]) -> NativeResult {
    Ok(context.process.group_leader)
}

fn set_group_leader(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let (leader, id) = (arguments[0], process_id(arguments[1])?);
    process_id(leader)?;
    let process = context.system.processes.find_mut(context.process, id);
    process.ok_or_else(Raise::badarg)?.group_leader = leader;
    Ok(Value::TRUE)
}
