//! What happened in a run with several processes, as far as others could see it?

use schedules::{Actor, Run};
use std::collections::BTreeSet;

/// The events of a run, and what is needed to tell in which other orders they could have come.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// Whose events they are: the numbers of `run` are places here.
    pub actors: Vec<Actor>,
    pub run: Run,
    /// Which messages a `receive` would take: numbers of a pattern and of a payload.
    pub fits: Vec<(u32, u32)>,
    /// Which it would not take, and with other inputs might: it has not looked at them.
    pub open: Vec<(u32, u32)>,
    /// At which it has looked, and did not take them.
    pub passed: Vec<(u32, u32)>,
    /// All of these numbers are smaller.
    pub numbers: u32,
    /// Why other orders may not all be found from here.
    pub blurs: BTreeSet<Blur>,
}

/// Something that depends on the order of processes, and is not varied in all ways that there are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Blur {
    /// A process traps exits at times, and at times it does not; or an exit signal came from nobody we know.
    Traps,
    /// A process gave a name to another one.
    Names,
    /// A process asked about others.
    Questions,
    /// A long time passed, because nobody had anything else to do.
    LongWait,
    /// The run had more events than are kept, or was cut.
    Length,
    /// What a `receive` takes depends on the input.
    DataInReceive,
    /// Two processes looked at the input, and neither came first.
    DataInParallel,
    /// A message was taken in a way that is not followed.
    OddReceive,
    /// What was asked for did not come to pass: a bug of ours.
    NotFollowed,
    /// Tables that are deleted, handed on or looked through while others use them.
    Tables,
}

impl Blur {
    pub fn words(self) -> &'static str {
        match self {
            Blur::Traps => "exit signals to a process that traps them only at times",
            Blur::Names => "names that a process gave to another one",
            Blur::Questions => "questions about other processes",
            Blur::LongWait => "what happened after a long wait",
            Blur::Length => "runs with too many events",
            Blur::DataInReceive => "a receive whose choice depends on the input",
            Blur::DataInParallel => "tests of the input that two processes made in parallel",
            Blur::OddReceive => "messages taken by other means than a receive",
            Blur::NotFollowed => "orders that could not be followed",
            Blur::Tables => "tables that were deleted, handed on or looked through",
        }
    }
}
