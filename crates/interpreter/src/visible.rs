//! What of a process can others see? Which built-ins send, or look at and change what all share.
//!
//! What two processes look at is an object, as fine as a key. That two objects are taken for one costs runs
//! and misses nothing.

use crate::process::AliasKind;
use crate::process::{Process, ProcessId};
use crate::services::{self, FIRST_SPAWNED};
use crate::system::{FIRST_TIMER, Journal, OnItsWay, Signal, System, Visible, strikes};
use runtime::{Heap, Value};
use rustc_hash::FxHasher;
use schedules::{Access, Object, Step};
use std::hash::{Hash, Hasher};
use term::{Atom, atoms};
use trace::Blur;

const NAMES: u64 = 1;
const ALIVE: u64 = 2;
/// The names of each process.
const NAMES_OF: u64 = 3;
/// Who has asked to be told of the end of each process.
const TIES_OF: u64 = 4;
const TRAPS: u64 = 5;
const TIMERS: u64 = 6;
const TERMS: u64 = 7;
/// Which tables there are.
const ALL_TABLES: u64 = 8;
/// Everything else that is asked about processes.
const OTHERS: u64 = 9;
/// Whom each process is linked to, as it knows.
const LINKS_OF: u64 = 10;
/// Monitors and aliases that still count.
const REFERENCES: u64 = 11;
/// Whether there is such a process, be it about to end.
const EXISTS: u64 = 12;

fn hash(what: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    what.hash(&mut hasher);
    hasher.finish()
}

/// A call of a built-in, before it is made.
pub struct Call<'a> {
    pub heap: &'a Heap,
    pub process: &'a Process,
    pub module: Atom,
    pub function: Atom,
    pub arguments: &'a [Value],
}

/// What others see of the call, if they see anything. The journal may be opened by it.
pub fn of(call: &Call, system: &mut System) -> Option<Visible> {
    match call.module.name() {
        "erlang" | "erts_internal" => of_processes(call, system),
        "ets" => of_tables(call, system),
        "persistent_term" => Some(of_terms(call)),
        "atomics" | "counters" => of_arrays(call),
        // What they share is not followed.
        "os" | "code" | "erl_prim_loader" | "init" => {
            journal(system).blur(Blur::Questions);
            None
        }
        _ => None,
    }
}

fn journal(system: &mut System) -> &mut Journal {
    system.signals.journal.as_deref_mut().expect("somebody notes")
}

