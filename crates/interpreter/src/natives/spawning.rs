//! Making processes: `spawn` in all its forms, and requests to spawn.

use super::monitors::{MonitorOptions, Watched, start_monitor};
use super::{Row, flags};
use crate::process::{ReferenceId, State};
use crate::system::Context;
use runtime::{NativeResult, Raise, Value};
use term::{Atom, atoms};

pub const NATIVES: &[Row] = &[
    ("erlang", "spawn", 1, |context, a| spawn_fun(context, a[0], SpawnOptions::default())),
    ("erlang", "spawn", 3, |context, a| spawn_named(context, a, SpawnOptions::default())),
    ("erlang", "spawn_link", 1, |context, a| spawn_fun(context, a[0], SpawnOptions::link())),
    ("erlang", "spawn_link", 3, |context, a| spawn_named(context, a, SpawnOptions::link())),
    ("erlang", "spawn_monitor", 1, spawn_fun_monitored),
    ("erlang", "spawn_opt", 2, spawn_fun_with),
    ("erlang", "spawn_opt", 4, spawn_named_with),
    ("erts_internal", "spawn_request", 4, spawn_request),
    ("erlang", "spawn_request_abandon", 1, abandon_spawn_request),
];

#[derive(Default)]
struct SpawnOptions {
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

impl SpawnOptions {
    fn link() -> SpawnOptions {
        SpawnOptions { link: true, ..SpawnOptions::default() }
    }

    fn monitor() -> SpawnOptions {
        SpawnOptions { monitor: true, ..SpawnOptions::default() }
    }

    fn read(context: &mut Context, list: Value) -> Result<SpawnOptions, Raise> {
        let bad_option = || Raise::badarg_because("badopt");
        let mut options = SpawnOptions::default();
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
fn spawn_fun(context: &mut Context, fun: Value, options: SpawnOptions) -> NativeResult {
    let concrete = context.heap.concrete(fun);
    if let Some(&[module, function]) = context.heap.as_tuple(concrete)
        && module.is_atom()
        && function.is_atom()
    {
        // A tuple in the place of a fun is long gone from the language, but fails only when called.
        let arguments = vec![fun, Value::NIL];
        let apply = Atom::new("apply");
        let state = State::Starting { module: atoms::erlang, function: apply, arguments };
        return Ok(spawn(context, state, options));
    }
    super::code::fun_arity(context, concrete).ok_or_else(Raise::badarg)?;
    let state = State::StartingFun { fun, arguments: Vec::new() };
    Ok(spawn(context, state, options))
}

fn spawn_fun_monitored(context: &mut Context, arguments: &[Value]) -> NativeResult {
    if super::code::fun_arity(context, context.heap.concrete(arguments[0])) != Some(0) {
        return Err(Raise::badarg());
    }
    spawn_fun(context, arguments[0], SpawnOptions::monitor())
}

fn spawn_named(context: &mut Context, arguments: &[Value], options: SpawnOptions) -> NativeResult {
    let list = context.heap.proper_list(arguments[2]);
    let names = [arguments[0], arguments[1]].map(|name| context.heap.concrete(name).as_atom());
    let ([Some(module), Some(function)], Some(given)) = (names, list) else {
        return Err(Raise::badarg());
    };
    let initial_call = (module, function, given.len());
    let state = match arguments[..2].iter().any(|name| name.is_symbolic()) {
        true => {
            let (module, function) = (atoms::erlang, Atom::new("apply"));
            State::Starting { module, function, arguments: arguments.to_vec() }
        }
        false => State::Starting { module, function, arguments: given },
    };
    let child = spawn(context, state, options);
    let pid = context.heap.as_tuple(child).map_or(child, |parts| parts[0]);
    if let Some(child) = pid.as_pid().and_then(|id| context.system.processes.parked_mut(id)) {
        child.initial_call = initial_call;
    }
    Ok(child)
}

fn spawn_fun_with(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let fun = context.heap.concrete(arguments[0]);
    super::code::fun_arity(context, fun).ok_or_else(Raise::badarg)?;
    let options = SpawnOptions::read(context, arguments[1])?;
    spawn_fun(context, arguments[0], options)
}

fn spawn_named_with(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let options = SpawnOptions::read(context, arguments[3])?;
    spawn_named(context, &arguments[..3], options)
}

fn spawn(context: &mut Context, state: State, options: SpawnOptions) -> Value {
    let parent = context.process.id;
    let leader = context.process.group_leader;
    let id = context.system.processes.spawn(state, leader, Some(context.process));
    let pid = Value::pid(id);
    let named = context.process.named_at();
    let child = context.system.processes.parked_mut(id).expect("it has just been made");
    child.named = named;
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
    let reference = options.reference.unwrap_or_else(|| context.system.numbers.new_reference());
    let child = Watched { target: Some(id), kind: atoms::process, shown: pid, is_new: true };
    let reference = start_monitor(context, reference, child, monitor_options);
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
    let reference = context.system.numbers.new_reference();
    let rest = context.heap.list(&rest);
    let me = context.process.id;
    let answer = |context: &mut Context, what: Atom, value: Value| {
        let message =
            context.heap.tuple(&[reply.tag, Value::reference(reference), what.into(), value]);
        context.system.signals.send(me, message);
    };
    match SpawnOptions::read(context, rest) {
        Ok(options) if is_right => {
            let id = context.system.processes.next_id();
            if reply.success {
                answer(context, atoms::ok, Value::pid(id));
            }
            let state = State::Starting { module, function, arguments: values };
            spawn(context, state, SpawnOptions { reference: Some(reference), ..options });
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
