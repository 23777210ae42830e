//! What is nearest to clauses that no run has reached comes first.
//!
//! Burnim, Sen: *Heuristics for Scalable Dynamic Test Generation* (ASE 2008), on the graph of clauses
//! instead of basic blocks: a step goes into a clause or a call.

use super::{Rank, Strategy};
use crate::flip::Flip;
use crate::knowledge::Knowledge;

pub struct Directed;

impl Strategy for Directed {
    fn rank(&mut self, flip: &Flip, knowledge: &Knowledge) -> Rank {
        // Ways that were gone often are as good as farther away.
        let steps = knowledge.distance(flip.part) + knowledge.familiarity(flip);
        (steps, flip.length + flip.penalty())
    }
}
