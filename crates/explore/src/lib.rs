//! Which inputs crash the function? Run one, flip a decision, solve, repeat.
//!
//! The loop is [`Worker::work`]; one or several workers share a [`Search`]. It works against the
//! contracts of [`trace`] and [`solver`]: it has never heard of Core Erlang or SMT.
//!
//! - [`search`]: what the workers share: from the proposers to the next task, from a trace to more to
//!   propose; `state`: what all of them know of it
//! - [`worker`]: from a task to a trace; [`task`]: what passes between the two; [`step`]: paths by hash
//! - [`proposers`]: who says what to do next: flips, variations, aims, second tries
//! - [`frontier`]: the decisions that a worker can flip; [`flip`]: one of them; [`strategies`]: in which
//!   order they are flipped; [`knowledge`]: what the order depends on
//! - `ways`: what a run could have done and nobody has tried; `asked`: where that is one value after
//!   the other
//! - [`finding`]: crashes, grouped by where they happen
//! - [`promise`]: what a function promises, and whether it keeps it
//! - [`minimise`]: a smaller input with the same crash; `smaller`: which are smaller;
//!   `plain_numbers`, [`plain_text`]: which are easier to read
//! - [`coverage`]: which clauses were reached
//! - [`budget`]: when to stop
//! - [`report`]: its results
//! - [`paths`]: the runs themselves, for whoever wants to look closer

mod asked;
mod behaviours;
mod blame;
pub mod budget;
pub mod coverage;
pub mod finding;
pub mod flip;
pub mod frontier;
pub mod knowledge;
pub mod minimise;
pub mod paths;
mod plain_numbers;
pub mod plain_text;
mod promise;
pub mod proposers;
pub mod report;
pub mod search;
pub mod seed;
mod smaller;
mod state;
pub mod step;
pub mod strategies;
pub mod task;
#[cfg(test)]
mod tests;
mod together;
mod ways;
pub mod worker;

pub use behaviours::Behaviours;
pub use budget::{Budget, Limit};
pub use coverage::Flips;
pub use finding::{Confirmation, Finding, FindingKey, FindingKind};
pub use paths::{Path, PathStep, Paths};
pub use promise::{ExpectedException, Judgement, Promises, Violation};
pub use proposers::orders::OrdersSeen;
pub use report::{Divergence, Exploration, Shortfall, StopReason, Undecided, Verdict};
pub use search::Search;
pub use solver::Why;
pub use solver::why::NumericWhy;
pub use strategies::StrategyName;
pub use worker::Worker;

use proposers::longer;
use std::sync::Arc;
use std::thread::Builder;
use std::thread::scope;
use std::time::{Duration, Instant};
use symbolic::Symbols;
use term::{Atom, Term};
use trace::{Backend, ClauseId, Frame, Input, Outcome, RunLimits};
use typing::{Type, Types};

/// What is explored.
pub struct Subject<'a> {
    /// Whose function it is.
    pub module: Atom,
    /// Alternatives for the arguments, one for each clause of the spec; none: anything goes.
    pub types: &'a [Vec<Arc<Type>>],
    pub environment: &'a Types,
    pub arity: usize,
    pub promises: &'a Promises,
}

impl Subject<'_> {
    /// Does a call with these arguments fit the spec, or one of its clauses?
    pub fn allows(&self, arguments: &[Term]) -> bool {
        self.environment.contain_call(self.types, arguments)
    }
}

/// How it is explored.
pub struct Plan<'a> {
    pub subject: &'a Subject<'a>,
    /// Where to start; if there are none, with what the types suggest.
    pub seeds: Vec<Input>,
    pub budget: Budget,
    pub strategy: StrategyName,
    /// Where chance comes from, for strategies that want some.
    pub chance: u64,
    pub help: Option<Help<'a>>,
    /// So many paths are kept, for those who want to look closer.
    pub paths: usize,
    /// May runs be followed beyond the depth, when nothing else is left to do?
    pub goes_deeper: bool,
    /// Where precision was lost, are more inputs tried that resemble others, when nothing else is left to
    /// do?
    pub wanders: bool,
    /// Is it known that no run can raise, nor return what it should not, and that each ends?
    pub is_safe: bool,
    /// Are paths left out on which nothing can fail, if they lead to nothing new?
    pub prunes: bool,
    /// So many orders of processes are run at most. One: only that which the engine chooses.
    pub schedules: usize,
    /// Orders that interrupt processes more often while they could go on are not run.
    pub preemptions: Option<usize>,
    /// Where something may fail, as far as is known.
    pub aims: Vec<Aim>,
    /// Where all is that can be found, if that is known: operations that can fail in one way, each alone in its
    /// line. Once they are found, paths count as such on which nothing can fail.
    pub foreseen: Option<Vec<Frame>>,
}

/// An operation that may fail, which the search goes for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aim {
    /// The clause that it is in.
    pub clause: ClauseId,
    pub line: usize,
}

/// Who may help, and when. A worker more has to load the program first: small searches are over
/// before that.
#[derive(Clone, Copy)]
pub struct Help<'a> {
    pub helpers: &'a dyn Helpers,
    pub most: usize,
    /// Nobody is asked before.
    pub after: Duration,
    /// Nobody is asked for less than so many flips.
    pub flips: usize,
}

