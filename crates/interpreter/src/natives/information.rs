//! What can be asked about a process? `process_info`.
//!
//! What a process has here, it tells. Sizes of heaps and stacks, which only the BEAM's memory has, are
//! those of a process that has just begun.

use super::Row;
use super::dictionary;
use super::flags;
use crate::code::{Code, CodeId};
use crate::library::Library;
use crate::process::{Process, ProcessId, State};
use crate::stacktrace::{self, Raising, Top};
use crate::system::Context;
use core_erlang::Position;
use runtime::{Class, FunView, Heap, NativeResult, Raise, Value};
use term::{Atom, Term, atoms};
use trace::Raiser;

pub const NATIVES: &[Row] = &[
    ("erlang", "process_info", 1, process_info),
    ("erlang", "process_info", 2, process_info_items),
];

/// What `process_info/1` tells, in its order.
const USUAL: &[&str] = &[
    "registered_name",
    "current_function",
    "initial_call",
    "status",
    "message_queue_len",
    "links",
    "dictionary",
    "trap_exit",
    "error_handler",
    "priority",
    "group_leader",
    "total_heap_size",
    "heap_size",
    "stack_size",
    "reductions",
    "garbage_collection",
    "suspending",
];

/// Words in the heap of a process that has just begun.
pub const HEAP_WORDS: usize = 233;
/// Bytes, heap and all.
const PROCESS_BYTES: usize = 2640;
pub const BINARY_HEAP_WORDS: usize = 46422;

fn process_info(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let id = process_id(context, arguments[0])?;
    look_up(context, id);
    if !is_there(context, id) {
        return Ok(Value::UNDEFINED);
    }
    let mut pairs = Vec::new();
    for name in USUAL {
        let value = item(context, id, name, Value::NIL)?;
        // Only those that have a name tell it.
        if *name != "registered_name" || !value.is_nil() {
            pairs.push(context.heap.tuple(&[Value::atom(Atom::new(name)), value]));
        }
    }
    Ok(context.heap.list(&pairs))
}

fn process_info_items(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let id = process_id(context, arguments[0])?;
    let is_name_only = arguments[1] == Value::atom(Atom::new("registered_name"));
    if !is_name_only {
        look_up(context, id);
    }
    if !arguments[1].is_cons() && !arguments[1].is_nil() {
        let pair = tagged_item(context, id, arguments[1])?;
        let is_nameless = is_name_only
            && context.heap.as_tuple(pair).is_some_and(|elements| elements[1].is_nil());
        return Ok(match is_there(context, id) {
            false => Value::UNDEFINED,
            true if is_nameless => Value::NIL,
            true => pair,
        });
    }
    let items = context.heap.proper_list(arguments[1]).ok_or_else(Raise::badarg)?;
    let pairs: Result<Vec<Value>, Raise> =
        items.into_iter().map(|item| tagged_item(context, id, item)).collect();
    let pairs = pairs?;
    Ok(if is_there(context, id) { context.heap.list(&pairs) } else { Value::UNDEFINED })
}

/// Others answer for themselves, and whoever asks has to wait for that.
fn look_up(context: &mut Context, id: ProcessId) {
    if id == context.process.id {
        context.system.fetch_what_announces_itself(context.heap, context.process);
    } else {
        context.system.pause(context.heap, context.process);
        context.system.flush(context.heap, context.process, id);
    }
}

/// A process of this run, alive or not.
fn process_id(context: &Context, value: Value) -> Result<ProcessId, Raise> {
    match context.heap.foreign_term(value) {
        // One that this run has never had is as good as one that is gone.
        Some(Term::Pid(pid)) if pid.node == atoms::nonode_nohost => Ok(0),
        _ => value.as_pid().ok_or_else(Raise::badarg),
    }
}

fn is_there(context: &Context, id: ProcessId) -> bool {
    context
        .system
        .processes
        .find(context.process, id)
        .is_some_and(|process| process.exiting.is_none())
}

/// `{Item, Value}`. An item that does not exist is an error even if the process is gone.
fn tagged_item(context: &mut Context, id: ProcessId, item_value: Value) -> NativeResult {
    let (name, key) = match (item_value.as_atom(), context.heap.as_tuple(item_value)) {
        (Some(name), _) => (name, Value::NIL),
        // `{dictionary, Key}`, from OTP 26 on
        (_, Some(&[name, key])) if name == Value::atom(Atom::new("dictionary")) => {
            (Atom::new("dictionary key"), key)
        }
        _ => return Err(Raise::badarg()),
    };
    let id = if is_there(context, id) { id } else { context.process.id };
    let value = item(context, id, name.name(), key)?;
    Ok(context.heap.tuple(&[item_value, value]))
}

