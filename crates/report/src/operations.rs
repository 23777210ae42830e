//! Which operations can fail, as far as is known? A table for each function: what was found to fail, what cannot
//! (by analysis, for all inputs), and what is left, each with its line, how it could fail, and why it is left.

use crate::gap::loser_name;
use crate::stack::SourceLine;
use crate::{Finding, Mfa};
use core_erlang::{FunctionName, Position};
use explore::{Exploration, FindingKind, StopReason};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use term::{Atom, atoms};
use trace::{ClauseId, Frame, NoEnd, Outcome, Raised, Raiser};

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
    /// Which expression of the function it is.
    pub number: u32,
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
    /// The functions that a call may lead to, each with how many of its operations are of a kind that can fail.
    pub functions: Vec<(Mfa, usize)>,
    /// Those that may fail.
    pub possible: Vec<Operation>,
    /// The result may be none that the spec allows.
    pub result_may_not_fit: bool,
    /// A postcondition may not be fulfilled.
    pub postcondition_may_fail: bool,
    /// A call may come to no end.
    pub may_not_end: bool,
    /// Nothing was shown, since there was too much to look at.
    pub has_given_up: bool,
}

impl Operations {
    /// Does what was found fail where the analysis says that something may? If not, one of the two is wrong.
    pub fn foresee(&self, finding: &explore::Finding) -> bool {
        if self.has_given_up {
            return true;
        }
        match (finding.kind, &finding.outcome) {
            (FindingKind::SpecViolation, _) => self.result_may_not_fit,
            (FindingKind::PostViolation, _) => self.postcondition_may_fail,
            (FindingKind::OutsideFunType, _) => true,
            // What other processes do is not looked at.
            (_, Outcome::NoEnd(NoEnd::GoesRound)) => true,
            (FindingKind::Hang, _) => self.may_not_end || self.waits(),
            (_, Outcome::Deadlock(_)) => self.waits(),
            (_, Outcome::Crashed { raised, .. }) => self.foresee_raise(*raised, finding),
            _ => true,
        }
    }

    /// Somewhere on the stack is an operation that may fail: the one that did, or a call of what is not known.
    fn foresee_raise(&self, raised: Raised, finding: &explore::Finding) -> bool {
        // What another process does, or a fun of the input, is not looked at; who raised it, somebody must know.
        let is_unknown = matches!(raised.by, Raiser::Signal | Raiser::Input | Raiser::Unknown);
        if is_unknown || raised.is_elsewhere {
            return true;
        }
        // A call that was the last thing somebody did is not on the stack.
        if self.possible.iter().any(|each| each.hazard.leads_anywhere()) {
            return true;
        }
        let Some(at) = raised.at else { return !self.possible.is_empty() };
        let is_there = |frame: &Frame| {
            let function = Mfa::of(frame.module, frame.function);
            let line = frame.position.line as usize;
            self.possible.iter().any(|each| each.function == function && each.line == line)
        };
        // What was raised again may say where it was raised first.
        let is_told = |(module, _, line): (Atom, Atom, i64)| {
            let line = usize::try_from(line).unwrap_or(0);
            self.possible.iter().any(|each| each.function.module == module && each.line == line)
        };
        is_there(&at)
            || finding.raised_at.iter().any(is_there)
            || (raised.by == Raiser::Raised && finding.key.place.is_some_and(is_told))
    }

    /// Where each of the operations is that may fail, if a finding tells which of them it is, and if there is nothing
    /// else to be found: each fails in one way, and no other is in its line.
    pub fn places(&self) -> Option<Vec<Frame>> {
        let is_as_promised = !self.result_may_not_fit && !self.postcondition_may_fail;
        if self.has_given_up || !is_as_promised || self.may_not_end {
            return None;
        }
        let mut places: Vec<Frame> = Vec::new();
        for each in &self.possible {
            let Mfa { module, function: name, arity } = each.function;
            let function = FunctionName { name, arity: arity as u32 };
            let position = Position { line: each.line as u32, ..Position::default() };
            let frame = Frame { module, function, position };
            if each.line == 0 || places.contains(&frame) || !each.hazard.has_one_way() {
                return None;
            }
            places.push(frame);
        }
        Some(places)
    }

    fn waits(&self) -> bool {
        self.possible
            .iter()
            .any(|each| each.hazard.leads_anywhere() || each.hazard == Hazard::Receive)
    }
}

/// An operation that may fail, as the reader sees it.
#[derive(Clone, Debug)]
pub struct Shown {
    pub function: Mfa,
    pub number: u32,
    pub place: SourceLine,
    pub hazard: Hazard,
}

/// An operation that is left, and why.
#[derive(Clone, Debug)]
pub struct Left {
    pub operation: Shown,
    pub why: WhyLeft,
    /// Where precision was lost, if that is why.
    pub at: Option<String>,
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
    /// By each of the two.
    Both,
    /// All paths on which something can fail were taken or refuted, and on the others nothing can, by analysis.
    Mixed,
}

