//! What does one worker do? It takes a task, runs an input, and gives back what it saw.
//!
//! A worker has a machine, a solver and symbols of its own. It gets the work of another as an input and the
//! numbers of its decisions, and runs the input again: the decisions are the same, now in its own symbols.

use crate::Subject;
use crate::blame;
use crate::coverage::{Hits, Repetitions};
use crate::flip::{Flip, Run};
use crate::paths::Path;
use crate::promise::Judgement;
use crate::proposers::{aims, longer};
use crate::report::{Divergence, Exploration, OwnFault, StopReason};
use crate::search::Search;
use crate::seed;
use crate::step::steps;
use crate::task::{Answered, Crash, Purpose, QUERY_COST, Ran, SMT_COST, Task, Unfinished};
use rustc_hash::FxHashMap;
use solver::patience::Patience;
use solver::{Answer, Problem, Solver};
use std::sync::Arc;
use std::time::Instant;
use symbolic::{Constraint, Symbols};
use term::Atom;
use trace::{Backend, Input, Loser, Loss, NamedCall, Outcome, Place, RunLimits, Trace};

pub struct Worker<'a> {
    number: usize,
    backend: &'a mut dyn Backend,
    solver: &'a mut dyn Solver,
    search: &'a Search<'a>,
    symbols: Symbols,
    hits: Hits,
    repetitions: Repetitions,
    /// Where the input names the module that is called: may it name any? By place and module.
    names_any: FxHashMap<(Place, Atom), bool>,
}

/// Sees the results so far. `false`: it has seen enough.
pub type Watch<'w> = dyn FnMut(&Exploration) -> bool + 'w;

/// What is lost where a crash is left out because the input is to blame for it.
const BROKEN_SPEC: &str = "calls by the input that break the spec of what they call";

