//! Which runs may take longer? Those that took all their reductions, when nothing else is left to do.

use super::Proposer;
use crate::knowledge::Knowledge;
use crate::task::{News, Purpose, Ran, Task};
use std::collections::VecDeque;
use trace::Input;
use typing::Random;

/// So many wait for it at most.
const MOST: usize = 3;

/// How many times as many reductions they may take.
pub const ENDURANCE: u64 = 10;

#[derive(Default)]
pub struct Longer {
    inputs: VecDeque<Input>,
}

impl Proposer for Longer {
    fn propose(&mut self, _: &Knowledge, _: &mut Random) -> Option<Task> {
        self.inputs.pop_front().map(|input| Task::Run(input, Purpose::Longer))
    }

    fn learn(&mut self, ran: &Ran, _: News) {
        let is_first = !matches!(ran.purpose, Purpose::Longer);
        if is_first && ran.may_hang() && self.inputs.len() < MOST {
            self.inputs.push_back(ran.input.clone());
        }
    }
}