fn of_processes(call: &Call, system: &mut System) -> Option<Visible> {
    let Call { process, arguments, .. } = *call;
    let me = process.id;
    let (read, write) = (Access::read, Access::write);
    let plain = |accesses| Some(Visible::plain(accesses));
    let row = |group, value: Value| Object::row(group, value.as_pid().unwrap_or(0));
    let mut blur = |why| journal(system).blur(why);
    match call.function.name() {
        "spawn" | "spawn_link" | "spawn_monitor" | "spawn_opt" | "spawn_request" => {
            let child = system.processes.next_id();
            let journal = journal(system);
            journal.open();
            let step = Step::Spawn(journal.child(process, child));
            if let Some(label) = label(call) {
                journal.label(child, label);
            }
            Some(Visible { step, accesses: Vec::new(), flushes: None })
        }
        "send_after" | "start_timer" => {
            let reference = system.numbers.next_reference();
            let journal = journal(system);
            journal.open();
            if !is_short(call, journal.short) {
                // It could go off before it is cancelled, if others are slow.
                journal.blur(Blur::LongWait);
                return plain(vec![]);
            }
            let step = Step::Spawn(journal.timer(process, reference));
            Some(Visible { step, accesses: Vec::new(), flushes: None })
        }
        "cancel_timer" | "read_timer" => {
            let timer = arguments[0].as_reference().unwrap_or(0);
            plain(vec![write(Object::row(TIMERS, timer))])
        }
        "!" | "send" | "send_nosuspend" => of_sending(call, system),
        "exit" | "exit_signal" if arguments.len() == 2 => plain(vec![]),
        "link" => {
            let other = arguments[0].as_pid().unwrap_or(0);
            plain(vec![write(Object::cell(LINKS_OF, me, other)), read(Object::row(EXISTS, other))])
        }
        "unlink" => {
            let other = arguments[0].as_pid().unwrap_or(0);
            plain(vec![write(Object::cell(LINKS_OF, me, other))])
        }
        "monitor" => {
            let item = *arguments.get(1)?;
            let name = match call.heap.as_tuple(item) {
                Some(&[name, _]) => name.as_atom(),
                _ => item.as_atom(),
            };
            let name = name.filter(|name| !is_service_name(*name, system));
            plain(name.map(|name| read(Object::row(NAMES, hash(name)))).into_iter().collect())
        }
        "demonitor" | "unalias" => {
            let reference = arguments[0].as_reference().unwrap_or(0);
            plain(vec![write(Object::row(REFERENCES, reference))])
        }
        "process_flag" if arguments.len() == 2 => {
            let is_trap = arguments[0].as_atom().is_some_and(|name| name.name() == "trap_exit");
            if !is_trap {
                return None;
            }
            if let Some(traps) = arguments[1].as_bool() {
                journal(system).sets_trap(process, traps);
            }
            plain(vec![write(Object::row(TRAPS, me))])
        }
        "register" => {
            if arguments[1].as_pid() != Some(me) {
                blur(Blur::Names);
            }
            let name = arguments[0].as_atom().map_or(0, hash);
            let owner = arguments[1].as_pid().unwrap_or(0);
            if let Some(name) = arguments[0].as_atom() {
                journal(system).label(owner, name.name().to_owned());
            }
            plain(vec![
                write(Object::row(NAMES, name)),
                write(Object::cell(NAMES_OF, owner, name)),
                read(Object::row(EXISTS, owner)),
            ])
        }
        "unregister" => {
            if arguments[0].as_atom().is_none_or(|name| process.name != Some(name)) {
                blur(Blur::Names);
            }
            let name = arguments[0].as_atom().map_or(0, hash);
            plain(vec![write(Object::row(NAMES, name)), write(Object::column(NAMES_OF, name))])
        }
        "whereis" => {
            let name = arguments[0].as_atom()?;
            (!is_service_name(name, system))
                .then(|| Visible::plain(vec![read(Object::row(NAMES, hash(name)))]))
        }
        "registered" => plain(vec![read(Object::whole(NAMES))]),
        "is_process_alive" => {
            let asked = arguments[0].as_pid();
            let accesses = vec![read(row(ALIVE, arguments[0]))];
            Some(Visible { step: Step::Plain, accesses, flushes: asked })
        }
        "process_info" if is_about_itself(call) => None,
        "processes" | "process_info" | "suspend_process" | "resume_process"
        | "check_process_code" | "garbage_collect" | "process_display" => {
            blur(Blur::Questions);
            plain(vec![read(Object::whole(ALIVE)), write(Object::whole(OTHERS))])
        }
        "group_leader" if arguments.len() == 2 => {
            blur(Blur::Questions);
            plain(vec![write(Object::whole(OTHERS))])
        }
        _ => None,
    }
}

/// Which function a process is spawned for. Of one that OTP starts: which kind of server, and the module that it
/// calls back.
fn label(call: &Call) -> Option<String> {
    let Call { heap, arguments, .. } = *call;
    let named = |function: Value, arguments: Value| {
        let arity = heap.proper_list(arguments)?.len();
        Some(format!("{}/{arity}", function.as_atom()?.name()))
    };
    let &[module, function, given, ..] = arguments else { return None };
    let is = |value: Value, name: &str| value.as_atom().is_some_and(|atom| atom.name() == name);
    let given_to = heap.proper_list(given)?;
    let inner = (is(module, "proc_lib") && is(function, "init_p")).then_some(&given_to[..]);
    let Some(&[_, _, inner_module, inner_function, inner_given]) = inner else {
        return named(function, given);
    };
    if !(is(inner_module, "gen") && is(inner_function, "init_it")) {
        return named(inner_function, inner_given);
    }
    let of_server = heap.proper_list(inner_given)?;
    let kind = of_server.first()?.as_atom()?;
    let callback = of_server.get(of_server.len().checked_sub(3)?)?.as_atom()?;
    Some(format!("{} {}", kind.name(), callback.name()))
}

