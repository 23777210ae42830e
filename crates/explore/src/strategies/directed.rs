//! What is nearest to clauses that no run has come to comes first.
//!
//! Burnim, Sen: *Heuristics for Scalable Dynamic Test Generation* (ASE 2008), on the graph of clauses
//! instead of basic blocks: a step goes into a clause or a call.

use super::{Rank, Strategy};
use crate::frontier::Pending;
use crate::knowledge::Knowledge;

pub struct Directed;

impl Strategy for Directed {
    fn rank(&mut self, pending: &Pending, knowledge: &Knowledge) -> Rank {
        // Ways that were gone often are as good as farther away.
        let steps = knowledge.distance(pending.part) + knowledge.familiarity(pending);
        (steps, pending.length + pending.penalty())
    }
}
