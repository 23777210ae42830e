//! Is it the doing of the input that a process ends? See [`crate::system::Doings`]. Of what has come of that it is said that it is of the
//! input, so that nobody takes it for a mistake of the program.
//!
//! In a host all is the doing of the input that does not go through code of the program: OTP calls the callbacks, and
//! ends with what they answer. That a module of the program runs callbacks in another process is its own business:
//! there only what the input raises is.

use crate::machine::Machine;
use crate::process::{Process, State};
use crate::program::START;
use crate::stacktrace;
use core_erlang::FunctionName;
use runtime::{Class, Heap, Value};
use term::made_up_module::made_up_functions;
use term::{Atom, Closure, Term, atoms};
use trace::{Loser, Outcome, Raiser};

/// What is lost where a crash is left out that looks as if it came of what the input does elsewhere.
const ELSEWHERE: &str = "what follows from processes of the input";

/// Why a run is not followed to its end in which somebody waits.
const WAITING: &str = "waiting for what a process of the input does";

/// What others are told is not looked at if it is larger.
const LARGEST: usize = 10_000;

impl Machine {
    /// A module calls a function of a module that was made up, or by a name that the input has in it: then there may be no
    /// such module, or it may be one of OTP.
    pub(crate) fn note_host(&mut self, process: &mut Process, caller: Atom, module: Value) {
        if process.is_host || process.id == self.main || !self.library.is_of_otp(caller) {
            return;
        }
        let is_of_input = match module.as_atom() {
            Some(name) => made_up_functions(name).is_some() || self.is_foreign_and_given(name),
            None => true,
        };
        if is_of_input {
            self.be_host(process);
        }
    }

    /// The input raises something in a process. If nobody but OTP has called it there, all that comes of it is the doing of
    /// the input, whoever catches it.
    pub(crate) fn note_raising_host(&mut self, process: &mut Process) {
        if process.is_host || process.id == self.main {
            return;
        }
        let callers = process.frames.iter().filter(|frame| frame.code.index() != START);
        let mut modules: Vec<Atom> =
            callers.map(|frame| self.library.program().code(frame.code).module).collect();
        modules.dedup();
        if !modules.into_iter().any(|module| self.is_of_program(module)) {
            self.be_host(process);
        }
    }

    fn be_host(&mut self, process: &mut Process) {
        process.is_host = true;
        let pid = self.heap.to_term(process.pid());
        self.system.doings.note_host(pid, process.name);
    }

    /// Is the name in the input, and no module of the program is called like this?
    fn is_foreign_and_given(&mut self, name: Atom) -> bool {
        self.system.doings.is_given(name) && !self.is_of_program(name)
    }

    fn is_of_program(&mut self, module: Atom) -> bool {
        !is_of_input(module)
            && matches!(self.library.module(module), Ok(Some(_)))
            && !self.library.is_of_otp(module)
    }

    /// Another process than the one under test ends with what nobody has caught. Has the input ended it?
    pub(crate) fn is_ended_by_input(
        &mut self,
        process: &Process,
        (class, reason, trace): (Class, Value, Value),
        told: Value,
    ) -> bool {
        if self.heap.is_larger_than(LARGEST, told) {
            return false;
        }
        let raising = stacktrace::raising(&self.heap, trace, class, reason);
        let raiser = raising.map_or(Raiser::Unknown, |raising| raising.raiser);
        let told = self.heap.to_term_with(told, &self.library);
        let is_its_doing = match raiser {
            Raiser::Input => true,
            _ if process.is_host => !self.goes_through_program(trace),
            Raiser::Raised | Raiser::Unknown => self.system.doings.is_end_by_raise(&told),
            _ => false,
        };
        if is_its_doing {
            self.note_ended_by_input(process, told);
        }
        // A fun that refuses what its type does not speak of has been called wrongly.
        let is_refusal = raiser == Raiser::Input && reason == Value::atom(atoms::function_clause);
        is_its_doing && !is_refusal
    }

