//! Where most is still to be covered comes first: greedy on expressions that no run has come to.

use super::{Rank, Strategy};
use crate::frontier::Pending;
use crate::knowledge::Knowledge;

pub struct Statements;

impl Strategy for Statements {
    fn rank(&mut self, pending: &Pending, knowledge: &Knowledge) -> Rank {
        (u64::MAX - knowledge.worth(pending.part), pending.length + pending.penalty())
    }
}