impl<'a> Help<'a> {
    pub fn new(helpers: &'a dyn Helpers, most: usize) -> Help<'a> {
        Help { helpers, most, after: Duration::from_millis(60), flips: 32 }
    }
}

impl<'a> Plan<'a> {
    /// The usual strategy, and nobody helps.
    pub fn new(subject: &'a Subject<'a>, seeds: Vec<Input>, budget: Budget) -> Plan<'a> {
        Plan {
            subject,
            seeds,
            budget,
            strategy: StrategyName::default(),
            chance: 0,
            help: None,
            paths: 0,
            goes_deeper: false,
            wanders: false,
            is_safe: false,
            prunes: true,
            schedules: 1,
            preemptions: None,
            aims: Vec::new(),
            foreseen: None,
        }
    }
}

/// Gives further workers what they need: a machine and a solver each, in a thread of its own.
pub trait Helpers: Sync {
    /// Calls `work` with a backend like the first one, and with a solver.
    fn equip(&self, work: &mut dyn FnMut(&mut dyn Backend, &mut dyn solver::Solver));
}

/// Who watches a search: a terminal, or nobody.
pub trait Observer {
    /// After each run. `false`: stop here.
    fn after_run(&mut self, exploration: &Exploration) -> bool;

    /// What the BEAM says about a crash.
    fn confirm(&mut self, finding: &Finding) -> Confirmation;
}

/// So long, after the search, findings are made smaller: the second time if that is over the budget.
const MINIMISING: Duration = Duration::from_secs(2);
const MINIMISING_LATE: Duration = Duration::from_millis(100);

/// So much a worker may recurse. It costs nothing until it is used.
const STACK: usize = 256 << 20;

/// So much is told of what processes say to each other without end.
const MOST_OF_ENDLESS: usize = 12;

/// Explores a function until nothing new is left, or the budget is spent.
pub fn explore(
    backend: &mut dyn Backend,
    solver: &mut dyn solver::Solver,
    plan: Plan,
    observer: &mut dyn Observer,
) -> Exploration {
    let search = Search::new(&plan, &backend.outline());
    scope(|scope| {
        let mut hire = |number: usize| {
            let Some(Help { helpers, .. }) = plan.help else { return };
            let search = &search;
            let work = move || {
                helpers.equip(&mut |backend, solver| {
                    Worker::new(number, backend, solver, search).work(None, &mut |_| ());
                });
            };
            // Where no further thread is to be had, those that there are do all of the work.
            let _ = Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        };
        Worker::new(0, backend, solver, &search)
            .work(Some(&mut |exploration| observer.after_run(exploration)), &mut hire);
    });
    let mut exploration = search.finish();
    make_smaller(backend, &plan, &mut exploration);
    for finding in &mut exploration.findings {
        finding.confirmation = match finding.depends_on_order() {
            true => repeat(backend, plan.subject, finding),
            false => observer.confirm(finding),
        };
        // The BEAM ran in another order, in which it does not happen.
        let is_refuted = matches!(finding.confirmation, Confirmation::Refuted(_));
        if is_refuted && finding.is_of_some_orders {
            finding.confirmation = repeat(backend, plan.subject, finding);
        }
    }
    exploration.set_aside_limits();
    exploration
}

/// Runs a finding once more in the same order of processes.
fn repeat(backend: &mut dyn Backend, subject: &Subject, finding: &Finding) -> Confirmation {
    let limits = RunLimits::until(Some(Instant::now() + MINIMISING));
    let again = backend.run_concretely(&finding.input, limits);
    let again = again.ok().and_then(|outcome| subject.judge(&finding.input, &outcome));
    match again.is_some_and(|again| again.key == finding.key) {
        true => Confirmation::Repeated,
        false => Confirmation::NotTried("it did not happen again in the same order".to_owned()),
    }
}

/// Looks for smaller inputs of all findings. Where the engine fails, a finding stays as it was found.
fn make_smaller(backend: &mut dyn Backend, plan: &Plan, exploration: &mut Exploration) {
    let (now, end) = (Instant::now(), plan.budget.deadline());
    let most = now + MINIMISING;
    let until = end.map_or(most, |end| end.clamp(now + MINIMISING_LATE, most));
    // What only a longer run came to takes as long again.
    let endurance = if exploration.longer > 0 { longer::ENDURANCE } else { 1 };
    for finding in &mut exploration.findings {
        let mut smaller = finding.clone();
        if minimise::minimise(backend, plan.subject, &mut smaller, until, endurance).is_err() {
            continue;
        }
        if smaller.input != finding.input {
            // The smaller input may ask for what the larger one did not.
            let limits = RunLimits { endurance, ..RunLimits::until(Some(until)) };
            match backend.run(&smaller.input, &mut Symbols::new(), limits) {
                Ok(trace) => smaller.learn(&trace),
                Err(_) => continue,
            }
        }
        let limits = RunLimits { endurance, ..RunLimits::until(Some(until)) };
        if let Ok(Outcome::Crashed { .. }) = backend.run_concretely(&smaller.input, limits) {
            smaller.raised_at = backend.raised_at();
        }
        if smaller.depends_on_order() {
            smaller.story = backend.story();
            // A round of it comes after the other.
            if smaller.kind == FindingKind::Hang {
                smaller.story.shorten(MOST_OF_ENDLESS);
            }
        }
        *finding = smaller;
    }
}
