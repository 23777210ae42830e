//! The last decision of the last run comes first: the search goes down before it goes sideways.

use super::{Rank, Strategy};
use crate::flip::Flip;
use crate::knowledge::Knowledge;

pub struct DepthFirst;

impl Strategy for DepthFirst {
    fn rank(&mut self, flip: &Flip, _: &Knowledge) -> Rank {
        (u64::MAX - flip.run.number, u64::MAX - flip.index as u64)
    }
}
