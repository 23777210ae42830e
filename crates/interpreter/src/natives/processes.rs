//! Processes: making them, sending, linking, watching, naming, ending.

use super::{Row, flags};
use crate::process::{AliasKind, Monitor, ProcessId, ReferenceId, State};
use crate::system::{Context, Signal};
use runtime::{NativeResult, Raise, Value};
use term::{Atom, atoms};

pub const NATIVES: &[Row] = &[
    ("erlang", "self", 0, self_),
    ("erlang", "spawn", 1, |context, a| spawn_fun(context, a[0], Options::default())),
    ("erlang", "spawn", 3, |context, a| spawn_named(context, a, Options::default())),
    ("erlang", "spawn_link", 1, |context, a| spawn_fun(context, a[0], Options::link())),
    ("erlang", "spawn_link", 3, |context, a| spawn_named(context, a, Options::link())),
    ("erlang", "spawn_monitor", 1, spawn_fun_monitored),
    ("erlang", "spawn_monitor", 3, |context, a| spawn_named(context, a, Options::monitor())),
    ("erlang", "spawn_opt", 2, spawn_fun_with),
    ("erlang", "spawn_opt", 4, spawn_named_with),
    ("erlang", "!", 2, send),
    ("erlang", "send", 2, send),
    ("erlang", "send", 3, send_with_options),
    ("erlang", "send_nosuspend", 2, send_no_suspend),
    ("erlang", "send_nosuspend", 3, send_no_suspend),
    ("erlang", "exit", 2, exit_signal),
    ("erlang", "exit_signal", 2, exit_signal),
    ("erlang", "link", 1, link),
    ("erlang", "unlink", 1, unlink),
    ("erlang", "monitor", 2, monitor),
    ("erlang", "monitor", 3, monitor_with_options),
    ("erlang", "demonitor", 1, demonitor),
    ("erlang", "demonitor", 2, demonitor_with_options),
    ("erlang", "alias", 0, alias),
    ("erlang", "alias", 1, alias_with_options),
    ("erlang", "unalias", 1, unalias),
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
    ("erts_internal", "spawn_request", 4, spawn_request),
    ("erlang", "spawn_request_abandon", 1, abandon_spawn_request),
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
    Ok(Value::reference(context.system.new_reference()))
}

fn yield_(context: &mut Context, _: &[Value]) -> NativeResult {
    context.process.yields = true;
    Ok(Value::TRUE)
}

// ---- spawning ----

#[derive(Default)]
struct Options {
    link: bool,
    monitor: bool,
    /// `None`: as `monitor/2` does it. Otherwise the options of `monitor/3`.
    monitor_options: Option<MonitorOptions>,
    /// The reference of the monitor, where the request to spawn has one already.
    reference: Option<ReferenceId>,
    priority: Option<Atom>,
    /// Other flags of the new process.
    flags: Vec<(Atom, Value)>,
}

impl Options {
    fn link() -> Options {
        Options { link: true, ..Options::default() }
    }

    fn monitor() -> Options {
        Options { monitor: true, ..Options::default() }
    }

    fn read(context: &mut Context, list: Value) -> Result<Options, Raise> {
        let bad_option = || Raise::badarg_because("badopt");
        let mut options = Options::default();
        for element in context.heap.proper_list(list).ok_or_else(bad_option)? {
            if let Some(name) = element.as_atom() {
                match name.name() {
                    "link" => options.link = true,
                    "monitor" => options.monitor = true,
                    _ => return Err(bad_option()),
                }
                continue;
            }
            let Some(&[key, value]) = context.heap.as_tuple(element) else {
                return Err(bad_option());
            };
            let key = key.as_atom().ok_or_else(bad_option)?;
            options.read_pair(context, key, value).map_err(|_| bad_option())?;
        }
        Ok(options)
    }

