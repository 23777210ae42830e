//! What does Ermine say? Calls on a machine that is used for many of them, and replaced when one
//! of them leaves it in doubt.

use crate::outcome::Outcome;
use beam::{Call, Loader};
use interpreter::{Limits, Machine};
use runtime::Incomplete;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use world::World;

/// So many calls share a machine, with the code it has loaded.
const CALLS_PER_MACHINE: usize = 20_000;

const REDUCTIONS: u64 = 3_000_000;
const BYTES: usize = 512 << 20;

pub struct Ermine {
    loader: Arc<Loader>,
    machine: Machine,
    calls: usize,
    /// What one call may take.
    reductions: u64,
}

impl Ermine {
    pub fn new(loader: Arc<Loader>) -> Ermine {
        let machine = new_machine(&loader);
        Ermine { loader, machine, calls: 0, reductions: REDUCTIONS }
    }

    /// For calls that take as long as they take.
    pub fn unlimited(loader: Arc<Loader>) -> Ermine {
        let mut ermine = Ermine::new(loader);
        ermine.machine.limits = Limits::default();
        ermine.reductions = u64::MAX / 2;
        ermine
    }

    pub fn run(&mut self, call: &Call) -> Outcome {
        self.calls += 1;
        if self.calls.is_multiple_of(CALLS_PER_MACHINE) {
            self.machine = new_machine(&self.loader);
        }
        let machine = &mut self.machine;
        machine.limits.reductions = machine.reductions + self.reductions;
        let run = || machine.call(call.module, call.function, &call.arguments);
        match catch_unwind(AssertUnwindSafe(run)) {
            Ok(outcome) => self.understood(outcome),
            Err(panic) => {
                self.machine = new_machine(&self.loader);
                let text = panic.downcast_ref::<String>().map(String::as_str);
                let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
                Outcome::Unsupported(format!("panic: {}", text.unwrap_or("without words")))
            }
        }
    }

    fn understood(&mut self, outcome: interpreter::Outcome) -> Outcome {
        match outcome {
            interpreter::Outcome::Returned(term) => return Outcome::Value(term),
            interpreter::Outcome::Crashed { class, reason, stacktrace, .. } => {
                return Outcome::exception(class.atom(), reason, &stacktrace);
            }
            _ => {}
        }
        // The call was broken off, and whatever it left behind is still there.
        self.machine = new_machine(&self.loader);
        match outcome {
            interpreter::Outcome::Incomplete(Incomplete::Effect { module, function, arity }) => {
                Outcome::Effect(format!("{}:{}/{arity}", module.name(), function.name()))
            }
            interpreter::Outcome::Incomplete(other) => Outcome::Unsupported(format!("{other:?}")),
            other => Outcome::Unfinished(format!("{other:?}")),
        }
    }
}

fn new_machine(loader: &Arc<Loader>) -> Machine {
    let mut machine = World::machine(loader);
    machine.limits = Limits { bytes: BYTES, ..Limits::default() };
    machine
}
