//! Which decision is flipped next? Ways that no run has gone yet come first, then short paths.

use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::rc::Rc;
use symbolic::Constraint;
use trace::{Decision, Input, Label};

/// A run, as far as its continuations need it.
pub struct Explored {
    pub input: Input,
    pub decisions: Vec<Decision>,
    /// What the path depends on without following it, by the number of decisions before.
    pub pins: Vec<(usize, Constraint)>,
}

/// A decision to be flipped.
#[derive(Clone)]
pub struct Pending {
    pub run: Rc<Explored>,
    /// Which of the run's decisions.
    pub index: usize,
    /// Which way it shall go instead.
    pub way: usize,
    pub label: Label,
    /// The path to the decision, and the path that would go the other way, by hash.
    pub node: u64,
    pub path: u64,
}

impl Pending {
    pub fn decision(&self) -> &Decision {
        &self.run.decisions[self.index]
    }

    /// What must hold: everything before as it was, and this decision the other way.
    pub fn constraints(&self) -> Vec<Constraint> {
        let before = &self.run.decisions[..self.index];
        let mut constraints: Vec<Constraint> =
            before.iter().flat_map(|decision| decision.constraints(decision.taken)).collect();
        constraints.extend(self.decision().constraints(self.way));
        constraints
    }

    /// What should hold besides, so that the way to the decision stays the same.
    pub fn pins(&self) -> Vec<Constraint> {
        let before = self.run.pins.iter().filter(|(index, _)| *index <= self.index);
        before.map(|(_, constraint)| constraint.clone()).collect()
    }
}

#[derive(Default)]
pub struct Frontier {
    /// By (is the way known?, depth, age).
    pending: BTreeMap<(bool, usize, u64), Pending>,
    visited: FxHashSet<Label>,
    age: u64,
}

impl Frontier {
    pub fn push(&mut self, pending: Pending) {
        let is_known = self.visited.contains(&pending.label);
        self.age += 1;
        self.pending.insert((is_known, pending.index, self.age), pending);
    }

    /// A run has gone this way.
    pub fn visit(&mut self, label: Label) {
        self.visited.insert(label);
    }

    pub fn pop(&mut self) -> Option<Pending> {
        loop {
            let ((was_known, _, _), pending) = self.pending.pop_first()?;
            // The way may have been gone since it was put here: then it can wait.
            if !was_known && self.visited.contains(&pending.label) {
                self.push(pending);
                continue;
            }
            return Some(pending);
        }
    }

    pub fn len(&self) -> usize {
        self.pending.len()
    }

    pub fn is_empty(&self) -> bool {
        self.pending.is_empty()
    }
}