    fn read_pair(&mut self, context: &mut Context, key: Atom, value: Value) -> Result<(), Raise> {
        match key.name() {
            "monitor" => {
                self.monitor = true;
                self.monitor_options = Some(MonitorOptions::read(context, value)?);
            }
            "priority" => {
                let priority = value.as_atom().filter(flags::is_priority);
                self.priority = Some(priority.ok_or_else(Raise::badarg)?);
            }
            "fullsweep_after" | "min_heap_size" | "min_bin_vheap_size" | "max_heap_size"
            | "message_queue_data" | "async_dist" => {
                self.flags.push((key, flags::checked(context, key.name(), value)?));
            }
            // An old one that nobody has documented.
            "scheduler" => {}
            _ => return Err(Raise::badarg()),
        }
        Ok(())
    }
}

/// A fun that wants arguments makes a process that fails at once; only `spawn_monitor` looks.
fn spawn_fun(context: &mut Context, fun: Value, options: Options) -> NativeResult {
    super::code::fun_arity(context, fun).ok_or_else(Raise::badarg)?;
    let state = State::StartingFun { fun, arguments: Vec::new() };
    Ok(spawn(context, state, options))
}

fn spawn_fun_monitored(context: &mut Context, arguments: &[Value]) -> NativeResult {
    if super::code::fun_arity(context, arguments[0]) != Some(0) {
        return Err(Raise::badarg());
    }
    spawn_fun(context, arguments[0], Options::monitor())
}

fn spawn_named(context: &mut Context, arguments: &[Value], options: Options) -> NativeResult {
    let list = context.heap.proper_list(arguments[2]);
    let (Some(module), Some(function), Some(arguments)) =
        (arguments[0].as_atom(), arguments[1].as_atom(), list)
    else {
        return Err(Raise::badarg());
    };
    Ok(spawn(context, State::Starting { module, function, arguments }, options))
}

fn spawn_fun_with(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let options = Options::read(context, arguments[1])?;
    spawn_fun(context, arguments[0], options)
}

fn spawn_named_with(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let options = Options::read(context, arguments[3])?;
    spawn_named(context, &arguments[..3], options)
}

fn spawn(context: &mut Context, state: State, options: Options) -> Value {
    let parent = context.process.id;
    let leader = context.process.group_leader;
    let id = context.system.spawn(state, leader, Some(parent));
    let pid = Value::pid(id);
    let child = context.system.processes.get_mut(&id).expect("it has just been made");
    if let Some(priority) = options.priority {
        child.priority = priority;
    }
    child.flags.extend(options.flags);
    if options.link {
        child.links.insert(parent);
        context.process.links.insert(id);
    }
    if !options.monitor {
        return pid;
    }
    let monitor_options = options.monitor_options.unwrap_or_default();
    let reference = match options.reference {
        Some(reference) => start_monitor_as(context, reference, id, pid, monitor_options),
        None => start_monitor(context, id, pid, monitor_options),
    };
    context.heap.tuple(&[pid, reference])
}

/// Who wants to be told of a request to spawn.
struct Reply {
    tag: Value,
    success: bool,
    error: bool,
}

/// `badarg` and `badopt` are results, which `erlang:spawn_request/4` turns into exceptions. A single
/// option that is wrong is told by a message, as anything else that goes wrong would be.
fn spawn_request(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let list = context.heap.proper_list(arguments[2]);
    let (Some(module), Some(function), Some(values)) =
        (arguments[0].as_atom(), arguments[1].as_atom(), list)
    else {
        return Ok(atoms::badarg.into());
    };
    let bad_option = Value::atom(Atom::new("badopt"));
    let Some(options) = context.heap.proper_list(arguments[3]) else { return Ok(bad_option) };
    let tag = Value::atom(Atom::new("spawn_reply"));
    let mut reply = Reply { tag, success: true, error: true };
    let (rest, is_right) = read_reply_options(context, options, &mut reply);
    let reference = context.system.new_reference();
    let rest = context.heap.list(&rest);
    let me = context.process.id;
    let answer = |context: &mut Context, what: Atom, value: Value| {
        let message =
            context.heap.tuple(&[reply.tag, Value::reference(reference), what.into(), value]);
        context.system.send(me, message);
    };
    match Options::read(context, rest) {
        Ok(options) if is_right => {
            let id = context.system.next_process;
            if reply.success {
                answer(context, atoms::ok, Value::pid(id));
            }
            let state = State::Starting { module, function, arguments: values };
            spawn(context, state, Options { reference: Some(reference), ..options });
        }
        _ if reply.error => answer(context, atoms::error, bad_option),
        _ => {}
    }
    Ok(Value::reference(reference))
}

