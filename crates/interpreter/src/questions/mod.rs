//! Which answers are no functions of the arguments? Those about the time, the machine, the caller, and
//! whatever else the run has not made itself.
//!
//! A run gets an answer that is the same each time, and goes on with it; but elsewhere there is
//! another, so that a search in which somebody asked has proved nothing. What the run itself has put
//! there (a key of the dictionary, a table, a name) is not asked of the world.
//!
//! [`table`] has the questions that are built-ins. The others are a `receive` that takes more than
//! answers to what the run has sent, one that races with a timer or with another process, and the order of
//! pids, references and closures.

mod asking;
mod looking;
mod table;

use crate::code::{Callee, Operand};
use crate::execute::At;
use crate::machine::Machine;
use crate::process::{Process, ProcessId};
use crate::services;
use crate::system::FIRST_PROCESS;
use asking::Asking;
use runtime::Value;
use table::{Asks, QUESTIONS};
use term::Atom;
use trace::{Loser, Matter};

impl Machine {
    /// Notes a call of a built-in whose answer is not a function of its arguments.
    #[inline]
    pub(crate) fn ask_the_world(
        &mut self,
        process: &Process,
        at: At,
        callee: Callee,
        (module, function): (Atom, Atom),
        arguments: &[Value],
    ) {
        let Some(asks) = QUESTIONS.get(&(module, function)) else { return };
        // What is an effect or is missing says so itself.
        if matches!(callee, Callee::Effect | Callee::Missing) {
            return;
        }
        let matter = match asks {
            Asks::Always(matter) => Some(*matter),
            Asks::Perhaps(question) => question(&Asking { machine: self, process, at, arguments }),
        };
        if let Some(matter) = matter {
            let built_in = match matter {
                // The table is a secret of OTP; whoever looks into it was asked for this.
                Matter::Settings if module.name() == "ets" => {
                    Some((Atom::new("application"), Atom::new("get_env"), 2))
                }
                // Ours, and nobody else's.
                Matter::Terminal => None,
                _ => Some((module, function, arguments.len())),
            };
            self.note_world(matter, built_in);
        }
    }

    /// The program looks at a stack trace, which ends with who called the function under test.
    pub(crate) fn note_stack(&mut self) {
        self.note_world(Matter::Caller, None);
    }

    /// A function is called whose module is not there. Elsewhere it may be.
    pub(crate) fn note_missing(&mut self, module: Atom, function: Atom, arity: usize) {
        if matches!(self.library.module(module), Ok(None)) {
            self.note_world(Matter::Code, Some((module, function, arity)));
        }
    }

    /// Does anybody want to know who asks the world?
    #[inline]
    pub(crate) fn notes_world(&self) -> bool {
        self.is_symbolic_run() || self.system.observer.is_there
    }

    fn note_world(&mut self, matter: Matter, built_in: Option<(Atom, Atom, usize)>) {
        // Elsewhere, the next answer may be another.
        self.system.observer.changes += 1;
        if let Some(recorder) = &mut self.recorder {
            recorder.lose(Loser::World(matter, built_in));
        }
    }

    /// The run is over: has anybody asked which of two references comes first?
    pub(crate) fn note_identities(&mut self) {
        if self.heap.has_ordered_identities.take() {
            self.note_world(Matter::Identity, None);
        }
    }

    /// A `receive` looks for a message. What was in the mailbox of whoever calls is before all that the
    /// run has sent.
    #[inline]
    pub(crate) fn note_looking(&mut self, process: &Process, at: At) {
        let is_main = process.id == self.main && self.notes_world();
        if is_main && !self.is_answered_only(process, at) {
            self.note_world(Matter::Caller, None);
        }
    }

    /// A `receive` has looked at all messages and found none to take.
    #[cold]
    pub(crate) fn note_waiting(&mut self, process: &Process, at: At, timeout: Value) {
        let Some(milliseconds) = self.heap.as_i64(timeout) else { return };
        if !self.notes_world() {
            return;
        }
        if self.system.clock.has_sending_timers() {
            self.note_world(Matter::Time, None);
        }
        let is_long = milliseconds >= LONG_FOR_SERVICES && self.is_answered_only(process, at);
        let is_ours = |id: ProcessId| id >= FIRST_PROCESS + services::COUNT as u64;
        let is_varied = self.system.signals.journal.is_some();
        let others = |id| is_ours(id) || !is_long;
        if !is_varied && self.system.processes.ready().any(others) {
            self.note_world(Matter::Order, None);
        }
    }

    /// A `receive` takes a message. What a timer sends could have come before or later, and what others
    /// are about to send as well.
    #[inline]
    pub(crate) fn note_taking(&mut self, process: &Process) {
        let is_varied = self.system.signals.journal.is_some();
        let has_others =
            !is_varied && process.id == self.main && self.system.processes.count_ready() > 0;
        if self.notes_world() && (has_others || self.system.clock.has_sending_timers()) {
            let matter =
                if self.system.clock.has_sending_timers() { Matter::Time } else { Matter::Order };
            self.note_world(matter, None);
        }
    }

    /// Does the `receive` wait for nothing but answers? They hold a reference or a pid that this run has
    /// made.
    fn is_answered_only(&self, process: &Process, at: At) -> bool {
        let Some(awaited) = at.code.notes.awaited(at.pc - 1) else { return false };
        let is_started = |id: ProcessId| id > self.main && id < self.system.processes.next_id();
        let is_own = |operand: &Operand| match operand.decode() {
            Ok(slot) => {
                let value = process.stack[at.base + slot];
                value.as_reference().is_some() || value.as_pid().is_some_and(is_started)
            }
            Err(_) => false,
        };
        awaited.iter().all(|clause| clause.iter().any(is_own))
    }
}

/// Who asks a process of OTP and waits so long, in milliseconds, gets an answer.
const LONG_FOR_SERVICES: i64 = 1000;