/// May the timer go off at any time?
fn is_short(call: &Call, short: u64) -> bool {
    let time = call.heap.as_i64(call.arguments[0]);
    let is_relative = call.arguments.get(3).is_none_or(|options| options.is_nil());
    time.is_some_and(|time| is_relative && time <= short as i64)
}

fn is_service_name(name: Atom, system: &System) -> bool {
    let is_service = |id: ProcessId| id < FIRST_SPAWNED;
    services::stranger(name).is_some() || system.processes.named(name).is_some_and(is_service)
}

fn of_sending(call: &Call, system: &mut System) -> Option<Visible> {
    let to = call.arguments[0];
    if let Some(id) = to.as_pid() {
        return (id >= FIRST_SPAWNED).then(|| Visible::plain(vec![]));
    }
    let name = match call.heap.as_tuple(to) {
        Some(&[name, _]) => name.as_atom(),
        _ => to.as_atom(),
    };
    match name {
        Some(name) if is_service_name(name, system) => None,
        Some(name) => Some(Visible::plain(vec![Access::read(Object::row(NAMES, hash(name)))])),
        None => Some(Visible::plain(vec![])),
    }
}

/// What a process is told about itself that nobody else has a hand in.
const OWN_ITEMS: [&str; 14] = [
    "current_function",
    "current_stacktrace",
    "dictionary",
    "error_handler",
    "garbage_collection",
    "heap_size",
    "initial_call",
    "memory",
    "min_heap_size",
    "priority",
    "reductions",
    "stack_size",
    "total_heap_size",
    "trap_exit",
];

/// Does a process ask for what only itself has made so? Its name is that as well, as long as nobody else gives
/// or takes names: then [`Blur::Names`] says so.
fn is_about_itself(call: &Call) -> bool {
    let &[who, item] = call.arguments else { return false };
    let is_own = |item: Value| {
        let name = item.as_atom().map(Atom::name);
        let key = call.heap.as_tuple(item).and_then(|pair| pair.first()?.as_atom());
        name.is_some_and(|name| name == "registered_name" || OWN_ITEMS.contains(&name))
            || key.is_some_and(|key| key.name() == "dictionary")
    };
    let is_all_own = match call.heap.proper_list(item) {
        Some(items) => items.into_iter().all(is_own),
        None => is_own(item),
    };
    who.as_pid() == Some(call.process.id) && is_all_own
}

/// Which object of a table is asked for, where that can be told.
fn table(call: &Call) -> Option<u64> {
    let table = *call.arguments.first()?;
    let name = table.as_atom().map(hash).or_else(|| table.as_reference().map(hash))?;
    Some(hash((ALL_TABLES, name)))
}

fn of_tables(call: &Call, system: &mut System) -> Option<Visible> {
    let arguments = call.arguments;
    let (read, write) = (Access::read, Access::write);
    if arguments.first().and_then(|name| name.as_atom()).is_some_and(|name| name.name() == "ac_tab")
    {
        return None;
    }
    let group = table(call);
    let cell = |key: Value| {
        let key = hash(call.heap.to_term(key));
        group.map_or(Object::whole(ALL_TABLES), |group| Object::row(group, key))
    };
    let all = group.map_or(Object::whole(ALL_TABLES), Object::whole);
    let access = match (call.function.name(), arguments.len()) {
        ("lookup" | "member", 2) | ("lookup_element", 3 | 4) => read(cell(arguments[1])),
        ("take" | "delete", 2) => write(cell(arguments[1])),
        ("update_counter" | "update_element", 3 | 4) => write(cell(arguments[1])),
        ("insert" | "insert_new", 2) => {
            let place = system.shared.tables.get(arguments[0]).map(|table| table.key_position);
            let object = call.heap.as_tuple(arguments[1]);
            match (place, object) {
                (Some(place), Some(object)) if place <= object.len() && place > 0 => {
                    write(cell(object[place - 1]))
                }
                _ => write(all),
            }
        }
        ("new", _) => {
            journal(system).owners.insert(call.process.id);
            return Some(Visible::plain(vec![write(all), write(Object::whole(ALL_TABLES))]));
        }
        ("whereis" | "info" | "all", _) => {
            journal(system).blur(Blur::Tables);
            return Some(Visible::plain(vec![read(all), read(Object::whole(ALL_TABLES))]));
        }
        ("delete" | "give_away" | "rename" | "setopts", _) => {
            journal(system).blur(Blur::Tables);
            return Some(Visible::plain(vec![write(all), write(Object::whole(ALL_TABLES))]));
        }
        ("match_spec_compile" | "is_compiled_ms" | "match_spec_run_r", _) => return None,
        ("first" | "last" | "next" | "prev" | "select_count" | "match_object" | "match", _)
        | ("select" | "select_reverse" | "first_lookup" | "last_lookup", 2 | 3)
            if group.is_some() =>
        {
            read(all)
        }
        _ => {
            journal(system).blur(Blur::Tables);
            write(all)
        }
    };
    Some(Visible::plain(vec![access]))
}