/// The options that are not about the reply, and whether those that are make sense.
fn read_reply_options(
    context: &Context,
    options: Vec<Value>,
    reply: &mut Reply,
) -> (Vec<Value>, bool) {
    let (mut rest, mut is_right) = (Vec::new(), true);
    for option in options {
        let (key, value) = match context.heap.as_tuple(option) {
            Some(&[key, value]) => (key.as_atom().map(Atom::name), value),
            _ => (None, Value::NIL),
        };
        match (key, value.as_atom().map(Atom::name)) {
            (Some("reply_tag"), _) => reply.tag = value,
            (Some("reply"), Some("yes")) => (reply.success, reply.error) = (true, true),
            (Some("reply"), Some("no")) => (reply.success, reply.error) = (false, false),
            (Some("reply"), Some("success_only")) => (reply.success, reply.error) = (true, false),
            (Some("reply"), Some("error_only")) => (reply.success, reply.error) = (false, true),
            (Some("reply"), _) => is_right = false,
            _ => rest.push(option),
        }
    }
    (rest, is_right)
}

/// Requests are granted at once, so there is none to abandon.
fn abandon_spawn_request(_: &mut Context, arguments: &[Value]) -> NativeResult {
    arguments[0].as_reference().map(|_| Value::FALSE).ok_or_else(Raise::badarg)
}

// ---- sending ----

/// Where a message goes. `None`: to nobody, which is fine.
fn recipient(context: &mut Context, to: Value) -> Result<Option<ProcessId>, Raise> {
    if let Some(id) = to.as_pid() {
        return Ok(Some(id));
    }
    if let Some(name) = to.as_atom() {
        return context.system.whereis(name).map(Some).ok_or_else(Raise::badarg);
    }
    if let Some(reference) = to.as_reference() {
        return Ok(through_alias(context, reference));
    }
    if let Some(&[name, node]) = context.heap.as_tuple(to) {
        let (Some(name), Some(node)) = (name.as_atom(), node.as_atom()) else {
            return Err(Raise::badarg());
        };
        let is_here = node == atoms::nonode_nohost;
        return Ok(context.system.whereis(name).filter(|_| is_here));
    }
    match context.heap.foreign_term(to) {
        // Processes of other nodes are out of reach, as they are without a network.
        Some(term::Term::Pid(_) | term::Term::Reference(_)) => Ok(None),
        _ => Err(Raise::badarg()),
    }
}

fn through_alias(context: &mut Context, reference: u64) -> Option<ProcessId> {
    let open = |aliases: &mut std::collections::BTreeMap<u64, AliasKind>| {
        let kind = *aliases.get(&reference)?;
        if kind == AliasKind::Once {
            aliases.remove(&reference);
        }
        Some(kind)
    };
    if let Some(kind) = open(&mut context.process.aliases) {
        if kind == AliasKind::Once {
            stop_monitor(context, reference);
        }
        return Some(context.process.id);
    }
    let (id, kind, monitor) = context.system.processes.values_mut().find_map(|process| {
        let kind = open(&mut process.aliases)?;
        let monitor = (kind == AliasKind::Once).then(|| process.monitors.remove(&reference));
        Some((process.id, kind, monitor.flatten()))
    })?;
    if let (AliasKind::Once, Some(monitor)) = (kind, monitor) {
        forget_watcher(context, monitor.target, reference);
    }
    Some(id)
}

