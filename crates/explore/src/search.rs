//! What do the workers share? From the frontier to the next task, and from a trace to more frontier.
//!
//! Each worker has a frontier of its own, because a flip is said in the symbols of who found it; one
//! that has run dry takes some from another. What was seen, tried and covered is known to all, so
//! that no path is tried twice, whoever comes first.

use crate::budget::Budget;
use crate::coverage::{Flips, Hits};
use crate::finding::{Confirmation, Finding, SiteKey};
use crate::frontier::{Choice, Chooser, Explored, Frontier, Pending};
use crate::knowledge::Knowledge;
use crate::paths::Paths;
use crate::promise::Judgement;
use crate::report::{Exploration, Shortfall, StopReason, Undecided};
use crate::step::Step;
use crate::task::{Answered, Next, Purpose, RUN_COST, Ran, Task};
use crate::variation::Variations;
use crate::{Plan, Subject, seed};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use solver::{Answer, Statistics};
use std::collections::{BTreeMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use symbolic::{Constraint, Shape};
use term::{Term, atoms};
use trace::{Backend, ClauseId, Decision, Input, Label, Outcome, Outline, Spot, Trace};

pub struct Search<'a> {
    pub subject: &'a Subject<'a>,
    budget: Budget,
    state: Mutex<State>,
    /// There may be something to do, or nothing will be any more.
    changed: Condvar,
    started: Instant,
}

struct State {
    seeds: VecDeque<Input>,
    /// One for each worker.
    frontiers: Vec<Frontier>,
    new_frontier: Box<dyn Fn() -> Frontier + Send>,
    knowledge: Knowledge,
    variations: Variations,
    /// Paths that have been put on a frontier or taken, by hash: none is tried twice.
    seen: FxHashSet<u64>,
    /// Inputs that have been run, by hash.
    tried: FxHashSet<u128>,
    /// Paths that runs have taken, by hash.
    taken: FxHashSet<u64>,
    /// What was asked at the end of a path. Where the question depends on the input ("is it this
    /// very value?"), it is another one in each run.
    asked: FxHashMap<u64, Vec<Shape>>,
    sites: FxHashMap<SiteKey, usize>,
    flips: BTreeMap<ClauseId, Flips>,
    exploration: Exploration,
    /// How many workers are at a task.
    busy: usize,
    /// How many may be there.
    most_workers: usize,
    /// From when on and for how many flips more are asked for.
    help_from: (Duration, usize),
    stop: Option<StopReason>,
}

/// So many flips are taken over at once, at most.
const MOST_ADOPTED: usize = 32;

/// How long a worker waits for others before it looks at the clock.
const PATIENCE: Duration = Duration::from_millis(20);

