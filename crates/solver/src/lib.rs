//! Which input takes the path? Constraints in, a model out.
//!
//! Who is asked is a [`stack`] of layers, each itself a solver: answers that can be seen at once
//! ([`trivial`]), only what is tied to the new constraint ([`mod@slice`]), what was refuted before
//! ([`cache`]), and the [`shape`] solver; where nobody knows, some of the input is held as it is
//! ([`pin`]).
//!
//! A path condition is a conjunction, so most of it needs no search: the shape solver refines a
//! partial input tree ([`graph`], [`domain`], [`bits`]), decides what is left by splitting on constructors
//! ([`build`]), and completes what is free from the input it started from. What remains as numbers
//! ([`numeric`]) goes to linear reasoning and to an SMT solver last.
//!
//! Every [`Model`] is checked against all constraints and the types before anybody sees it, and a
//! refutation says which constraints it rests on ([`Core`]).

pub mod annotate;
pub mod answer;
pub mod bits;
pub mod build;
pub mod cache;
pub mod domain;
pub mod evaluate;
mod funs;
pub mod graph;
#[cfg(test)]
mod honesty;
pub mod linear;
pub mod maps;
mod modules;
pub mod numbers;
pub mod numeric;
pub mod patience;
pub mod pin;
pub mod ranges;
pub mod repair;
pub mod shape;
pub mod slice;
pub mod smt;
pub mod stack;
pub mod step;
#[cfg(test)]
mod text;
pub mod trivial;
pub mod why;

use patience::Patience;
use std::sync::Arc;
use symbolic::{Constraint, Symbols};
use term::Term;
use typing::{Type, Types};

pub use answer::{Answer, Core, Model};
pub use why::Why;

/// A path condition, and what is known about the input besides.
#[derive(Clone, Copy)]
pub struct Problem<'a> {
    pub symbols: &'a Symbols,
    /// All of these must hold. The last one is the new one: `start` satisfies the others.
    pub constraints: &'a [Constraint],
    /// The input we start from; what is free stays as it is here.
    pub start: &'a [Term],
    /// What the arguments may be: alternatives, one for each clause of the spec. None at all means
    /// any arguments.
    pub types: &'a [Vec<Arc<Type>>],
    pub environment: &'a Types,
    /// What is not known when it is over stays unknown.
    pub patience: &'a Patience,
}

pub trait Solver {
    fn solve(&mut self, problem: &Problem) -> Answer;

    /// What this layer and those below it have counted.
    fn statistics(&self) -> Statistics;
}

impl<S: Solver + ?Sized> Solver for Box<S> {
    fn solve(&mut self, problem: &Problem) -> Answer {
        (**self).solve(problem)
    }

    fn statistics(&self) -> Statistics {
        (**self).statistics()
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    pub sat: u64,
    pub unsat: u64,
    pub unknown: u64,
    /// Queries that were answered by a look at their constraints.
    pub trivial: u64,
    /// Queries that contain what was refuted before.
    pub cache: u64,
    /// Queries that shapes and linear reasoning answered alone.
    pub native: u64,
    /// Queries that went to the SMT solver.
    pub smt: u64,
    /// Of all queries, those that only had an answer after some of the input was held as it was.
    pub pinned: u64,
    /// How often the SMT solver was asked, and how often it was not because it was asked before.
    pub smt_calls: u64,
    pub smt_remembered: u64,
    pub nanoseconds: u64,
    pub smt_nanoseconds: u64,
}

impl Statistics {
    /// Two solvers together.
    pub fn add(&mut self, other: &Statistics) {
        self.sat += other.sat;
        self.unsat += other.unsat;
        self.unknown += other.unknown;
        self.trivial += other.trivial;
        self.cache += other.cache;
        self.native += other.native;
        self.smt += other.smt;
        self.pinned += other.pinned;
        self.smt_calls += other.smt_calls;
        self.smt_remembered += other.smt_remembered;
        self.nanoseconds += other.nanoseconds;
        self.smt_nanoseconds += other.smt_nanoseconds;
    }
}