fn send(context: &mut Context, arguments: &[Value]) -> NativeResult {
    if let Some(to) = recipient(context, arguments[0])? {
        context.system.send(to, arguments[1]);
    }
    Ok(arguments[1])
}

fn send_with_options(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let options = context.heap.proper_list(arguments[2]).ok_or_else(Raise::badarg)?;
    let is_known = |option: &Value| {
        matches!(option.as_atom().map(Atom::name), Some("nosuspend" | "noconnect"))
    };
    if !options.iter().all(is_known) {
        return Err(Raise::badarg());
    }
    send(context, &arguments[..2])?;
    Ok(Value::OK)
}

fn send_no_suspend(context: &mut Context, arguments: &[Value]) -> NativeResult {
    send(context, &arguments[..2])?;
    Ok(Value::TRUE)
}

fn exit_signal(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let from = context.process.pid();
    let to = process_id(arguments[0])?;
    let signal = Signal::Exit { from, to, reason: arguments[1], linked: false };
    context.system.signals.push_back(signal);
    Ok(Value::TRUE)
}

// ---- links ----

fn link(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let other = process_id(arguments[0])?;
    let me = context.process.id;
    if other == me {
        return Ok(Value::TRUE);
    }
    match context.system.processes.get_mut(&other) {
        Some(process) => {
            process.links.insert(me);
            context.process.links.insert(other);
            Ok(Value::TRUE)
        }
        None if context.process.traps_exits => {
            context.process.links.insert(other);
            context.system.signals.push_back(Signal::Exit {
                from: arguments[0],
                to: me,
                reason: atoms::noproc.into(),
                linked: true,
            });
            Ok(Value::TRUE)
        }
        None => Err(Raise::error(atoms::noproc)),
    }
}

fn unlink(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let other = process_id(arguments[0])?;
    context.process.links.remove(&other);
    if let Some(process) = context.system.processes.get_mut(&other) {
        process.links.remove(&context.process.id);
    }
    Ok(Value::TRUE)
}

// ---- monitors and aliases ----

#[derive(Default)]
struct MonitorOptions {
    alias: Option<AliasKind>,
    tag: Option<Value>,
}

