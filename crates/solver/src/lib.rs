//! Which input takes the path? Constraints in, a model out.
//!
//! A path condition is a conjunction, so most of it needs no search: the [`shape`] solver refines a
//! partial input tree ([`graph`], [`domain`]), decides what is left by splitting on constructors
//! ([`build`]), and completes what is free from the input it started from. What remains as numbers
//! ([`numeric`]) goes to linear reasoning and to an SMT solver last.
//!
//! Every model is evaluated against all constraints before anybody sees it.

pub mod annotate;
pub mod build;
pub mod domain;
pub mod evaluate;
pub mod graph;
pub mod linear;
pub mod numbers;
pub mod numeric;
pub mod repair;
pub mod shape;
pub mod slice;
pub mod smt;
#[cfg(test)]
mod text;

use std::sync::Arc;
use symbolic::{Constraint, Symbols};
use term::Term;
use typing::{Type, Types};

/// A path condition, and what is known about the input besides.
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
}

/// What a solver says. "There is none" is an answer, and so is "I cannot tell".
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    Sat(Vec<Term>),
    Unsat,
    Unknown(Why),
}

/// Why a solver cannot tell.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Why {
    /// The arithmetic is too hard, or there is no SMT solver.
    Arithmetic(String),
    /// Something that the shape solver does not follow.
    Shapes(String),
    /// A model was found that did not satisfy the constraints after all.
    Rejected,
}

pub trait Solver {
    fn solve(&mut self, problem: &Problem) -> Answer;

    /// How often which layer answered.
    fn statistics(&self) -> Statistics;
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    pub sat: u64,
    pub unsat: u64,
    pub unknown: u64,
    /// Queries that shapes and linear reasoning answered alone.
    pub native: u64,
    /// Queries that went to the SMT solver.
    pub smt: u64,
    pub nanoseconds: u64,
    pub smt_nanoseconds: u64,
}
