//! Does the search keep its promises? Against a program that is made up here, without an interpreter.

use crate::*;
use core_erlang::{ExprId, FunctionName, Position};
use solver::Solver;
use solver::shape::ShapeSolver;
use std::collections::BTreeSet;
use std::time::Duration;
use symbolic::{Shape, Symbols};
use term::{Atom, Term};
use trace::outline::{ClauseOutline, FunctionOutline};
use trace::{
    BackendError, Class, ClauseId, ClausePart, Decision, DecisionKind, Edit, EventId, Loser, Loss,
    Outcome, Outline, OwnFuns, Place, ProcessName, Raised, Raiser, Test, Trace, Ways,
};

/// Compares each argument with a number of its own; where all but one are equal, it crashes.
struct Toy {
    arity: usize,
}

/// What the argument is compared with.
fn hit(index: usize) -> Term {
    Term::Int(10 + index as i64)
}

fn event(index: usize) -> EventId {
    EventId::new(ProcessName::started(0), index as u32)
}

fn name() -> FunctionName {
    FunctionName { name: Atom::new("toy"), arity: 1 }
}

impl Toy {
    fn outcome(&self, input: &Input) -> Outcome {
        let missed: Vec<usize> =
            (0..self.arity).filter(|index| input.arguments[*index] != hit(*index)).collect();
        let [missed] = missed[..] else { return Outcome::Returned(Term::Nil) };
        let stacktrace = format!("[{{toy, toy, 1, [{{line, {}}}]}}]", missed + 1);
        let stacktrace = term::read::term(&stacktrace).expect("a term");
        let (class, reason, raised) =
            (Class::Error, Term::atom("close"), Raised::by(Raiser::Written));
        Outcome::Crashed { class, reason, stacktrace, raised }
    }
}

impl Backend for Toy {
    fn run(
        &mut self,
        input: &Input,
        symbols: &mut Symbols,
        _: RunLimits,
    ) -> Result<Trace, BackendError> {
        let decision = |index: usize| {
            let taken = usize::from(input.arguments[index] != hit(index));
            let place = Place::new(Atom::new("toy"), name(), ExprId(index as u32), 0);
            let subject = symbols.argument(index as u32);
            let test = Test { subject, shapes: [Shape::Literal(hit(index))].into() };
            Decision::branch(event(index), place, test, taken, vec![1 - taken])
        };
        let decisions: Vec<Decision> = (0..self.arity).map(decision).collect();
        let covered =
            decisions.iter().map(|each| clause(each.place.expr.0 * 2 + each.taken as u32));
        Ok(Trace {
            history: None,
            covered: covered.collect(),
            decisions,
            pins: Vec::new(),
            is_cut: false,
            safe_from: None,
            is_result_followed: true,
            outcome: self.outcome(input),
            ended_within: None,
            losses: Vec::new(),
            reductions: 1,
            output: Vec::new(),
            has_processes: false,
            calls_funs: false,
            own_funs: OwnFuns::default(),
        })
    }

    fn run_concretely(&mut self, input: &Input, _: RunLimits) -> Result<Outcome, BackendError> {
        Ok(self.outcome(input))
    }

    fn outline(&mut self) -> Arc<Outline> {
        let clause = |number: u32| ClauseOutline {
            position: Position { line: number / 2 + 1, ..Position::default() },
            siblings: number / 2 * 2..number / 2 * 2 + 2,
            parent: None,
            lines: vec![number / 2 + 1],
            expressions: 1,
            calls: Vec::new(),
            given: Vec::new(),
            needs: Vec::new(),
        };
        let clauses = (0..self.arity as u32 * 2).map(clause).collect();
        let functions = vec![FunctionOutline { name: name(), clauses }];
        Arc::new(Outline::new(Atom::new("toy"), "toy.erl".into(), functions))
    }

    fn clause_part(&self, place: Place) -> Option<ClausePart> {
        Some(ClausePart::Heads(clause(place.expr.0 * 2)))
    }
}

fn clause(number: u32) -> ClauseId {
    ClauseId { module: Atom::new("toy"), function: name(), number }
}

struct Nobody;

impl Observer for Nobody {
    fn after_run(&mut self, _: &Exploration) -> bool {
        true
    }

    fn confirm(&mut self, _: &Finding) -> Confirmation {
        Confirmation::NotTried("nobody asked".into())
    }
}

