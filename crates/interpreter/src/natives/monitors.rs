//! Watching processes, and aliases that let others answer for a while.

use super::Row;
use super::processes::is_port;
use crate::process::{AliasKind, Monitor, ProcessId, ReferenceId};
use crate::system::{Context, Signal};
use runtime::{NativeResult, Raise, Value};
use term::{Atom, atoms};

pub const NATIVES: &[Row] = &[
    ("erlang", "monitor", 2, monitor),
    ("erlang", "monitor", 3, monitor_with_options),
    ("erlang", "demonitor", 1, demonitor),
    ("erlang", "demonitor", 2, demonitor_with_options),
    ("erlang", "alias", 0, alias),
    ("erlang", "alias", 1, alias_with_options),
    ("erlang", "unalias", 1, unalias),
];

#[derive(Default)]
pub struct MonitorOptions {
    alias: Option<AliasKind>,
    tag: Option<Value>,
}

impl MonitorOptions {
    pub fn read(context: &Context, list: Value) -> Result<MonitorOptions, Raise> {
        let bad_option = || Raise::badarg_because("badopt");
        let mut options = MonitorOptions::default();
        for element in context.heap.proper_list(list).ok_or_else(bad_option)? {
            let Some(&[key, value]) = context.heap.as_tuple(element) else {
                return Err(bad_option());
            };
            match (key.as_atom().map(Atom::name), value.as_atom().map(Atom::name)) {
                (Some("alias"), Some("explicit_unalias")) => {
                    options.alias = Some(AliasKind::Explicit);
                }
                (Some("alias"), Some("demonitor")) => options.alias = Some(AliasKind::WithMonitor),
                (Some("alias"), Some("reply_demonitor")) => options.alias = Some(AliasKind::Once),
                (Some("tag"), _) => options.tag = Some(value),
                _ => return Err(bad_option()),
            }
        }
        Ok(options)
    }
}

fn monitor(context: &mut Context, arguments: &[Value]) -> NativeResult {
    monitor_thing(context, arguments, MonitorOptions::default())
}

fn monitor_with_options(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let options = MonitorOptions::read(context, arguments[2])?;
    monitor_thing(context, arguments, options)
}

fn monitor_thing(
    context: &mut Context,
    arguments: &[Value],
    options: MonitorOptions,
) -> NativeResult {
    match arguments[0].as_atom().map(Atom::name) {
        Some("process") => {}
        // The offset of virtual time never changes.
        Some("time_offset") if arguments[1].as_atom().map(Atom::name) == Some("clock_service") => {
            return Ok(Value::reference(context.system.new_reference()));
        }
        Some("port") => return monitor_port(context, arguments[1], options),
        Some("time_offset") => return Err(Raise::badarg()),
        _ => return Err(Raise::badarg_because("badtype")),
    }
    let (target, shown) = monitored(context, arguments[1])?;
    Ok(start_monitor(context, target, shown, options))
}

/// Every port is closed: the message that says so comes at once.
fn monitor_port(context: &mut Context, port: Value, options: MonitorOptions) -> NativeResult {
    let shown = match (port.as_atom(), context.heap.as_tuple(port)) {
        _ if is_port(context, port) => port,
        (Some(_), _) => context.heap.tuple(&[port, atoms::nonode_nohost.into()]),
        (_, Some(&[name, node])) if name.is_atom() && node == atoms::nonode_nohost.into() => port,
        _ => return Err(Raise::badarg()),
    };
    let reference = context.system.new_reference();
    if let Some(kind) = options.alias.filter(|&kind| kind == AliasKind::Explicit) {
        add_alias(context, reference, kind);
    }
    let reference = Value::reference(reference);
    let tag = options.tag.unwrap_or(atoms::down_upper.into());
    let kind = Value::atom(Atom::new("port"));
    let message = context.heap.tuple(&[tag, reference, kind, shown, atoms::noproc.into()]);
    context.system.send(context.process.id, message);
    Ok(reference)
}

/// Who is meant, and what the message will call it. Nobody is number 0.
fn monitored(context: &mut Context, item: Value) -> Result<(ProcessId, Value), Raise> {
    if let Some(id) = item.as_pid() {
        return Ok((id, item));
    }
    let here = Value::atom(atoms::nonode_nohost);
    let (name, node) = match (item.as_atom(), context.heap.as_tuple(item)) {
        (Some(name), _) => (name, here),
        (_, Some(&[name, node])) if name.is_atom() && node.is_atom() => {
            (name.as_atom().expect("just tested"), node)
        }
        _ => return Err(Raise::badarg()),
    };
    // A node without a name can watch nobody elsewhere.
    if node != here {
        return Err(Raise::badarg());
    }
    let shown = context.heap.tuple(&[name.into(), node]);
    let target = context.system.whereis(name).unwrap_or(0);
    Ok((target, shown))
}

pub fn start_monitor(
    context: &mut Context,
    target: ProcessId,
    shown: Value,
    options: MonitorOptions,
) -> Value {
    let reference = context.system.new_reference();
    start_monitor_as(context, reference, target, shown, options)
}