impl<'a> Search<'a> {
    pub fn new(plan: &Plan<'a>, outline: &Outline) -> Search<'a> {
        let seeds = match plan.seeds.is_empty() {
            true => seed::seeds(plan.subject),
            false => plan.seeds.clone(),
        };
        let (strategy, chance) = (plan.strategy, plan.chance);
        let new_frontier = move || Frontier::new(strategy, chance);
        let state = State {
            seeds: seeds.into(),
            frontiers: vec![new_frontier()],
            new_frontier: Box::new(new_frontier),
            knowledge: Knowledge::new(outline),
            variations: Variations::new(chance),
            seen: FxHashSet::default(),
            tried: FxHashSet::default(),
            taken: FxHashSet::default(),
            asked: FxHashMap::default(),
            sites: FxHashMap::default(),
            flips: BTreeMap::new(),
            exploration: Exploration {
                paths: (plan.paths > 0).then(|| Paths::at_most(plan.paths)),
                ..Exploration::default()
            },
            busy: 0,
            most_workers: 1 + plan.help.map_or(0, |help| help.most),
            help_from: plan.help.map_or((Duration::ZERO, 0), |help| (help.after, help.flips)),
            stop: None,
        };
        Search {
            subject: plan.subject,
            budget: plan.budget.clone(),
            state: Mutex::new(state),
            changed: Condvar::new(),
            started: Instant::now(),
        }
    }

    /// What is behind the lock is whole at any time, even if a worker died holding it.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next task, waited for if others may bring one. `None`: it is over.
    pub fn take(&self, worker: usize, hire: &mut dyn FnMut(usize)) -> Option<Task> {
        let mut state = self.state();
        loop {
            if state.stop.is_none()
                && let Some(limit) = self.budget.spent()
            {
                state.stop = Some(StopReason::Budget(limit));
            }
            if state.stop.is_some() {
                self.changed.notify_all();
                return None;
            }
            if worker == 0 && state.wants_more_workers(self.started.elapsed()) {
                let number = state.add_worker();
                hire(number);
            }
            if let Some(task) = state.next_task(worker, &self.budget) {
                state.busy += 1;
                return Some(task);
            }
            if state.is_done() {
                state.stop = Some(StopReason::Exhausted);
                continue;
            }
            let waited = self.changed.wait_timeout(state, PATIENCE);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// A task is done.
    pub fn done(&self) {
        let mut state = self.state();
        state.busy -= 1;
        let is_waited_for = state.frontiers.len() > 1;
        drop(state);
        if is_waited_for {
            self.changed.notify_all();
        }
    }

    /// A run was stopped from outside.
    pub fn interrupt(&self) {
        let limit = self.budget.spent().map(StopReason::Budget);
        self.state().stop.get_or_insert(limit.unwrap_or(StopReason::Interrupted));
    }

    /// Does anybody want to look at one more path?
    pub fn wants_path(&self) -> bool {
        self.state().exploration.paths.as_ref().is_some_and(|paths| !paths.is_full())
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
        let Answered { answer, is_guess, cost } = answered;
        let mut state = self.state();
        match answer {
            Answer::Sat(arguments) => {
                if state.tried.insert(hash_of(&arguments)) {
                    self.budget.count_run();
                    let input = Input { arguments };
                    let purpose = Purpose::Flip { pending, chooser, cost, is_guess };
                    return Some(Next { input, purpose });
                }
                if !state.taken.contains(&pending.path) && !is_guess {
                    state.not_known(&pending, Undecided::WentElsewhere);
                }
            }
            Answer::Unsat => {
                state.exploration.unsat += 1;
                state.count_flip(&pending, |flips| flips.unsat += 1);
            }
            Answer::Unknown(why) => state.not_known(&pending, Undecided::Solver(why)),
        }
        state.frontiers[worker].reward(chooser, 0, cost);
        None
    }

    /// What came of a variation. The result: an input to run.
    pub fn varied(&self, worker: usize, input: Option<Input>, chooser: Chooser) -> Option<Next> {
        match input {
            Some(input) => {
                self.budget.count_run();
                Some(Next { input, purpose: Purpose::Variation(chooser) })
            }
            None => {
                self.state().frontiers[worker].reward(chooser, 0, RUN_COST);
                None
            }
        }
    }

    /// Notes what became of a run, and every way that it could have gone and did not.
    pub fn record(&self, worker: usize, ran: Ran) {
        let mut state = self.state();
        let known_sites = state.sites.len();
        state.note(&ran);
        let clauses = state.cover(&ran);
        let gain = clauses + (state.sites.len() - known_sites) as u64;
        if let Some(paths) = &mut state.exploration.paths {
            paths.add(ran.path.clone(), clauses > 0);
        }
        if let Some((chooser, cost)) = ran.next.purpose.cost() {
            state.frontiers[worker].reward(chooser, gain, cost);
        }
        if gain > 0 {
            state.variations.learn(&ran.next.input);
        }
        match ran.next.purpose {
            Purpose::Variation(_) if gain == 0 => state.exploration.forgotten += 1,
            Purpose::Variation(_) => {
                state.tried.insert(hash_of(&ran.next.input.arguments));
                state.add_unexplored(worker, ran, clauses);
            }
            Purpose::Seed | Purpose::Flip { .. } => state.add_unexplored(worker, ran, clauses),
        }
    }

    pub fn adopted(&self, worker: usize, flips: Vec<Pending>) {
        let mut state = self.state();
        let state = &mut *state;
        for pending in flips {
            state.frontiers[worker].push(pending, &state.knowledge);
        }
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
        for pending in state.frontiers.iter().flat_map(Frontier::iter) {
            if let Some(clause) = choice(pending) {
                state.flips.entry(clause).or_default().left += 1;
            }
        }
        let mut exploration = state.exploration;
        exploration.left = state.frontiers.iter().map(Frontier::len).sum();
        exploration.stop = Some(state.stop.unwrap_or(StopReason::Interrupted));
        exploration.flips = state.flips;
        // To let go of a large frontier takes seconds, and nobody has to wait for it.
        let leftovers = (state.frontiers, state.seen, state.taken, state.asked, state.tried);
        // (Without a thread to do so, it is done at once.)
        let _ = std::thread::Builder::new().spawn(move || drop(leftovers));
        exploration.time = self.started.elapsed();
        // In which order they were found depends on who was faster.
        exploration.findings.sort_by(|a, b| a.key.in_order().cmp(&b.key.in_order()));
        exploration
    }
}

impl State {
    fn wants_more_workers(&self, elapsed: Duration) -> bool {
        let waiting: usize = self.frontiers.iter().map(Frontier::len).sum();
        let (after, flips) = self.help_from;
        self.frontiers.len() < self.most_workers && elapsed >= after && waiting >= flips
    }

    fn add_worker(&mut self) -> usize {
        let frontier = (self.new_frontier)();
        self.frontiers.push(frontier);
        self.frontiers.len() - 1
    }

    fn next_task(&mut self, worker: usize, budget: &Budget) -> Option<Task> {
        if let Some(input) = self.seeds.pop_front() {
            self.tried.insert(hash_of(&input.arguments));
            budget.count_run();
            return Some(Task::Run(Next { input, purpose: Purpose::Seed }));
        }
        match self.frontiers[worker].pop(&self.knowledge) {
            Some(Choice::Flip(pending, chooser)) => {
                let others = self.asked_elsewhere(&pending);
                return Some(Task::Flip { pending, chooser, others });
            }
            Some(Choice::Vary(chooser)) => {
                return Some(Task::Vary(self.variations.draw(), chooser));
            }
            None => {}
        }
        // What is the last one of another is on its way already.
        let longest = (0..self.frontiers.len()).max_by_key(|each| self.frontiers[*each].len())?;
        let count = (self.frontiers[longest].len() / 2).min(MOST_ADOPTED);
        let flips: Vec<Pending> =
            (0..count).filter_map(|_| self.frontiers[longest].give_away(&self.knowledge)).collect();
        (!flips.is_empty()).then_some(Task::Adopt(flips))
    }

    fn asked_elsewhere(&self, pending: &Pending) -> Vec<Constraint> {
        let decision = pending.decision();
        let asked = match self.asked.get(&pending.node) {
            Some(asked) if pending.way == decision.shapes.len() => &asked[..],
            _ => &[],
        };
        let others = asked.iter().filter(|shape| !decision.shapes.contains(shape));
        others.map(|shape| Constraint::is_not(decision.subject, shape.clone())).collect()
    }

    fn not_known(&mut self, pending: &Pending, why: Undecided) {
        self.count_flip(pending, |flips| flips.unknown += 1);
        *self.exploration.unknown.entry(why).or_default() += 1;
    }

    /// What is no choice between clauses is counted nowhere.
    fn count_flip(&mut self, pending: &Pending, count: impl FnOnce(&mut Flips)) {
        if let Some(clause) = choice(pending) {
            count(self.flips.entry(clause).or_default());
        }
    }

    fn is_done(&self) -> bool {
        self.busy == 0 && self.seeds.is_empty() && self.frontiers.iter().all(Frontier::is_empty)
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
        let (input, has_processes) = (&ran.next.input, ran.trace.has_processes);
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
            input: input.clone(),
            outcome: outcome.clone(),
            violation,
            has_processes,
            found_before: false,
            occurrences: 1,
            confirmation: Confirmation::NotTried("the search is not over".into()),
        });
    }

    /// How many clauses no run had come to before.
    fn cover(&mut self, ran: &Ran) -> u64 {
        let mut new = Vec::new();
        for &clause in &ran.reached {
            self.knowledge.cover(clause);
            if self.exploration.covered.insert(clause, 0).is_none() {
                new.push(clause);
            }
        }
        let gain = new.len() as u64;
        if gain > 0 {
            self.exploration.firsts.push((ran.next.input.clone(), new));
        }
        gain
    }

    fn add_unexplored(&mut self, worker: usize, ran: Ran, gain: u64) {
        let Ran { next, trace, steps, .. } = ran;
        let Trace { decisions, pins, .. } = trace;
        let mut flips = Vec::new();
        let mut length = 0;
        let mut taken_before: FxHashMap<Label, u64> = FxHashMap::default();
        for (index, (step, decision)) in steps.iter().zip(&decisions).enumerate() {
            let asked_before = self.asked.get(&step.node).map_or(0, Vec::len);
            for &(way, label, path, context) in &step.others {
                if self.seen.insert(path) {
                    let is_another = way == decision.shapes.len();
                    let values_before = if is_another { asked_before as u64 } else { 0 };
                    flips.push((index, way, label, path, context, values_before, length));
                }
            }
            self.note_question(step, decision);
            self.seen.insert(step.path);
            self.taken.insert(step.path);
            self.knowledge.visit(step.label, decision);
            let times = taken_before.entry(step.label).or_default();
            *times += 1;
            length += *times;
            self.knowledge.pass(step.context);
        }
        let flip = next.purpose.flip();
        let generation = flip.map_or(0, |pending| pending.run.generation + 1);
        let penalty = flip.map_or(0, Pending::penalty);
        let (input, number) = (next.input, self.exploration.runs);
        let run = Arc::new(Explored { input, decisions, pins, gain, number, generation, penalty });
        for (index, way, label, path, context, values_before, length) in flips {
            let Step { node, spot, is_at_spot, .. } = steps[index];
            let run = run.clone();
            let pending = Pending {
                run,
                index,
                way,
                label,
                context,
                node,
                path,
                spot,
                is_at_spot,
                length,
                values_before,
            };
            self.frontiers[worker].push(pending, &self.knowledge);
        }
    }

    /// Questions of several answers, and those of kind, are the same in every run.
    fn note_question(&mut self, step: &Step, decision: &Decision) {
        let [shape] = &decision.shapes[..] else { return };
        let depends_on_the_run = match shape {
            Shape::Literal(Term::Nil | Term::Atom(atoms::true_ | atoms::false_)) => false,
            Shape::Literal(_) => true,
            _ => false,
        };
        if depends_on_the_run {
            let asked = self.asked.entry(step.node).or_default();
            if !asked.contains(shape) {
                asked.push(shape.clone());
            }
        }
    }
}

/// The first of the clauses that the flip chooses between.
fn choice(pending: &Pending) -> Option<ClauseId> {
    match pending.spot.filter(|_| pending.is_at_spot) {
        Some(Spot::Deciding(first)) => Some(first),
        _ => None,
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