fn item(context: &mut Context, id: ProcessId, name: &str, key: Value) -> NativeResult {
    let at = place(context, id);
    let Context { heap, process, system, library, .. } = context;
    let is_current = system.processes.is_running(id);
    let current: &Process = process;
    let process = system.processes.find(current, id).ok_or_else(Raise::badarg)?;
    let tied = match name {
        "links" => system.links_of(current, process),
        "monitored_by" => system.watchers_of(current, process),
        _ => Vec::new(),
    };
    let about = About { heap, library, process, tied, at, is_current };
    about.item(name, key)
}

/// Where a process is: what it runs, and the operation it is at.
type CodeAt = Option<(CodeId, usize)>;

fn place(context: &Context, id: ProcessId) -> CodeAt {
    if id == context.process.id {
        return Some((context.at.code.id, context.at.pc.saturating_sub(1)));
    }
    match context.system.processes.parked(id)?.state {
        State::Running { code, pc, .. } | State::Waiting { code, pc, .. } => {
            Some((code, with_position(context.at.program.code(code), pc)))
        }
        _ => None,
    }
}

/// The operation at hand, or the nearest one that comes from somewhere in the source: waiting does
/// not.
fn with_position(code: &Code, pc: usize) -> usize {
    let is_known = |&place: &usize| code.position(place).is_some_and(|at| at.line > 0);
    let before = (0..=pc).rev().find(is_known);
    before.or_else(|| (pc..code.ops.len()).find(is_known)).unwrap_or(pc)
}

/// One process, and what it takes to tell about it.
struct About<'a> {
    heap: &'a mut Heap,
    library: &'a mut Library,
    process: &'a Process,
    /// To whom, if that is what is asked for.
    tied: Vec<ProcessId>,
    at: CodeAt,
    is_current: bool,
}

