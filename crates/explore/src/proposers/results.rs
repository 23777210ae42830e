//! Which results may break the promise? Every run that returns asks about its result, and there are many runs: so
//! these flips have a queue of their own, and a share of the work that does not keep the search from where the
//! program goes. What was asked first comes first.

use super::{Arm, Proposer};
use crate::flip::Flip;
use crate::knowledge::Knowledge;
use crate::task::Task;
use std::collections::VecDeque;
use typing::Random;

/// One in so many flips is about a result, as long as there are others.
const SHARE: u32 = 6;

/// So many wait at most; the others are given up and counted.
const MOST: usize = 100_000;

#[derive(Default)]
pub struct Results {
    waiting: VecDeque<Flip>,
    /// How many turns the others have had since.
    turns: u32,
    pub given_up: u64,
}

impl Results {
    pub fn push(&mut self, flip: Flip) {
        match self.waiting.len() < MOST {
            true => self.waiting.push_back(flip),
            false => self.given_up += 1,
        }
    }

    /// Another turn is over. Is it that of a result?
    pub fn is_turn(&mut self) -> bool {
        self.turns += 1;
        self.turns.is_multiple_of(SHARE)
    }

    pub fn pop(&mut self) -> Option<Flip> {
        self.waiting.pop_front()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Flip> {
        self.waiting.iter()
    }

    pub fn count(&self) -> usize {
        self.waiting.len()
    }
}

impl Proposer for Results {
    fn propose(&mut self, _: &Knowledge, _: &mut Random) -> Option<Task> {
        self.pop().map(|flip| Task::Flip(Flip { by: Arm::default(), ..flip }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proposers::aims::tests::{flip, knowledge};
    use symbolic::Symbols;

    #[test]
    fn one_in_some_turns_is_theirs_and_the_first_comes_first() {
        let (mut symbols, mut results) = (Symbols::new(), Results::default());
        [3, 4].into_iter().for_each(|number| results.push(flip(&mut symbols, number)));
        let turns = (0..12).filter(|_| results.is_turn()).count();
        assert_eq!(turns, 2);
        let mut random = Random::new(1);
        let Some(Task::Flip(first)) = results.propose(&knowledge(), &mut random) else {
            panic!("a flip waits");
        };
        assert_eq!(first.run.input.arguments, [term::Term::Int(3)]);
        assert_eq!(results.count(), 1);
    }
}
