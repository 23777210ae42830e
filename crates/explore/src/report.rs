//! What is the result of a search? Everything that a report can say, without saying it.

use crate::behaviours::Behaviours;
use crate::budget::Limit;
use crate::coverage::Flips;
use crate::finding::{Confirmation, Finding, FindingKey, FindingKind};
use crate::flip::Flip;
use crate::paths::{self, Paths};
use crate::proposers::orders::OrdersSeen;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use term::Atom;
use trace::{BackendError, Blur, ClauseId, Incomplete, Input, Loser, NoEnd, Outcome, Trace};

#[derive(Debug, Default)]
pub struct Exploration {
    pub findings: Vec<Finding>,
    pub runs: u64,
    /// Runs of variations, and those made again, that reached nothing new, and runs that went a way
    /// which another one had gone meanwhile.
    pub forgotten: u64,
    /// What funs and modules of the input did, in runs that called some.
    pub behaviours: Behaviours,
    /// Runs whose input did not fulfil a precondition.
    pub rejected: u64,
    /// Clauses that some run reached, and how many runs did (counted when the search is over).
    pub covered: BTreeMap<ClauseId, u64>,
    /// What was tried to get to the others, by the first of the clauses chosen between. What was not
    /// decided inside of a clause is counted for that one.
    pub flips: BTreeMap<ClauseId, Flips>,
    /// Runs that ended because of something that Ermine does not do.
    pub incomplete: BTreeMap<Shortfall, u64>,
    /// How often symbolic information was dropped, by who dropped it.
    pub losses: BTreeMap<Loser, u64>,
    /// The same where the user wanted it.
    pub left_out: BTreeMap<Loser, u64>,
    /// How often that was where nothing could fail any more.
    pub harmless_losses: BTreeMap<Loser, u64>,
    /// Runs whose path went on beyond the depth.
    pub cut: u64,
    /// The same where nothing could fail any more.
    pub cut_safely: u64,
    /// Runs without an end: what other inputs on their way would reach is not known.
    pub endless: u64,
    /// Runs that ended in an exception where the spec says that nothing is returned.
    pub raised_as_promised: u64,
    /// What would be findings, if their exceptions were not meant to be.
    pub expected: BTreeSet<FindingKey>,
    /// Runs that were made once more, to take longer.
    pub longer: u64,
    /// Some inputs of runs that took all their reductions, without evidence that they have no end.
    pub may_hang: Vec<MayHang>,
    /// Decisions of which the solver could not tell whether they can be flipped, by why.
    pub unknown: BTreeMap<Undecided, u64>,
    pub unsat: u64,
    pub divergences: Vec<Divergence>,
    /// Runs that went elsewhere because the way there depended on something that was lost.
    pub missed_guesses: u64,
    pub solver: solver::Statistics,
    pub time: Duration,
    /// How much of the time was spent in runs.
    pub run_time: Duration,
    pub stop: Option<StopReason>,
    /// Inputs that were the first to reach some clauses, with these.
    pub firsts: Vec<(Input, Vec<ClauseId>)>,
    /// The runs themselves, if somebody wants to look closer.
    pub paths: Option<Paths>,
    /// Decisions that were not flipped when the search stopped.
    pub left: usize,
    /// Decisions that were not flipped because nothing can fail on the other way, and nothing new is to be
    /// reached there.
    pub pruned: u64,
    /// An analysis has shown that no run can raise, nor return what it should not, and that each ends.
    pub is_safe: bool,
    /// What came of the orders of processes, if there were any.
    pub orders: Option<OrdersSeen>,
    /// Seeds that the search did not run, or stopped in the middle of.
    pub untried: Vec<Input>,
}

/// A run that was cut.
#[derive(Clone, Debug, PartialEq)]
pub struct MayHang {
    pub input: Input,
    /// After so many.
    pub reductions: u64,
}

/// So many of them are kept.
const MOST_MAY_HANG: usize = 3;

