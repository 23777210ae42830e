//! The last decision of the last run comes first: the search goes down before it goes sideways.

use super::{Rank, Strategy};
use crate::frontier::Pending;
use crate::knowledge::Knowledge;

pub struct DepthFirst;

impl Strategy for DepthFirst {
    fn rank(&mut self, pending: &Pending, _: &Knowledge) -> Rank {
        (u64::MAX - pending.run.number, u64::MAX - pending.index as u64)
    }
}
