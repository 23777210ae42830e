//! Which runs are worth following further? Those that went on beyond the depth, when nothing else is left
//! to do, and only where a clause that nobody has reached may lie ahead.
//!
//! The depth keeps a search from losing itself in loops. Where it is all that ends the search, it is
//! too small: a parser asks a question or two of every byte. So it doubles, some times.

use super::Proposer;
use crate::knowledge::{FAR, Knowledge};
use crate::task::{News, Purpose, Ran, Task};
use std::collections::VecDeque;
use trace::{ClausePart, Input};
use typing::Random;

/// So many wait for it at most.
const MOST: usize = 256;

/// No run is followed deeper than so many times the usual depth.
const DEEPEST: usize = 32;

pub struct Deeper {
    is_allowed: bool,
    cut: VecDeque<Cut>,
}

struct Cut {
    input: Input,
    /// Where its last decision was.
    part: Option<ClausePart>,
    /// How many times the usual depth it was followed.
    depth: usize,
    /// Was what it could not follow of any matter?
    was_cut: bool,
}

impl Deeper {
    pub fn new(is_allowed: bool) -> Deeper {
        Deeper { is_allowed, cut: VecDeque::new() }
    }
}

impl Proposer for Deeper {
    fn propose(&mut self, knowledge: &Knowledge, _: &mut Random) -> Option<Task> {
        // Shallow ones first: the others come from those.
        self.cut.make_contiguous().sort_by_key(|cut| cut.depth);
        while let Some(Cut { input, part, depth, was_cut }) = self.cut.pop_front() {
            if knowledge.distance(part) < FAR {
                return Some(Task::Run(input, Purpose::Deeper { depth: 2 * depth, was_cut }));
            }
        }
        None
    }

    fn learn(&mut self, ran: &Ran, _: News) {
        let depth = ran.purpose.depth();
        let is_worth_it = self.is_allowed && ran.trace.is_cut && 2 * depth <= DEEPEST;
        if let (true, true, Some(last)) = (is_worth_it, self.cut.len() < MOST, ran.steps.last()) {
            let was_cut = ran.trace.is_cut_short();
            self.cut.push_back(Cut { input: ran.input.clone(), part: last.part, depth, was_cut });
        }
    }
}
