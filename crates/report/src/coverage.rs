//! How much of the module was reached? Its clauses and lines, with those apart that only the
//! compiler wrote; and why the others were not.
//!
//! A line counts as reached when a clause was chosen that it belongs to. (If the clause raised an
//! exception half-way, its last lines count all the same.)

use crate::{Gap, GapKind, Mfa};
use core_erlang::FunctionName;
use explore::{Exploration, StopReason};
use std::collections::BTreeMap;
use term::Atom;
use trace::outline::{ClauseOutline, FunctionOutline};
use trace::{ClauseId, Outline, Reach};

/// Clauses and lines of the module under test.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Coverage {
    pub module: Option<Atom>,
    /// Where the module was compiled from.
    pub source: String,
    pub clauses: Vec<Clause>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    pub id: ClauseId,
    /// Which of the module's files; the first is its own.
    pub file: u16,
    pub line: u32,
    /// The compiler added it, such as the one that raises `function_clause`.
    pub is_generated: bool,
    /// Lines of the module's own file that belong to it.
    pub lines: Vec<u32>,
    /// How many runs came to it.
    pub runs: u64,
    /// Of clauses that no run came to: why.
    pub missed: Option<Missed>,
}

impl Clause {
    pub fn is_reached(&self) -> bool {
        self.runs > 0
    }
}

/// Why no run came to a clause, as far as can be told. The order is that of usefulness: what is
/// known of several searches is the first of these.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Missed {
    /// There was no input to start from.
    NoRun,
    /// There was more to try when the search stopped.
    Stopped(StopReason),
    /// Runs had more decisions than were followed.
    Depth,
    /// The solver could not tell whether an input goes there.
    Undecided,
    /// It is not known how values depend on the input; most often because of this.
    Lost(String),
    /// Runs ended before, at something that Ermine does not do.
    Incomplete(String),
    /// The clause in this line, which is around it, was not reached either.
    Behind(u32),
    /// On every path that was tried, there is no input that goes there.
    Refuted,
    /// The search saw every path, and none comes here.
    Unreachable,
    /// The search saw every path on which something can fail, and left out others.
    Pruned,
    /// No call leads from the function under test to this one, or none with the constants that the
    /// clause wants.
    NotCalled,
}

impl Missed {
    /// The name that the JSON format has for it.
    pub fn name(&self) -> &'static str {
        match self {
            Missed::NoRun => "no_run",
            Missed::Stopped(_) => "stopped",
            Missed::Depth => "depth_cut",
            Missed::Undecided => "solver_unknown",
            Missed::Lost(_) => "lost_precision",
            Missed::Incomplete(_) => "incomplete",
            Missed::Behind(_) => "behind",
            Missed::Refuted => "refuted",
            Missed::Unreachable => "unreachable",
            Missed::Pruned => "pruned",
            Missed::NotCalled => "not_called",
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    pub reached: usize,
    pub known: usize,
}

impl Share {
    fn count(&mut self, is_reached: bool) {
        self.known += 1;
        self.reached += usize::from(is_reached);
    }

    /// In hundredths; all of nothing is all.
    pub fn percent(self) -> f64 {
        if self.known == 0 { 100.0 } else { self.reached as f64 * 100.0 / self.known as f64 }
    }
}

/// What was reached of one function.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionCoverage {
    pub function: Mfa,
    pub written: Share,
    pub generated: Share,
}

impl Coverage {
    pub fn of(
        outline: &Outline,
        start: FunctionName,
        exploration: &Exploration,
        gaps: &[Gap],
    ) -> Coverage {
        let reach = outline.reach(&[start]);
        let search = Search { exploration, gaps };
        let mut clauses = Vec::new();
        for function in &outline.functions {
            clauses.extend(search.clauses(outline, function, &reach));
        }
        Coverage { module: outline.module, source: outline.source.clone(), clauses }
    }

    /// Clauses that somebody wrote, without those in functions that are not called.
    pub fn written(&self) -> Share {
        self.share(|clause| !clause.is_generated && clause.missed != Some(Missed::NotCalled))
    }

    /// Clauses that the compiler added, likewise.
    pub fn generated(&self) -> Share {
        self.share(|clause| clause.is_generated && clause.missed != Some(Missed::NotCalled))
    }

    fn share(&self, counts: impl Fn(&Clause) -> bool) -> Share {
        let mut share = Share::default();
        let counted = self.clauses.iter().filter(|clause| counts(clause));
        counted.for_each(|clause| share.count(clause.runs > 0));
        share
    }

    /// Lines of the module's own file that have code in them, and how many runs came there.
    pub fn lines(&self) -> BTreeMap<u32, u64> {
        let mut lines: BTreeMap<u32, u64> = BTreeMap::new();
        for clause in self.clauses.iter().filter(|clause| !clause.is_generated) {
            for &line in &clause.lines {
                let runs = lines.entry(line).or_default();
                *runs = clause.runs.max(*runs);
            }
        }
        lines
    }

    pub fn line_share(&self) -> Share {
        let mut share = Share::default();
        self.lines().values().for_each(|runs| share.count(*runs > 0));
        share
    }

    /// Function by function, in the order of the module, without those that are not called.
    pub fn functions(&self) -> Vec<FunctionCoverage> {
        let mut functions: Vec<FunctionCoverage> = Vec::new();
        for group in self.clauses.chunk_by(|a, b| a.id.function == b.id.function) {
            if group.iter().all(|clause| clause.missed == Some(Missed::NotCalled)) {
                continue;
            }
            let ClauseId { module, function: FunctionName { name, arity }, .. } = group[0].id;
            let (mut written, mut generated) = (Share::default(), Share::default());
            let called = group.iter().filter(|clause| clause.missed != Some(Missed::NotCalled));
            for clause in called {
                let share = if clause.is_generated { &mut generated } else { &mut written };
                share.count(clause.runs > 0);
            }
            let function = Mfa { module, function: name, arity: arity as usize };
            functions.push(FunctionCoverage { function, written, generated });
        }
        functions
    }

