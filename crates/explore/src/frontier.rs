//! Which decision is flipped next? Ways that no run has gone yet come first, then those that few have
//! gone, then short paths.
//!
//! Where a run goes on with the very value that it has (a length, a size), "another one" is a way that
//! no run has gone, again and again. Such ways count as gone as often as there were values, and each
//! value makes the next one, and all that follows from it, wait a little longer.

use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;
use symbolic::{Constraint, Shape};
use trace::{Decision, Input, Label, Place};

/// A run, as far as its continuations need it.
pub struct Explored {
    pub input: Input,
    pub decisions: Vec<Decision>,
    /// What the path depends on without following it, by the number of decisions before.
    pub pins: Vec<(usize, Constraint)>,
    /// What the values that were chosen on the way there cost: see [`Pending::penalty`].
    pub penalty: usize,
}

/// A value after the first one is as dear as so many decisions.
const VALUE_COST: usize = 4;

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
    /// How long the path is: a way that it goes again counts once more each time.
    pub length: usize,
    /// How many values have been tried at this decision, if it asks for another one.
    pub values_before: usize,
}

impl Pending {
    pub fn decision(&self) -> &Decision {
        &self.run.decisions[self.index]
    }

    /// How many decisions deeper the path counts, for values that are not the first of their kind.
    pub fn penalty(&self) -> usize {
        self.run.penalty + VALUE_COST * self.values_before
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
    /// By (how well is the way known?, depth and penalty, age).
    pending: BTreeMap<(u32, usize, u64), Pending>,
    /// How often runs have gone a way.
    visits: FxHashMap<Label, u64>,
    /// The value that a run asked for, by place.
    questions: FxHashMap<Place, Shape>,
    /// Places where runs ask for different values, and how many there were.
    enumerated: FxHashMap<Place, u64>,
    age: u64,
}

impl Frontier {
    pub fn push(&mut self, pending: Pending) {
        let familiarity = self.familiarity(&pending);
        self.age += 1;
        let cost = pending.length + pending.penalty();
        self.pending.insert((familiarity, cost, self.age), pending);
    }

    /// How often runs have gone the way, roughly: twice as often is one more.
    fn familiarity(&self, pending: &Pending) -> u32 {
        let decision = pending.decision();
        let asks_for_another = pending.way == decision.shapes.len();
        let visits = self.visits.get(&pending.label).copied().unwrap_or(0);
        let values = self.enumerated.get(&decision.place).filter(|_| asks_for_another);
        let times = visits.max(values.copied().unwrap_or(0));
        u64::BITS - times.leading_zeros()
    }

    /// A run has gone this way.
    pub fn visit(&mut self, label: Label, decision: &Decision) {
        *self.visits.entry(label).or_default() += 1;
        if let ([shape @ Shape::Literal(_)], 0) = (&decision.shapes[..], decision.taken) {
            let first = self.questions.entry(decision.place).or_insert_with(|| shape.clone());
            if first != shape {
                *self.enumerated.entry(decision.place).or_default() += 1;
            }
        }
    }

    pub fn pop(&mut self) -> Option<Pending> {
        loop {
            let ((was, _, _), pending) = self.pending.pop_first()?;
            // The way may have been gone since it was put here: then it can wait.
            if self.familiarity(&pending) > was {
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