/// What a report says about the operations of a function.
#[derive(Clone, Debug)]
pub struct OperationsReport {
    /// As in [`Operations::functions`].
    pub functions: Vec<(Mfa, usize)>,
    /// How many can fail, and how many of them were shown not to.
    pub all: usize,
    pub safe: usize,
    /// Those that runs failed at.
    pub found: Vec<Shown>,
    pub left: Vec<Left>,
    pub result_is_left: bool,
    pub postconditions_are_left: bool,
    pub has_given_up: bool,
}

impl Proof {
    pub fn of(exploration: &Exploration) -> Option<Proof> {
        let relies_on_analysis = exploration.relies_on_analysis();
        match (exploration.is_proved_by_analysis(), exploration.is_complete()) {
            // What was left out was not taken, whatever else was.
            (true, true) if !relies_on_analysis => Some(Proof::Both),
            (true, _) => Some(Proof::Analysis),
            (false, true) if relies_on_analysis => Some(Proof::Mixed),
            (false, true) => Some(Proof::Paths),
            (false, false) => None,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Proof::Analysis => "analysis",
            Proof::Paths => "paths",
            Proof::Both => "both",
            Proof::Mixed => "mixed",
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
            WhyLeft::PrecisionLost => "precision was lost on the way there",
            WhyLeft::NotFinished => "the search was not finished",
            WhyLeft::NoInputFound => "no input was found",
        })
    }
}

/// Functions of `erlang` that raise nothing but `badarith`, or nothing but `badarg`.
const ONE_WAY: [&str; 17] = [
    "+",
    "-",
    "*",
    "/",
    "div",
    "rem",
    "band",
    "bor",
    "bxor",
    "bnot",
    "hd",
    "tl",
    "length",
    "element",
    "setelement",
    "tuple_size",
    "byte_size",
];

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

impl Hazard {
    /// Is the exception always the same, but for the values in it?
    fn has_one_way(&self) -> bool {
        match self {
            Hazard::NoClause(reason) => reason != "no clause fits",
            Hazard::Call(called) if called.module == atoms::erlang => {
                ONE_WAY.contains(&called.function.name())
            }
            _ => false,
        }
    }

    /// May it call what nobody has looked at?
    fn leads_anywhere(&self) -> bool {
        match self {
            Hazard::DynamicCall | Hazard::Fun | Hazard::Other => true,
            Hazard::Call(called) => {
                called.module != atoms::erlang || called.function.name() == "apply"
            }
            _ => false,
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
        // What a run has failed at is found: by module and line, as stack traces tell. Built-ins have none.
        let mut failed: BTreeSet<(Atom, usize)> = BTreeSet::new();
        for finding in findings.iter().filter(|finding| finding.stands()) {
            let mut places = finding.stack.iter().filter_map(|frame| {
                let place = frame.place.as_ref()?;
                Some((frame.mfa.module, place.line))
            });
            failed.extend(places.next());
        }
        let all = operations.functions.iter().map(|(_, count)| count).sum::<usize>();
        let safe = all.saturating_sub(operations.possible.len());
        let is_complete = exploration.is_complete();
        let lost = exploration.losses.keys().next().map(loser_name);
        let (mut found, mut left) = (Vec::new(), Vec::new());
        for operation in operations.possible {
            let key = (operation.function.module, operation.line);
            let why = WhyLeft::of(&operation, exploration);
            let place = place(&operation);
            let Operation { function, number, hazard, .. } = operation;
            let operation = Shown { function, number, place, hazard };
            if failed.contains(&key) {
                found.push(operation);
            } else if !is_complete {
                let at = lost.clone().filter(|_| why == WhyLeft::PrecisionLost);
                left.push(Left { operation, why, at });
            }
        }
        left.sort_by_key(|each| each.why == WhyLeft::NotReached);
        let is_found = |kind: FindingKind| {
            findings.iter().any(|finding| finding.kind == kind && finding.stands())
        };
        let is_left =
            |may_fail: bool, kind: FindingKind| may_fail && !is_complete && !is_found(kind);
        OperationsReport {
            functions: operations.functions,
            all,
            safe: if operations.has_given_up { 0 } else { safe },
            found,
            result_is_left: is_left(operations.result_may_not_fit, FindingKind::SpecViolation),
            postconditions_are_left: is_left(
                operations.postcondition_may_fail,
                FindingKind::PostViolation,
            ),
            has_given_up: operations.has_given_up,
            left,
        }
    }
}

/// How many operations of some functions were shown safe, found to fail, or are left: each is counted once,
/// whichever functions lead there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OperationTotals {
    pub all: usize,
    pub safe: usize,
    pub found: usize,
    pub left: usize,
}

