//! Any flip is as good as any other. Its rank is drawn from its path and the seed alone, so that the same
//! seed gives the same search.

use super::{Rank, Strategy};
use crate::flip::Flip;
use crate::knowledge::Knowledge;
use typing::Random;

pub struct RandomBranch {
    pub seed: u64,
}

impl Strategy for RandomBranch {
    fn rank(&mut self, flip: &Flip, _: &Knowledge) -> Rank {
        (Random::new(self.seed ^ flip.other.path).word(), 0)
    }
}
