//! What is run first? The inputs that the user gave, or those that the types suggest.
//!
//! A fun that the user wrote runs as it is. Once it is called, the same input comes again with a made-up
//! fun in its place that returns the same: what that returns, the search may change. If it is not what the function asks
//! for, something plain comes in its place.
//!
//! A fun of the input that is called with what its type does not speak of may refuse that: once for each place, the
//! input comes again with one that does.

use super::Proposer;
use crate::knowledge::Knowledge;
use crate::seed;
use crate::task::{News, Purpose, Ran, Task};
use std::collections::VecDeque;
use term::Term;
use trace::{Input, Place};
use typing::Random;

pub struct Seeds {
    inputs: VecDeque<Input>,
    /// Funs of the user's that one was made up for.
    replaced: Vec<Term>,
    /// Where a fun of the input was called with what its type does not speak of.
    outside: Vec<Place>,
}

impl Seeds {
    pub fn new(inputs: Vec<Input>) -> Seeds {
        Seeds { inputs: inputs.into(), replaced: Vec::new(), outside: Vec::new() }
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

    fn learn(&mut self, ran: &Ran, _: News) {
        if let Some((input, place)) = &ran.refusal
            && !self.outside.contains(place)
        {
            self.outside.push(*place);
            self.inputs.push_back(input.clone());
        }
        let Some(made_up) = &ran.made_up else { return };
        let called = match ran.own_fault {
            None => ran.trace.own_funs.called().into_iter().cloned().collect(),
            Some(_) => seed::own_funs(&ran.input),
        };
        let news: Vec<Term> =
            called.into_iter().filter(|fun| !self.replaced.contains(fun)).collect();
        if !news.is_empty() {
            self.replaced.extend(news);
            self.inputs.push_back(made_up.clone());
        }
    }
}
