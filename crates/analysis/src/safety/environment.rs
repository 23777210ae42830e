//! What is known of the variables of a function, at one point of it? What is learned can be taken back, so
//! that clauses are looked at one after the other.

use core_erlang::{ExprId, Variable};
use typing::lattice::{ValueSet, order};

/// What is known of a variable.
#[derive(Clone, Default)]
struct Slot {
    /// `None`: it is not bound yet.
    set: Option<ValueSet>,
    /// The expression that its value is that of. Whatever is learned of the one is known of the other.
    definition: Option<ExprId>,
}

pub struct Environment {
    slots: Vec<Slot>,
    /// What has changed, with what was there before.
    trail: Vec<(Variable, Slot)>,
}

/// A point to come back to.
#[derive(Clone, Copy)]
pub struct Mark(usize);

/// What some variables have come to be.
pub type Changes = Vec<(Variable, ValueSet)>;

impl Environment {
    pub fn new(variables: usize) -> Environment {
        Environment { slots: vec![Slot::default(); variables], trail: Vec::new() }
    }

    /// The set of a variable alone. A variable that is not bound is none of ours: it may be anything.
    pub fn set(&self, variable: Variable) -> ValueSet {
        self.slots[variable.0 as usize].set.clone().unwrap_or(ValueSet::Any)
    }

    pub fn definition(&self, variable: Variable) -> Option<ExprId> {
        self.slots[variable.0 as usize].definition
    }

    pub fn bind(&mut self, variable: Variable, set: ValueSet, definition: Option<ExprId>) {
        self.replace(variable, Slot { set: Some(set), definition });
    }

    /// The variable is known to be in this set.
    pub fn narrow(&mut self, variable: Variable, set: ValueSet) {
        let definition = self.slots[variable.0 as usize].definition;
        self.replace(variable, Slot { set: Some(set), definition });
    }

    fn replace(&mut self, variable: Variable, slot: Slot) {
        let before = std::mem::replace(&mut self.slots[variable.0 as usize], slot);
        self.trail.push((variable, before));
    }

    pub fn mark(&self) -> Mark {
        Mark(self.trail.len())
    }

    pub fn back_to(&mut self, mark: Mark) {
        while self.trail.len() > mark.0 {
            let Some((variable, before)) = self.trail.pop() else { break };
            self.slots[variable.0 as usize] = before;
        }
    }

    /// What is known now of variables that were bound at the mark, and was not known there.
    pub fn changes_since(&self, mark: Mark) -> Changes {
        let mut changes: Changes = Vec::new();
        for (variable, before) in &self.trail[mark.0..] {
            let is_known = changes.iter().any(|(known, _)| known == variable);
            if before.set.is_some() && !is_known {
                changes.push((*variable, self.set(*variable)));
            }
        }
        changes
    }

    pub fn apply(&mut self, changes: &Changes) {
        changes.iter().for_each(|(variable, set)| self.narrow(*variable, set.clone()));
    }
}

/// What holds in one case or the other: of variables that changed in one of them only, nothing.
pub fn either(one: &Changes, other: &Changes) -> Changes {
    let both = one.iter().filter_map(|(variable, set)| {
        let (_, also) = other.iter().find(|(known, _)| known == variable)?;
        Some((*variable, order::join(set, also)))
    });
    both.collect()
}

/// The same where a case may not be possible.
pub fn either_possible(one: Option<Changes>, other: Option<Changes>) -> Option<Changes> {
    match (one, other) {
        (Some(one), Some(other)) => Some(either(&one, &other)),
        (one, other) => one.or(other),
    }
}