fn of_terms(call: &Call) -> Visible {
    let key = |value: Value| Object::row(TERMS, hash(call.heap.to_term(value)));
    let access = match (call.function.name(), call.arguments) {
        ("get", [name] | [name, _]) => Access::read(key(*name)),
        ("put" | "erase" | "put_new", [name, ..]) => Access::write(key(*name)),
        ("get" | "info", _) => Access::read(Object::whole(TERMS)),
        _ => Access::write(Object::whole(TERMS)),
    };
    Visible::plain(vec![access])
}

fn of_arrays(call: &Call) -> Option<Visible> {
    let array = call.arguments.first()?.as_reference()?;
    let object = Object::row(hash((OTHERS, array)), 0);
    let is_read = matches!(call.function.name(), "get" | "info");
    Some(Visible::plain(vec![Access { object, writes: !is_read }]))
}

/// What others see of the end of a process.
pub fn of_end(process: &Process) -> Visible {
    let mut visible = of_leaving(process);
    visible.step = Step::End;
    visible.accesses.push(Access::write(Object::cell(ALIVE, process.id, process.id)));
    visible
}

/// What others see of what a process does that an exit signal has ended.
pub fn of_leaving(process: &Process) -> Visible {
    let me = process.id;
    let write = Access::write;
    let mut accesses = vec![write(Object::row(EXISTS, me)), write(Object::row(NAMES_OF, me))];
    accesses.extend(process.name.map(|name| write(Object::row(NAMES, hash(name)))));
    // What it tells others and what requests that came too late tell them leaves in its name.
    accesses.push(Access::read(Object::row(TIES_OF, me)));
    Visible::plain(accesses)
}

/// Several may want to end a process: in which order makes no difference, but that it has ended does, and to
/// whom it was tied by then.
fn accesses_of_ending(process: ProcessId, who: ProcessId) -> [Access; 2] {
    [Access::write(Object::cell(ALIVE, process, who)), Access::read(Object::row(TIES_OF, process))]
}

/// What comes of a signal that is delivered.
pub struct Delivery {
    pub accesses: Vec<Access>,
    /// It ends the process.
    pub strikes: bool,
    /// It becomes a message, if it does not end the process.
    pub is_heard: bool,
}