impl MonitorOptions {
    fn read(context: &Context, list: Value) -> Result<MonitorOptions, Raise> {
        let mut options = MonitorOptions::default();
        for element in context.heap.proper_list(list).ok_or_else(Raise::badarg)? {
            let Some(&[key, value]) = context.heap.as_tuple(element) else {
                return Err(Raise::badarg());
            };
            match (key.as_atom().map(Atom::name), value.as_atom().map(Atom::name)) {
                (Some("alias"), Some("explicit_unalias")) => {
                    options.alias = Some(AliasKind::Explicit);
                }
                (Some("alias"), Some("demonitor")) => options.alias = Some(AliasKind::WithMonitor),
                (Some("alias"), Some("reply_demonitor")) => options.alias = Some(AliasKind::Once),
                (Some("tag"), _) => options.tag = Some(value),
                _ => return Err(Raise::badarg()),
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

fn monitor_thing(context: &mut Context, arguments: &[Value], options: MonitorOptions) -> NativeResult {
    match arguments[0].as_atom().map(Atom::name) {
        Some("process") => {}
        // The offset of virtual time never changes.
        Some("time_offset") if arguments[1].as_atom().map(Atom::name) == Some("clock_service") => {
            return make_ref(context, &[]);
        }
        _ => return Err(Raise::badarg()),
    }
    let (target, shown) = monitored(context, arguments[1])?;
    Ok(start_monitor(context, target, shown, options))
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
    let shown = context.heap.tuple(&[name.into(), node]);
    let target = context.system.whereis(name).filter(|_| node == here).unwrap_or(0);
    Ok((target, shown))
}

fn start_monitor(
    context: &mut Context,
    target: ProcessId,
    shown: Value,
    options: MonitorOptions,
) -> Value {
    let reference = context.system.new_reference();
    start_monitor_as(context, reference, target, shown, options)
}

fn start_monitor_as(
    context: &mut Context,
    reference: ReferenceId,
    target: ProcessId,
    shown: Value,
    options: MonitorOptions,
) -> Value {
    let me = context.process.id;
    if let Some(kind) = options.alias {
        context.process.aliases.insert(reference, kind);
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
            let is_elsewhere = context.heap.as_tuple(shown).is_some_and(|elements| {
                elements[1] != Value::atom(atoms::nonode_nohost)
            });
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
    }
    let Some(monitor) = context.process.monitors.remove(&reference) else { return false };
    forget_watcher(context, monitor.target, reference);
    true
}

fn demonitor(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let Some(reference) = arguments[0].as_reference() else {
        return if context.heap.foreign_term(arguments[0]).is_some() {
            Ok(Value::TRUE)
        } else {
            Err(Raise::badarg())
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
    let is_it = |message: &Value| {
        matches!(context.heap.as_tuple(*message), Some(&[_, second, _, _, _]) if second == reference)
    };
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
    context.process.aliases.insert(reference, kind);
    Ok(Value::reference(reference))
}

fn unalias(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let reference = arguments[0].as_reference().ok_or_else(Raise::badarg)?;
    Ok(Value::bool(context.process.aliases.remove(&reference).is_some()))
}

// ---- names ----

fn register(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let name = arguments[0].as_atom().ok_or_else(Raise::badarg)?;
    let id = process_id(arguments[1])?;
    if name == atoms::undefined || context.system.names.contains_key(&name) {
        return Err(Raise::badarg());
    }
    let process = match context.system.processes.get_mut(&id) {
        Some(process) => process.as_mut(),
        None if id == context.process.id => &mut *context.process,
        None => return Err(Raise::badarg()),
    };
    if process.name.is_some() {
        return Err(Raise::badarg());
    }
    process.name = Some(name);
    context.system.names.insert(name, id);
    Ok(Value::TRUE)
}

fn unregister(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let name = arguments[0].as_atom().ok_or_else(Raise::badarg)?;
    let id = context.system.names.remove(&name).ok_or_else(Raise::badarg)?;
    match context.system.processes.get_mut(&id) {
        Some(process) => process.name = None,
        None => context.process.name = None,
    }
    Ok(Value::TRUE)
}

fn whereis(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let name = arguments[0].as_atom().ok_or_else(Raise::badarg)?;
    Ok(context.system.whereis(name).map_or(Value::UNDEFINED, Value::pid))
}

fn registered(context: &mut Context, _: &[Value]) -> NativeResult {
    let names: Vec<Value> = context.system.names.keys().map(|&name| name.into()).collect();
    Ok(context.heap.list(&names))
}

// ---- asking ----

fn is_process_alive(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let id = process_id(arguments[0])?;
    let is_alive = id == context.process.id
        || context.system.processes.get(&id).is_some_and(|process| process.exiting.is_none());
    Ok(Value::bool(is_alive))
}

/// The BEAM answers this one with a message.
fn is_process_alive_later(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let answer = is_process_alive(context, &arguments[..1])?;
    let message = context.heap.tuple(&[arguments[1], answer]);
    context.system.send(context.process.id, message);
    Ok(Value::OK)
}

fn processes(context: &mut Context, _: &[Value]) -> NativeResult {
    let mut ids: Vec<ProcessId> = context.system.processes.keys().copied().collect();
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
    match context.system.processes.get_mut(&id) {
        Some(process) => process.group_leader = leader,
        None if id == context.process.id => context.process.group_leader = leader,
        None => return Err(Raise::badarg()),
    }
    Ok(Value::TRUE)
}
