//! Which operations can fail, as far as is known? Those that an analysis could not show to be safe, and that
//! no run has failed at: each with its line, how it could fail, and why it is left.

use crate::stack::SourceLine;
use crate::{Finding, Mfa};
use core_erlang::FunctionName;
use explore::{Exploration, StopReason};
use std::collections::BTreeSet;
use std::fmt;
use term::Atom;
use trace::ClauseId;

/// An operation that may fail, as the analysis sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Operation {
    /// The function that it is in.
    pub function: Mfa,
    /// The file, as the compiler was told it, and a line of it.
    pub file: String,
    pub line: usize,
    /// The clause that it is in.
    pub clause: Option<ClauseId>,
    pub hazard: Hazard,
}

/// How an operation can fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hazard {
    /// A call of this function, which is not written in Erlang, or of which nothing is known.
    Call(Mfa),
    /// A call of a function whose name only the run knows.
    DynamicCall,
    /// A call of a fun, of which it is not known what it does, or whether it is one.
    Fun,
    /// No clause fits. The reason is what the exception says.
    NoClause(String),
    /// Somebody wrote that it raises.
    Raise(String),
    /// A map that is none, or a key that is missing.
    Map,
    /// A part of a bitstring that does not fit.
    Bitstring,
    /// It waits for a message, perhaps without end.
    Receive,
    /// Anything else.
    Other,
}

/// What is known about how a function can fail.
#[derive(Clone, Debug, Default)]
pub struct Operations {
    /// How many operations can fail, of the functions that a call may lead to.
    pub all: usize,
    /// Those that may fail.
    pub possible: Vec<Operation>,
    /// The result may be none that the spec allows.
    pub result_may_not_fit: bool,
    /// Nothing was shown, since there was too much to look at.
    pub has_given_up: bool,
}

/// An operation that is left, and why.
#[derive(Clone, Debug)]
pub struct Left {
    pub function: Mfa,
    pub place: SourceLine,
    pub hazard: Hazard,
    pub why: WhyLeft,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhyLeft {
    /// No run came there.
    NotReached,
    /// Runs came there, and paths go on beyond the depth.
    BeyondTheDepth,
    /// Runs came there, and on the way something was not followed.
    PrecisionLost,
    /// Runs came there, and the search was not finished.
    NotFinished,
    /// Every path was taken that can be seen.
    NoInputFound,
}

/// How it is known that nothing can fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    Analysis,
    Paths,
    Both,
}

/// What a report says about the operations of a function.
#[derive(Clone, Debug)]
pub struct OperationsReport {
    /// How many can fail, how many of them were shown not to, and how many were seen to fail.
    pub all: usize,
    pub safe: usize,
    pub found: usize,
    pub left: Vec<Left>,
    pub result_is_left: bool,
    pub has_given_up: bool,
}

impl Proof {
    pub fn of(exploration: &Exploration) -> Option<Proof> {
        match (exploration.is_proved_by_analysis(), exploration.is_complete()) {
            (true, true) => Some(Proof::Both),
            (true, false) => Some(Proof::Analysis),
            (false, true) => Some(Proof::Paths),
            (false, false) => None,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Proof::Analysis => "analysis",
            Proof::Paths => "paths",
            Proof::Both => "both",
        }
    }
}

impl WhyLeft {
    pub fn name(self) -> &'static str {
        match self {
            WhyLeft::NotReached => "not_reached",
            WhyLeft::BeyondTheDepth => "depth",
            WhyLeft::PrecisionLost => "precision_lost",
            WhyLeft::NotFinished => "not_finished",
            WhyLeft::NoInputFound => "no_input_found",
        }
    }

    fn of(operation: &Operation, exploration: &Exploration) -> WhyLeft {
        let is_reached =
            operation.clause.is_some_and(|clause| exploration.covered.contains_key(&clause));
        if !is_reached {
            WhyLeft::NotReached
        } else if exploration.has_lost_precision() || !exploration.losses.is_empty() {
            WhyLeft::PrecisionLost
        } else if exploration.stop != Some(StopReason::Exhausted) {
            WhyLeft::NotFinished
        } else if exploration.cut > 0 {
            WhyLeft::BeyondTheDepth
        } else {
            WhyLeft::NoInputFound
        }
    }
}

impl fmt::Display for WhyLeft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            WhyLeft::NotReached => "no run came there",
            WhyLeft::BeyondTheDepth => "there are paths beyond the depth",
            WhyLeft::PrecisionLost => "something on the way there was not followed",
            WhyLeft::NotFinished => "the search was not finished",
            WhyLeft::NoInputFound => "no input was found",
        })
    }
}

impl Hazard {
    pub fn name(&self) -> &'static str {
        match self {
            Hazard::Call(_) => "call",
            Hazard::DynamicCall => "dynamic_call",
            Hazard::Fun => "fun",
            Hazard::NoClause(_) => "no_clause",
            Hazard::Raise(_) => "raise",
            Hazard::Map => "map",
            Hazard::Bitstring => "bitstring",
            Hazard::Receive => "receive",
            Hazard::Other => "other",
        }
    }
}

impl fmt::Display for Hazard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Hazard::Call(mfa) => write!(f, "{mfa} may raise"),
            Hazard::DynamicCall => f.write_str("a call by a name that only the run knows"),
            Hazard::Fun => f.write_str("a call of a fun"),
            Hazard::NoClause(reason) => write!(f, "{reason}"),
            Hazard::Raise(what) => write!(f, "{what} is called"),
            Hazard::Map => f.write_str("no map, or a key is missing"),
            Hazard::Bitstring => f.write_str("a part of a bitstring may not fit"),
            Hazard::Receive => f.write_str("it may wait without end"),
            Hazard::Other => f.write_str("it may raise"),
        }
    }
}

impl OperationsReport {
    /// `place`: what the reader calls a line of a file.
    pub fn of(
        operations: Operations,
        exploration: &Exploration,
        findings: &[Finding],
        place: &dyn Fn(&Operation) -> SourceLine,
    ) -> OperationsReport {
        // What a run has failed at is found: by module and line, as stack traces tell.
        let mut found: BTreeSet<(Atom, usize)> = BTreeSet::new();
        for finding in findings.iter().filter(|finding| finding.stands()) {
            for frame in &finding.stack {
                let line = frame.place.as_ref().map_or(0, |place| place.line);
                found.insert((frame.mfa.module, line));
            }
        }
        let shown = operations.all.saturating_sub(operations.possible.len());
        let is_complete = exploration.is_complete();
        let mut left = Vec::new();
        let mut seen = 0;
        for operation in operations.possible {
            let key = (operation.function.module, operation.line);
            if found.contains(&key) {
                seen += 1;
            } else if !is_complete {
                let (place, why) = (place(&operation), WhyLeft::of(&operation, exploration));
                let Operation { function, hazard, .. } = operation;
                left.push(Left { function, place, hazard, why });
            }
        }
        left.sort_by_key(|each| each.why == WhyLeft::NotReached);
        OperationsReport {
            all: operations.all,
            safe: if operations.has_given_up { 0 } else { shown },
            found: seen,
            result_is_left: operations.result_may_not_fit && !is_complete,
            has_given_up: operations.has_given_up,
            left,
        }
    }
}

impl Mfa {
    pub fn of(module: Atom, name: FunctionName) -> Mfa {
        Mfa { module, function: name.name, arity: name.arity as usize }
    }
}
