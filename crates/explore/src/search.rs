//! From the frontier to the next input, and from a trace to more frontier.

use crate::budget::Budget;
use crate::finding::{Confirmation, Finding, SiteKey};
use crate::frontier::{Explored, Frontier, Pending};
use crate::promise::Judgement;
use crate::report::{Divergence, Exploration, StopReason, describe};
use crate::{Subject, seed};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use solver::{Answer, Problem, Solver};
use std::collections::VecDeque;
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use std::time::Instant;
use symbolic::{Constraint, Shape, Symbols};
use term::Term;
use trace::{Backend, Input, Label, Outcome, Trace};

pub struct Search<'a> {
    solver: &'a mut dyn Solver,
    subject: &'a Subject<'a>,
    seeds: VecDeque<Input>,
    pub symbols: Symbols,
    frontier: Frontier,
    /// Paths that have been put on the frontier or taken, by hash: none is tried twice.
    seen: FxHashSet<u64>,
    /// Inputs that have been run.
    tried: FxHashSet<Vec<Term>>,
    /// Paths that runs have taken, by hash.
    taken: FxHashSet<u64>,
    /// What was asked at the end of a path. Where the question depends on the input ("is it this
    /// very value?"), it is another one in each run.
    asked: FxHashMap<u64, Vec<Shape>>,
    sites: FxHashMap<SiteKey, usize>,
    pub exploration: Exploration,
    started: Instant,
    run_started: Instant,
}

/// An input to run, and what it was made for.
pub struct Next {
    pub input: Input,
    /// What it was made for; a seed is made for nothing.
    purpose: Option<Pending>,
    /// The way there depends on something that is not followed: it may well go elsewhere.
    is_guess: bool,
}

