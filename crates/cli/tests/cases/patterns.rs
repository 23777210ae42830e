//! Does a finding match what a case states? Erlang itself decides: the patterns become clauses of a
//! module, which the interpreter runs.

use crate::statement::{Expected, Statement, What};
use anyhow::{Result, anyhow};
use beam::{Loader, ModuleSource};
use interpreter::Machine;
use std::fmt::Write;
use std::sync::Arc;
use term::{Atom, Term, atoms};
use trace::Outcome;
use world::World;

pub struct Patterns {
    machine: Machine,
    module: Atom,
}

impl Patterns {
    /// Compiles the patterns of a case.
    pub fn new(loader: &Arc<Loader>, case: Atom, statement: &Statement) -> Result<Patterns> {
        let module = Atom::new(&format!("{}_patterns", case.name()));
        let text: &'static str = text(module, statement).leak();
        let source = ModuleSource::Embedded { name: module, text };
        loader.load(&source).map_err(|error| anyhow!("the stated patterns: {error}"))?;
        let machine = World::machine(loader);
        Ok(Patterns { machine, module })
    }

    pub fn call_matches(&mut self, number: usize, arguments: &[Term]) -> bool {
        self.matches(&format!("call_{number}"), arguments)
    }

    pub fn reason_matches(&mut self, number: usize, reason: &Term) -> bool {
        self.matches(&format!("reason_{number}"), std::slice::from_ref(reason))
    }

    fn matches(&mut self, function: &str, arguments: &[Term]) -> bool {
        self.machine.reset();
        let outcome = self.machine.call(self.module, Atom::new(function), arguments);
        matches!(outcome, Outcome::Returned(Term::Atom(atoms::true_)))
    }
}

/// A module with a function for each pattern: one clause that is the pattern, and one for the rest.
fn text(module: Atom, statement: &Statement) -> String {
    let mut text =
        format!("-module({}).\n-compile([export_all, nowarn_export_all]).\n", Term::Atom(module));
    for (number, Expected { what, call }) in statement.expected.iter().enumerate() {
        let head = call.replacen(&statement.function, &format!("call_{number}"), 1);
        let rest = vec!["_"; statement.arity as usize].join(", ");
        let _ = writeln!(text, "{head} -> true;\ncall_{number}({rest}) -> false.");
        if let What::Crash { reason, .. } = what {
            let _ =
                writeln!(text, "reason_{number}({reason}) -> true;\nreason_{number}(_) -> false.");
        }
    }
    text
}
