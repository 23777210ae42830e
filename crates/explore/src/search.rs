//! What do the workers share? From the proposers to the next task, and from a run to what they learn.
//!
//! Each worker has a frontier of its own, because a flip uses the symbols of the worker that found it. A
//! worker whose frontier is empty takes flips from another. What was seen, tried and covered is known to
//! all workers, so that no path is tried twice.
//!
//! Locks are taken in this order: the state, then a frontier, then the knowledge. The state is held for
//! short pieces of work only.

use crate::budget::Budget;
use crate::coverage::Hits;
use crate::flip::{Effort, Flip};
use crate::frontier::Frontier;
use crate::knowledge::Knowledge;
use crate::proposers::Arm;
use crate::report::{Exploration, StopReason, Undecided};
use crate::state::{Kept, State, hash_of};
use crate::strategies::StrategyName;
use crate::task::{Answered, Purpose, RUN_COST, Ran, Task, Unfinished};
use crate::{Plan, Subject};
use solver::{Answer, Statistics};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{
    Arc, Condvar, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
};
use std::time::{Duration, Instant};
use symbolic::Constraint;
use term::Term;
use trace::{ClauseId, Input, Outline};

pub struct Search<'a> {
    pub subject: &'a Subject<'a>,
    budget: Budget,
    state: Mutex<State>,
    /// One for each worker that there may be.
    frontiers: Vec<Mutex<Frontier>>,
    /// In which order flips are made depends on this.
    knowledge: RwLock<Knowledge>,
    /// There may be something to do, or nothing will be any more.
    changed: Condvar,
    wants_paths: bool,
    /// Are paths left out on which nothing can fail? See [`trace::Trace::safe_from`].
    prunes: bool,
    /// Has everything been found that can be? See [`Plan::foreseen`].
    is_all_found: AtomicBool,
    /// Do aims and second tries take turns with flips? Only if several strategies do.
    is_mixed: bool,
    started: Instant,
}

/// So many flips are taken over at once, at most.
const MOST_ADOPTED: usize = 32;

/// How long a worker waits for others before it looks at the clock.
const PATIENCE: Duration = Duration::from_millis(20);

/// Who is at one task for so long needs help with the rest, be it a single flip.
const LONG_TASK: Duration = Duration::from_millis(10);

/// A search that goes on for so many times as long as is waited for a second worker needs one,
/// however few flips there are: they take long.
const LONG_SEARCH: u32 = 2;

