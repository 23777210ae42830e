//! Continuations of the runs that covered most come first.
//!
//! Godefroid, Levin, Molnar: *Automated Whitebox Fuzz Testing* (NDSS 2008). There, all continuations of
//! a run are solved at once and the runs are ranked; here a continuation is solved when its turn
//! comes, which is the same order with less work in advance.

use super::{Rank, Strategy};
use crate::flip::Flip;
use crate::knowledge::Knowledge;

pub struct Generational;

impl Strategy for Generational {
    fn rank(&mut self, flip: &Flip, _: &Knowledge) -> Rank {
        let run = &flip.run;
        (u64::MAX - run.gain, (run.generation << 32) + flip.length + flip.penalty())
    }
}