/// What others see of the delivery of a signal, where that is more than a message in a mailbox. Nobody is tied
/// to one that `is_gone` any more: what it was told before is taken for true.
pub fn of_delivery(
    process: &Process,
    sent: &OnItsWay,
    journal: &Journal,
    is_gone: bool,
) -> Option<Delivery> {
    let to = process.id;
    let (read, write) = (Access::read, Access::write);
    let tie = |from: u64| write(Object::cell(TIES_OF, to, from));
    let alive = read(Object::row(ALIVE, to));
    let quiet = |accesses| Some(Delivery { accesses, strikes: false, is_heard: false });
    match &sent.signal {
        Signal::Message { .. } | Signal::NoLink { .. } => None,
        Signal::Down { .. } if sent.from == to => None,
        Signal::ToAlias { alias, .. } => {
            let object = Object::row(REFERENCES, *alias);
            let kind = process.aliases.get(alias);
            let accesses = vec![match kind {
                Some(AliasKind::Explicit | AliasKind::WithMonitor) => read(object),
                Some(AliasKind::Once) | None => write(object),
            }];
            Some(Delivery { accesses, strikes: false, is_heard: kind.is_some() })
        }
        Signal::Down { reference, .. } => {
            let accesses = vec![write(Object::row(REFERENCES, *reference))];
            let is_heard = process.monitors.contains_key(reference);
            Some(Delivery { accesses, strikes: false, is_heard })
        }
        Signal::Link { from, .. } => {
            quiet(vec![write(Object::cell(LINKS_OF, to, *from)), tie(*from), alive])
        }
        Signal::Monitor { reference, .. } => quiet(vec![tie(hash((1, reference))), alive]),
        Signal::Exit { from, ending, linked, .. } => {
            let is_kill = ending.reason == Value::atom(atoms::kill) && !linked;
            let can_end = is_kill
                || ending.reason != Value::atom(atoms::normal)
                || (!linked && *from == process.pid());
            let mut accesses = Vec::new();
            if *linked {
                accesses.push(read(Object::cell(LINKS_OF, to, sent.from)));
            }
            if !is_kill {
                accesses.push(read(Object::row(TRAPS, to)));
            }
            if is_kill || (can_end && !journal.surely_traps(process, sent.number)) {
                accesses.extend(accesses_of_ending(to, hash((2, sent.from))));
            }
            let counts = !linked || is_gone || process.links.contains(&sent.from);
            let strikes = counts && strikes(process, *from, ending, *linked);
            let is_heard = counts && !strikes && process.traps_exits;
            Some(Delivery { accesses, strikes, is_heard })
        }
    }
}

/// What a timer changes when it goes off.
pub fn of_timer(reference: u64) -> Vec<Access> {
    debug_assert!(reference < FIRST_TIMER);
    vec![Access::write(Object::row(TIMERS, reference))]
}

/// Would others see this call? Nothing is noted.
pub fn is_seen(call: &Call, system: &System) -> bool {
    let Call { heap, arguments, .. } = *call;
    let first = arguments.first().copied();
    match (call.module.name(), call.function.name()) {
        ("erlang" | "erts_internal", "!" | "send" | "send_nosuspend") => {
            let to = arguments[0];
            let name = match heap.as_tuple(to) {
                Some(&[name, _]) => name.as_atom(),
                _ => to.as_atom(),
            };
            let is_service = |name| is_service_name(name, system);
            to.as_pid().is_none_or(|id| id >= FIRST_SPAWNED) && !name.is_some_and(is_service)
        }
        ("erlang" | "erts_internal", "exit" | "exit_signal" | "group_leader") => {
            arguments.len() == 2
        }
        ("erlang" | "erts_internal", "process_info") => !is_about_itself(call),
        ("erlang" | "erts_internal", "process_flag") => {
            let name = first.and_then(|name| name.as_atom());
            arguments.len() == 2 && name.is_some_and(|name| name.name() == "trap_exit")
        }
        ("erlang" | "erts_internal", "whereis") => {
            let name = first.and_then(|name| name.as_atom());
            name.is_some_and(|name| !is_service_name(name, system))
        }
        ("erlang" | "erts_internal", name) => ALWAYS_SEEN.contains(&name),
        ("ets", name) => {
            let is_settings =
                first.and_then(|name| name.as_atom()).is_some_and(|name| name.name() == "ac_tab");
            !is_settings && !ABOUT_MATCHING.contains(&name)
        }
        ("persistent_term", _) => true,
        ("atomics" | "counters", _) => first.is_some_and(|array| array.as_reference().is_some()),
        _ => false,
    }
}

const ABOUT_MATCHING: [&str; 3] = ["match_spec_compile", "is_compiled_ms", "match_spec_run_r"];

const ALWAYS_SEEN: [&str; 24] = [
    "spawn",
    "spawn_link",
    "spawn_monitor",
    "spawn_opt",
    "spawn_request",
    "send_after",
    "start_timer",
    "cancel_timer",
    "read_timer",
    "link",
    "unlink",
    "monitor",
    "demonitor",
    "unalias",
    "register",
    "unregister",
    "registered",
    "is_process_alive",
    "processes",
    "suspend_process",
    "resume_process",
    "check_process_code",
    "garbage_collect",
    "process_display",
];