pub fn start_monitor_as(
    context: &mut Context,
    reference: ReferenceId,
    target: ProcessId,
    shown: Value,
    options: MonitorOptions,
) -> Value {
    let me = context.process.id;
    if let Some(kind) = options.alias {
        add_alias(context, reference, kind);
    }
    if target == me {
        // Nobody watches himself.
        return Value::reference(reference);
    }
    let tag = options.tag.unwrap_or(atoms::down_upper.into());
    context.process.monitors.insert(reference, Monitor { target, shown, tag });
    match context.system.processes.get_mut(&target) {
        Some(process) => {
            process.watchers.insert(reference, me);
        }
        None => {
            let is_elsewhere = context
                .heap
                .as_tuple(shown)
                .is_some_and(|elements| elements[1] != Value::atom(atoms::nonode_nohost));
            let reason = if is_elsewhere { atoms::noconnection } else { atoms::noproc };
            context.system.signals.push_back(Signal::Down {
                to: me,
                reference,
                reason: reason.into(),
            });
        }
    }
    Value::reference(reference)
}

fn forget_watcher(context: &mut Context, target: ProcessId, reference: u64) {
    if let Some(process) = context.system.processes.get_mut(&target) {
        process.watchers.remove(&reference);
    } else if context.process.id == target {
        context.process.watchers.remove(&reference);
    }
}

/// Ends a monitor of the process that calls. `true` if there was one.
fn stop_monitor(context: &mut Context, reference: u64) -> bool {
    if matches!(
        context.process.aliases.get(&reference),
        Some(AliasKind::WithMonitor | AliasKind::Once)
    ) {
        context.process.aliases.remove(&reference);
        context.system.alias_owners.remove(&reference);
    }
    let Some(monitor) = context.process.monitors.remove(&reference) else { return false };
    forget_watcher(context, monitor.target, reference);
    true
}

fn demonitor(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let Some(reference) = arguments[0].as_reference() else {
        return match context.heap.foreign_term(arguments[0]) {
            Some(term::Term::Reference(_)) => Ok(Value::TRUE),
            _ => Err(Raise::badarg()),
        };
    };
    stop_monitor(context, reference);
    Ok(Value::TRUE)
}

fn demonitor_with_options(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let (mut flush, mut info) = (false, false);
    for option in context.heap.proper_list(arguments[1]).ok_or_else(Raise::badarg)? {
        match option.as_atom().map(Atom::name) {
            Some("flush") => flush = true,
            Some("info") => info = true,
            _ => return Err(Raise::badarg()),
        }
    }
    let reference = arguments[0].as_reference().ok_or_else(Raise::badarg)?;
    let mut was_there = stop_monitor(context, reference);
    if flush && !was_there {
        let flushed = flush_down(context, arguments[0]);
        was_there = !flushed && was_there;
    }
    Ok(Value::bool(!info || was_there))
}

/// Takes a message `{_, Reference, _, _, _}` out of the mailbox.
fn flush_down(context: &mut Context, reference: Value) -> bool {
    let is_it = |message: &Value| matches!(context.heap.as_tuple(*message), Some(&[_, second, _, _, _]) if second == reference);
    let messages = &mut context.process.mailbox.messages;
    let Some(index) = messages.iter().position(is_it) else { return false };
    messages.remove(index);
    true
}

fn alias(context: &mut Context, _: &[Value]) -> NativeResult {
    new_alias(context, AliasKind::Explicit)
}

fn alias_with_options(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let mut kind = AliasKind::Explicit;
    for option in context.heap.proper_list(arguments[0]).ok_or_else(Raise::badarg)? {
        match option.as_atom().map(Atom::name) {
            Some("explicit_unalias") => kind = AliasKind::Explicit,
            Some("reply") => kind = AliasKind::Once,
            _ => return Err(Raise::badarg()),
        }
    }
    new_alias(context, kind)
}

fn new_alias(context: &mut Context, kind: AliasKind) -> NativeResult {
    let reference = context.system.new_reference();
    add_alias(context, reference, kind);
    Ok(Value::reference(reference))
}

fn add_alias(context: &mut Context, reference: ReferenceId, kind: AliasKind) {
    context.process.aliases.insert(reference, kind);
    context.system.alias_owners.insert(reference, context.process.id);
}

/// Who gets what is sent to an alias. One for a single message ends here, and its monitor with it.
pub fn through_alias(context: &mut Context, reference: ReferenceId) -> Option<ProcessId> {
    let owner = *context.system.alias_owners.get(&reference)?;
    if owner == context.process.id {
        let kind = *context.process.aliases.get(&reference)?;
        if kind == AliasKind::Once {
            stop_monitor(context, reference);
        }
        return Some(owner);
    }
    let process = context.system.processes.get_mut(&owner)?;
    if *process.aliases.get(&reference)? == AliasKind::Once {
        process.aliases.remove(&reference);
        let monitor = process.monitors.remove(&reference);
        context.system.alias_owners.remove(&reference);
        if let Some(monitor) = monitor {
            forget_watcher(context, monitor.target, reference);
        }
    }
    Some(owner)
}

fn unalias(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let reference = arguments[0].as_reference().ok_or_else(Raise::badarg)?;
    let was_there = context.process.aliases.remove(&reference).is_some();
    if was_there {
        context.system.alias_owners.remove(&reference);
    }
    Ok(was_there.into())
}
