//! What is run first? The inputs that the user gave, or those that the types suggest.

use super::Proposer;
use crate::knowledge::Knowledge;
use crate::task::{Purpose, Task};
use std::collections::VecDeque;
use trace::Input;
use typing::Random;

pub struct Seeds {
    inputs: VecDeque<Input>,
}

impl Seeds {
    pub fn new(inputs: Vec<Input>) -> Seeds {
        Seeds { inputs: inputs.into() }
    }

    /// Its run was stopped in the middle.
    pub fn give_back(&mut self, input: Input) {
        self.inputs.push_front(input);
    }

    pub fn is_empty(&self) -> bool {
        self.inputs.is_empty()
    }

    pub fn into_untried(self) -> Vec<Input> {
        self.inputs.into()
    }
}

impl Proposer for Seeds {
    fn propose(&mut self, _: &Knowledge, _: &mut Random) -> Option<Task> {
        self.inputs.pop_front().map(|input| Task::Run(input, Purpose::Seed))
    }
}
