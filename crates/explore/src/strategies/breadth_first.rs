//! Ways that no run has gone yet come first, then those that few have gone, then short paths. Where values
//! are tried one after the other, each counts as a longer path than the one before.

use super::{Rank, Strategy};
use crate::flip::Flip;
use crate::knowledge::Knowledge;

pub struct BreadthFirst;

impl Strategy for BreadthFirst {
    fn rank(&mut self, flip: &Flip, knowledge: &Knowledge) -> Rank {
        (knowledge.familiarity(flip), flip.length + flip.penalty())
    }
}
