//! Which objects does a match specification choose, and what does it make of them?
//!
//! A specification is compiled once ([`MatchSpec::compile`]) into a [`Pattern`] and code for guards
//! and body per clause, and then run on many objects ([`Matcher::run`]). Both are flat sequences of
//! steps, so that no nesting of the specification is too deep for us.
//!
//! As on the BEAM, what fails in a guard fails the clause, and what fails in a body has the value
//! `'EXIT'`.

mod code;
mod compile;
mod keeps_key;
mod pattern;

pub use keeps_key::keeps_key;
pub use pattern::{Pattern, is_ground, variable};

use code::Code;
use runtime::{Heap, Raise, Value};
use term::Term;

/// A match specification, ready to run.
pub struct MatchSpec {
    clauses: Vec<Clause>,
    /// What the code pushes as it is.
    constants: Vec<Term>,
}

struct Clause {
    head: Term,
    pattern: Pattern,
    guards: Vec<Vec<Code>>,
    body: Vec<Vec<Code>>,
}

impl MatchSpec {
    /// The heads of its clauses.
    pub fn heads(&self) -> impl Iterator<Item = &Term> {
        self.clauses.iter().map(|clause| &clause.head)
    }
}

/// A match specification at work for a process.
pub struct Matcher<'a> {
    spec: &'a MatchSpec,
    constants: Vec<Value>,
    caller: u64,
}

impl Matcher<'_> {
    pub fn new<'a>(spec: &'a MatchSpec, heap: &mut Heap, caller: u64) -> Matcher<'a> {
        let constants = spec.constants.iter().map(|term| heap.from_term(term)).collect();
        Matcher { spec, constants, caller }
    }

    /// What the first clause that fits makes of an object.
    pub fn run(&self, heap: &mut Heap, object: &Term) -> Result<Option<Value>, Raise> {
        for clause in &self.spec.clauses {
            heap.work.pay(8);
            let Some(bindings) = clause.pattern.bindings(object) else { continue };
            let mut scene = code::Scene::new(self, object, bindings);
            if scene.guards_hold(heap, &clause.guards)? {
                return scene.body(heap, &clause.body).map(Some);
            }
        }
        Ok(None)
    }
}
