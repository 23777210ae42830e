//! What does one worker do? It takes a task, runs an input, and gives back what it saw.
//!
//! A worker has a machine, a solver and symbols of its own. Work that was begun by another comes as
//! inputs and numbers of decisions; running the input again says the same in one's own symbols,
//! because a trace replays.

use crate::aim;
use crate::coverage::{Hits, Repetitions};
use crate::frontier::{Explored, Pending};
use crate::paths::Path;
use crate::report::{Divergence, Exploration};
use crate::search::Search;
use crate::step::steps;
use crate::task::{
    AGAIN_PATIENCE, Answered, CUT_COST, ENDURANCE, FIRST_PATIENCE, HARD_COST, Next, PATIENCE,
    Purpose, QUERY_COST, Ran, SMT_COST, Task,
};
use solver::patience::Patience;
use solver::{Answer, Problem, Solver};
use std::sync::Arc;
use std::time::Instant;
use symbolic::{Constraint, Symbols};
use trace::{Backend, Outcome, Trace};

pub struct Worker<'a> {
    number: usize,
    backend: &'a mut dyn Backend,
    solver: &'a mut dyn Solver,
    search: &'a Search<'a>,
    symbols: Symbols,
    hits: Hits,
    repetitions: Repetitions,
}

/// Sees what came of the search so far. `false`: it has seen enough.
pub type Watch<'w> = dyn FnMut(&Exploration) -> bool + 'w;