/// Why a run does not count as followed to its end.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Shortfall {
    /// It asked for something that Ermine does not do.
    Incomplete(Incomplete),
    /// It had several processes, and only one order of them was tried.
    OneSchedule,
    /// Orders of processes that were not tried, as many as are known.
    OrdersLeft,
    /// What depends on the order of processes, and is not varied in all ways that there are.
    OrderBlur(Blur),
    /// It called funs of the input, and only plain ones were tried: they return, and for the same
    /// arguments the same.
    PlainFuns,
    /// Values that only the program can build may come about in other ways than by the calls that were tried.
    BuiltOtherwise,
    /// A fun of the seed, which is the user's own, did something that no fun of an input should.
    SeedFun(OwnFault),
    /// It crashed, but not on the BEAM, which may have chosen another order of the processes.
    DependsOnOrder,
    /// It crashed, but not on the BEAM, where the time is another.
    DependsOnTime,
    /// It crashed, but not on the BEAM, where the world is another.
    DependsOnWorld,
    /// It took more than its reductions: it may hang.
    OutOfReductions,
    OutOfMemory,
    /// It called a function of a module that is nowhere to be found, and nobody wants to be told of each.
    MissingModule(Atom),
    /// It crashed, and did not crash again without symbols: a bug of ours.
    NotRepeated,
    /// It returned what depends on the input, and nobody could ask whether it is always what was promised.
    ResultNotFollowed,
    /// It failed where an analysis had shown that nothing can: a bug of ours.
    AnalysisRefuted,
}

/// What a fun that is somebody's own did wrong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum OwnFault {
    /// An exception came out of it, and nobody caught that.
    Raised,
    /// It returned something that the spec does not allow.
    Returned,
}

/// Why it is not known whether a decision can be flipped.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Undecided {
    Solver(solver::Why),
    /// The solver gave an input that was tried before and went elsewhere.
    WentElsewhere,
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
    /// In an order of processes that was to be followed, another one came first.
    pub is_of_order: bool,
}