    /// Clauses that somebody wrote and no run reached, in the order of their lines.
    pub fn missed(&self) -> Vec<&Clause> {
        let missed = |clause: &&Clause| clause.runs == 0 && !clause.is_generated;
        let mut missed: Vec<&Clause> = self.clauses.iter().filter(missed).collect();
        missed.sort_by_key(|clause| clause.line);
        missed
    }

    /// The same without those in functions that the function under test does not call.
    pub fn missed_in_called(&self) -> Vec<&Clause> {
        let mut missed = self.missed();
        missed.retain(|clause| clause.missed != Some(Missed::NotCalled));
        missed
    }

    /// How many clauses that somebody wrote are in such functions.
    pub fn not_called(&self) -> usize {
        self.missed().len() - self.missed_in_called().len()
    }

    /// Adds what another search in the same module reached. What neither did is missed for the reason
    /// that leaves the most hope.
    pub fn merge(&mut self, other: &Coverage) {
        if self.module.is_none() {
            *self = other.clone();
            return;
        }
        debug_assert!(self.module == other.module || other.module.is_none());
        for (clause, theirs) in self.clauses.iter_mut().zip(&other.clauses) {
            clause.runs += theirs.runs;
            clause.missed = match (clause.missed.take(), &theirs.missed) {
                (Some(ours), Some(theirs)) => Some(ours.min(theirs.clone())),
                _ => None,
            };
        }
    }
}

/// What tells why a clause was not reached.
struct Search<'a> {
    exploration: &'a Exploration,
    gaps: &'a [Gap],
}

impl Search<'_> {
    fn clauses(&self, outline: &Outline, function: &FunctionOutline, reach: &Reach) -> Vec<Clause> {
        let Some(module) = outline.module else { return Vec::new() };
        let id = |number| ClauseId { module, function: function.name, number };
        let runs = |number| self.exploration.covered.get(&id(number)).copied().unwrap_or(0);
        // Where a run came to what is not called, the text does not tell who calls.
        let is_called = |number| reach.clause(function, number);
        let numbers = 0..function.clauses.len() as u32;
        let is_told = numbers.into_iter().all(|number| is_called(number) || runs(number) == 0);
        let clause = |(number, written): (u32, &ClauseOutline)| {
            let around = written.parent.filter(|parent| runs(*parent) == 0);
            let why = || match around {
                _ if is_told && !is_called(number) => Missed::NotCalled,
                Some(parent) => Missed::Behind(function.clauses[parent as usize].position.line),
                None => self.why(id(written.siblings.start)),
            };
            Clause {
                id: id(number),
                file: written.position.file,
                line: written.position.line,
                is_generated: written.is_generated(),
                lines: written.lines.clone(),
                runs: runs(number),
                missed: (runs(number) == 0).then(why),
            }
        };
        (0..).zip(&function.clauses).map(clause).collect()
    }

    /// Why a clause was not reached whose surroundings were. `first` is the first of the clauses
    /// that it is chosen from.
    fn why(&self, first: ClauseId) -> Missed {
        let exploration = self.exploration;
        let flips = exploration.flips.get(&first).copied().unwrap_or_default();
        let is_undecided = exploration.flips.iter().any(|(clause, flips)| {
            (clause.module, clause.function) == (first.module, first.function) && flips.unknown > 0
        });
        let stop = exploration.stop.unwrap_or(StopReason::Interrupted);
        let gap = |kinds: &[GapKind]| self.gaps.iter().find(|gap| kinds.contains(&gap.kind));
        let ended = [
            GapKind::Effect,
            GapKind::UnsupportedBuiltIn,
            GapKind::Oracle,
            GapKind::Unsupported,
            GapKind::MissingModule,
            GapKind::OutOfMemory,
            GapKind::OutOfReductions,
            GapKind::Hang,
        ];
        let lost = [
            GapKind::LostPrecision,
            GapKind::Hashed,
            GapKind::Concrete,
            GapKind::World,
            GapKind::Time,
            GapKind::Order,
        ];
        let is_complete = exploration.is_complete() && gap(&[GapKind::Refuted]).is_none();
        if exploration.runs == 0 {
            Missed::NoRun
        } else if is_complete && exploration.relies_on_analysis() {
            Missed::Pruned
        } else if is_complete {
            Missed::Unreachable
        } else if flips.left > 0 {
            Missed::Stopped(stop)
        } else if flips.unknown > 0 || flips.unsat > 0 && is_undecided {
            // What was not decided elsewhere in the function may lead here.
            Missed::Undecided
        } else if flips.unsat > 0 {
            Missed::Refuted
        } else if stop != StopReason::Exhausted {
            Missed::Stopped(stop)
        } else if exploration.cut > 0 {
            Missed::Depth
        } else if let Some(lost) = gap(&lost) {
            Missed::Lost(lost.what.clone())
        } else if let Some(ended) = gap(&ended) {
            Missed::Incomplete(match ended.kind {
                GapKind::OutOfMemory => "the limit of memory".to_owned(),
                GapKind::OutOfReductions | GapKind::Hang => "the limit of reductions".to_owned(),
                _ => ended.what.clone(),
            })
        } else if gap(&[GapKind::SolverUnknown]).is_some() {
            Missed::Undecided
        } else if gap(&[GapKind::PlainFuns]).is_some() {
            // Nobody asked for it: a fun of the input that does something else might have.
            Missed::Lost("what else funs of the input can do".to_owned())
        } else {
            Missed::Refuted
        }
    }
}