impl<'a> Search<'a> {
    pub fn new(plan: &Plan<'a>, outline: &Outline) -> Search<'a> {
        let most_workers = 1 + plan.help.map_or(0, |help| help.most);
        let frontier = |_| Mutex::new(Frontier::new(plan.strategy, plan.chance));
        Search {
            subject: plan.subject,
            budget: plan.budget.clone(),
            state: Mutex::new(State::new(plan, outline, most_workers)),
            frontiers: (0..most_workers).map(frontier).collect(),
            knowledge: RwLock::new(Knowledge::new(outline, &plan.aims)),
            wants_paths: plan.paths > 0,
            prunes: plan.prunes,
            is_all_found: AtomicBool::new(false),
            is_mixed: plan.strategy == StrategyName::Auto,
            changed: Condvar::new(),
            started: Instant::now(),
        }
    }

    /// What is behind the lock is whole at any time, even if a worker died holding it.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn frontier(&self, worker: usize) -> MutexGuard<'_, Frontier> {
        self.frontiers[worker].lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn knowledge(&self) -> RwLockReadGuard<'_, Knowledge> {
        self.knowledge.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn learn(&self) -> RwLockWriteGuard<'_, Knowledge> {
        self.knowledge.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many flips wait, all in all.
    fn waiting(&self) -> usize {
        (0..self.frontiers.len()).map(|each| self.frontier(each).len()).sum()
    }

    /// The next task, waited for if others may bring one. `None`: it is over.
    pub fn take(&self, worker: usize, hire: &mut dyn FnMut(usize)) -> Option<Task> {
        loop {
            if !self.begin(worker, hire) {
                return None;
            }
            if let Some(task) = self.propose(worker) {
                return Some(task);
            }
            let mut state = self.state();
            state.busy -= 1;
            if state.busy > 0 || !state.proposers.seeds.is_empty() || self.waiting() > 0 {
                drop(self.changed.wait_timeout(state, PATIENCE));
            } else if let Some(task) = self.propose_last(&mut state) {
                return Some(task);
            } else if let Some(task) = self.propose_wandering(&mut state) {
                return Some(task);
            } else {
                state.stop = Some(StopReason::Exhausted);
            }
        }
    }

    /// A worker looks for something to do. `false`: it is over.
    fn begin(&self, worker: usize, hire: &mut dyn FnMut(usize)) -> bool {
        let spent = self.budget.spent();
        let mut state = self.state();
        if let (None, Some(limit)) = (state.stop, spent) {
            state.stop = Some(StopReason::Budget(limit));
        }
        if state.stop.is_some() {
            self.changed.notify_all();
            return false;
        }
        if worker == 0 && self.wants_more_workers(&state) {
            state.workers += 1;
            hire(state.workers - 1);
        }
        // As long as it looks for something, nobody takes the search for done.
        state.busy += 1;
        state.began[worker] = Instant::now();
        true
    }

    /// Asks one proposer after the other: first those that have few things to say, then by yield, then
    /// those that are asked when there is nothing to flip.
    fn propose(&self, worker: usize) -> Option<Task> {
        self.propose_first()
            .or_else(|| self.propose_order(true))
            .or_else(|| self.frontier(worker).propose_hard(&self.knowledge()))
            .or_else(|| self.frontier(worker).propose_result(&self.knowledge()))
            .or_else(|| self.propose_by_yield(worker))
            .or_else(|| self.propose_order(false))
            .or_else(|| self.flips_of_others())
            .or_else(|| self.state().proposers.propose_aimed(&self.knowledge()))
    }

    fn propose_first(&self) -> Option<Task> {
        let mut state = self.state();
        let task = state.proposers.propose_first(&self.knowledge())?;
        if let Task::Run(input, Purpose::Seed) = &task {
            state.tried.insert(hash_of(input));
        }
        self.budget.count_run();
        Some(task)
    }

    /// Another order of processes. Where flips want their turn, too, only every second time.
    fn propose_order(&self, by_turns: bool) -> Option<Task> {
        let mut state = self.state();
        if by_turns && !state.proposers.orders.takes_turn() {
            return None;
        }
        let task = state.proposers.propose_order(&self.knowledge())?;
        if let Task::Run(input, _) = &task {
            state.tried.insert(hash_of(input));
        }
        self.budget.count_run();
        Some(task)
    }

    fn propose_by_yield(&self, worker: usize) -> Option<Task> {
        let arm = self.frontier(worker).whose_turn()?;
        let task = self.frontier(worker).propose(arm, &self.knowledge());
        match arm {
            Arm::Strategy(_) => task,
            Arm::Others => task.or_else(|| self.state().proposers.propose_other(&self.knowledge())),
        }
    }

    /// Is there nothing left to look for?
    fn leaves_the_rest(&self, state: &State) -> bool {
        self.prunes && state.is_all_found() && !state.exploration.has_refuted_the_analysis()
    }

    /// Nobody has anything left to do: perhaps there is time for runs that were cut.
    fn propose_last(&self, state: &mut State) -> Option<Task> {
        if !self.budget.is_mostly_left() {
            return None;
        }
        // Where nothing else can fail, it still matters whether what took long has an end.
        let task = match self.leaves_the_rest(state) {
            true => state.proposers.propose_longer(&self.knowledge()),
            false => state.proposers.propose_last(&self.knowledge()),
        }?;
        state.busy += 1;
        self.budget.count_run();
        Some(task)
    }

    /// What is left is time. It is worth something where a run did what is not followed.
    fn propose_wandering(&self, state: &mut State) -> Option<Task> {
        if !state.exploration.has_lost_precision() || self.leaves_the_rest(state) {
            return None;
        }
        let task = state.proposers.propose_wandering(&self.knowledge())?;
        state.busy += 1;
        Some(task)
    }

    fn wants_more_workers(&self, state: &State) -> bool {
        let (after, flips) = state.help_from;
        let elapsed = self.started.elapsed();
        let enough = if elapsed >= LONG_SEARCH * after { flips.min(2) } else { flips };
        let work = || (0..self.frontiers.len()).map(|each| self.frontier(each).work()).sum();
        state.workers < self.frontiers.len() && elapsed >= after && enough <= work()
    }

    fn flips_of_others(&self) -> Option<Task> {
        let longest = (0..self.frontiers.len()).max_by_key(|each| self.frontier(*each).len())?;
        let is_at_it_for_long = self.state().began[longest].elapsed() >= LONG_TASK;
        let mut frontier = self.frontier(longest);
        // The last one of another is on its way already, unless the other is slow.
        let count = (frontier.len() + usize::from(is_at_it_for_long)) / 2;
        let knowledge = self.knowledge();
        let flips: Vec<Flip> =
            (0..count.min(MOST_ADOPTED)).filter_map(|_| frontier.give_away(&knowledge)).collect();
        (!flips.is_empty()).then_some(Task::Adopt(flips))
    }

    /// A task is done.
    pub fn done(&self) {
        let mut state = self.state();
        state.busy -= 1;
        let is_waited_for = state.workers > 1;
        drop(state);
        if is_waited_for {
            self.changed.notify_all();
        }
    }

    /// A run did not come to its end, after it was the first to reach these clauses.
    pub fn unfinished(
        &self,
        input: Input,
        purpose: &Purpose,
        reached: &[ClauseId],
        why: Unfinished,
    ) {
        let mut state = self.state();
        state.cover(&input, reached);
        if matches!(purpose, Purpose::Seed) {
            state.proposers.seeds.give_back(input);
        }
        drop(state);
        match (why, purpose) {
            (Unfinished::Failed(error), _) => self.stop(StopReason::Engine(error)),
            // Everything else was done.
            (Unfinished::Stopped, Purpose::Longer) => self.stop(StopReason::Exhausted),
            (Unfinished::Stopped, _) => self.interrupt(),
        }
    }

    /// It is over. The first reason is the one that counts.
    pub fn stop(&self, why: StopReason) {
        self.state().stop.get_or_insert(why);
    }

    /// It is over before its time.
    pub fn interrupt(&self) {
        let limit = self.budget.spent().map(StopReason::Budget);
        self.stop(limit.unwrap_or(StopReason::Interrupted));
    }

    /// Does anybody want to look at one more path?
    pub fn wants_path(&self) -> bool {
        self.wants_paths
            && self.state().exploration.paths.as_ref().is_some_and(|paths| !paths.is_full())
    }

    /// When the time is over.
    pub fn deadline(&self) -> Option<Instant> {
        self.budget.deadline()
    }

    /// Shows what there is so far. `false`: somebody has seen enough.
    pub fn show(&self, watch: &mut dyn FnMut(&Exploration) -> bool) -> bool {
        let goes_on = watch(&self.state().exploration);
        if !goes_on {
            self.interrupt();
        }
        goes_on
    }

    /// Where a flip asks for another value: none of those that other runs asked about there.
    pub fn values_tried(&self, worker: usize, flip: &mut Flip) -> Vec<Constraint> {
        if !flip.asks_for_another() {
            return Vec::new();
        }
        let (tried, rest) = self.state().ways.another(flip);
        self.frontier(worker).push(rest.into_iter().collect(), &self.knowledge);
        tried
    }

    /// What the solver said about a flip. The result: an input to run, and what for.
    pub fn answered(
        &self,
        worker: usize,
        flip: Flip,
        answered: Answered,
    ) -> Option<(Input, Purpose)> {
        match answered {
            Answered { answer: Answer::Sat(model), is_guess, cost, .. } => {
                self.found(worker, flip, model.into_arguments(), is_guess, cost)
            }
            answered => {
                self.refused(worker, flip, answered);
                None
            }
        }
    }

    /// Is a flip left out? Where nothing can fail, or nothing that has not been seen to, only what may lead to a clause that nobody has reached is
    /// worth a run, and not on one path after the other.
    pub fn is_pruned(&self, flip: &Flip) -> bool {
        let is_safe = flip.is_safe() || self.is_all_found.load(Ordering::Relaxed);
        if !self.prunes || !is_safe {
            return false;
        }
        if self.knowledge().may_reach_more(flip) {
            self.learn().go(flip.other.ways);
            return false;
        }
        let mut state = self.state();
        if state.exploration.has_refuted_the_analysis() {
            return false;
        }
        state.exploration.pruned += 1;
        // Nobody may take a clause for unreachable because of that.
        state.count_flip(flip, |flips| flips.left += 1);
        true
    }

    /// A flip that only edits what else the run is given: the arguments stay as they are.
    pub fn edited(&self, worker: usize, flip: Flip) -> Option<(Input, Purpose)> {
        let arguments = flip.run.input.arguments.clone();
        self.found(worker, flip, arguments, false, 0)
    }

    fn found(
        &self,
        worker: usize,
        flip: Flip,
        arguments: Vec<Term>,
        is_guess: bool,
        cost: u64,
    ) -> Option<(Input, Purpose)> {
        let input = flip.input(arguments);
        let is_new = self.is_new(worker, &flip, &input, is_guess, cost);
        is_new.then_some((input, Purpose::Flip { flip, cost, is_guess }))
    }

    /// Is the input that was found for a flip to be run? Not if it was before.
    fn is_new(&self, worker: usize, flip: &Flip, input: &Input, is_guess: bool, cost: u64) -> bool {
        let hash = hash_of(input);
        let mut state = self.state();
        // What is only made again may be made once more, and then all of its ways count.
        let is_new = match flip.is_repeat() {
            true => !state.tried.contains(&hash),
            false => state.tried.insert(hash),
        };
        if is_new {
            self.budget.count_run();
            return true;
        }
        if !state.ways.was_taken(flip.other.path) && !is_guess && !flip.is_repeat() {
            state.not_known(flip, Undecided::WentElsewhere);
        }
        drop(state);
        self.spent_in_vain(worker, flip, cost);
        false
    }

    /// The solver has no input for a flip.
    fn refused(&self, worker: usize, flip: Flip, answered: Answered) {
        let mut state = self.state();
        if self.is_mixed {
            state.proposers.refused(&flip, &answered, &self.knowledge());
        }
        let Answered { answer, cost, .. } = answered;
        match answer {
            Answer::Sat(_) => {}
            Answer::Refuted(_) => {
                state.exploration.unsat += 1;
                state.count_flip(&flip, |flips| flips.unsat += 1);
            }
            // Somebody else answers for it, who came there first.
            Answer::GaveUp(_) if flip.is_repeat() => {}
            Answer::GaveUp(why) if why.is_impatience() && flip.effort == Effort::First => {
                drop(state);
                let mut frontier = self.frontier(worker);
                frontier.reward(flip.by, 0, cost);
                return frontier.postpone(flip);
            }
            Answer::GaveUp(why) => state.not_known(&flip, Undecided::Solver(why)),
        }
        drop(state);
        self.spent_in_vain(worker, &flip, cost);
    }

    fn spent_in_vain(&self, worker: usize, flip: &Flip, cost: u64) {
        self.learn().spend(flip.place(), cost);
        self.frontier(worker).reward(flip.by, 0, cost);
    }

    /// What was made up. The result: an input to run, and what for.
    pub fn varied(
        &self,
        worker: usize,
        input: Option<Input>,
        purpose: Purpose,
    ) -> Option<(Input, Purpose)> {
        match input {
            Some(input) => {
                self.budget.count_run();
                Some((input, purpose))
            }
            None => {
                self.frontier(worker).reward(Arm::Others, 0, RUN_COST);
                None
            }
        }
    }

    /// Notes what became of a run, and every way that it could have gone and did not.
    pub fn record(&self, worker: usize, mut ran: Ran) {
        let mut state = self.state();
        let news = state.note(&ran);
        self.is_all_found.store(state.is_all_found(), Ordering::Relaxed);
        state.proposers.learn(&ran, news);
        let kept = state.kept(&ran, news, &self.knowledge);
        let run = Arc::new(ran.run(news, state.exploration.runs));
        let flips = state.flips_of(&ran, &run, kept);
        drop(state);
        let found = ran.crash.as_ref().and_then(|crash| crash.judgement.as_ref()?.key.place);
        if let (Some((module, _, line)), true) = (found, news.findings > 0) {
            self.learn().find(module, usize::try_from(line).unwrap_or(0));
        }
        if kept == Kept::All {
            self.learn().learn(&run, &ran.steps, &ran.reached);
        }
        let mut frontier = self.frontier(worker);
        if let Some((arm, cost)) = ran.purpose.cost() {
            frontier.reward(arm, news.gain(), cost);
        }
        frontier.push(flips, &self.knowledge);
    }

    pub fn adopted(&self, worker: usize, flips: Vec<Flip>) {
        self.frontier(worker).push(flips, &self.knowledge);
    }

    /// Flips that another worker could not make its own, because the run went elsewhere.
    pub fn lost(&self, flips: &[Flip]) {
        let mut state = self.state();
        flips.iter().for_each(|flip| state.not_known(flip, Undecided::WentElsewhere));
    }

    /// A worker goes home, and leaves what it counted.
    pub fn leave(&self, hits: &Hits, statistics: Statistics) {
        let mut state = self.state();
        hits.add_to(&mut state.exploration.covered);
        state.exploration.solver.add(&statistics);
    }

    pub fn finish(self) -> Exploration {
        let mut state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let frontiers: Vec<Frontier> = (self.frontiers.into_iter())
            .map(|frontier| frontier.into_inner().unwrap_or_else(PoisonError::into_inner))
            .collect();
        for flip in frontiers.iter().flat_map(Frontier::iter) {
            if let Some(clause) = flip.choice() {
                state.flips.entry(clause).or_default().left += 1;
            }
        }
        let mut given_up: usize =
            frontiers.iter().map(|each| each.given_up_results() as usize).sum();
        for (clause, count) in frontiers.iter().flat_map(Frontier::given_up) {
            given_up += *count as usize;
            if let Some(clause) = clause {
                state.flips.entry(*clause).or_default().left += count;
            }
        }
        let orders = state.proposers.orders.summary();
        state.compare_orders();
        let mut exploration = state.exploration;
        exploration.note_orders(orders);
        exploration.left = frontiers.iter().map(Frontier::len).sum::<usize>() + given_up;
        exploration.stop = Some(state.stop.unwrap_or(StopReason::Interrupted));
        exploration.flips = state.flips;
        exploration.untried = state.proposers.seeds.into_untried();
        // To let go of a large frontier takes seconds, and nobody has to wait for it.
        let leftovers = (frontiers, state.ways, state.tried);
        // (Without a thread to do so, it is done at once.)
        let _ = std::thread::Builder::new().spawn(move || drop(leftovers));
        exploration.time = self.started.elapsed();
        // In which order they were found depends on who was faster.
        exploration.findings.sort_by(|a, b| a.key.in_order().cmp(&b.key.in_order()));
        exploration
    }
}