impl<'a> Worker<'a> {
    pub fn new(
        number: usize,
        backend: &'a mut dyn Backend,
        solver: &'a mut dyn Solver,
        search: &'a Search<'a>,
    ) -> Worker<'a> {
        let (hits, repetitions) = (Hits::default(), Repetitions::default());
        Worker { number, backend, solver, search, symbols: Symbols::new(), hits, repetitions }
    }

    /// Works until there is nothing left to do. `watch` sees what came of it so far, and may say
    /// `false` to stop; `hire` is asked for more workers when there is enough for them.
    pub fn work(mut self, mut watch: Option<&mut Watch>, hire: &mut dyn FnMut(usize)) {
        self.backend.set_deadline(self.search.deadline());
        while let Some(task) = self.search.take(self.number, hire) {
            match task {
                Task::Run(next) => self.run(next),
                Task::Flip { pending, chooser, others } => {
                    let answered = self.solve(&pending, others);
                    let search = self.search;
                    if let Some(next) = search.answered(self.number, pending, chooser, answered) {
                        self.run(next);
                    }
                }
                Task::Vary(variation, chooser) => {
                    let aim = variation.aim();
                    let input = variation.input(self.search.subject);
                    if let Some(next) = self.search.varied(self.number, input, chooser, aim) {
                        self.run(next);
                    }
                }
                Task::Adopt(flips) => self.adopt(flips),
            }
            self.search.done();
            if let Some(watch) = &mut watch
                && !self.search.show(watch)
            {
                break;
            }
        }
        self.search.leave(&*self.backend, &self.hits, self.solver.statistics());
        let symbols = self.symbols;
        // To let go of them may take a while, and nobody has to wait for it.
        let _ = std::thread::Builder::new().spawn(move || drop(symbols));
    }

    fn run(&mut self, next: Next) {
        let is_longer = matches!(next.purpose, Purpose::Longer);
        self.backend.set_endurance(if is_longer { ENDURANCE } else { 1 });
        let started = Instant::now();
        let trace = self.backend.run(&next.input, &mut self.symbols);
        let reached = self.hits.count(&*self.backend, &trace);
        if trace.outcome == Outcome::Stopped {
            return self.search.stopped(next, &reached);
        }
        // What a crash looks like is seen best without symbols around.
        let subject = self.search.subject;
        // A run that was cut may have no end, which is seen then too.
        let is_cut = trace.outcome == Outcome::OutOfReductions;
        let crash = match subject.judge(&next.input, &trace.outcome) {
            None if !is_cut => None,
            _ => match self.backend.run_concretely(&next.input) {
                Outcome::Stopped => return self.search.stopped(next, &reached),
                again => {
                    let judgement = subject.judge(&next.input, &again);
                    Some((again, judgement))
                }
            },
        };
        let is_promised_raise = matches!(trace.outcome, Outcome::Crashed { .. })
            && crash.is_none()
            && subject.may_never_return(&next.input);
        let is_unlike_others = self.repetitions.count(&trace);
        // A variation that came to nothing new is forgotten.
        let is_kept = !matches!(next.purpose, Purpose::Variation { .. })
            || is_unlike_others
            || crash.is_some()
            || !reached.is_empty();
        let steps = if is_kept { steps(&*self.backend, &trace) } else { Vec::new() };
        let flip = next.purpose.flip();
        let divergence = flip.and_then(|flip| Divergence::of(flip, &next.input, &trace));
        let distance = match next.purpose {
            Purpose::Variation { aim: Some(aim), .. } => {
                aim::distance(&self.symbols, &next.input, &trace, aim)
            }
            _ => None,
        };
        let path = self
            .search
            .wants_path()
            .then(|| Path::of(&*self.backend, &self.symbols, &next.input, &trace));
        let time = started.elapsed();
        self.search.record(
            self.number,
            Ran {
                next,
                trace,
                crash,
                is_promised_raise,
                reached,
                is_unlike_others,
                steps,
                divergence,
                distance,
                path,
                time,
            },
        );
    }

    /// First with everything as it was that the path depends on without following it. If that is
    /// impossible, without: then the run may go elsewhere.
    fn solve(&mut self, pending: &Pending, others: Vec<Constraint>) -> Answered {
        let calls_before = self.solver.statistics().smt_calls;
        let work = match pending {
            Pending { is_hard: true, .. } => PATIENCE,
            Pending { is_again: true, .. } => AGAIN_PATIENCE,
            _ => FIRST_PATIENCE,
        };
        let patience = Patience::new(work, self.search.deadline());
        let patience = if pending.is_again { patience.without_smt() } else { patience };
        let mut constraints = pending.constraints();
        constraints.extend(others);
        constraints.extend(pending.stretch.holds(pending.decision().subject, &mut self.symbols));
        let mut pinned = pending.pins();
        let is_pinned = !pinned.is_empty();
        pinned.extend(constraints.iter().cloned());
        let mut answer = self.solve_for(pending, &pinned, &patience);
        let is_guess = is_pinned && !matches!(answer, Answer::Sat(_));
        if is_guess {
            answer = self.solve_for(pending, &constraints, &patience);
        }
        let calls = self.solver.statistics().smt_calls - calls_before;
        let waiting = match &answer {
            _ if pending.is_again => 0,
            _ if pending.is_hard => HARD_COST,
            Answer::GaveUp(why) if why.is_impatience() => CUT_COST,
            _ => 0,
        };
        let distance = match answer {
            Answer::GaveUp(_) => aim::distance_of(&self.symbols, pending),
            _ => None,
        };
        Answered { answer, is_guess, cost: QUERY_COST + SMT_COST * calls + waiting, distance }
    }

    fn solve_for(
        &mut self,
        pending: &Pending,
        constraints: &[Constraint],
        patience: &Patience,
    ) -> Answer {
        let subject = self.search.subject;
        self.solver.solve(&Problem {
            symbols: &self.symbols,
            constraints,
            start: &pending.run.input.arguments,
            types: subject.types,
            environment: subject.environment,
            patience,
        })
    }

    /// Makes another worker's flips one's own.
    fn adopt(&mut self, mut flips: Vec<Pending>) {
        flips.sort_by_key(|pending| pending.run.number);
        for of_one_run in flips.chunk_by(|a, b| Arc::ptr_eq(&a.run, &b.run)) {
            let theirs = &of_one_run[0].run;
            let trace = self.backend.run(&theirs.input, &mut self.symbols);
            if trace.outcome == Outcome::Stopped {
                self.search.interrupt();
            }
            let last = of_one_run.iter().map(|pending| pending.index).max().unwrap_or(0);
            let is_same = is_same(theirs, &trace, last);
            let Trace { decisions, pins, .. } = trace;
            let (input, gain) = (theirs.input.clone(), theirs.gain);
            let &Explored { number, generation, penalty, is_again, .. } = &**theirs;
            let run = Arc::new(Explored {
                input,
                decisions,
                pins,
                gain,
                number,
                generation,
                penalty,
                is_again,
            });
            let ours = of_one_run.iter().map(|each| Pending { run: run.clone(), ..each.clone() });
            self.search.adopted(self.number, if is_same { ours.collect() } else { Vec::new() });
            if !is_same {
                self.search.lost(of_one_run);
            }
        }
    }
}

/// Did the run take the same way again, up to this decision?
fn is_same(theirs: &Explored, trace: &Trace, last: usize) -> bool {
    let again = trace.decisions.get(..=last);
    again.is_some_and(|again| {
        let mut pairs = again.iter().zip(&theirs.decisions);
        pairs.all(|(ours, theirs)| {
            ours.label(ours.taken) == theirs.label(theirs.taken) && ours.shapes == theirs.shapes
        })
    })
}
