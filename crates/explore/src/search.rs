//! What do the workers share? From the frontier to the next task, and from a trace to more frontier.
//!
//! Each worker has a frontier of its own, because a flip is said in the symbols of who found it; one
//! that has run dry takes some from another. What was seen, tried and covered is known to all, so
//! that no path is tried twice, whoever comes first.
//!
//! Whoever holds one of the locks takes none of those above it: the state, then a frontier, then the
//! knowledge. Only what takes little time is done while the state is held.

use crate::budget::Budget;
use crate::coverage::{Flips, Hits};
use crate::finding::{Confirmation, Finding, SiteKey};
use crate::frontier::{Choice, Chooser, Frontier, Pending};
use crate::knowledge::Knowledge;
use crate::paths::Paths;
use crate::promise::Judgement;
use crate::report::{Exploration, Shortfall, StopReason, Undecided};
use crate::strategies::StrategyName;
use crate::task::{Answered, Next, Purpose, RUN_COST, Ran, Task};
use crate::variation::Variations;
use crate::ways::{self, Ways};
use crate::{Plan, Subject, seed};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use solver::{Answer, Statistics};
use std::collections::{BTreeMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{
    Condvar, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
};
use std::time::{Duration, Instant};
use term::{Atom, Term};
use trace::{Backend, ClauseId, Input, Label, Outcome, Outline, Spot};

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

struct State {
    /// The one under test.
    module: Option<Atom>,
    seeds: VecDeque<Input>,
    /// Inputs that came to a choice and could not go the way that nobody has gone: see
    /// [`Purpose::Again`].
    again: VecDeque<Input>,
    variations: Variations,
    ways: Ways,
    /// Inputs that have been run, by hash.
    tried: FxHashSet<u128>,
    sites: FxHashMap<SiteKey, usize>,
    flips: BTreeMap<ClauseId, Flips>,
    exploration: Exploration,
    /// How many workers there are, and how many of them are at a task or look for one.
    workers: usize,
    busy: usize,
    /// When each of them began to look for what it does now.
    began: Vec<Instant>,
    /// From when on and for how many flips more are asked for.
    help_from: (Duration, usize),
    stop: Option<StopReason>,
}

/// So many flips are taken over at once, at most.
const MOST_ADOPTED: usize = 32;

/// When a way has been impossible so often, or twice as often as at the last time, another try is made
/// at it.
const OFTEN: u64 = 4;

/// How long a worker waits for others before it looks at the clock.
const PATIENCE: Duration = Duration::from_millis(20);

/// Who is at one task for so long needs help with the rest, be it a single flip.
const LONG_TASK: Duration = Duration::from_millis(10);

/// A search that goes on for so many times as long as is waited for a second worker needs one,
/// however few flips there are: they take long.
const LONG_SEARCH: u32 = 2;

impl<'a> Search<'a> {
    pub fn new(plan: &Plan<'a>, outline: &Outline) -> Search<'a> {
        let seeds = match plan.seeds.is_empty() {
            true => seed::seeds(plan.subject),
            false => plan.seeds.clone(),
        };
        let most_workers = 1 + plan.help.map_or(0, |help| help.most);
        let frontier = |_| Mutex::new(Frontier::new(plan.strategy, plan.chance));
        let state = State {
            module: outline.module,
            seeds: seeds.into(),
            again: VecDeque::new(),
            variations: Variations::new(plan.chance),
            ways: Ways::default(),
            tried: FxHashSet::default(),
            sites: FxHashMap::default(),
            flips: BTreeMap::new(),
            exploration: Exploration {
                paths: (plan.paths > 0).then(|| Paths::at_most(plan.paths)),
                ..Exploration::default()
            },
            workers: 1,
            busy: 0,
            began: vec![Instant::now(); most_workers],
            help_from: plan.help.map_or((Duration::ZERO, 0), |help| (help.after, help.flips)),
            stop: None,
        };
        Search {
            subject: plan.subject,
            budget: plan.budget.clone(),
            state: Mutex::new(state),
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
        state.cover(&next.input, reached);
        if matches!(next.purpose, Purpose::Seed) {
            state.seeds.push_front(next.input);
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
        let hash = if let Answer::Sat(arguments) = &answer { hash_of(arguments) } else { 0 };
        let mut state = self.state();
        if let Some(distance) = distance.filter(|_| self.tries_again) {
            state.aim_at(&pending, distance, &self.knowledge());
        }
        match answer {
            Answer::Sat(arguments) => {
                // What is only made again may be made once more, and then all of its ways count.
                let is_new = match pending.is_again {
                    true => !state.tried.contains(&hash),
                    false => state.tried.insert(hash),
                };
                if is_new {
                    self.budget.count_run();
                    let input = Input { arguments };
                    let purpose = Purpose::Flip { pending, chooser, cost, is_guess };
                    return Some(Next { input, purpose });
                }
                if !state.ways.was_taken(pending.path) && !is_guess && !pending.is_again {
                    state.not_known(&pending, Undecided::WentElsewhere);
                }
            }
            Answer::Unsat => {
                state.exploration.unsat += 1;
                state.count_flip(&pending, |flips| flips.unsat += 1);
                if self.tries_again && state.is_worth_another_try(&pending, &self.knowledge()) {
                    state.again.push_back(pending.run.input.clone());
                }
            }
            Answer::Unknown(_) if pending.is_again => {}
            Answer::Unknown(why) if why.is_impatience() && !pending.is_hard => {
                drop(state);
                let mut frontier = self.frontier(worker);
                frontier.reward(chooser, 0, cost);
                frontier.postpone(pending, chooser);
                return None;
            }
            Answer::Unknown(why) => state.not_known(&pending, Undecided::Solver(why)),
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
        let mut state = self.state();
        let known_sites = state.sites.len();
        state.note(&ran);
        let clauses = state.cover(&ran.next.input, &ran.reached);
        let gain = clauses + (state.sites.len() - known_sites) as u64;
        if let Some(paths) = &mut state.exploration.paths {
            paths.add(ran.path.clone(), clauses > 0);
        }
        if gain > 0 {
            state.variations.learn(&ran.next.input);
        }
        if let (Purpose::Variation { aim: Some(aim), .. }, Some(distance)) =
            (&ran.next.purpose, ran.distance)
        {
            state.variations.came(*aim, &ran.next.input, distance);
        }
        let cost = ran.next.purpose.cost();
        let kept = state.kept(&ran, gain, &self.knowledge());
        // Whoever was faster may have gone the same way.
        let is_known = ran.steps.last().is_some_and(|last| state.ways.was_taken(last.path));
        state.exploration.forgotten += u64::from(kept != Kept::All || is_known);
        let flips = match kept {
            Kept::All => {
                if !ran.next.purpose.is_noted() {
                    state.tried.insert(hash_of(&ran.next.input.arguments));
                }
                state.ways.unexplored(&ran)
            }
            Kept::Last => state.ways.last(&ran),
            Kept::Nothing => Vec::new(),
        };
        let number = state.exploration.runs;
        drop(state);
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

/// What the search remembers of a run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kept {
    /// Every way that it could have gone and did not.
    All,
    /// Its last ways, because it made a flip again and came no nearer to what nobody has reached.
    Last,
    /// It was a variation like many others.
    Nothing,
}

impl State {
    fn kept(&self, ran: &Ran, gain: u64, knowledge: &Knowledge) -> Kept {
        match &ran.next.purpose {
            _ if gain > 0 => Kept::All,
            Purpose::Variation { .. } if !ran.is_unlike_others => Kept::Nothing,
            Purpose::Flip { pending, .. }
                if pending.is_again && !self.ways.is_near(ran, knowledge) =>
            {
                Kept::Last
            }
            _ => Kept::All,
        }
    }

    fn not_known(&mut self, pending: &Pending, why: Undecided) {
        // What is decided inside of a clause may keep runs from other clauses of its function.
        if let Some(Spot::Deciding(clause) | Spot::Inside(clause)) = pending.spot {
            self.flips.entry(clause).or_default().unknown += 1;
        }
        *self.exploration.unknown.entry(why).or_default() += 1;
    }

    /// Is there a clause that nobody has come to, and the way there impossible on this path? The
    /// more often that was so, the rarer another try.
    fn is_worth_another_try(&self, pending: &Pending, knowledge: &Knowledge) -> bool {
        let unsat = pending.choice().and_then(|choice| self.flips.get(&choice)).map(|it| it.unsat);
        !pending.is_again
            && unsat.is_some_and(|times| times >= OFTEN && times.is_power_of_two())
            && knowledge.distance(pending.spot) == 0
    }

    /// If the flip leads to a clause that nobody has come to, others shall come nearer to it.
    fn aim_at(&mut self, pending: &Pending, distance: f64, knowledge: &Knowledge) {
        if pending.choice().is_some() && knowledge.distance(pending.spot) == 0 {
            self.variations.aim_at(pending, distance);
        }
    }

    /// What is no choice between clauses is counted nowhere.
    fn count_flip(&mut self, pending: &Pending, count: impl FnOnce(&mut Flips)) {
        if let Some(clause) = pending.choice() {
            count(self.flips.entry(clause).or_default());
        }
    }

    fn note(&mut self, ran: &Ran) {
        let Ran { next, trace, .. } = ran;
        let exploration = &mut self.exploration;
        exploration.run_time += ran.time;
        exploration.runs += 1;
        exploration.cut += u64::from(trace.is_cut);
        for loss in &trace.losses {
            let losses = match loss.is_wanted {
                true => &mut exploration.left_out,
                false => &mut exploration.losses,
            };
            *losses.entry(loss.at).or_default() += u64::from(loss.count);
        }
        if let Outcome::Incomplete(incomplete) = &trace.outcome {
            exploration.fell_short(Shortfall::Incomplete(incomplete.clone()));
        }
        if trace.has_processes {
            exploration.fell_short(Shortfall::OneSchedule);
        }
        if trace.calls_funs {
            exploration.fell_short(Shortfall::PlainFuns);
        }
        if matches!(trace.outcome, Outcome::OutOfMemory) {
            exploration.fell_short(Shortfall::OutOfMemory);
        }
        match &ran.divergence {
            None => {}
            Some(divergence) => match next.purpose {
                Purpose::Flip { is_guess: true, .. } => exploration.missed_guesses += 1,
                _ => exploration.divergences.push(divergence.clone()),
            },
        }
        if trace.outcome == Outcome::Rejected {
            exploration.rejected += 1;
        }
        if let Some((outcome, judgement)) = &ran.crash {
            self.add_finding(ran, outcome, judgement.clone());
        }
    }

    fn add_finding(&mut self, ran: &Ran, outcome: &Outcome, judgement: Option<Judgement>) {
        let Some(Judgement { kind, key, violation }) = judgement else {
            return self.exploration.fell_short(Shortfall::NotRepeated);
        };
        if let Some(&known) = self.sites.get(&key) {
            self.exploration.findings[known].occurrences += 1;
            return;
        }
        self.sites.insert(key.clone(), self.exploration.findings.len());
        self.exploration.findings.push(Finding {
            key,
            kind,
            input: ran.next.input.clone(),
            outcome: outcome.clone(),
            violation,
            has_processes: ran.trace.has_processes,
            asks_the_time: ran.trace.asks_the_time,
            found_before: false,
            occurrences: 1,
            confirmation: Confirmation::NotTried("the search is not over".into()),
        });
    }

    /// How many clauses of the module under test no run had come to before.
    fn cover(&mut self, input: &Input, reached: &[ClauseId]) -> u64 {
        let mut new = Vec::new();
        for &clause in reached {
            if self.exploration.covered.insert(clause, 0).is_none() {
                new.push(clause);
            }
        }
        let is_ours = |clause: &&ClauseId| self.module.is_none_or(|module| clause.module == module);
        let gain = new.iter().filter(is_ours).count() as u64;
        if !new.is_empty() {
            self.exploration.firsts.push((input.clone(), new));
        }
        gain
    }
}

/// Two hashes side by side: no two inputs of a search have the same. They are taken of the bytes,
/// because terms that differ in kind only (`0` and `0.0`) have the same hash.
fn hash_of(arguments: &[Term]) -> u128 {
    let mut bytes = Vec::new();
    arguments.iter().for_each(|term| term::external::encode_into(term, &mut bytes));
    let (mut one, mut other) = (FxHasher::default(), DefaultHasher::new());
    bytes.hash(&mut one);
    bytes.hash(&mut other);
    u128::from(one.finish()) << 64 | u128::from(other.finish())
}
