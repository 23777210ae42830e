//! What passes between the search and its workers? A task one way, a run the other.

use crate::finding::FindingKey;
use crate::flip::{Effort, Flip, Run};
use crate::paths::Path;
use crate::promise::Judgement;
use crate::proposers::Arm;
use crate::proposers::again;
use crate::proposers::variations::Variation;
use crate::report::{Divergence, OwnFault};
use crate::step::Step;
use schedules::{EventKey, Offer};
use solver::Answer;
use solver::patience::Patience;
use std::time::{Duration, Instant};
use trace::{BackendError, ClauseId, Input, Label, Outcome, Place, Trace};

/// What a worker is to do. All but the last end with an input to run, if there is one.
pub enum Task {
    Run(Input, Purpose),
    /// Ask the solver for an input that goes another way.
    Flip(Flip),
    /// Make up an input that resembles others.
    Vary(Variation),
    /// Take over flips of another worker.
    Adopt(Vec<Flip>),
}

/// What an input was made for.
pub enum Purpose {
    Seed,
    Flip {
        flip: Flip,
        /// What it took to ask for it.
        cost: u64,
        /// The way there depends on something that is not followed: it may well go elsewhere.
        is_guess: bool,
    },
    Variation {
        /// The way that it is to get closer to.
        aim: Option<Label>,
    },
    /// The same arguments in another order of processes: see [`crate::proposers::orders`].
    Order {
        /// What it is to show: see [`schedules::Exploration::has_shown`].
        shows: Vec<u128>,
        /// See [`schedules::Work::is_sure`].
        is_sure: bool,
        /// See [`schedules::Work::lives_at`].
        lives_at: Option<EventKey>,
        /// See [`schedules::Work::offers`].
        offers: Option<Offer>,
    },
    /// It was run before, and is for the sake of its other ways: see [`again`].
    Again,
    /// It was run before and took all its reductions: see [`crate::proposers::longer`].
    Longer,
    /// It was run before and went on beyond the depth: see [`crate::proposers::deeper`].
    Deeper {
        depth: usize,
        /// Was what it could not follow of any matter?
        was_cut: bool,
    },
}

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
const HARD_PATIENCE: u64 = 50 * FIRST_PATIENCE;

impl Effort {
    pub fn patience(self, deadline: Option<Instant>) -> Patience {
        match self {
            Effort::First => Patience::new(FIRST_PATIENCE, deadline),
            Effort::Hard => Patience::new(HARD_PATIENCE, deadline),
            Effort::Again => again::patience(deadline),
        }
    }

    /// What the search is charged for the time that the solver took, beside its calls.
    pub fn cost(self, answer: &Answer) -> u64 {
        match (self, answer) {
            (Effort::Again, _) => again::COST,
            (Effort::Hard, _) => HARD_COST,
            (Effort::First, Answer::GaveUp(why)) if why.is_impatience() => CUT_COST,
            (Effort::First, _) => 0,
        }
    }
}

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
    pub fn flip(&self) -> Option<&Flip> {
        match self {
            Purpose::Flip { flip, .. } => Some(flip),
            Purpose::Seed | Purpose::Variation { .. } => None,
            Purpose::Order { .. } | Purpose::Again | Purpose::Longer | Purpose::Deeper { .. } => {
                None
            }
        }
    }

    /// How many times the usual number of decisions are recorded. Who flips a deep decision must see it
    /// again.
    pub fn depth(&self) -> usize {
        match self {
            Purpose::Deeper { depth, .. } => *depth,
            Purpose::Flip { flip, .. } => flip.run.depth,
            Purpose::Seed | Purpose::Variation { .. } | Purpose::Order { .. } => 1,
            Purpose::Again | Purpose::Longer => 1,
        }
    }

    /// Does the input count as tried before it is run?
    pub fn is_noted(&self) -> bool {
        match self {
            Purpose::Seed | Purpose::Order { .. } | Purpose::Again => true,
            Purpose::Longer | Purpose::Deeper { .. } => true,
            Purpose::Flip { flip, .. } => !flip.is_repeat(),
            Purpose::Variation { .. } => false,
        }
    }

    /// Whose turn it was, and what it cost together with the run.
    pub fn cost(&self) -> Option<(Arm, u64)> {
        match self {
            Purpose::Seed | Purpose::Order { .. } | Purpose::Again => None,
            Purpose::Longer | Purpose::Deeper { .. } => None,
            Purpose::Flip { flip, cost, .. } => Some((flip.by, cost + RUN_COST)),
            Purpose::Variation { .. } => Some((Arm::Others, RUN_COST)),
        }
    }
}

