//! What is a flip? A decision of a run that is to go another way, with everything before as it was.

use crate::asked::Stretch;
use crate::proposers::Arm;
use crate::proposers::again;
use crate::step::OtherWay;
use std::sync::Arc;
use symbolic::Constraint;
use term::Term;
use trace::{ClauseId, ClausePart, Decision, DecisionKind, Input, Label, Place, Way};

/// A run, as far as its flips need it.
pub struct Run {
    pub input: Input,
    pub decisions: Vec<Decision>,
    /// What the path depends on without following it, by the number of decisions before.
    pub pins: Vec<(usize, Constraint)>,
    /// See [`trace::Trace::safe_from`].
    pub safe_from: Option<usize>,
    /// How many clauses no run had reached before.
    pub gain: u64,
    /// Which run it was, from 0.
    pub number: u64,
    /// How many flips lie between it and a seed.
    pub generation: u64,
    /// What the values that were chosen on the way there cost: see [`Flip::penalty`].
    pub penalty: u64,
    /// Was its input run before? See [`crate::proposers::again`].
    pub is_rerun: bool,
    /// How deep it was followed: see [`crate::proposers::deeper`].
    pub depth: usize,
}

#[derive(Clone)]
pub struct Flip {
    pub run: Arc<Run>,
    /// Which of the run's decisions.
    pub index: usize,
    /// Where it is to go instead.
    pub other: OtherWay,
    /// The path to the decision, by hash.
    pub node: u64,
    /// Where in the module under test: at the decision, or where the run last was before.
    pub part: Option<ClausePart>,
    /// Is the decision itself there?
    pub is_own_part: bool,
    /// How long the path is: see [`crate::step::Step::length`].
    pub length: u64,
    /// How many values have been tried at this decision, if it asks for another one.
    pub values_before: u64,
    /// And where it is looked for.
    pub stretch: Stretch,
    pub effort: Effort,
    /// Whose turn it was when the flip was chosen.
    pub by: Arm,
}

/// How hard the solver is to try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// For the first time, and not for so long that all others have to wait.
    First,
    /// It did not know the first time. Now it may take long.
    Hard,
    /// Little: the flip was made before, after another run. See [`crate::proposers::again`].
    Again,
}

/// A value after the first one is as dear as so many decisions.
const VALUE_COST: u64 = 4;

impl Flip {
    /// Was it made before, after another run?
    pub fn is_repeat(&self) -> bool {
        again::is_repeat(self.effort)
    }

    /// Can nothing fail on the other way, nor on what follows it?
    pub fn is_safe(&self) -> bool {
        self.run.safe_from.is_some_and(|first| first <= self.index)
    }

    /// Is it about the result, and not about where the program goes?
    pub fn is_about_result(&self) -> bool {
        self.decision().kind == DecisionKind::Result
    }

    pub fn decision(&self) -> &Decision {
        &self.run.decisions[self.index]
    }

    pub fn label(&self) -> Label {
        self.other.label
    }

    /// How many decisions deeper the path counts, for values that are not the first of their kind.
    pub fn penalty(&self) -> u64 {
        self.run.penalty + VALUE_COST * self.values_before
    }

    /// The first of the clauses that the flip chooses between.
    pub fn choice(&self) -> Option<ClauseId> {
        match self.part.filter(|_| self.is_own_part) {
            Some(ClausePart::Heads(first)) => Some(first),
            _ => None,
        }
    }

    /// Is it to go none of the ways that are named?
    pub fn asks_for_another(&self) -> bool {
        self.decision().test().is_some_and(|test| test.is_none_of_these(self.other.way))
    }

    pub fn place(&self) -> Place {
        self.decision().place
    }

    /// What it takes to go the other way.
    pub fn way(&self) -> Way {
        self.decision().way(self.other.way)
    }

    /// What must hold: everything before as it was, and this decision the other way.
    pub fn constraints(&self) -> Vec<Constraint> {
        let before = &self.run.decisions[..self.index];
        let mut constraints: Vec<Constraint> =
            before.iter().flat_map(|decision| decision.constraints(decision.taken)).collect();
        constraints.extend(self.decision().constraints(self.other.way));
        constraints
    }

    /// The input with these arguments, changed as the other way wants it.
    pub fn input(&self, arguments: Vec<Term>) -> Input {
        let input = self.run.input.with_arguments(arguments);
        match self.way().edit {
            Some(edit) => input.edited(&edit),
            None => input,
        }
    }

    /// Is the other way a matter of an edit alone? Then everything before stays as it was with the
    /// arguments of the run, and no solver is asked.
    pub fn is_edit(&self) -> bool {
        let Way { constraints, edit } = self.way();
        constraints.is_empty() && edit.is_some()
    }

    /// What should hold besides, so that the way to the decision stays the same.
    pub fn pins(&self) -> Vec<Constraint> {
        let before = self.run.pins.iter().filter(|(index, _)| *index <= self.index);
        before.map(|(_, constraint)| constraint.clone()).collect()
    }
}

#[cfg(test)]
impl Flip {
    /// The only decision of the first run, to go this way.
    pub fn only(input: Input, decision: Decision, way: usize) -> Flip {
        let label = decision.label(way);
        let run = Arc::new(Run {
            input,
            decisions: vec![decision],
            pins: Vec::new(),
            safe_from: None,
            gain: 0,
            number: 0,
            generation: 0,
            penalty: 0,
            is_rerun: false,
            depth: 1,
        });
        Flip {
            run,
            index: 0,
            other: OtherWay { way, label, path: 0, context: 0, ways: 0 },
            node: 0,
            part: None,
            is_own_part: false,
            length: 0,
            values_before: 0,
            stretch: Stretch::default(),
            effort: Effort::First,
            by: Arm::default(),
        }
    }
}
