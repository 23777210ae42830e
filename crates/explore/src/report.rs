//! What came of a search? Everything that a report can say, without saying it.

use crate::budget::Limit;
use crate::finding::{Confirmation, Finding};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use term::Atom;
use trace::{Incomplete, Input};

#[derive(Debug, Default)]
pub struct Exploration {
    pub findings: Vec<Finding>,
    pub runs: u64,
    /// Runs whose input did not fulfil a precondition.
    pub rejected: u64,
    /// Clauses that some run came to.
    pub covered: BTreeSet<u32>,
    /// Runs that ended because of something that Ermine does not do.
    pub incomplete: BTreeMap<String, u64>,
    /// How often symbolic information was dropped, by who dropped it.
    pub losses: BTreeMap<(Atom, Atom, usize), u64>,
    /// Runs whose path went on beyond the depth.
    pub cut: u64,
    /// Decisions of which the solver could not tell whether they can be flipped, by why.
    pub unknown: BTreeMap<String, u64>,
    pub unsat: u64,
    pub divergences: Vec<Divergence>,
    /// Runs that went elsewhere because the way there depended on something that was lost.
    pub missed_guesses: u64,
    pub solver: solver::Statistics,
    pub time: Duration,
    /// How much of the time was spent in runs.
    pub run_time: Duration,
    pub stop: Option<StopReason>,
    /// Decisions that were not flipped when the search stopped.
    pub left: usize,
}

/// A run that went another way than predicted. The aim is none.
#[derive(Debug, Clone)]
pub struct Divergence {
    pub input: Input,
    /// Which decision was not as predicted.
    pub index: usize,
    pub expected: String,
    /// `None`: the run ended before.
    pub found: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// Every decision was flipped or cannot be.
    Exhausted,
    Budget(Limit),
    /// Somebody stopped it.
    Interrupted,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// A run ended in an uncaught exception.
    Crash,
    /// Every way was taken or refuted, and nothing was cut or lost.
    Proved,
    NoCrashFound,
}

impl Exploration {
    pub fn verdict(&self) -> Verdict {
        if !self.findings.is_empty() {
            Verdict::Crash
        } else if self.is_complete() {
            Verdict::Proved
        } else {
            Verdict::NoCrashFound
        }
    }

    /// A crash that the BEAM does not have, where several processes took part, may well happen in
    /// another order than the one it chose. It is neither a finding nor a mistake.
    pub fn set_aside_orders(&mut self) {
        let is_open = |finding: &Finding| {
            finding.has_processes && matches!(finding.confirmation, Confirmation::Refuted(_))
        };
        let before = self.findings.len();
        self.findings.retain(|finding| !is_open(finding));
        let set_aside = before - self.findings.len();
        if set_aside > 0 {
            let why = "a crash that depends on the order of the processes".to_owned();
            *self.incomplete.entry(why).or_default() += set_aside as u64;
        }
    }

    /// Was everything seen that there is?
    pub fn is_complete(&self) -> bool {
        self.stop == Some(StopReason::Exhausted)
            // Otherwise there was nothing to see.
            && self.runs > self.rejected
            && self.incomplete.is_empty()
            && self.losses.is_empty()
            && self.unknown.is_empty()
            && self.divergences.is_empty()
            && self.cut == 0
    }
}

/// One line for what a run could not do.
pub fn describe(incomplete: &Incomplete) -> String {
    match incomplete {
        Incomplete::Effect { module, function, arity } => {
            format!("effect {}:{}/{arity}", module.name(), function.name())
        }
        Incomplete::UnsupportedBuiltIn { module, function, arity } => {
            format!("built-in {}:{}/{arity} is not supported", module.name(), function.name())
        }
        Incomplete::Oracle { module, function, arity, why } => {
            format!(
                "the BEAM did not answer for {}:{}/{arity}: {why}",
                module.name(),
                function.name()
            )
        }
        Incomplete::Unsupported(what) => what.clone(),
    }
}
