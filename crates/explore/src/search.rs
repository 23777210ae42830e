//! From the frontier to the next input, and from a trace to more frontier.

use crate::budget::Budget;
use crate::finding::{Confirmation, Finding, SiteKey};
use crate::frontier::{Explored, Frontier, Label, Pending, Step};
use crate::report::{Divergence, Exploration, StopReason, describe};
use crate::{Subject, seed};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use solver::{Answer, Problem, Solver};
use std::collections::VecDeque;
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use std::time::Instant;
use symbolic::{Constraint, Symbols};
use trace::{Backend, Input, Outcome, Trace};

pub struct Search<'a> {
    solver: &'a mut dyn Solver,
    subject: &'a Subject<'a>,
    seeds: VecDeque<Input>,
    pub symbols: Symbols,
    frontier: Frontier,
    /// Paths that have been put on the frontier or taken, by hash: none is tried twice.
    seen: FxHashSet<u64>,
    /// Inputs that have been run.
    tried: FxHashSet<u64>,
    sites: FxHashMap<SiteKey, usize>,
    pub exploration: Exploration,
    started: Instant,
    run_started: Instant,
}

/// An input to run, and what it was made for.
pub struct Next {
    pub input: Input,
    /// The ways that the run is expected to take.
    expected: Vec<Label>,
}

impl<'a> Search<'a> {
    pub fn new(solver: &'a mut dyn Solver, subject: &'a Subject<'a>, seeds: Vec<Input>) -> Search<'a> {
        let seeds = if seeds.is_empty() { seed::seeds(subject) } else { seeds };
        Search {
            solver,
            subject,
            seeds: seeds.into(),
            symbols: Symbols::new(),
            frontier: Frontier::default(),
            seen: FxHashSet::default(),
            tried: FxHashSet::default(),
            sites: FxHashMap::default(),
            exploration: Exploration::default(),
            started: Instant::now(),
            run_started: Instant::now(),
        }
    }

    /// The next input that goes where no run has gone. `None`: there is no such.
    pub fn next_input(&mut self, budget: &Budget) -> Option<Next> {
        let next = self.find_input(budget);
        self.run_started = Instant::now();
        next
    }

    fn find_input(&mut self, budget: &Budget) -> Option<Next> {
        if let Some(input) = self.seeds.pop_front() {
            self.tried.insert(hash(&input.arguments));
            return Some(Next { input, expected: Vec::new() });
        }
        while !budget.is_out_of_time() {
            let pending = self.frontier.pop()?;
            match self.solve(&pending) {
                Answer::Sat(arguments) => {
                    if !self.tried.insert(hash(&arguments)) {
                        continue;
                    }
                    let expected = expected(&pending);
                    return Some(Next { input: Input { arguments }, expected });
                }
                Answer::Unsat => self.exploration.unsat += 1,
                Answer::Unknown(why) => {
                    *self.exploration.unknown.entry(format!("{why:?}")).or_default() += 1;
                }
            }
        }
        None
    }

    fn solve(&mut self, pending: &Pending) -> Answer {
        let before = pending.run.steps[..pending.index].iter().flat_map(|step| &step.constraints);
        let constraints: Vec<Constraint> =
            before.chain(pending.constraints.iter()).cloned().collect();
        self.solver.solve(&Problem {
            symbols: &self.symbols,
            constraints: &constraints,
            start: &pending.run.input.arguments,
            types: self.subject.types,
            environment: self.subject.environment,
        })
    }

    /// Notes what became of a run.
    pub fn record(&mut self, backend: &mut dyn Backend, next: &Next, trace: &Trace) {
        let exploration = &mut self.exploration;
        exploration.run_time += self.run_started.elapsed();
        exploration.runs += 1;
        exploration.covered.extend(&trace.covered);
        exploration.cut += u64::from(trace.is_cut);
        for loss in &trace.losses {
            *exploration.losses.entry(loss.at).or_default() += u64::from(loss.count);
        }
        if let Outcome::Incomplete(incomplete) = &trace.outcome {
            *exploration.incomplete.entry(describe(incomplete)).or_default() += 1;
        }
        if matches!(trace.outcome, Outcome::OutOfMemory) {
            *exploration.incomplete.entry("out of memory".into()).or_default() += 1;
        }
        if let Some(divergence) = divergence(next, trace) {
            exploration.divergences.push(divergence);
        }
        if SiteKey::of(&trace.outcome).is_some() {
            self.add_finding(backend, next);
        }
    }

    /// A crash. What it looks like is seen best without symbols around.
    fn add_finding(&mut self, backend: &mut dyn Backend, next: &Next) {
        let outcome = backend.run_concretely(&next.input);
        let Some((kind, key)) = SiteKey::of(&outcome) else {
            let why = "a crash that did not happen again without symbols".to_owned();
            *self.exploration.incomplete.entry(why).or_default() += 1;
            return;
        };
        if let Some(&known) = self.sites.get(&key) {
            self.exploration.findings[known].occurrences += 1;
            return;
        }
        self.sites.insert(key.clone(), self.exploration.findings.len());
        self.exploration.findings.push(Finding {
            key,
            kind,
            input: next.input.clone(),
            outcome,
            occurrences: 1,
            confirmation: Confirmation::NotTried("the search is not over".into()),
        });
    }

    /// Every way that the run could have gone and did not.
    pub fn add_unexplored(&mut self, next: &Next, trace: Trace) {
        let mut path = FxHasher::default();
        let mut steps = Vec::with_capacity(trace.decisions.len());
        let mut flips = Vec::new();
        for (index, decision) in trace.decisions.iter().enumerate() {
            for &way in &decision.open {
                if self.seen.insert(extended(&path, (decision.place, way))) {
                    flips.push((index, way));
                }
            }
            let label = (decision.place, decision.taken);
            self.seen.insert(extended(&path, label));
            label.hash(&mut path);
            self.frontier.visit(label);
            steps.push(Step { label, constraints: decision.constraints(decision.taken) });
        }
        let run = Rc::new(Explored { input: next.input.clone(), steps });
        for (index, way) in flips {
            let decision = &trace.decisions[index];
            self.frontier.push(Pending {
                run: run.clone(),
                index,
                label: (decision.place, way),
                constraints: decision.constraints(way).into(),
            });
        }
    }

    pub fn finish(mut self, stop: StopReason) -> Exploration {
        // Out of time while looking for the next input is no exhaustion.
        let is_really_exhausted = self.frontier.is_empty() && self.seeds.is_empty();
        self.exploration.stop = Some(match stop {
            StopReason::Exhausted if !is_really_exhausted => {
                StopReason::Budget(crate::budget::Limit::Time)
            }
            other => other,
        });
        self.exploration.left = self.frontier.len();
        self.exploration.solver = self.solver.statistics();
        self.exploration.time = self.started.elapsed();
        self.exploration
    }
}

fn expected(pending: &Pending) -> Vec<Label> {
    let before = pending.run.steps[..pending.index].iter().map(|step| step.label);
    before.chain([pending.label]).collect()
}

fn divergence(next: &Next, trace: &Trace) -> Option<Divergence> {
    for (index, &expected) in next.expected.iter().enumerate() {
        let found = trace.decisions.get(index).map(|decision| (decision.place, decision.taken));
        if found != Some(expected) {
            return Some(Divergence { input: next.input.clone(), index, expected, found });
        }
    }
    None
}

fn extended(path: &FxHasher, label: Label) -> u64 {
    let mut path = path.clone();
    label.hash(&mut path);
    path.finish()
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}