impl Divergence {
    /// The first decision that was not as predicted. A run that was ended before it came there says
    /// nothing.
    pub fn of(flip: &Flip, input: &Input, trace: &Trace) -> Option<Divergence> {
        for (index, asked) in flip.run.decisions[..=flip.index].iter().enumerate() {
            let way = if index == flip.index { flip.other.way } else { asked.taken };
            let found = trace.decisions.get(index);
            if found.is_none() && trace.outcome.is_cut_short() {
                return None;
            }
            if !found.is_some_and(|found| found.went(asked, way)) {
                let is_other = |found: &trace::Decision| found.at.process != asked.at.process;
                return Some(Divergence {
                    is_of_order: !input.schedule.is_free() && found.is_some_and(is_other),
                    input: input.clone(),
                    index,
                    expected: paths::way(asked, way),
                    found: found.map(|found| paths::way(found, found.taken)),
                });
            }
        }
        None
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum StopReason {
    /// Every decision was flipped or cannot be.
    Exhausted,
    Budget(Limit),
    /// Somebody stopped it.
    Interrupted,
    /// The engine failed, and nothing more could be run.
    Engine(BackendError),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// A run ended in an uncaught exception.
    Crash,
    /// Every way was taken or refuted, and nothing was cut or lost; or an analysis has shown that nothing
    /// can fail.
    Proved,
    NoCrashFound,
}

impl Exploration {
    /// Did a run do something with the input that is not followed, or did the solver not know?
    pub fn has_lost_precision(&self) -> bool {
        let mut losers = self.losses.keys().chain(self.harmless_losses.keys());
        losers.any(|loser| loser.matter().is_none()) || !self.unknown.is_empty()
    }

    /// Has a run failed where an analysis had shown that nothing can?
    pub fn has_refuted_the_analysis(&self) -> bool {
        self.incomplete.contains_key(&Shortfall::AnalysisRefuted)
    }

    pub fn verdict(&self) -> Verdict {
        if !self.findings.is_empty() {
            Verdict::Crash
        } else if self.is_complete() || self.is_proved_by_analysis() {
            Verdict::Proved
        } else {
            Verdict::NoCrashFound
        }
    }

    /// What the BEAM refutes may be neither a finding nor a mistake: it is then said as a limit.
    pub fn set_aside_limits(&mut self) {
        let (limits, findings) = std::mem::take(&mut self.findings)
            .into_iter()
            .partition::<Vec<Finding>, _>(|finding| limit(finding).is_some());
        self.findings = findings;
        limits.iter().filter_map(limit).for_each(|limit| self.fell_short(limit));
    }

    /// Findings that are due to a module that is not there are limits: what it would do is not known.
    pub fn set_aside_missing(&mut self, missing: &dyn Fn(&Finding) -> Option<Atom>) {
        for finding in std::mem::take(&mut self.findings) {
            match missing(&finding) {
                Some(module) => {
                    let count =
                        self.incomplete.entry(Shortfall::MissingModule(module)).or_default();
                    *count += finding.occurrences;
                }
                None => self.findings.push(finding),
            }
        }
    }

    pub fn fell_short(&mut self, why: Shortfall) {
        *self.incomplete.entry(why).or_default() += 1;
    }

    /// What came of the orders of processes.
    pub fn note_orders(&mut self, orders: Option<OrdersSeen>) {
        if let Some(OrdersSeen { left, blurs, .. }) = &orders {
            if *left > 0 {
                *self.incomplete.entry(Shortfall::OrdersLeft).or_default() += *left as u64;
            }
            blurs.iter().for_each(|&blur| self.fell_short(Shortfall::OrderBlur(blur)));
        }
        self.orders = orders;
    }

    /// A run was cut that may have no end.
    pub fn may_hang(&mut self, input: &Input, reductions: u64) {
        if self.may_hang.len() < MOST_MAY_HANG {
            self.may_hang.push(MayHang { input: input.clone(), reductions });
        }
    }

    /// A run that was cut has been made again, to take longer: what it comes to now counts.
    pub fn ran_longer(&mut self, input: &Input) {
        self.longer += 1;
        self.may_hang.retain(|each| each.input != *input);
        if let Some(count) = self.incomplete.get_mut(&Shortfall::OutOfReductions) {
            *count -= 1;
        }
        self.incomplete.retain(|_, count| *count > 0);
    }

    /// Was everything seen that there is, but for what an analysis has shown to be safe?
    pub fn is_complete(&self) -> bool {
        self.stop == Some(StopReason::Exhausted)
            // Otherwise there was nothing to see.
            && self.runs > self.rejected
            && self.incomplete.is_empty()
            && self.losses.is_empty()
            && self.left_out.is_empty()
            && self.unknown.is_empty()
            && self.divergences.is_empty()
            && self.cut == 0
            && self.endless == 0
            && self.findings.iter().all(|finding| finding.kind != FindingKind::Hang)
            && self.left == 0
    }

    /// Was something left out because an analysis has shown that nothing can fail there?
    pub fn relies_on_analysis(&self) -> bool {
        self.pruned > 0 || self.cut_safely > 0 || !self.harmless_losses.is_empty()
    }

    /// Is it shown, for all inputs, that no run can fail? If a run has asked the world, nothing is said: it
    /// was not for the program alone to decide.
    pub fn is_proved_by_analysis(&self) -> bool {
        self.is_safe
            && !self.has_refuted_the_analysis()
            // It was shown for all inputs: how many of them were tried is no matter.
            && matches!(self.stop, Some(StopReason::Exhausted | StopReason::Budget(_)))
            && self.runs > self.rejected
            && self.endless == 0
            && !self.incomplete.contains_key(&Shortfall::OutOfReductions)
            && !self.incomplete.contains_key(&Shortfall::OutOfMemory)
            && !self.has_orders_left()
            && self.losses.keys().all(|loser| loser.matter().is_none())
    }

    /// May processes do something in an order that was not tried? (Where one order is all that is asked for, what
    /// other processes do is not looked at.)
    fn has_orders_left(&self) -> bool {
        let is_about_orders =
            |why: &Shortfall| matches!(why, Shortfall::OrdersLeft | Shortfall::OrderBlur(_));
        self.incomplete.keys().any(is_about_orders)
    }

    /// Did every run end in an exception, and does the spec say so?
    pub fn always_raises(&self) -> bool {
        self.runs > self.rejected && self.raised_as_promised == self.runs - self.rejected
    }
}

/// The limit that a finding is due to, if it is none. Where several processes took part, a crash may
/// well happen in another order than the one that the BEAM chose; what depends on the clock may happen
/// at another time, and what depends on the world elsewhere; what grows without end may come to the end
/// of what there is.
fn limit(finding: &Finding) -> Option<Shortfall> {
    match (&finding.confirmation, finding.kind) {
        (Confirmation::Refuted(_), _) if finding.has_processes => Some(Shortfall::DependsOnOrder),
        (Confirmation::Refuted(_), _) if finding.asks_the_time => Some(Shortfall::DependsOnTime),
        (Confirmation::Refuted(_), _) if finding.asks_the_world => Some(Shortfall::DependsOnWorld),
        (Confirmation::Refuted(_), FindingKind::Hang)
            if finding.outcome == Outcome::NoEnd(NoEnd::Grows) =>
        {
            Some(Shortfall::OutOfReductions)
        }
        _ => None,
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
