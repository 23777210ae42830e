//! Why does a process end, and where did that begin?
//!
//! A process that crashes takes those down that are linked to it, and these take others. What is to be
//! shown is the place where it began: the trace of the first one travels with the exit signals. That of a
//! process which `proc_lib` has started is not its last one: `proc_lib` catches what ends it, and exits in its
//! place.

use crate::library::Library;
use crate::process::{Process, State};
use crate::stacktrace::{self, Raising, Top};
use runtime::collect::Collection;
use runtime::{Class, Heap, Value};
use term::Atom;

#[derive(Clone, Copy)]
pub struct Ending {
    pub reason: Value,
    /// The trace of what was raised, in this process or in one that took others with it. `[]` if nothing
    /// was.
    pub trace: Value,
}

impl Ending {
    pub fn visit(&mut self, collection: &mut Collection) {
        collection.visit(&mut self.reason);
        collection.visit(&mut self.trace);
    }

    /// Of a process that has raised what nobody catches. `reason` is what others are told.
    pub fn raised(
        heap: &mut Heap,
        library: &mut Library,
        process: &Process,
        reason: Value,
        trace: Value,
    ) -> Ending {
        let own = Ending { reason, trace };
        let Some(caught) = process.caught_exit.filter(|caught| caught.reason == reason) else {
            return own;
        };
        let frames = stacktrace::build(heap, library, trace);
        if first_module(heap, frames).is_some_and(is_proc_lib) { caught } else { own }
    }

    /// The stack to show for a process that an exit signal has ended: where somebody else crashed. If that
    /// was in the midst of OTP's own servers (`init/1` returned `{stop, Reason}`), where this one was.
    pub fn stack(self, heap: &mut Heap, library: &mut Library, process: &Process) -> Value {
        let told = stack_in_reason(heap, self.reason);
        let theirs = told.unwrap_or_else(|| stacktrace::build(heap, library, self.trace));
        if is_of_program(heap, theirs) {
            return theirs;
        }
        let at = match process.state {
            State::Waiting { code, pc, .. } => Some((code, pc)),
            State::Running { code, pc, .. } => Some((code, pc.saturating_sub(1))),
            _ => None,
        };
        let (class, raiser) = (Class::Exit, trace::Raiser::Signal);
        let signal = Raising { class, reason: self.reason, raiser, operation: None, within: None };
        let own = stacktrace::capture(heap, process, at, signal, Top::Function);
        let own = stacktrace::build(heap, library, own);
        if theirs.is_nil() || is_of_program(heap, own) { own } else { theirs }
    }
}

impl From<Value> for Ending {
    fn from(reason: Value) -> Ending {
        Ending { reason, trace: Value::NIL }
    }
}

/// `{Reason, Stack}`, which is what an error becomes for those who are told of it.
fn stack_in_reason(heap: &Heap, reason: Value) -> Option<Value> {
    let &[_, stack] = heap.as_tuple(reason)? else { return None };
    first_module(heap, stack).map(|_| stack)
}

/// Is anybody in it who is not one of OTP's own servers?
fn is_of_program(heap: &Heap, stack: Value) -> bool {
    modules(heap, stack).any(|module| !is_server(module))
}

fn first_module(heap: &Heap, stack: Value) -> Option<Atom> {
    modules(heap, stack).next()
}

/// The modules of the frames of a stack.
fn modules(heap: &Heap, stack: Value) -> impl Iterator<Item = Atom> {
    let frames = heap.proper_list(stack).unwrap_or_default();
    frames.into_iter().map_while(|frame| match heap.as_tuple(frame) {
        Some(&[module, function, _, _]) if function.is_atom() => module.as_atom(),
        _ => None,
    })
}

fn is_proc_lib(module: Atom) -> bool {
    module.name() == "proc_lib"
}

/// Those that call the program back.
fn is_server(module: Atom) -> bool {
    let servers = [
        "erlang",
        "gen",
        "gen_event",
        "gen_server",
        "gen_statem",
        "supervisor",
        "supervisor_bridge",
    ];
    is_proc_lib(module) || servers.contains(&module.name())
}