impl OperationTotals {
    /// `is_own`: the modules whose operations count.
    pub fn of<'r>(
        reports: impl IntoIterator<Item = &'r OperationsReport>,
        is_own: impl Fn(Atom) -> bool,
    ) -> OperationTotals {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        let mut found: BTreeSet<(String, u32)> = BTreeSet::new();
        let mut left: BTreeSet<(String, u32)> = BTreeSet::new();
        // Nothing was shown of what there was too much of.
        let mut unclear: BTreeSet<String> = BTreeSet::new();
        for report in reports {
            for (function, count) in report.functions.iter().filter(|each| is_own(each.0.module)) {
                counts.insert(function.to_string(), *count);
                if report.has_given_up {
                    unclear.insert(function.to_string());
                }
            }
            let own = |shown: &&Shown| is_own(shown.function.module);
            let key = |shown: &Shown| (shown.function.to_string(), shown.number);
            found.extend(report.found.iter().filter(own).map(key));
            left.extend(report.left.iter().map(|left| &left.operation).filter(own).map(key));
        }
        let all = counts.values().sum();
        left.retain(|operation| !found.contains(operation));
        let mut open = left.iter().filter(|(function, _)| !unclear.contains(function)).count();
        for function in &unclear {
            let failed = found.iter().filter(|(each, _)| each == function).count();
            open += counts[function].saturating_sub(failed);
        }
        let found = found.len();
        OperationTotals { all, safe: all.saturating_sub(found + open), found, left: open }
    }
}

impl Mfa {
    pub fn of(module: Atom, name: FunctionName) -> Mfa {
        Mfa { module, function: name.name, arity: name.arity as usize }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use explore::FindingKey;
    use term::Term;
    use trace::{Class, Input};

    fn mfa() -> Mfa {
        Mfa { module: Atom::new("m"), function: Atom::new("f"), arity: 1 }
    }

    fn possible(line: usize, hazard: Hazard) -> Operation {
        let file = "m.erl".to_owned();
        Operation { function: mfa(), file, line, clause: None, number: 1, hazard }
    }

    fn raised_in_line(line: u32) -> explore::Finding {
        let function = FunctionName { name: Atom::new("f"), arity: 1 };
        let position = Position { line, ..Position::default() };
        let at = Frame { module: Atom::new("m"), function, position };
        let outcome = Outcome::Crashed {
            class: Class::Error,
            reason: Term::atom("badarith"),
            stacktrace: Term::Nil,
            raised: Raised { at: Some(at), ..Raised::by(Raiser::BuiltIn) },
        };
        let (kind, key) = FindingKey::of(&outcome).expect("a crash is one");
        explore::Finding::new(kind, key, Input::new(vec![Term::Int(0)]), outcome)
    }

    #[test]
    fn what_is_found_is_where_something_may_fail() {
        let division =
            Hazard::Call(Mfa { module: atoms::erlang, function: Atom::new("div"), arity: 2 });
        let of = |possible| Operations { possible, ..Operations::default() };
        let finding = raised_in_line(7);
        assert!(of(vec![possible(7, division.clone())]).foresee(&finding));
        assert!(!of(vec![possible(8, division)]).foresee(&finding), "that is another line");
        assert!(!of(Vec::new()).foresee(&finding), "nothing could fail");
        assert!(of(vec![possible(8, Hazard::Fun)]).foresee(&finding), "who knows what that calls");
        let given_up = Operations { has_given_up: true, ..Operations::default() };
        assert!(given_up.foresee(&finding));
    }

    #[test]
    fn all_is_known_that_can_be_found_if_each_has_one_way_and_a_line_of_its_own() {
        let call = |name: &str| {
            Hazard::Call(Mfa { module: atoms::erlang, function: Atom::new(name), arity: 2 })
        };
        let of = |possible| Operations { possible, ..Operations::default() };
        let no_clause = || Hazard::NoClause("function_clause".to_owned());
        let two = of(vec![possible(7, call("div")), possible(8, no_clause())]);
        let lines = |places: Vec<Frame>| -> Vec<u32> {
            places.iter().map(|each| each.position.line).collect()
        };
        assert_eq!(two.places().map(lines), Some(vec![7, 8]));
        let alike = of(vec![possible(7, call("div")), possible(7, no_clause())]);
        assert_eq!(alike.places(), None, "which of the two is found?");
        assert_eq!(of(vec![possible(7, call("binary_to_term"))]).places(), None);
        assert_eq!(of(vec![possible(7, Hazard::Map)]).places(), None, "badmap or badkey");
        assert_eq!(Operations { may_not_end: true, ..two.clone() }.places(), None);
        assert_eq!(Operations { result_may_not_fit: true, ..two }.places(), None);
    }

    #[test]
    fn results_and_ends_are_foreseen_by_themselves() {
        let of = |kind| explore::Finding { kind, ..raised_in_line(7) };
        let fits = Operations::default();
        let ends = Operations { result_may_not_fit: true, ..Operations::default() };
        assert!(!fits.foresee(&of(FindingKind::SpecViolation)));
        assert!(ends.foresee(&of(FindingKind::SpecViolation)));
        assert!(!ends.foresee(&of(FindingKind::Hang)));
        let may_not_end = Operations { may_not_end: true, ..Operations::default() };
        assert!(may_not_end.foresee(&of(FindingKind::Hang)));
    }
}
