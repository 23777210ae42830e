//! What is nearest to clauses that no run has reached comes first, or to operations that may fail and have not
//! been seen to. The latter count for less: most of them cannot, and nobody has shown it.
//!
//! Burnim, Sen: *Heuristics for Scalable Dynamic Test Generation* (ASE 2008), on the graph of clauses
//! instead of basic blocks: a step goes into a clause or a call.

use super::{Rank, Strategy};
use crate::flip::Flip;
use crate::knowledge::Knowledge;

pub struct Directed;

/// A clause with an operation that may fail is so much farther than one that no run has reached.
const REACHED_BEFORE: u64 = 2;

impl Strategy for Directed {
    fn rank(&mut self, flip: &Flip, knowledge: &Knowledge) -> Rank {
        // Ways that were gone often are as good as farther away.
        let to_aim = knowledge.aim_distance(flip.part).saturating_add(REACHED_BEFORE);
        let steps = knowledge.distance(flip.part).min(to_aim) + knowledge.familiarity(flip);
        (steps, flip.length + flip.penalty())
    }
}