impl<'a> Worker<'a> {
    pub fn new(
        number: usize,
        backend: &'a mut dyn Backend,
        solver: &'a mut dyn Solver,
        search: &'a Search<'a>,
    ) -> Worker<'a> {
        let (hits, repetitions) = (Hits::default(), Repetitions::default());
        let (symbols, names_any) = (Symbols::new(), FxHashMap::default());
        Worker { number, backend, solver, search, symbols, hits, repetitions, names_any }
    }

    /// Works until there is nothing left to do. `watch` sees the results so far, and may say
    /// `false` to stop; `hire` is asked for more workers when there is enough for them.
    pub fn work(mut self, mut watch: Option<&mut Watch>, hire: &mut dyn FnMut(usize)) {
        while let Some(task) = self.search.take(self.number, hire) {
            if let Some((input, purpose)) = self.input_for(task)
                && let Some(ran) = self.run(input, purpose)
            {
                self.search.record(self.number, ran);
            }
            self.search.done();
            if let Some(watch) = &mut watch
                && !self.search.show(watch)
            {
                break;
            }
        }
        self.search.leave(&self.hits, self.solver.statistics());
        let symbols = self.symbols;
        // To let go of them may take a while, and nobody has to wait for it.
        let _ = std::thread::Builder::new().spawn(move || drop(symbols));
    }

    /// The input that a task asks for, if there is one, and what it is for.
    fn input_for(&mut self, task: Task) -> Option<(Input, Purpose)> {
        match task {
            Task::Run(input, purpose) => Some((input, purpose)),
            Task::Flip(flip) if self.search.is_pruned(&flip) => None,
            Task::Flip(flip) if flip.is_edit() => self.search.edited(self.number, flip),
            Task::Flip(mut flip) => {
                let tried = self.search.values_tried(self.number, &mut flip);
                let answered = self.solve(&flip, tried);
                self.search.answered(self.number, flip, answered)
            }
            Task::Vary(variation) => {
                let purpose = Purpose::Variation { aim: variation.aim() };
                let input = variation.input(self.search.subject);
                self.search.varied(self.number, input, purpose)
            }
            Task::Adopt(flips) => {
                self.adopt(flips);
                None
            }
        }
    }

    /// Runs an input. `None`: the run was stopped in the middle or the engine failed, and with it the
    /// search.
    fn run(&mut self, input: Input, purpose: Purpose) -> Option<Ran> {
        let is_longer = matches!(purpose, Purpose::Longer);
        let endurance = if is_longer { longer::ENDURANCE } else { 1 };
        let depth = purpose.depth();
        let limits = RunLimits { deadline: self.search.deadline(), endurance, depth };
        let started = Instant::now();
        let mut trace = match self.backend.run(&input, &mut self.symbols, limits) {
            Ok(trace) => trace,
            Err(error) => {
                self.search.unfinished(input, &purpose, &[], error.into());
                return None;
            }
        };
        self.forget_known_modules(&input, &mut trace);
        let reached = self.hits.count(&trace);
        let (made_up, own_fault) = self.own_funs(&input, &trace);
        // What the input itself raises is not the fault of a program that lets it through.
        // What it refuses because its type does not speak of it, the program should not have asked for.
        let subject = self.search.subject;
        let mut is_let_through = subject.is_let_through(&input, &trace.outcome);
        let refusal = subject.refusal(&input, &trace.own_funs.asked);
        if self.breaks_specs(&trace) {
            // Nor is what comes of a call by the input that breaks the spec of what it calls. But nothing is
            // proved by leaving it out.
            is_let_through = true;
            let at = Loser::Construct(BROKEN_SPEC);
            trace.losses.push(Loss { at, count: 1, is_wanted: false, is_harmless: false });
        }
        let judged = match own_fault {
            None if !is_let_through => self.judge(&input, &trace.outcome, limits),
            _ => Ok(None),
        };
        let crash = match judged {
            Ok(crash) => self.within(crash, &trace),
            Err(why) => {
                self.search.unfinished(input, &purpose, &reached, why);
                return None;
            }
        };
        let is_promised_raise = matches!(trace.outcome, Outcome::Crashed { .. })
            && crash.is_none()
            && own_fault.is_none()
            && !is_let_through
            && self.search.subject.may_never_return(&input);
        let expected = match crash {
            None => self.search.subject.expected(&trace.outcome),
            Some(_) => None,
        };
        let is_unlike_others = self.repetitions.count(&trace);
        // A variation that led to nothing new is forgotten.
        let is_kept = !matches!(purpose, Purpose::Variation { .. })
            || is_unlike_others
            || crash.is_some()
            || !reached.is_empty();
        let steps = if is_kept { steps(&*self.backend, &trace) } else { Vec::new() };
        let flip = purpose.flip();
        let divergence = flip.and_then(|flip| Divergence::of(flip, &input, &trace));
        let distance = match purpose {
            Purpose::Variation { aim: Some(aim) } => {
                aims::distance(&self.symbols, &input, &trace, aim)
            }
            _ => None,
        };
        let wants_path = self.search.wants_path();
        let path = wants_path.then(|| Path::of(&*self.backend, &self.symbols, &input, &trace));
        let time = started.elapsed();
        Some(Ran {
            input,
            purpose,
            trace,
            crash,
            own_fault,
            made_up,
            refusal,
            is_promised_raise,
            expected,
            reached,
            is_unlike_others,
            steps,
            divergence,
            distance,
            path,
            time,
        })
    }

    /// A module that the types name, among others, is no matter of the input alone: what is called there is tested
    /// like all else.
    fn forget_known_modules(&mut self, input: &Input, trace: &mut Trace) {
        let Worker { search, names_any, .. } = self;
        let mut is_known = |call: &mut NamedCall| {
            let key = (call.place, call.module);
            !*names_any.entry(key).or_insert_with(|| search.subject.may_name_any(input, call))
        };
        for decision in &mut trace.decisions {
            decision.within.take_if(&mut is_known);
        }
        trace.ended_within.take_if(&mut is_known);
    }

    /// A crash in a function that the input has named.
    fn within(&self, crash: Option<Crash>, trace: &Trace) -> Option<Crash> {
        let Some(call) = trace.ended_within.and_then(|call| self.backend.frame(call.place)) else {
            return crash;
        };
        let within = |judgement| Judgement { within: Some(call), ..judgement };
        crash.map(|crash| Crash { judgement: crash.judgement.map(within), ..crash })
    }

    /// Did funs of the input call functions with what their specs do not allow?
    fn breaks_specs(&self, trace: &Trace) -> bool {
        let Subject { environment, types, .. } = self.search.subject;
        trace.own_funs.calls.iter().any(|call| blame::is_the_input(environment, types, call))
    }

    /// The input with made-up funs in the place of those of a seed that the run called, and what is wrong
    /// with these.
    fn own_funs(&self, input: &Input, trace: &Trace) -> (Option<Input>, Option<OwnFault>) {
        let subject = self.search.subject;
        let is_raised = trace.own_funs.are_to_blame(&trace.outcome);
        let raised = is_raised.then_some(OwnFault::Raised);
        if trace.own_funs.answers.is_empty() {
            let made_up = is_raised.then(|| seed::without_own_funs(subject, input));
            return (made_up.flatten(), raised);
        }
        let arguments = trace.own_funs.made_up(&input.arguments);
        match subject.allows(&arguments) {
            true if !is_raised => (Some(input.with_arguments(arguments)), None),
            true => (seed::without_own_funs(subject, input), raised),
            false => (seed::without_own_funs(subject, input), Some(OwnFault::Returned)),
        }
    }

    /// Looks closer at a run that did not end as it should: what a crash looks like is seen best
    /// without symbols around, and a run that was cut may have no end, which is seen then too.
    fn judge(
        &mut self,
        input: &Input,
        outcome: &Outcome,
        limits: RunLimits,
    ) -> Result<Option<Crash>, Unfinished> {
        if *outcome == Outcome::Stopped {
            return Err(Unfinished::Stopped);
        }
        let subject = self.search.subject;
        let is_cut = *outcome == Outcome::OutOfReductions;
        if !is_cut && subject.judge(input, outcome).is_none() {
            return Ok(None);
        }
        match self.backend.run_concretely(input, limits)? {
            Outcome::Stopped => Err(Unfinished::Stopped),
            outcome => {
                let judgement = subject.judge(input, &outcome);
                Ok(Some(Crash { outcome, judgement }))
            }
        }
    }

    /// First with everything as it was that the path depends on without following it. If that is
    /// impossible, without: then the run may go elsewhere.
    fn solve(&mut self, flip: &Flip, tried: Vec<Constraint>) -> Answered {
        let calls_before = self.solver.statistics().smt_calls;
        let patience = flip.effort.patience(self.search.deadline());
        let mut constraints = flip.constraints();
        constraints.extend(tried);
        if let Some(test) = flip.decision().test() {
            constraints.extend(flip.stretch.holds(test.subject, &mut self.symbols));
        }
        let mut pinned = flip.pins();
        let is_pinned = !pinned.is_empty();
        pinned.extend(constraints.iter().cloned());
        let mut answer = self.solve_for(flip, &pinned, &patience);
        let is_guess = is_pinned && !matches!(answer, Answer::Sat(_));
        if is_guess {
            answer = self.solve_for(flip, &constraints, &patience);
        }
        let calls = self.solver.statistics().smt_calls - calls_before;
        let waiting = flip.effort.cost(&answer);
        let distance = match answer {
            Answer::GaveUp(_) => aims::distance_of(&self.symbols, flip),
            _ => None,
        };
        Answered { answer, is_guess, cost: QUERY_COST + SMT_COST * calls + waiting, distance }
    }

    fn solve_for(
        &mut self,
        flip: &Flip,
        constraints: &[Constraint],
        patience: &Patience,
    ) -> Answer {
        let subject = self.search.subject;
        self.solver.solve(&Problem {
            symbols: &self.symbols,
            constraints,
            start: &flip.run.input.arguments,
            types: subject.types,
            environment: subject.environment,
            patience,
        })
    }

    /// Makes another worker's flips one's own.
    fn adopt(&mut self, mut flips: Vec<Flip>) {
        flips.sort_by_key(|flip| flip.run.number);
        for of_one_run in flips.chunk_by(|a, b| Arc::ptr_eq(&a.run, &b.run)) {
            let theirs = &of_one_run[0].run;
            let depth = theirs.depth;
            let limits = RunLimits { depth, ..RunLimits::until(self.search.deadline()) };
            let trace = match self.backend.run(&theirs.input, &mut self.symbols, limits) {
                Ok(trace) => trace,
                Err(error) => return self.search.stop(StopReason::Engine(error)),
            };
            if trace.outcome == Outcome::Stopped {
                self.search.interrupt();
            }
            let last = of_one_run.iter().map(|flip| flip.index).max().unwrap_or(0);
            let is_same = is_same(theirs, &trace, last);
            let Trace { decisions, pins, .. } = trace;
            let input = theirs.input.clone();
            let run = Arc::new(Run { input, decisions, pins, ..**theirs });
            let ours = of_one_run.iter().map(|each| Flip { run: run.clone(), ..each.clone() });
            self.search.adopted(self.number, if is_same { ours.collect() } else { Vec::new() });
            if !is_same {
                self.search.lost(of_one_run);
            }
        }
    }
}

/// Did the run take the same way again, up to this decision?
fn is_same(theirs: &Run, trace: &Trace, last: usize) -> bool {
    let again = trace.decisions.get(..=last);
    again.is_some_and(|again| {
        let mut pairs = again.iter().zip(&theirs.decisions);
        pairs.all(|(ours, theirs)| {
            ours.label(ours.taken) == theirs.label(theirs.taken) && ours.has_ways_of(theirs)
        })
    })
}