struct Toys(usize);

impl Helpers for Toys {
    fn equip(&self, work: &mut dyn FnMut(&mut dyn Backend, &mut dyn solver::Solver)) {
        work(&mut Toy { arity: self.0 }, &mut ShapeSolver::native());
    }
}

fn explore_toy(
    arity: usize,
    strategy: StrategyName,
    helpers: usize,
    runs: Option<u64>,
) -> Exploration {
    let environment = Types::new(Box::new(|_| None));
    let promises = Promises::default();
    let subject = Subject {
        module: Atom::new("m"),
        types: &[],
        environment: &environment,
        arity,
        promises: &promises,
    };
    let seed = Input::new(vec![Term::Nil; arity]);
    let toys = Toys(arity);
    let help = Help { after: Duration::ZERO, flips: 1, ..Help::new(&toys, helpers) };
    let plan = Plan {
        strategy,
        help: (helpers > 0).then_some(help),
        ..Plan::new(&subject, vec![seed], Budget::new(None, runs))
    };
    let mut toy = Toy { arity };
    explore(&mut toy, &mut ShapeSolver::native(), plan, &mut Nobody)
}

const USUAL: StrategyName = StrategyName::BreadthFirst;

fn sites(exploration: &Exploration) -> BTreeSet<FindingKey> {
    exploration.findings.iter().map(|finding| finding.key.clone()).collect()
}

#[test]
fn every_strategy_tries_everything() {
    for strategy in StrategyName::ALL {
        let exploration = explore_toy(6, strategy, 0, None);
        assert_eq!(exploration.stop, Some(StopReason::Exhausted), "{strategy}");
        assert_eq!(exploration.runs - exploration.forgotten, 64, "{strategy}");
        assert_eq!(exploration.findings.len(), 6, "{strategy}");
        assert!(exploration.is_complete(), "{strategy}");
        assert_eq!(exploration.covered.len(), 12, "{strategy}");
    }
}

#[test]
fn strategies_are_known_by_their_names() {
    for strategy in StrategyName::ALL {
        assert_eq!(strategy.name().parse(), Ok(strategy));
    }
    let error = "best".parse::<StrategyName>().expect_err("there is none");
    assert!(
        error.starts_with("there is no strategy \"best\"; there are breadth-first,"),
        "{error}"
    );
}

/// The inputs of the first runs, in order.
fn first_inputs(strategy: StrategyName, chance: u64) -> Vec<String> {
    struct Notes(Vec<u64>);
    impl Observer for Notes {
        fn after_run(&mut self, exploration: &Exploration) -> bool {
            self.0.push(exploration.findings.len() as u64);
            true
        }
        fn confirm(&mut self, _: &Finding) -> Confirmation {
            Confirmation::NotTried("nobody asked".into())
        }
    }
    let environment = Types::new(Box::new(|_| None));
    let promises = Promises::default();
    let subject = Subject {
        module: Atom::new("m"),
        types: &[],
        environment: &environment,
        arity: 8,
        promises: &promises,
    };
    let seed = Input::new(vec![Term::Nil; 8]);
    let budget = Budget::new(None, Some(100));
    let plan = Plan { strategy, chance, ..Plan::new(&subject, vec![seed], budget) };
    let mut notes = Notes(Vec::new());
    let mut toy = Toy { arity: 8 };
    let exploration = explore(&mut toy, &mut ShapeSolver::native(), plan, &mut notes);
    assert_eq!(exploration.runs, 100);
    notes.0.iter().map(u64::to_string).collect()
}

#[test]
fn the_same_seed_gives_the_same_search() {
    for strategy in StrategyName::ALL {
        assert_eq!(first_inputs(strategy, 7), first_inputs(strategy, 7), "{strategy}");
    }
    let others = (0..5).map(|chance| first_inputs(StrategyName::Random, chance));
    assert!(others.collect::<BTreeSet<_>>().len() > 1, "chance makes no difference");
}

