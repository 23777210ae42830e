//! Where most is still to be covered comes first: greedy on expressions that no run has reached.

use super::{Rank, Strategy};
use crate::flip::Flip;
use crate::knowledge::Knowledge;

pub struct Statements;

impl Strategy for Statements {
    fn rank(&mut self, flip: &Flip, knowledge: &Knowledge) -> Rank {
        (u64::MAX - knowledge.worth(flip.part), flip.length + flip.penalty())
    }
}