impl About<'_> {
    fn item(mut self, name: &str, key: Value) -> NativeResult {
        let process = self.process;
        let flag = |name| flags::get(process, name);
        Ok(match name {
            "registered_name" => process.name.map_or(Value::NIL, Value::atom),
            "current_function" => self.current_function(),
            "current_location" => self.current_location(),
            "current_stacktrace" => self.stacktrace(),
            "initial_call" => {
                let (module, function, arity) = process.initial_call;
                self.mfa(module, function, arity)
            }
            "status" => self.status(),
            "message_queue_len" => Value::index(process.mailbox.messages.len()),
            "messages" => {
                let messages: Vec<Value> = process.mailbox.messages.iter().copied().collect();
                self.heap.list(&messages)
            }
            "links" | "monitored_by" => {
                let tied = std::mem::take(&mut self.tied);
                self.pids(tied.into_iter())
            }
            "monitors" => self.monitors(),
            "dictionary" => dictionary::pairs(self.heap, process.dictionary),
            "dictionary key" if self.library.installation().release_number() >= 26 => {
                self.heap.map_get(process.dictionary, key).unwrap_or(Value::UNDEFINED)
            }
            "trap_exit" => process.traps_exits.into(),
            "priority" => process.priority.into(),
            "group_leader" => process.group_leader,
            "parent" => process.parent.map_or(Value::UNDEFINED, Value::pid),
            "reductions" => Value::index(process.reductions as usize),
            "suspending" => self.suspending(),
            "error_handler" | "fullsweep_after" | "min_heap_size" | "min_bin_vheap_size"
            | "message_queue_data" => flag(name),
            "max_heap_size" => flags::max_heap_size(self.heap, self.library, process),
            "garbage_collection" => self.garbage_collection(),
            "garbage_collection_info" => self.garbage_collection_info(),
            "total_heap_size" | "heap_size" => Value::index(HEAP_WORDS),
            "stack_size" => Value::index(process.frames.len() + 1),
            "memory" => Value::index(PROCESS_BYTES),
            "catchlevel" => Value::index(process.handlers.len()),
            "last_calls" => Value::FALSE,
            "binary" | "magic_ref" | "sequential_trace_token" => Value::NIL,
            "trace" => Value::index(0),
            "backtrace" => self.backtrace(),
            "async_dist" if self.library.installation().release_number() >= 26 => flag(name),
            _ => return Err(Raise::badarg()),
        })
    }

    fn mfa(&mut self, module: Atom, function: Atom, arity: usize) -> Value {
        self.heap.tuple(&[module.into(), function.into(), Value::index(arity)])
    }

    fn pids(&mut self, ids: impl Iterator<Item = ProcessId>) -> Value {
        let pids: Vec<Value> = ids.map(Value::pid).collect();
        self.heap.list(&pids)
    }

    fn status(&self) -> Value {
        let name = if self.process.suspended > 0 {
            "suspended"
        } else if self.is_current {
            "running"
        } else {
            match self.process.state {
                State::Waiting { .. } | State::Hibernating { .. } => "waiting",
                _ => "runnable",
            }
        };
        Atom::new(name).into()
    }

    /// `[{process, Pid}]`, or with `{Name, Node}` where it was a name that was asked for.
    /// The names of ports pass for names of processes here.
    fn monitors(&mut self) -> Value {
        let heap = &mut *self.heap;
        let monitors = self.process.monitors.values();
        let pairs: Vec<Value> = monitors
            .map(|monitor| {
                let is_named = heap.as_tuple(monitor.shown).is_some();
                let kind = if is_named { atoms::process } else { monitor.kind };
                heap.tuple(&[kind.into(), monitor.shown])
            })
            .collect();
        heap.list(&pairs)
    }

    /// `[{Pid, Times, WithoutEffectYet}]`
    fn suspending(&mut self) -> Value {
        let suspending = &self.process.suspending;
        let entries: Vec<Value> = suspending
            .iter()
            .map(|(&id, &times)| {
                self.heap.tuple(&[Value::pid(id), Value::index(times), Value::index(0)])
            })
            .collect();
        self.heap.list(&entries)
    }

    // ---- where it is ----

    /// Module, function and arity, and where in the source.
    fn current(&mut self) -> (Atom, Atom, usize, Option<Position>) {
        if let Some((code, pc)) = self.at {
            let code = self.library.program().code(code);
            let position = code.position(pc);
            return (code.module, code.name, code.parameters as usize, position);
        }
        match &self.process.state {
            State::Starting { module, function, arguments } => {
                (*module, *function, arguments.len(), None)
            }
            State::StartingFun { fun, .. } => match self.heap.fun(*fun) {
                Some(FunView::Closure { code, .. }) => {
                    let code = self.library.code(code);
                    (code.module, code.name, code.parameters as usize, None)
                }
                _ => (atoms::erlang, Atom::new("apply"), 2, None),
            },
            _ => (atoms::erlang, Atom::new("hibernate"), 3, None),
        }
    }

    fn current_function(&mut self) -> Value {
        let (module, function, arity, _) = self.current();
        self.mfa(module, function, arity)
    }

    fn current_location(&mut self) -> Value {
        let (module, function, arity, position) = self.current();
        let location = stacktrace::location(self.heap, self.library, module, position);
        let frame = [module.into(), function.into(), Value::index(arity), location];
        self.heap.tuple(&frame)
    }

    fn stacktrace(&mut self) -> Value {
        if self.at.is_none() {
            let frame = self.current_location();
            return self.heap.list(&[frame]);
        }
        let (class, reason, raiser) = (Class::Error, Value::NIL, Raiser::Unknown);
        let nothing = Raising { class, reason, raiser, operation: None, within: None };
        let raw = stacktrace::capture(self.heap, self.process, self.at, nothing, Top::Function);
        stacktrace::build(self.heap, self.library, raw)
    }

    /// For human eyes: on the BEAM it has addresses.
    fn backtrace(&mut self) -> Value {
        let (module, function, arity, _) = self.current();
        let text = format!("Program counter: {}:{}/{arity}\n", module.name(), function.name());
        self.heap.binary(text.as_bytes())
    }

    // ---- memory ----

    fn garbage_collection(&mut self) -> Value {
        let maximum = flags::max_heap_size(self.heap, self.library, self.process);
        let flag = |name| flags::get(self.process, name);
        let pairs = [
            ("max_heap_size", maximum),
            ("min_bin_vheap_size", flag("min_bin_vheap_size")),
            ("min_heap_size", flag("min_heap_size")),
            ("fullsweep_after", flag("fullsweep_after")),
            ("minor_gcs", Value::index(0)),
        ];
        self.pairs(&pairs)
    }

    fn garbage_collection_info(&mut self) -> Value {
        let pairs = [
            ("old_heap_block_size", 0),
            ("heap_block_size", HEAP_WORDS),
            ("mbuf_size", 0),
            ("recent_size", 0),
            ("stack_size", self.process.frames.len() + 1),
            ("old_heap_size", 0),
            ("heap_size", 0),
            ("bin_vheap_size", 0),
            ("bin_vheap_block_size", BINARY_HEAP_WORDS),
            ("bin_old_vheap_size", 0),
            ("bin_old_vheap_block_size", BINARY_HEAP_WORDS),
        ];
        self.pairs(&pairs.map(|(name, number)| (name, Value::index(number))))
    }

    fn pairs(&mut self, pairs: &[(&str, Value)]) -> Value {
        let pairs: Vec<Value> = pairs
            .iter()
            .map(|&(name, value)| self.heap.tuple(&[Value::atom(Atom::new(name)), value]))
            .collect();
        self.heap.list(&pairs)
    }
}