#[test]
fn several_workers_find_the_same() {
    let alone = explore_toy(8, USUAL, 0, None);
    for strategy in [StrategyName::BreadthFirst, StrategyName::DepthFirst, StrategyName::Auto] {
        for most in [1, 3] {
            let together = explore_toy(8, strategy, most, None);
            assert_eq!(together.stop, Some(StopReason::Exhausted));
            assert_eq!(together.runs - together.forgotten, alone.runs);
            assert_eq!(sites(&together), sites(&alone));
            assert!(together.is_complete());
            let covered = |exploration: &Exploration| exploration.covered.values().sum::<u64>();
            assert_eq!(covered(&together), 8 * together.runs);
        }
    }
}

#[test]
fn workers_share_the_budget() {
    let exploration = explore_toy(10, USUAL, 3, Some(200));
    assert_eq!(exploration.stop, Some(StopReason::Budget(Limit::Runs)));
    assert!((200..204).contains(&exploration.runs), "{}", exploration.runs);
    assert!(exploration.left > 0);
}

#[test]
fn what_was_left_is_told_by_clause() {
    let exploration = explore_toy(6, USUAL, 0, Some(1));
    let left: u64 = exploration.flips.values().map(|flips| flips.left).sum();
    assert_eq!((left, exploration.flips.len()), (6, 6));
}

#[test]
fn loops_count_by_how_often_they_double() {
    let trace = |rounds: usize| {
        let input = Input::new(vec![Term::Nil; 2]);
        let limits = RunLimits::until(None);
        let trace = Toy { arity: 2 }.run(&input, &mut Symbols::new(), limits);
        let mut trace = trace.expect("a toy does not die");
        trace.decisions = std::iter::repeat_n(trace.decisions, rounds).flatten().collect();
        trace
    };
    let mut repetitions = crate::coverage::Repetitions::default();
    let is_new = [1, 1, 2, 3, 4, 7, 3, 8].map(|rounds| repetitions.count(&trace(rounds)));
    assert_eq!(is_new, [true, false, true, false, true, false, false, true]);
}

#[test]
fn nothing_is_complete_behind_a_hang() {
    let mut exploration = explore_toy(2, USUAL, 0, None);
    assert!(exploration.is_complete());
    exploration.endless = 1;
    assert!(!exploration.is_complete());
}

/// The world is another on the BEAM: then a crash that it does not have is no mistake of ours.
#[test]
fn what_the_world_decides_is_a_limit() {
    let refuted = |asks_the_world: bool| {
        let mut exploration = explore_toy(1, USUAL, 0, None);
        let [finding] = &mut exploration.findings[..] else { panic!("there is one crash") };
        finding.confirmation = Confirmation::Refuted("it returned ok".into());
        finding.asks_the_world = asks_the_world;
        exploration.set_aside_limits();
        exploration
    };
    assert_eq!(refuted(false).findings.len(), 1);
    let limit = refuted(true);
    assert!(limit.findings.is_empty());
    assert_eq!(limit.incomplete.keys().collect::<Vec<_>>(), [&Shortfall::DependsOnWorld]);
}

/// A toy that dies in its `left`th run.
struct Mortal {
    toy: Toy,
    left: u32,
}

impl Backend for Mortal {
    fn run(
        &mut self,
        input: &Input,
        symbols: &mut Symbols,
        limits: RunLimits,
    ) -> Result<Trace, BackendError> {
        self.left = self.left.checked_sub(1).ok_or(BackendError::Died)?;
        self.toy.run(input, symbols, limits)
    }

    fn run_concretely(
        &mut self,
        input: &Input,
        limits: RunLimits,
    ) -> Result<Outcome, BackendError> {
        match self.left {
            0 => Err(BackendError::Died),
            _ => self.toy.run_concretely(input, limits),
        }
    }

    fn outline(&mut self) -> Arc<Outline> {
        self.toy.outline()
    }

    fn clause_part(&self, place: Place) -> Option<ClausePart> {
        self.toy.clause_part(place)
    }
}

fn explore_mortal(left: u32) -> Exploration {
    let environment = Types::new(Box::new(|_| None));
    let promises = Promises::default();
    let subject = Subject {
        module: Atom::new("m"),
        types: &[],
        environment: &environment,
        arity: 4,
        promises: &promises,
    };
    let seed = Input::new(vec![Term::Nil; 4]);
    let plan = Plan::new(&subject, vec![seed], Budget::new(None, None));
    let mut mortal = Mortal { toy: Toy { arity: 4 }, left };
    explore(&mut mortal, &mut ShapeSolver::native(), plan, &mut Nobody)
}

