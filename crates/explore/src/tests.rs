//! Does the search keep its promises? Against a program that is made up here, without an interpreter.

use crate::*;
use core_erlang::{ExprId, FunctionName, Position};
use solver::shape::ShapeSolver;
use std::collections::BTreeSet;
use std::time::Duration;
use symbolic::{Shape, Symbols};
use term::{Atom, Term};
use trace::outline::{ClauseOutline, FunctionOutline};
use trace::{Class, ClauseId, ClausePart, Decision, Outcome, Outline, Place, Trace};

/// Compares each argument with a number of its own; where all but one are equal, it crashes.
struct Toy {
    arity: usize,
}

/// What the argument is compared with.
fn hit(index: usize) -> Term {
    Term::Int(10 + index as i64)
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
        Outcome::Crashed { class: Class::Error, reason: Term::atom("close"), stacktrace }
    }
}

impl Backend for Toy {
    fn run(&mut self, input: &Input, symbols: &mut Symbols) -> Trace {
        let decision = |index: usize| {
            let taken = usize::from(input.arguments[index] != hit(index));
            Decision {
                place: Place::new(Atom::new("toy"), name(), ExprId(index as u32), 0),
                subject: symbols.argument(index as u32),
                shapes: [Shape::Literal(hit(index))].into(),
                taken,
                open: vec![1 - taken],
            }
        };
        let decisions: Vec<Decision> = (0..self.arity).map(decision).collect();
        let covered =
            decisions.iter().map(|each| clause(each.place.expr.0 * 2 + each.taken as u32));
        Trace {
            covered: covered.collect(),
            decisions,
            pins: Vec::new(),
            is_cut: false,
            outcome: self.outcome(input),
            losses: Vec::new(),
            reductions: 1,
            output: Vec::new(),
            has_processes: false,
            calls_funs: false,
        }
    }

    fn run_concretely(&mut self, input: &Input) -> Outcome {
        self.outcome(input)
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
    let subject = Subject { types: &[], environment: &environment, arity, promises: &promises };
    let seed = Input { arguments: vec![Term::Nil; arity] };
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
    let subject = Subject { types: &[], environment: &environment, arity: 8, promises: &promises };
    let seed = Input { arguments: vec![Term::Nil; 8] };
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
        let mut trace =
            Toy { arity: 2 }.run(&Input { arguments: vec![Term::Nil; 2] }, &mut Symbols::new());
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