    /// An exit signal has ended another process than the one under test.
    pub(crate) fn note_signalled(&mut self, process: &Process, told: Value) {
        if self.system.doings.is_empty() || self.heap.is_larger_than(LARGEST, told) {
            return;
        }
        let told = self.heap.to_term_with(told, &self.library);
        match self.system.doings.have_ended(&told) {
            true => self.note_ended_by_input(process, told),
            false => {
                let pid = self.heap.to_term(process.pid());
                self.system.doings.forget_host(&pid, process.name);
            }
        }
    }

    fn note_ended_by_input(&mut self, process: &Process, told: Term) {
        let pid = self.heap.to_term(process.pid());
        self.system.doings.note_host(pid, process.name);
        self.system.doings.note_ending(told);
    }

    /// Is there code in the stack that is neither OTP's nor the input's?
    fn goes_through_program(&mut self, trace: Value) -> bool {
        let frames = stacktrace::build(&mut self.heap, &mut self.library, trace);
        let modules = modules(&self.heap, frames);
        modules.into_iter().any(|module| self.is_of_program(module))
    }

    /// Does an exception of the process under test follow from what the input has done, here or elsewhere?
    pub(crate) fn is_of_input(&mut self, class: Class, reason: &Term, by: Raiser) -> bool {
        let doings = &self.system.doings;
        if by == Raiser::Input || doings.is_empty() {
            return by == Raiser::Input;
        }
        let is_call = || class == Class::Exit && doings.is_failed_call(reason);
        let (is_its_doing, is_sure) = match by {
            // With a stack trace that the program has looked at, nobody knows any more whose it is.
            Raiser::Raised | Raiser::Unknown if doings.has_raised(class, reason) => (true, true),
            Raiser::Raised | Raiser::Unknown => {
                (is_call() || (class == Class::Exit && doings.is_end_by_raise(reason)), false)
            }
            Raiser::Signal => (doings.have_ended(reason), true),
            Raiser::Written => (is_call(), false),
            Raiser::Match => (doings.is_failed_start(reason), false),
            _ => (false, true),
        };
        if is_its_doing
            && !is_sure
            && let Some(recorder) = &mut self.recorder
        {
            recorder.lose(Loser::Construct(ELSEWHERE));
        }
        is_its_doing
    }

    /// Is it the doing of the input that a function is missing? A module of the input has all that its behaviour insists
    /// on.
    pub(crate) fn is_missing_callback(
        &mut self,
        caller: Atom,
        module: Atom,
        (name, arity): (Atom, usize),
    ) -> bool {
        if made_up_functions(module).is_none() {
            return false;
        }
        let Ok(Some(behaviour)) = self.library.module(caller) else { return false };
        let function = FunctionName { name, arity: arity as u32 };
        behaviour.insists_on(function)
    }

    /// Nobody goes on, or only others do. The process under test may be waiting for what the input does, which never
    /// does it.
    pub(crate) fn waits_for_input(&self, outcome: Outcome) -> Outcome {
        let main = self.system.processes.parked(self.main);
        let is_waiting = main
            .is_some_and(|main| matches!(main.state, State::Waiting { .. }) && !main.is_called());
        let is_endless = match outcome {
            Outcome::Deadlock(_) | Outcome::NoEnd(_) => true,
            Outcome::OutOfReductions => is_waiting,
            _ => false,
        };
        match is_endless && self.system.doings.has_hosts() {
            true => Outcome::Incomplete(runtime::Incomplete::Unsupported(WAITING.to_owned())),
            false => outcome,
        }
    }
}

/// Was the module made up, or does it make up others?
fn is_of_input(module: Atom) -> bool {
    module.name().starts_with("ermine_")
        || module.name() == Closure::MADE_UP
        || made_up_functions(module).is_some()
}

/// The modules of the frames of a stack.
fn modules(heap: &Heap, stack: Value) -> Vec<Atom> {
    let frames = heap.proper_list(stack).unwrap_or_default();
    let module = |frame: Value| heap.as_tuple(frame)?.first()?.as_atom();
    frames.into_iter().filter_map(module).collect()
}