#[test]
fn a_search_ends_with_its_engine() {
    let whole = explore_mortal(1000);
    assert_eq!(whole.stop, Some(StopReason::Exhausted));
    let died = StopReason::Engine(BackendError::Died);
    for left in 0..whole.runs as u32 {
        let exploration = explore_mortal(left);
        assert_eq!(exploration.stop, Some(died), "after {left} runs");
        assert!(!exploration.is_complete());
        assert!(exploration.runs <= u64::from(left));
        // A seed that nobody has run is kept for the next time.
        assert_eq!(exploration.untried.len(), usize::from(left == 0));
        // What was found before is still a finding.
        assert!(exploration.findings.iter().all(|finding| sites(&whole).contains(&finding.key)));
    }
}

/// Asks whether its argument is a list; if it is, two messages race, then another two. Whoever loses
/// both times crashes.
struct Race;

impl Race {
    /// Who comes first.
    fn won(input: &Input, race: usize) -> usize {
        input.schedule.choice(&event(1 + race)).unwrap_or(0)
    }

    fn outcome(input: &Input) -> Outcome {
        let is_list = matches!(input.arguments[0], Term::List(_));
        match (is_list, Race::won(input, 0), Race::won(input, 1)) {
            (true, 1, 1) => Toy { arity: 1 }.outcome(&Input::new(vec![Term::Nil])),
            (_, first, _) => Outcome::Returned(Term::Int(first as i64)),
        }
    }
}

impl Backend for Race {
    fn run(
        &mut self,
        input: &Input,
        symbols: &mut Symbols,
        _: RunLimits,
    ) -> Result<Trace, BackendError> {
        let place = |number| Place::new(Atom::new("toy"), name(), ExprId(number), 0);
        let subject = symbols.argument(0);
        let taken = usize::from(!matches!(input.arguments[0], Term::List(_)));
        let test = Test { subject, shapes: [Shape::Cons].into() };
        let mut decisions =
            vec![Decision::branch(event(0), place(0), test, taken, vec![1 - taken])];
        for race in 0..2 * (1 - taken) {
            let won = Race::won(input, race);
            let at = event(1 + race);
            let choose = |way| Edit::Choose { at: at.clone(), way };
            decisions.push(Decision {
                past: 0,
                within: None,
                at: at.clone(),
                place: place(1 + race as u32),
                kind: DecisionKind::Receive,
                ways: Ways::Edits((0..2).map(choose).collect()),
                taken: won,
                open: vec![1 - won],
            });
        }
        let mut trace = Toy { arity: 0 }.run(input, symbols, RunLimits::until(None))?;
        (trace.decisions, trace.outcome) = (decisions, Race::outcome(input));
        Ok(trace)
    }

    fn run_concretely(&mut self, input: &Input, _: RunLimits) -> Result<Outcome, BackendError> {
        Ok(Race::outcome(input))
    }

    fn outline(&mut self) -> Arc<Outline> {
        Toy { arity: 3 }.outline()
    }

    fn clause_part(&self, place: Place) -> Option<ClausePart> {
        Toy { arity: 3 }.clause_part(place)
    }
}

/// A solver that counts its questions.
struct Counting {
    solver: ShapeSolver,
    questions: u32,
}

impl Solver for Counting {
    fn solve(&mut self, problem: &solver::Problem) -> solver::Answer {
        self.questions += 1;
        self.solver.solve(problem)
    }

    fn statistics(&self) -> solver::Statistics {
        self.solver.statistics()
    }
}

struct Races;

impl Helpers for Races {
    fn equip(&self, work: &mut dyn FnMut(&mut dyn Backend, &mut dyn solver::Solver)) {
        work(&mut Race, &mut ShapeSolver::native());
    }
}

