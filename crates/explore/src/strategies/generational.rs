//! Continuations of the runs that covered most come first.
//!
//! Godefroid, Levin, Molnar: *Automated Whitebox Fuzz Testing* (NDSS 2008). There, all continuations of
//! a run are solved at once and the runs are ranked; here a continuation is solved when its turn
//! comes, which is the same order with less work in advance.

use super::{Rank, Strategy};
use crate::frontier::Pending;
use crate::knowledge::Knowledge;

pub struct Generational;

impl Strategy for Generational {
    fn rank(&mut self, pending: &Pending, _: &Knowledge) -> Rank {
        let run = &pending.run;
        (u64::MAX - run.gain, (run.generation << 32) + pending.length + pending.penalty())
    }
}
