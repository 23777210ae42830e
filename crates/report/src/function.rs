//! What is said about a function that was searched? This makes it of what the search leaves behind.

use crate::coverage::Coverage;
use crate::gap::{Gap, GapKind, gaps};
use crate::operations::{Operation, Operations, OperationsReport, Proof};
use crate::stack::SourceLine;
use crate::{
    Finding, Mfa, PathResult, Program, Sources, UnreachableClause, room, script, unreachable,
};
use core_erlang::FunctionName;
use explore::{Exploration, Limit, OrdersSeen, Paths, StopReason, Verdict};
use std::time::Duration;
use term::{Atom, Term};
use trace::{Outline, Raiser};
use typing::{Reading, UntypedParts};

#[derive(Clone, Debug)]
pub struct Function {
    pub mfa: Mfa,
    pub spec: Spec,
    /// Only inputs that fulfil these were tried.
    pub preconditions: Vec<Mfa>,
    pub limits: Limits,
    pub verdict: Verdict,
    pub stop: StopReason,
    /// Every way was taken or refuted, and nothing was cut or lost.
    pub is_complete: bool,
    /// How it was proved, if it is.
    pub proof: Option<Proof>,
    /// What an analysis says about the operations that can fail, if there was one.
    pub operations: Option<OperationsReport>,
    /// Every run ended in an exception, as the spec says.
    pub always_raises: bool,
    /// Clauses of it that no input reaches, where that is proved.
    pub unreachable: Vec<UnreachableClause>,
    pub findings: Vec<Finding>,
    /// How many more there would be, if their exceptions were not meant to be.
    pub expected: usize,
    pub gaps: Vec<Gap>,
    pub divergences: Vec<Divergence>,
    pub coverage: Coverage,
    pub statistics: Statistics,
    /// What searches before left, if this one began with it.
    pub corpus: Option<Remembered>,
    /// The paths that were taken, where somebody wants to look at them.
    pub paths: Option<Paths>,
    /// What the BEAM returns on them, where tests are made of it.
    pub results: Vec<PathResult>,
    /// Modules that are called by their names, and that are not there.
    pub missing_modules: Vec<Atom>,
    /// It is not as it was when it was tested last.
    pub is_changed: bool,
    /// What came of the orders of processes, if there were several.
    pub orders: Option<OrdersSeen>,
}

/// What the function's `-spec` did for the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spec {
    /// Only inputs that it allows were tried.
    Used,
    /// There is none, but the `-callback` of this behaviour, which was used in its place.
    OfCallback(Atom),
    /// The user said so.
    Ignored,
    Missing,
}

/// How far the search was allowed to go.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    pub time: Option<Duration>,
    pub runs: Option<u64>,
    pub depth: usize,
    pub reductions: u64,
    /// In bytes.
    pub memory: Option<u64>,
}

/// A run that went another way than predicted.
#[derive(Clone, Debug)]
pub struct Divergence {
    pub arguments: Vec<Term>,
    /// Which decision of the run, from 0.
    pub decision: usize,
    pub expected: String,
    /// `None`: the run ended before.
    pub found: Option<String>,
}

/// What a search began with that others had left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Remembered {
    /// Inputs that reached something.
    pub inputs: usize,
    /// Crashes that were tried again.
    pub crashes: usize,
    /// Of these, those that do not happen any more.
    pub gone: usize,
    /// Crashes for which there was no time.
    pub untried: usize,
    /// Inputs that the spec does not allow any more.
    pub dropped: usize,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    pub runs: u64,
    /// Of these, whose input did not fulfil a precondition.
    pub rejected: u64,
    pub sat: u64,
    pub unsat: u64,
    pub unknown: u64,
    /// Queries answered, by who answered.
    pub layers: Vec<(&'static str, u64)>,
    pub divergences: u64,
    pub time: Duration,
    pub run_time: Duration,
    pub solver_time: Duration,
    pub smt_time: Duration,
    /// Decisions that were not flipped when the search stopped.
    pub decisions_left: usize,
    /// Decisions that were not flipped because nothing can fail there.
    pub pruned: u64,
}

/// What was searched, as far as the search itself does not know it.
pub struct Target<'a> {
    pub mfa: Mfa,
    pub spec: Spec,
    pub preconditions: Vec<Mfa>,
    /// Why no call fits the spec, if none does.
    pub no_input: Option<String>,
    pub limits: Limits,
    /// Where the function begins: a file, as the compiler was told it, and a line.
    pub definition: Option<(String, usize)>,
    /// The module, as it is written.
    pub outline: &'a Outline,
    pub sources: &'a dyn Sources,
    pub program: &'a dyn Program,
    pub state: CallbackState,
    /// Would the spec not allow these arguments to somebody who has no opaque values?
    pub needs_opaque: &'a dyn Fn(&[Term]) -> bool,
    /// The parts of arguments of which the spec says nothing.
    pub untyped_parts: &'a dyn Fn(&[Term]) -> UntypedParts,
    /// What arguments are meant as, by the spec.
    pub readings: &'a dyn Fn(&[Term]) -> Vec<Reading>,
    /// What a term is meant as where nobody says its type: records of this module are.
    pub reading: &'a dyn Fn(Atom, &Term) -> Reading,
    /// The pid of the process that was under test.
    pub own_pid: Option<Term>,
    pub paths: Option<Paths>,
    pub results: Vec<PathResult>,
    pub corpus: Option<Remembered>,
    pub missing_modules: Vec<Atom>,
    /// What an analysis says about the operations that can fail, if there was one.
    pub operations: Option<Operations>,
}

