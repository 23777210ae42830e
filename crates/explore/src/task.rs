//! What passes between the search and its workers? A task one way, a run the other.

use crate::frontier::{Chooser, Pending};
use crate::paths::Path;
use crate::promise::Judgement;
use crate::report::Divergence;
use crate::step::Step;
use crate::variation::Variation;
use solver::Answer;
use std::time::Duration;
use symbolic::Constraint;
use trace::{ClauseId, Input, Label, Outcome, Trace};

/// What a worker is to do.
pub enum Task {
    Run(Next),
    Flip {
        pending: Pending,
        chooser: Chooser,
        /// "None of these" means none of those either that other runs asked about here.
        others: Vec<Constraint>,
    },
    Vary(Variation, Chooser),
    /// Flips of another worker, to be made one's own.
    Adopt(Vec<Pending>),
}

/// An input to run.
pub struct Next {
    pub input: Input,
    pub purpose: Purpose,
}

/// What an input was made for.
pub enum Purpose {
    Seed,
    Flip {
        pending: Pending,
        chooser: Chooser,
        /// What it took to ask for it.
        cost: u64,
        /// The way there depends on something that is not followed: it may well go elsewhere.
        is_guess: bool,
    },
    Variation {
        chooser: Chooser,
        /// The way that it is to come nearer to.
        aim: Option<Label>,
    },
    /// It was run before, and came to a choice: one of the clauses there has not been reached, and
    /// cannot be on this path. Its decisions are made otherwise one by one, also where that was done
    /// in other runs: here everything behind them is as it must be to come to the choice again.
    Again,
    /// It took all its reductions before, and there is nothing else to do: now it may take more.
    Longer,
}

/// How many times as many reductions it may take then.
pub const ENDURANCE: u64 = 10;

/// Work is counted in runs: a query that needs no SMT solver takes about as long.
pub const RUN_COST: u64 = 1;
pub const QUERY_COST: u64 = 1;
pub const SMT_COST: u64 = 300;
/// What a question costs that uses up the first patience, and what it costs in the end.
pub const CUT_COST: u64 = 2_500;
pub const HARD_COST: u64 = 25_000;

/// What the solver may spend when it is asked for a flip for the first time: about a tenth of a
/// second. What takes more is asked again later, with a share of the work that does not keep the rest
/// waiting.
pub const FIRST_PATIENCE: u64 = 250_000;

/// And what it may spend then.
pub const PATIENCE: u64 = 50 * FIRST_PATIENCE;

/// A flip that is only made again is not worth the work of an SMT solver, and little other work.
pub const AGAIN_PATIENCE: u64 = FIRST_PATIENCE / 25;

/// What the solver said about a flip.
pub struct Answered {
    pub answer: Answer,
    /// The way there depends on something that is not followed.
    pub is_guess: bool,
    pub cost: u64,
    /// If it does not know: how far the run was from going there, where that can be told.
    pub distance: Option<f64>,
}

impl Purpose {
    pub fn flip(&self) -> Option<&Pending> {
        match self {
            Purpose::Flip { pending, .. } => Some(pending),
            Purpose::Seed | Purpose::Variation { .. } | Purpose::Again | Purpose::Longer => None,
        }
    }

    /// Does the input count as tried before it is run?
    pub fn is_noted(&self) -> bool {
        match self {
            Purpose::Seed | Purpose::Again | Purpose::Longer => true,
            Purpose::Flip { pending, .. } => !pending.is_again,
            Purpose::Variation { .. } => false,
        }
    }

    /// Whose idea it was, and what it cost together with the run.
    pub fn cost(&self) -> Option<(Chooser, u64)> {
        match self {
            Purpose::Seed | Purpose::Again | Purpose::Longer => None,
            Purpose::Flip { chooser, cost, .. } => Some((*chooser, cost + RUN_COST)),
            Purpose::Variation { chooser, .. } => Some((*chooser, RUN_COST)),
        }
    }
}

/// What a run left behind, put so that little is left to do while all wait.
pub struct Ran {
    pub next: Next,
    pub trace: Trace,
    /// If it did not end as it should: what happens without symbols, and what is wrong with that.
    pub crash: Option<(Outcome, Option<Judgement>)>,
    /// It ended in an exception, and the spec says that nothing is returned.
    pub is_promised_raise: bool,
    /// Clauses that this worker had not come to before.
    pub reached: Vec<ClauseId>,
    /// It took a way as often as none of this worker's runs before.
    pub is_unlike_others: bool,
    pub steps: Vec<Step>,
    pub divergence: Option<Divergence>,
    /// How far it was from the way that it was to come nearer to.
    pub distance: Option<f64>,
    /// In words, if somebody wants to look at it.
    pub path: Option<Path>,
    pub time: Duration,
}