/// What a run left behind. What takes time was looked at before all others have to wait.
pub struct Ran {
    pub input: Input,
    pub purpose: Purpose,
    pub trace: Trace,
    /// If it did not end as it should: what happens without symbols.
    pub crash: Option<Crash>,
    /// What funs of the input that are somebody's own did wrong: then it is not the program's fault.
    pub own_fault: Option<OwnFault>,
    /// The same input with funs that were made up in the place of somebody's own, if it called any.
    pub made_up: Option<Input>,
    /// The same input with a fun that refuses a call which its type does not speak of, and where that call is.
    pub refusal: Option<(Input, Place)>,
    /// It ended in an exception, and the spec says that nothing is returned.
    pub is_promised_raise: bool,
    /// What it would be a finding of, if its exception were not meant to be.
    pub expected: Option<FindingKey>,
    /// Clauses that none of this worker's runs had reached before.
    pub reached: Vec<ClauseId>,
    /// It took a way as often as none of this worker's runs before.
    pub is_unlike_others: bool,
    pub steps: Vec<Step>,
    pub divergence: Option<Divergence>,
    /// How far it was from the way that it was to get closer to.
    pub distance: Option<f64>,
    /// In words, if somebody wants to look at it.
    pub path: Option<Path>,
    pub time: Duration,
}

/// How a run ended that did not end as it should, seen without symbols.
pub struct Crash {
    pub outcome: Outcome,
    /// What is wrong with that, if it happened again.
    pub judgement: Option<Judgement>,
}

/// Why a run does not count: it did not come to its end, and the search ends with it.
pub enum Unfinished {
    /// The time is over.
    Stopped,
    Failed(BackendError),
}

impl From<BackendError> for Unfinished {
    fn from(error: BackendError) -> Unfinished {
        Unfinished::Failed(error)
    }
}

/// What nobody had seen before a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct News {
    /// Clauses of the module under test.
    pub clauses: u64,
    pub findings: u64,
}

impl News {
    pub fn gain(self) -> u64 {
        self.clauses + self.findings
    }
}

impl Ran {
    /// Was the run ended by its limit of reductions, without evidence that it has no end?
    pub fn may_hang(&self) -> bool {
        self.trace.outcome == Outcome::OutOfReductions && !self.has_no_end()
    }

    pub fn has_no_end(&self) -> bool {
        self.crash.as_ref().is_some_and(|crash| matches!(crash.outcome, Outcome::NoEnd(_)))
    }

    /// What its flips need of the run, which was the `number`th. The decisions move there.
    pub fn run(&mut self, news: News, number: u64) -> Run {
        let mut decisions = std::mem::take(&mut self.trace.decisions);
        // The ways that were open are flips now, and a switch may have had thousands of them.
        decisions.iter_mut().for_each(|decision| decision.open = Vec::new());
        let flip = self.purpose.flip();
        Run {
            input: self.input.clone(),
            decisions,
            pins: std::mem::take(&mut self.trace.pins),
            safe_from: self.trace.safe_from,
            gain: news.clauses,
            number,
            generation: flip.map_or(0, |flip| flip.run.generation + 1),
            penalty: flip.map_or(0, Flip::penalty),
            is_rerun: again::is_rerun(&self.purpose),
            depth: self.purpose.depth(),
        }
    }
}