/// A solver turns the argument into a list, an edit turns the outcome of a race around: every schedule
/// is tried once, and the crash knows its own.
#[test]
fn ways_that_are_edits_are_tried_without_a_solver() {
    let environment = Types::new(Box::new(|_| None));
    let promises = Promises::default();
    let subject = Subject {
        module: Atom::new("m"),
        types: &[],
        environment: &environment,
        arity: 1,
        promises: &promises,
    };
    for (strategy, helpers) in
        StrategyName::ALL.map(|each| (each, 0)).into_iter().chain([(StrategyName::Auto, 2)])
    {
        let help = Help { after: Duration::ZERO, flips: 1, ..Help::new(&Races, helpers) };
        let seeds = vec![Input::new(vec![Term::Nil])];
        let plan = Plan {
            strategy,
            help: (helpers > 0).then_some(help),
            ..Plan::new(&subject, seeds, Budget::new(None, None))
        };
        let mut solver = Counting { solver: ShapeSolver::native(), questions: 0 };
        let exploration = explore(&mut Race, &mut solver, plan, &mut Nobody);
        assert_eq!(exploration.stop, Some(StopReason::Exhausted), "{strategy}");
        assert_eq!(exploration.runs - exploration.forgotten, 5, "{strategy}");
        assert!(exploration.is_complete(), "{strategy}: {:?}", exploration.divergences);
        // Only about the argument, which is to be a list: where it is none, a run has been.
        assert!(solver.questions <= 1, "{strategy}: {}", solver.questions);
        let [finding] = &exploration.findings[..] else { panic!("there is one crash") };
        assert_eq!((Race::won(&finding.input, 0), Race::won(&finding.input, 1)), (1, 1));
        assert!(matches!(finding.input.arguments[0], Term::List(_)), "{strategy}");
    }
}

/// Crashes where its argument is a certain number, and never tells that it depends on it.
struct Secretive {
    is_told: bool,
}

impl Secretive {
    fn outcome(&self, input: &Input) -> Outcome {
        if !matches!(input.arguments[0], Term::Int(1_000..)) {
            return Outcome::Returned(Term::Nil);
        }
        let stacktrace = term::read::term("[{toy, toy, 1, [{line, 1}]}]").expect("a term");
        let (class, reason, raised) =
            (Class::Error, Term::atom("large"), Raised::by(Raiser::Written));
        Outcome::Crashed { class, reason, stacktrace, raised }
    }
}

impl Backend for Secretive {
    fn run(
        &mut self,
        input: &Input,
        symbols: &mut Symbols,
        limits: RunLimits,
    ) -> Result<Trace, BackendError> {
        let loser = Loser::Function(Atom::new("toy"), Atom::new("hash"), 1);
        let loss = Loss { at: loser, count: 1, is_wanted: false, is_harmless: false };
        let trace = Toy { arity: 0 }.run(input, symbols, limits)?;
        Ok(Trace {
            covered: vec![clause(0)],
            losses: if self.is_told { vec![loss] } else { Vec::new() },
            outcome: self.outcome(input),
            ..trace
        })
    }

    fn run_concretely(&mut self, input: &Input, _: RunLimits) -> Result<Outcome, BackendError> {
        Ok(self.outcome(input))
    }

    fn outline(&mut self) -> Arc<Outline> {
        Toy { arity: 1 }.outline()
    }

    fn clause_part(&self, _: Place) -> Option<ClausePart> {
        None
    }
}

fn explore_secretive(is_told: bool, wanders: bool, runs: Option<u64>) -> Exploration {
    let environment = Types::new(Box::new(|_| None));
    let promises = Promises::default();
    let subject = Subject {
        module: Atom::new("m"),
        types: &[],
        environment: &environment,
        arity: 1,
        promises: &promises,
    };
    let seeds = vec![Input::new(vec![Term::Int(0)])];
    let plan = Plan { wanders, ..Plan::new(&subject, seeds, Budget::new(None, runs)) };
    explore(&mut Secretive { is_told }, &mut ShapeSolver::native(), plan, &mut Nobody)
}

#[test]
fn where_precision_was_lost_the_rest_of_the_time_is_for_variations() {
    let found = explore_secretive(true, true, None);
    assert_eq!((found.findings.len(), found.stop), (1, Some(StopReason::Exhausted)));
    // It is not for those who want nothing but what can be told.
    assert!(explore_secretive(true, false, None).findings.is_empty());
    // Without losses, everything has been seen.
    assert_eq!(explore_secretive(false, true, None).runs, 1);
    // The same number of runs is the same search.
    let [one, two] = [0, 1].map(|_| explore_secretive(true, true, Some(40)));
    assert_eq!((one.runs, one.stop), (40, Some(StopReason::Budget(Limit::Runs))));
    assert_eq!(one.findings.len(), two.findings.len());
}
