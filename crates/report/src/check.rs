//! What is said about many functions at once? How many have which verdict, module by module, and what
//! could not be tested.

use crate::coverage::Share;
use crate::operations::OperationTotals;
use crate::rank::Rank;
use crate::{Coverage, Function, Report, room};
use explore::Verdict;
use std::collections::HashSet;
use std::time::Duration;
use term::Atom;

/// What a report on whole modules says beside what it says about each function.
#[derive(Clone, Debug, Default)]
pub struct Check {
    /// What could not be tested, in order.
    pub failures: Vec<Failure>,
    pub loading: Loading,
    /// Functions that are as they were when they were tested last, and were not tested again.
    pub unchanged: Unchanged,
    /// Functions whose turn did not come before somebody stopped it.
    pub interrupted: usize,
    /// What the configuration leaves out.
    pub left_out: LeftOut,
    /// Exported functions without a spec, which nobody asked for.
    pub without_spec: usize,
    /// Modules that what was tested calls, and that are nowhere to be found.
    pub missing_modules: Vec<MissingModule>,
    /// By the clock on the wall.
    pub time: Duration,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unchanged {
    pub functions: usize,
    /// Those of them that had findings when they were tested last.
    pub with_findings: usize,
    /// These findings.
    pub sites: Vec<UnchangedSite>,
}

/// A finding of a function that was not tested again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnchangedSite {
    /// As a baseline has it.
    pub site: String,
    pub module: Atom,
    pub rank: Rank,
}

/// What was not to be tested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// As a whole.
    pub modules: usize,
    /// Of other modules.
    pub functions: usize,
}

/// How many modules there were to test, and how many could be loaded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Loading {
    pub found: usize,
    pub loaded: usize,
    /// The command that builds the project, if it is not built and some cannot be loaded for that.
    pub build: Option<&'static str>,
}

impl Loading {
    pub fn is_whole(&self) -> bool {
        self.loaded >= self.found
    }
}

/// A module that is called by its name, and that is nowhere to be found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingModule {
    pub name: Atom,
    /// So many of the functions that were tested come to a call of it.
    pub functions: usize,
    /// Modules that there are, of names like this.
    pub similar: Vec<Atom>,
}

/// Something that could not be tested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub kind: FailureKind,
    /// A file, a module or a function.
    pub subject: String,
    pub why: String,
}

impl Failure {
    pub fn new(kind: FailureKind, subject: String, why: &str) -> Failure {
        Failure { kind, subject, why: room::text(why, room::NOTE) }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// A module that cannot be loaded.
    Load,
    /// A function that cannot be searched as asked.
    Setup,
    /// A bug of Ermine.
    Internal,
}

impl FailureKind {
    /// The name that the JSON format has for it.
    pub fn name(self) -> &'static str {
        match self {
            FailureKind::Load => "load",
            FailureKind::Setup => "setup",
            FailureKind::Internal => "internal",
        }
    }
}

impl Report {
    /// Did somebody stop it, did an engine fail, or was there no memory, before everything had its turn?
    pub fn is_cut_short(&self) -> bool {
        self.check.as_ref().is_some_and(|check| check.interrupted > 0)
            || self.functions.iter().any(Function::is_cut_short)
    }

    /// How many findings there would be besides, if their exceptions were not meant to be.
    pub fn expected(&self) -> usize {
        self.functions.iter().map(|function| function.expected).sum()
    }

    /// What could not be tested.
    pub fn failures(&self) -> &[Failure] {
        self.check.as_ref().map_or(&[], |check| &check.failures)
    }
}

/// How many functions have which verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub functions: usize,
    pub crash: usize,
    pub proved: usize,
    pub no_crash_found: usize,
    /// Of each function, without those that the BEAM refuted.
    pub findings: usize,
    /// The same, each once whichever functions lead there.
    pub sites: usize,
    /// Findings that the BEAM refuted, and runs that went another way than predicted.
    pub mistakes: u64,
    /// That somebody wrote, and that what was tested can come to.
    pub clauses: Share,
    pub time: Duration,
}

impl Tally {
    pub fn of<'a>(functions: impl IntoIterator<Item = &'a Function>) -> Tally {
        let mut tally = Tally::default();
        let mut coverage: Vec<Coverage> = Vec::new();
        let mut sites = HashSet::new();
        for function in functions {
            add(&mut coverage, &function.coverage);
            let standing = function.findings.iter().filter(|finding| finding.stands());
            sites.extend(standing.clone().map(|finding| &finding.site.name));
            let standing = standing.count();
            let refuted = function.findings.len() - standing;
            tally.findings += standing;
            tally.functions += 1;
            match function.verdict {
                Verdict::Crash => tally.crash += 1,
                Verdict::Proved => tally.proved += 1,
                Verdict::NoCrashFound => tally.no_crash_found += 1,
            }
            tally.mistakes += refuted as u64 + function.statistics.divergences;
            tally.time += function.statistics.time;
        }
        tally.sites = sites.len();
        for module in &coverage {
            let written = module.written();
            tally.clauses.reached += written.reached;
            tally.clauses.known += written.known;
        }
        tally
    }
}

/// What became of the operations of the modules that were tested.
pub fn operations(report: &Report) -> OperationTotals {
    let modules: HashSet<Atom> = report.functions.iter().map(|each| each.mfa.module).collect();
    let reports = report.functions.iter().filter_map(|each| each.operations.as_ref());
    OperationTotals::of(reports, |module| modules.contains(&module))
}

/// Searches in the same module are put together.
pub fn coverage(report: &Report) -> Vec<Coverage> {
    let mut modules = Vec::new();
    report.functions.iter().for_each(|function| add(&mut modules, &function.coverage));
    modules
}

fn add(modules: &mut Vec<Coverage>, coverage: &Coverage) {
    match modules.iter_mut().find(|known| known.module == coverage.module) {
        Some(known) => known.merge(coverage),
        None => modules.push(coverage.clone()),
    }
}

/// The modules of a report, in its order.
pub fn modules(report: &Report) -> Vec<(Atom, Tally)> {
    let of_one_module = |a: &Function, b: &Function| a.mfa.module == b.mfa.module;
    let modules = report.functions.chunk_by(of_one_module);
    modules.map(|functions| (functions[0].mfa.module, Tally::of(functions))).collect()
}
