//! What do the workers share? From the frontier to the next task, and from a trace to more frontier.
//!
//! Each worker has a frontier of its own, because a flip is said in the symbols of who found it; one
//! that has run dry takes some from another. What was seen, tried and covered is known to all, so
//! that no path is tried twice, whoever comes first.
//!
//! Whoever holds one of the locks takes none of those above it: the state, then a frontier, then the
//! knowledge. Only what takes little time is done while the state is held.

use crate::budget::Budget;
use crate::coverage::Hits;
use crate::frontier::{Choice, Chooser, Frontier, Pending};
use crate::knowledge::Knowledge;
use crate::report::{Exploration, StopReason, Undecided};
use crate::state::{Kept, Seen, State, hash_of};
use crate::strategies::StrategyName;
use crate::task::{Answered, Next, Purpose, RUN_COST, Ran, Task};
use crate::ways;
use crate::{Plan, Subject};
use solver::{Answer, Statistics};
use std::sync::{
    Condvar, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
};
use std::time::{Duration, Instant};
use trace::{Backend, ClauseId, Input, Label, Outline};

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
    tries_again: bool,
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
            knowledge: RwLock::new(Knowledge::new(outline)),
            wants_paths: plan.paths > 0,
            tries_again: plan.strategy == StrategyName::Auto,
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
            let spent = self.budget.spent();
            let mut state = self.state();
            if let (None, Some(limit)) = (state.stop, spent) {
                state.stop = Some(StopReason::Budget(limit));
            }
            if state.stop.is_some() {
                self.changed.notify_all();
                return None;
            }
            if worker == 0 && self.wants_more_workers(&state) {
                state.workers += 1;
                hire(state.workers - 1);
            }
            // As long as it looks for something, nobody takes the search for done.
            state.busy += 1;
            state.began[worker] = Instant::now();
            if let Some(input) = state.seeds.pop_front() {
                state.tried.insert(hash_of(&input.arguments));
                self.budget.count_run();
                return Some(Task::Run(Next { input, purpose: Purpose::Seed }));
            }
            if let Some(input) = state.again.pop_front() {
                self.budget.count_run();
                return Some(Task::Run(Next { input, purpose: Purpose::Again }));
            }
            drop(state);
            let task = self.next_task(worker).or_else(|| self.flips_of_others());
            let task = task.or_else(|| self.last_resort(worker));
            if task.is_some() {
                return task;
            }
            state = self.state();
            state.busy -= 1;
            if state.busy == 0 && state.seeds.is_empty() && self.waiting() == 0 {
                if self.budget.is_mostly_left()
                    && let Some(input) = state.longer.pop_front()
                {
                    state.busy += 1;
                    self.budget.count_run();
                    return Some(Task::Run(Next { input, purpose: Purpose::Longer }));
                }
                state.stop = Some(StopReason::Exhausted);
                continue;
            }
            drop(self.changed.wait_timeout(state, PATIENCE));
        }
    }

    fn wants_more_workers(&self, state: &State) -> bool {
        let (after, flips) = state.help_from;
        let elapsed = self.started.elapsed();
        let enough = if elapsed >= LONG_SEARCH * after { flips.min(2) } else { flips };
        let work = || (0..self.frontiers.len()).map(|each| self.frontier(each).work()).sum();
        state.workers < self.frontiers.len() && elapsed >= after && enough <= work()
    }

    fn next_task(&self, worker: usize) -> Option<Task> {
        let choice = self.frontier(worker).pop(&self.knowledge())?;
        Some(match choice {
            Choice::Flip(mut pending, chooser) => {
                let (others, rest) = match pending.asks_for_another() {
                    true => self.state().ways.another(&mut pending),
                    false => (Vec::new(), None),
                };
                self.frontier(worker).push(rest.into_iter().collect(), &self.knowledge);
                Task::Flip { pending, chooser, others }
            }
            Choice::Vary(chooser) => {
                Task::Vary(self.state().variations.draw(&self.knowledge()), chooser)
            }
        })
    }

    fn flips_of_others(&self) -> Option<Task> {
        let longest = (0..self.frontiers.len()).max_by_key(|each| self.frontier(*each).len())?;
        let is_at_it_for_long = self.state().began[longest].elapsed() >= LONG_TASK;
        let mut frontier = self.frontier(longest);
        // The last one of another is on its way already, unless the other is slow.
        let count = (frontier.len() + usize::from(is_at_it_for_long)) / 2;
        let knowledge = self.knowledge();
        let flips: Vec<Pending> =
            (0..count.min(MOST_ADOPTED)).filter_map(|_| frontier.give_away(&knowledge)).collect();
        (!flips.is_empty()).then_some(Task::Adopt(flips))
    }

    /// Nothing is left to flip, and some clauses can still be aimed at.
    fn last_resort(&self, worker: usize) -> Option<Task> {
        let chooser = self.frontier(worker).varies()?;
        let variation = self.state().variations.draw_aimed(&self.knowledge())?;
        Some(Task::Vary(variation, chooser))
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

    /// A run was stopped in the middle, after it came to these clauses as the first.
    pub fn stopped(&self, next: Next, reached: &[ClauseId]) {
        let mut state = self.state();
        let Next { input, purpose: next_purpose } = next;
        state.cover(&input, reached);
        if matches!(next_purpose, Purpose::Seed) {
            state.seeds.push_front(input);
        }
        // Everything else was done.
        if matches!(next_purpose, Purpose::Longer) {
            state.stop.get_or_insert(StopReason::Exhausted);
        }
        drop(state);
        self.interrupt();
    }

    /// It is over before its time.
    pub fn interrupt(&self) {
        let limit = self.budget.spent().map(StopReason::Budget);
        self.state().stop.get_or_insert(limit.unwrap_or(StopReason::Interrupted));
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

    /// What the solver said about a flip. The result: an input to run.
    pub fn answered(
        &self,
        worker: usize,
        pending: Pending,
        chooser: Chooser,
        answered: Answered,
    ) -> Option<Next> {
        let Answered { answer, is_guess, cost, distance } = answered;
        let hash = match &answer {
            Answer::Sat(model) => hash_of(model.arguments()),
            _ => 0,
        };
        let mut state = self.state();
        if let Some(distance) = distance.filter(|_| self.tries_again) {
            state.aim_at(&pending, distance, &self.knowledge());
        }
        match answer {
            Answer::Sat(model) => {
                // What is only made again may be made once more, and then all of its ways count.
                let is_new = match pending.is_again {
                    true => !state.tried.contains(&hash),
                    false => state.tried.insert(hash),
                };
                if is_new {
                    self.budget.count_run();
                    let input = Input { arguments: model.into_arguments() };
                    let purpose = Purpose::Flip { pending, chooser, cost, is_guess };
                    return Some(Next { input, purpose });
                }
                if !state.ways.was_taken(pending.path) && !is_guess && !pending.is_again {
                    state.not_known(&pending, Undecided::WentElsewhere);
                }
            }
            Answer::Refuted(_) => {
                state.exploration.unsat += 1;
                state.count_flip(&pending, |flips| flips.unsat += 1);
                if self.tries_again && state.is_worth_another_try(&pending, &self.knowledge()) {
                    state.again.push_back(pending.run.input.clone());
                }
            }
            Answer::GaveUp(_) if pending.is_again => {}
            Answer::GaveUp(why) if why.is_impatience() && !pending.is_hard => {
                drop(state);
                let mut frontier = self.frontier(worker);
                frontier.reward(chooser, 0, cost);
                frontier.postpone(pending, chooser);
                return None;
            }
            Answer::GaveUp(why) => state.not_known(&pending, Undecided::Solver(why)),
        }
        drop(state);
        self.learn().spend(pending.place(), cost);
        self.frontier(worker).reward(chooser, 0, cost);
        None
    }

    /// What came of a variation. The result: an input to run.
    pub fn varied(
        &self,
        worker: usize,
        input: Option<Input>,
        chooser: Chooser,
        aim: Option<Label>,
    ) -> Option<Next> {
        match input {
            Some(input) => {
                self.budget.count_run();
                Some(Next { input, purpose: Purpose::Variation { chooser, aim } })
            }
            None => {
                self.frontier(worker).reward(chooser, 0, RUN_COST);
                None
            }
        }
    }

    /// Notes what became of a run, and every way that it could have gone and did not.
    pub fn record(&self, worker: usize, ran: Ran) {
        let cost = ran.next.purpose.cost();
        let Seen { gain, clauses, kept, flips, number } = self.state().see(&ran, &self.knowledge);
        if kept == Kept::All {
            self.learn().learn(&ran);
        }
        let pending = ways::pending(ran, flips, clauses, number);
        let mut frontier = self.frontier(worker);
        if let Some((chooser, cost)) = cost {
            frontier.reward(chooser, gain, cost);
        }
        frontier.push(pending, &self.knowledge);
    }

    pub fn adopted(&self, worker: usize, flips: Vec<Pending>) {
        self.frontier(worker).push(flips, &self.knowledge);
    }

    /// Flips that another worker could not make its own, because the run went elsewhere.
    pub fn lost(&self, flips: &[Pending]) {
        let mut state = self.state();
        flips.iter().for_each(|pending| state.not_known(pending, Undecided::WentElsewhere));
    }

    /// A worker goes home, and leaves what it counted.
    pub fn leave(&self, backend: &dyn Backend, hits: &Hits, statistics: Statistics) {
        let mut state = self.state();
        hits.add_to(backend, &mut state.exploration.covered);
        state.exploration.solver.add(&statistics);
    }

    pub fn finish(self) -> Exploration {
        let mut state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let frontiers: Vec<Frontier> = (self.frontiers.into_iter())
            .map(|frontier| frontier.into_inner().unwrap_or_else(PoisonError::into_inner))
            .collect();
        for pending in frontiers.iter().flat_map(Frontier::iter) {
            if let Some(clause) = pending.choice() {
                state.flips.entry(clause).or_default().left += 1;
            }
        }
        let mut given_up = 0;
        for (clause, count) in frontiers.iter().flat_map(|frontier| &frontier.given_up) {
            given_up += *count as usize;
            if let Some(clause) = clause {
                state.flips.entry(*clause).or_default().left += count;
            }
        }
        let mut exploration = state.exploration;
        exploration.left = frontiers.iter().map(Frontier::len).sum::<usize>() + given_up;
        exploration.stop = Some(state.stop.unwrap_or(StopReason::Interrupted));
        exploration.flips = state.flips;
        exploration.untried = state.seeds.into();
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
