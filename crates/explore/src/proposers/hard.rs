//! Which flips does the solver get more patience for? Those that it gave up on at first. They get a
//! share of the work, so that the others do not have to wait.

use super::Proposer;
use crate::flip::{Effort, Flip};
use crate::knowledge::Knowledge;
use crate::task::{HARD_COST, Task};
use std::collections::VecDeque;
use typing::Random;

/// One in so many parts of the work goes into them.
const SHARE: u64 = 5;

#[derive(Default)]
pub struct Hard {
    flips: VecDeque<Flip>,
    /// What was spent on them, and on everything.
    spent: u64,
    spent_on_all: u64,
}

impl Hard {
    pub fn push(&mut self, flip: Flip) {
        self.flips.push_back(Flip { effort: Effort::Hard, ..flip });
    }

    pub fn spend(&mut self, cost: u64) {
        self.spent_on_all += cost;
    }

    /// Is their share of the work not used up?
    pub fn is_affordable(&self) -> bool {
        self.spent * SHARE < self.spent_on_all
    }

    /// For another worker.
    pub fn give_away(&mut self) -> Option<Flip> {
        self.flips.pop_front()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Flip> {
        self.flips.iter()
    }

    pub fn count(&self) -> usize {
        self.flips.len()
    }
}

impl Proposer for Hard {
    fn propose(&mut self, _: &Knowledge, _: &mut Random) -> Option<Task> {
        let flip = self.flips.pop_front()?;
        self.spent += HARD_COST;
        Some(Task::Flip(flip))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proposers::aims::tests::flip;
    use symbolic::Symbols;

    #[test]
    fn they_get_their_share_of_the_work() {
        let (mut hard, knowledge) = (Hard::default(), Knowledge::default());
        let (mut symbols, mut chance) = (Symbols::new(), Random::new(0));
        (0..3).for_each(|_| hard.push(flip(&mut symbols, 7)));
        assert!(!hard.is_affordable());
        hard.spend(1);
        assert!(hard.is_affordable());
        let Some(Task::Flip(flip)) = hard.propose(&knowledge, &mut chance) else {
            panic!("a flip")
        };
        assert_eq!(flip.effort, Effort::Hard);
        hard.spend(SHARE * HARD_COST - 1);
        assert!(!hard.is_affordable());
        hard.spend(1);
        assert!(hard.is_affordable());
        assert_eq!(hard.count(), 2);
    }
}