impl<'a> Search<'a> {
    pub fn new(
        solver: &'a mut dyn Solver,
        subject: &'a Subject<'a>,
        seeds: Vec<Input>,
    ) -> Search<'a> {
        let seeds = if seeds.is_empty() { seed::seeds(subject) } else { seeds };
        Search {
            solver,
            subject,
            seeds: seeds.into(),
            symbols: Symbols::new(),
            frontier: Frontier::default(),
            seen: FxHashSet::default(),
            tried: FxHashSet::default(),
            taken: FxHashSet::default(),
            asked: FxHashMap::default(),
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
            self.tried.insert(input.arguments.clone());
            return Some(Next { input, purpose: None, is_guess: false });
        }
        while !budget.is_out_of_time() {
            let pending = self.frontier.pop()?;
            let (answer, is_guess) = self.solve(&pending);
            match answer {
                Answer::Sat(arguments) => {
                    if !self.tried.insert(arguments.clone()) {
                        if !self.taken.contains(&pending.path) && !is_guess {
                            self.not_known("an input that was tried before went elsewhere".into());
                        }
                        continue;
                    }
                    let input = Input { arguments };
                    return Some(Next { input, purpose: Some(pending), is_guess });
                }
                Answer::Unsat => self.exploration.unsat += 1,
                Answer::Unknown(why) => self.not_known(format!("{why:?}")),
            }
        }
        None
    }

    fn not_known(&mut self, why: String) {
        *self.exploration.unknown.entry(why).or_default() += 1;
    }

    /// First with everything as it was that the path depends on without following it. If that is
    /// impossible, without: then the run may go elsewhere, and `true` says so.
    fn solve(&mut self, pending: &Pending) -> (Answer, bool) {
        let mut constraints = pending.constraints();
        constraints.extend(self.asked_elsewhere(pending));
        let mut pinned = pending.pins();
        if pinned.is_empty() {
            return (self.solve_for(pending, &constraints), false);
        }
        pinned.extend(constraints.iter().cloned());
        match self.solve_for(pending, &pinned) {
            Answer::Sat(arguments) => (Answer::Sat(arguments), false),
            _ => (self.solve_for(pending, &constraints), true),
        }
    }

    /// "None of these" means none of those either that other runs asked about here.
    fn asked_elsewhere(&self, pending: &Pending) -> Vec<Constraint> {
        let decision = pending.decision();
        let asked = match self.asked.get(&pending.node) {
            Some(asked) if pending.way == decision.shapes.len() => &asked[..],
            _ => &[],
        };
        let others = asked.iter().filter(|shape| !decision.shapes.contains(shape));
        others.map(|shape| Constraint::is_not(decision.subject, shape.clone())).collect()
    }

    fn solve_for(&mut self, pending: &Pending, constraints: &[Constraint]) -> Answer {
        self.solver.solve(&Problem {
            symbols: &self.symbols,
            constraints,
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
        if trace.has_processes {
            let why = "only one order of the processes was tried".to_owned();
            *exploration.incomplete.entry(why).or_default() += 1;
        }
        if matches!(trace.outcome, Outcome::OutOfMemory) {
            *exploration.incomplete.entry("out of memory".into()).or_default() += 1;
        }
        match divergence(next, trace) {
            Some(_) if next.is_guess => exploration.missed_guesses += 1,
            Some(divergence) => exploration.divergences.push(divergence),
            None => {}
        }
        if trace.outcome == Outcome::Rejected {
            exploration.rejected += 1;
        }
        if self.subject.judge(&next.input, &trace.outcome).is_some() {
            self.add_finding(backend, next, trace.has_processes);
        }
    }

    /// A crash. What it looks like is seen best without symbols around.
    fn add_finding(&mut self, backend: &mut dyn Backend, next: &Next, has_processes: bool) {
        let outcome = backend.run_concretely(&next.input);
        if outcome == Outcome::Stopped {
            return;
        }
        let Some(judgement) = self.subject.judge(&next.input, &outcome) else {
            let why = "a crash that did not happen again without symbols".to_owned();
            *self.exploration.incomplete.entry(why).or_default() += 1;
            return;
        };
        let Judgement { kind, key, violation } = judgement;
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
            violation,
            has_processes,
            occurrences: 1,
            confirmation: Confirmation::NotTried("the search is not over".into()),
        });
    }

    /// Every way that the run could have gone and did not.
    pub fn add_unexplored(&mut self, next: &Next, trace: Trace) {
        let mut path = FxHasher::default();
        let mut flips = Vec::new();
        let mut length = 0;
        let mut taken_before: FxHashMap<Label, usize> = FxHashMap::default();
        for (index, decision) in trace.decisions.iter().enumerate() {
            let node = path.finish();
            let asked_before = self.asked.get(&node).map_or(0, Vec::len);
            for &way in &decision.open {
                let label = decision.label(way);
                let other = extended(&path, label);
                if self.seen.insert(other) {
                    let is_another = way == decision.shapes.len();
                    let values_before = if is_another { asked_before } else { 0 };
                    flips.push((index, way, label, node, other, values_before, length));
                }
            }
            // Questions of several answers are the same in every run.
            if let [shape] = &decision.shapes[..] {
                let asked = self.asked.entry(node).or_default();
                if !asked.contains(shape) {
                    asked.push(shape.clone());
                }
            }
            let label = decision.label(decision.taken);
            self.seen.insert(extended(&path, label));
            self.taken.insert(extended(&path, label));
            label.hash(&mut path);
            self.frontier.visit(label, decision);
            let times = taken_before.entry(label).or_default();
            *times += 1;
            length += *times;
        }
        let Trace { decisions, pins, .. } = trace;
        let penalty = next.purpose.as_ref().map_or(0, Pending::penalty);
        let run = Rc::new(Explored { input: next.input.clone(), decisions, pins, penalty });
        for (index, way, label, node, path, values_before, length) in flips {
            let run = run.clone();
            self.frontier.push(Pending {
                run,
                index,
                way,
                label,
                node,
                path,
                values_before,
                length,
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

/// The first decision that was not as predicted.
fn divergence(next: &Next, trace: &Trace) -> Option<Divergence> {
    let pending = next.purpose.as_ref()?;
    for (index, asked) in pending.run.decisions[..=pending.index].iter().enumerate() {
        let way = if index == pending.index { pending.way } else { asked.taken };
        let found = trace.decisions.get(index);
        if !found.is_some_and(|found| found.went(asked, way)) {
            let wording = |decision: &trace::Decision, way| {
                format!("{:?} {:?}", decision.place, decision.constraints(way))
            };
            return Some(Divergence {
                input: next.input.clone(),
                index,
                expected: wording(asked, way),
                found: found.map(|found| wording(found, found.taken)),
            });
        }
    }
    None
}

fn extended(path: &FxHasher, label: Label) -> u64 {
    let mut path = path.clone();
    label.hash(&mut path);
    path.finish()
}
