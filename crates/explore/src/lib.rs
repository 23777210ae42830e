//! Which inputs crash the function? Run one, flip a decision, solve, repeat.
//!
//! The loop is [`explore`]. It works against the contracts of [`trace`] and [`solver`]: it has never
//! heard of Core Erlang or SMT.
//!
//! - [`frontier`]: the decisions that have not been flipped yet
//! - [`search`]: from the frontier to the next input, and from a trace to more frontier
//! - [`finding`]: crashes, grouped by where they happen
//! - [`promise`]: what a function promises, and whether it keeps it
//! - [`minimise`]: a smaller input with the same crash
//! - [`budget`]: when to stop
//! - [`report`]: what came of it
//! - [`paths`]: the runs themselves, for whoever wants to look closer

pub mod budget;
pub mod finding;
pub mod frontier;
pub mod minimise;
pub mod paths;
pub mod promise;
pub mod report;
pub mod search;
pub mod seed;

pub use budget::{Budget, Limit};
pub use finding::{Confirmation, Finding, FindingKind, SiteKey};
pub use paths::{Path, Paths, Step};
pub use promise::{ExpectedException, Judgement, Promises, Violation};
pub use report::{Divergence, Exploration, StopReason, Verdict};
pub use search::Search;

use std::sync::Arc;
use std::time::{Duration, Instant};
use symbolic::Symbols;
use trace::{Backend, Input, Outcome, Trace};
use typing::{Type, Types};

/// What is explored.
pub struct Subject<'a> {
    /// Alternatives for the arguments, one for each clause of the spec; none: anything goes.
    pub types: &'a [Vec<Arc<Type>>],
    pub environment: &'a Types,
    pub arity: usize,
    pub promises: &'a Promises,
}

/// Who watches a search: a terminal, or nobody.
pub trait Observer {
    /// After each run. `false`: stop here.
    fn after_run(&mut self, exploration: &Exploration) -> bool;

    /// Each run with what it left behind, for those who want to look closer.
    fn see(&mut self, _: &dyn Backend, _: &Symbols, _: &Input, _: &Trace) {}

    /// What the BEAM says about a crash.
    fn confirm(&mut self, input: &Input, outcome: &Outcome) -> Confirmation;
}

/// So long, after the search, findings are made smaller.
const MINIMISING: Duration = Duration::from_secs(2);

/// Explores a function from some seeds until nothing new is left, or the budget is spent.
pub fn explore(
    backend: &mut dyn Backend,
    solver: &mut dyn solver::Solver,
    subject: &Subject,
    seeds: Vec<Input>,
    mut budget: Budget,
    observer: &mut dyn Observer,
) -> Exploration {
    backend.set_deadline(budget.deadline());
    solver.set_deadline(budget.deadline());
    let mut search = Search::new(solver, subject, seeds);
    let stop = loop {
        if let Some(limit) = budget.spent() {
            break StopReason::Budget(limit);
        }
        let Some(next) = search.next_input(&budget) else { break StopReason::Exhausted };
        let trace = backend.run(&next.input, &mut search.symbols);
        if trace.outcome == Outcome::Stopped {
            break match budget.spent() {
                Some(limit) => StopReason::Budget(limit),
                None => StopReason::Interrupted,
            };
        }
        budget.count_run();
        observer.see(backend, &search.symbols, &next.input, &trace);
        search.record(backend, &next, &trace);
        search.add_unexplored(&next, trace);
        if !observer.after_run(&search.exploration) {
            break StopReason::Interrupted;
        }
    };
    let mut exploration = search.finish(stop);
    let until = Instant::now() + MINIMISING;
    for finding in &mut exploration.findings {
        minimise::minimise(backend, subject, finding, until);
        finding.confirmation = observer.confirm(&finding.input, &finding.outcome);
    }
    exploration.set_aside_orders();
    exploration
}
