//! What may come out of a piece of code besides a value? Exceptions by class, with the operations that raise
//! them; and that it waits for a message without end.

use core_erlang::{ExprId, FunctionName};
use std::collections::BTreeMap;
use term::{Atom, atoms};
use typing::lattice::atoms::Atoms;
use typing::lattice::{ValueSet, order};

/// An expression that can fail.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Operation {
    pub module: Atom,
    pub function: FunctionName,
    pub expr: ExprId,
}

/// Some of `error`, `exit` and `throw`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Classes(u8);

impl Classes {
    pub const ERROR: Classes = Classes(1);
    pub const EXIT: Classes = Classes(2);
    pub const THROW: Classes = Classes(4);
    pub const ALL: Classes = Classes(7);
    /// No exception: it waits, and nobody catches that.
    pub const WAIT: Classes = Classes(8);

    const EACH: [Classes; 3] = [Classes::ERROR, Classes::EXIT, Classes::THROW];

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// As a number, to be kept.
    pub fn bits(self) -> u8 {
        self.0
    }

    /// `None` if that is no such number.
    pub fn from_bits(bits: u8) -> Option<Classes> {
        (bits < 16).then_some(Classes(bits))
    }

    pub fn with(self, other: Classes) -> Classes {
        Classes(self.0 | other.0)
    }

    pub fn only(self, other: Classes) -> Classes {
        Classes(self.0 & other.0)
    }

    fn atom(self) -> Atom {
        match self {
            Classes::ERROR => atoms::error,
            Classes::EXIT => atoms::exit,
            _ => atoms::throw,
        }
    }

    /// The classes that are among these atoms.
    pub fn of_set(set: &ValueSet) -> Classes {
        let ValueSet::Of(kinds) = set else { return Classes::ALL };
        if !kinds.names.is_empty() {
            return Classes::ALL;
        }
        let there = |class: &Classes| kinds.atoms.contains(class.atom());
        Classes::EACH.into_iter().filter(there).fold(Classes::default(), Classes::with)
    }

    /// The atoms that they are called by.
    pub fn to_set(self) -> ValueSet {
        let these = Classes::EACH.into_iter().filter(|class| !self.only(*class).is_empty());
        ValueSet::atoms(Atoms::These(these.map(Classes::atom).collect()))
    }
}

/// Exceptions that may be raised.
#[derive(Clone, PartialEq, Debug)]
pub struct Raised {
    /// Of which classes they are.
    pub classes: Classes,
    /// What their reasons may be.
    pub reason: ValueSet,
    /// Who raises them, and of which classes. What a fun of the input raises is not among them: a program that
    /// lets it through has done nothing wrong.
    pub operations: BTreeMap<Operation, Classes>,
    /// Of which classes those are that a fun of the input may have raised.
    pub by_input: Classes,
}

impl Default for Raised {
    fn default() -> Raised {
        Raised {
            classes: Classes::default(),
            reason: ValueSet::none(),
            operations: BTreeMap::new(),
            by_input: Classes::default(),
        }
    }
}

impl Raised {
    /// Is there nothing that the program has raised?
    pub fn is_empty(&self) -> bool {
        self.operations.is_empty()
    }

    /// Can a handler get to see any of it?
    pub fn can_be_caught(&self) -> bool {
        !self.classes.only(Classes::ALL).is_empty()
    }

    pub fn add(&mut self, operation: Operation, classes: Classes, reason: &ValueSet) {
        self.classes = self.classes.with(classes);
        self.reason = order::join(&self.reason, reason);
        let known = self.operations.entry(operation).or_default();
        *known = known.with(classes);
    }

    /// A fun of the input is called: it may raise whatever it likes.
    pub fn add_by_input(&mut self) {
        self.classes = self.classes.with(Classes::ALL);
        self.by_input = Classes::ALL;
        self.reason = order::join(&self.reason, &ValueSet::Any);
    }

    pub fn join(&mut self, other: &Raised) {
        self.classes = self.classes.with(other.classes);
        self.by_input = self.by_input.with(other.by_input);
        self.reason = order::join(&self.reason, &other.reason);
        for (operation, classes) in &other.operations {
            let known = self.operations.entry(*operation).or_default();
            *known = known.with(*classes);
        }
    }

    /// What of it is of these classes, with another reason.
    pub fn again(&self, classes: Classes, reason: &ValueSet) -> Raised {
        let of = |(operation, raised): (&Operation, &Classes)| (*operation, raised.only(classes));
        let operations = self.operations.iter().map(of);
        Raised {
            classes: self.classes.only(classes),
            reason: reason.clone(),
            operations: operations.filter(|(_, classes)| !classes.is_empty()).collect(),
            by_input: self.by_input.only(classes),
        }
    }

    /// What no handler sees.
    pub fn waiting(&self) -> Raised {
        self.again(Classes::WAIT, &ValueSet::none())
    }
}
