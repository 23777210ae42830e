//! Watching processes, and aliases that let others answer for a while.

use super::Row;
use super::processes::{is_of_another_node, is_port};
use crate::process::{AliasKind, Monitor, ProcessId, ReferenceId};
use crate::system::Context;
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
            return Ok(Value::reference(context.system.numbers.new_reference()));
        }
        Some("port") => return monitor_port(context, arguments[1], options),
        Some("time_offset") => return Err(Raise::badarg()),
        _ => return Err(Raise::badarg_because("badtype")),
    }
    let (target, shown) = monitored(context, arguments[1])?;
    if let Some(target) = target.filter(|&id| id != context.process.id) {
        context.system.signals.let_go();
        context.system.flush_unless_followed(context.heap, context.process, target);
    }
    let reference = context.system.numbers.new_reference();
    let watched = Watched { target, kind: atoms::process, shown, is_new: false };
    let reference = start_monitor(context, reference, watched, options);
    if let Some(target) = target.filter(|&id| id != context.process.id) {
        context.system.flush_unless_followed(context.heap, context.process, target);
    }
    Ok(reference)
}

/// Every port is closed.
fn monitor_port(context: &mut Context, port: Value, options: MonitorOptions) -> NativeResult {
    let shown = match (port.as_atom(), context.heap.as_tuple(port)) {
        _ if is_port(context, port) => port,
        (Some(_), _) => context.heap.tuple(&[port, atoms::nonode_nohost.into()]),
        (_, Some(&[name, node])) if name.is_atom() && node == atoms::nonode_nohost.into() => port,
        _ => return Err(Raise::badarg()),
    };
    let reference = context.system.numbers.new_reference();
    let kind = Atom::new("port");
    Ok(start_monitor(
        context,
        reference,
        Watched { target: None, kind, shown, is_new: false },
        options,
    ))
}

/// Who is to be watched.
pub struct Watched {
    /// `None`: nobody
    pub target: Option<ProcessId>,
    /// `process` or `port`
    pub kind: Atom,
    /// What the message calls it.
    pub shown: Value,
    /// It has just been spawned, with the monitor.
    pub is_new: bool,
}

/// Who is meant, and what the message will call it.
fn monitored(context: &mut Context, item: Value) -> Result<(Option<ProcessId>, Value), Raise> {
    if let Some(id) = item.as_pid() {
        return Ok((Some(id), item));
    }
    if is_of_another_node(context, item) {
        return Ok((None, item));
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
    Ok((context.system.processes.whereis(name), shown))
}

pub fn start_monitor(
    context: &mut Context,
    reference: ReferenceId,
    Watched { target, kind, shown, is_new }: Watched,
    options: MonitorOptions,
) -> Value {
    if let Some(kind) = options.alias {
        context.system.processes.add_alias(context.process, reference, kind);
    }
    let tag = options.tag.unwrap_or(atoms::down_upper.into());
    let is_far = is_of_another_node(context, shown);
    let if_gone = if is_far { atoms::noconnection } else { atoms::noproc };
    let monitor = Monitor { target, kind, shown, tag };
    if is_new {
        context.system.monitor_child(context.process, reference, monitor);
    } else {
        context.system.monitor(context.process, reference, monitor, if_gone);
    }
    Value::reference(reference)
}

fn demonitor(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let Some(reference) = arguments[0].as_reference() else {
        return match context.heap.foreign_term(arguments[0]) {
            Some(term::Term::Reference(_)) => Ok(Value::TRUE),
            _ => Err(Raise::badarg()),
        };
    };
    context.system.demonitor(context.process, reference);
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
    let mut was_there = context.system.demonitor(context.process, reference);
    if flush && !was_there {
        let flushed = flush_down(context, arguments[0]);
        was_there = !flushed && was_there;
    }
    Ok(Value::bool(!info || was_there))
}

/// Takes a message `{_, Reference, _, _, _}` out of the mailbox.
fn flush_down(context: &mut Context, reference: Value) -> bool {
    context.system.fetch(context.heap, context.process);
    let is_it = |message: &Value| matches!(context.heap.as_tuple(*message), Some(&[_, second, _, _, _]) if second == reference);
    let mailbox = &mut context.process.mailbox;
    let Some(index) = mailbox.messages.iter().position(is_it) else { return false };
    if let Some(journal) = &mut context.system.signals.journal {
        journal.throws_away(mailbox.number_at(index));
    }
    mailbox.remove_at(index);
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
    let reference = context.system.numbers.new_reference();
    context.system.processes.add_alias(context.process, reference, kind);
    Ok(Value::reference(reference))
}

fn unalias(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let reference = arguments[0].as_reference().ok_or_else(Raise::badarg)?;
    Ok(context.system.processes.remove_alias(context.process, reference).into())
}