impl Function {
    /// Did its search end before it had done what was asked? Somebody stopped it, the engine failed, or
    /// there was no memory.
    pub fn is_cut_short(&self) -> bool {
        matches!(self.stop, StopReason::Interrupted | StopReason::Engine(_))
            || self.is_out_of_memory()
    }

    /// There was no memory for a single run: others had taken it, or each took more.
    pub fn is_out_of_memory(&self) -> bool {
        let is_cut = |gap: &&Gap| gap.kind == GapKind::OutOfMemory;
        let cut: u64 = self.gaps.iter().filter(is_cut).map(|gap| gap.count).sum();
        match self.statistics.runs {
            0 => self.stop == StopReason::Budget(Limit::Memory),
            runs => cut >= runs,
        }
    }

    pub fn of(mut target: Target, exploration: &Exploration) -> Function {
        let tested = target.mfa;
        let mut findings: Vec<Finding> = Vec::new();
        for finding in &exploration.findings {
            // Of calls in a row, the last one is what went wrong.
            target.mfa = script::last_called(tested, &finding.input.arguments).unwrap_or(tested);
            findings.push(Finding::of(finding, &target));
        }
        target.mfa = tested;
        let (own, findings): (Vec<Finding>, Vec<Finding>) =
            findings.into_iter().partition(|finding| is_refusal_of_init(finding, &target));
        let standing = findings.iter().filter(|finding| finding.stands()).count();
        let refuted = findings.len() - standing;
        let is_complete = exploration.is_complete() && refuted == 0 && own.is_empty();
        // A crash that the BEAM does not have is our bug, and none of the program's.
        let verdict = match exploration.verdict() {
            Verdict::Crash if standing == 0 => Verdict::NoCrashFound,
            verdict => verdict,
        };
        let mut gaps = gaps(exploration, target.mfa, refuted as u64, target.no_input.as_deref());
        if !own.is_empty() {
            let runs = own.iter().map(|finding| finding.occurrences).sum();
            gaps.push(Gap::new(GapKind::InitArgument, String::new(), runs));
        }
        let Mfa { function: name, arity, .. } = target.mfa;
        let start = FunctionName { name, arity: arity as u32 };
        let coverage = Coverage::of(target.outline, start, exploration, &gaps);
        let proof = Proof::of(exploration).filter(|_| verdict == Verdict::Proved);
        // What the search did not see does not matter then.
        if matches!(proof, Some(Proof::Analysis)) {
            gaps.clear();
        }
        let place = |operation: &Operation| {
            let Operation { file, line, .. } = operation;
            let module = operation.function.module;
            let text = target.sources.line(module, file, *line);
            SourceLine {
                file: target.sources.name_in(module, file),
                line: *line,
                column: None,
                text,
            }
        };
        let operations = target.operations.clone();
        let operations =
            operations.map(|each| OperationsReport::of(each, exploration, &findings, &place));
        Function {
            proof,
            operations,
            unreachable: unreachable::of(&target, &coverage, is_complete),
            always_raises: exploration.always_raises(),
            mfa: target.mfa,
            spec: target.spec,
            preconditions: target.preconditions,
            limits: target.limits,
            verdict,
            stop: exploration.stop.unwrap_or(StopReason::Interrupted),
            is_complete,
            findings,
            expected: exploration.expected.len(),
            divergences: divergences(exploration),
            coverage,
            gaps,
            statistics: statistics(exploration),
            corpus: target.corpus,
            paths: target.paths,
            results: target.results,
            missing_modules: target.missing_modules,
            is_changed: false,
            orders: exploration.orders.clone(),
        }
    }
}

/// What is a callback called with, as far as nobody says of which type it is?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallbackState {
    /// It is no callback, or its types are known.
    Known,
    /// The callback's type says nothing of some arguments: the state that the program keeps, most often.
    MadeUp,
    /// The state is what callbacks have returned.
    Built,
}

/// `init/1` of a behaviour takes what its own module passes on, and need not take anything else that the
/// type of the callback allows.
fn is_refusal_of_init(finding: &Finding, target: &Target) -> bool {
    let is_init = target.mfa.function.name() == "init" && target.mfa.arity == 1;
    let is_callback = target.state == CallbackState::MadeUp;
    let is_head = finding.site.raiser == Raiser::Head && finding.site.name.function == target.mfa;
    is_init && is_callback && is_head
}

fn divergences(exploration: &Exploration) -> Vec<Divergence> {
    let divergences = exploration.divergences.iter().map(|divergence| Divergence {
        arguments: divergence.input.arguments.clone(),
        decision: divergence.index,
        expected: room::text(&divergence.expected, room::NOTE),
        found: divergence.found.as_ref().map(|found| room::text(found, room::NOTE)),
    });
    divergences.collect()
}

fn statistics(exploration: &Exploration) -> Statistics {
    let solver = &exploration.solver;
    Statistics {
        runs: exploration.runs,
        rejected: exploration.rejected,
        sat: solver.sat,
        unsat: solver.unsat,
        unknown: solver.unknown,
        layers: vec![
            ("trivial", solver.trivial),
            ("cache", solver.cache),
            ("native", solver.native),
            ("smt", solver.smt),
            ("pinned", solver.pinned),
        ],
        divergences: exploration.divergences.len() as u64,
        time: exploration.time,
        run_time: exploration.run_time,
        solver_time: Duration::from_nanos(solver.nanoseconds),
        smt_time: Duration::from_nanos(solver.smt_nanoseconds),
        decisions_left: exploration.left,
        pruned: exploration.pruned,
    }
}
