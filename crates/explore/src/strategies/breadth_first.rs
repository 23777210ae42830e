//! Ways that no run has gone yet come first, then those that few have gone, then short paths. Values
//! that are tried one after the other make the next one, and all that follows from it, wait.

use super::{Rank, Strategy};
use crate::flip::Flip;
use crate::knowledge::Knowledge;

pub struct BreadthFirst;

impl Strategy for BreadthFirst {
    fn rank(&mut self, flip: &Flip, knowledge: &Knowledge) -> Rank {
        (knowledge.familiarity(flip), flip.length + flip.penalty())
    }
}
