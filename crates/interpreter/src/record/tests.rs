//! Which decisions of a run are noted, and which ways there were.

use super::*;
use core_erlang::{ExprId, FunctionName};
use term::Atom;

fn place() -> Place {
    let function = FunctionName { name: Atom::new("f"), arity: 1 };
    Place::new(Atom::new("m"), function, ExprId(2), 0)
}

/// Asks whether the first argument is a list, and it is not.
fn ask(recorder: &mut Recorder) {
    let argument = recorder.symbols.argument(0);
    recorder.decide(place(), argument, [Shape::Cons].into(), 1);
}

/// Each decision as event and number of open ways.
fn decisions(recorder: &Recorder) -> Vec<(String, usize)> {
    let decisions = recorder.decisions.iter();
    decisions.map(|decision| (decision.at.to_string(), decision.open.len())).collect()
}

#[test]
fn what_follows_is_not_noted_as_long_as_there_is_one_process() {
    let mut recorder = Recorder::new(Symbols::new(), 9);
    let main = ProcessName::started(5);
    recorder.enter(&main, false);
    ask(&mut recorder);
    recorder.enter(&main, false);
    ask(&mut recorder);
    assert_eq!(decisions(&recorder), [("5#0".to_owned(), 1)]);
}

#[test]
fn what_follows_is_noted_once_a_second_process_runs() {
    let mut recorder = Recorder::new(Symbols::new(), 1);
    let main = ProcessName::started(5);
    recorder.enter(&main, false);
    ask(&mut recorder);
    recorder.enter(&main.child(0), true);
    ask(&mut recorder);
    ask(&mut recorder);
    recorder.enter(&main, false);
    ask(&mut recorder);
    let expected = [("5#0", 1), ("5.0#0", 0), ("5.0#1", 0), ("5#1", 0)];
    assert_eq!(decisions(&recorder), expected.map(|(at, open)| (at.to_owned(), open)));
    // They take no room from those that can be flipped.
    assert!(!recorder.is_cut);
    // The next run begins with one process.
    recorder.start(Symbols::new(), 10);
    recorder.enter(&main, false);
    ask(&mut recorder);
    ask(&mut recorder);
    assert_eq!(decisions(&recorder), [("5#0".to_owned(), 1)]);
}

fn integer(number: i64) -> Shape {
    Shape::Literal(Term::Int(number))
}

fn is_true() -> Arc<[Shape]> {
    [Shape::Literal(Term::bool(true))].into()
}

/// A recorder of a run with one process, and the symbol of its first argument.
fn recorder() -> (Recorder, Symbol) {
    let mut recorder = Recorder::new(Symbols::new(), 9);
    recorder.enter(&ProcessName::started(0), false);
    let argument = recorder.symbols.argument(0);
    (recorder, argument)
}

/// Decides whether `left < right`.
fn less(recorder: &mut Recorder, left: Symbol, right: i64, truth: bool) {
    let right = recorder.symbols.constant(Term::Int(right));
    let less = Expr::Compare(symbolic::Comparison::Less, left, right);
    let symbol = recorder.symbols.intern(less);
    recorder.decide(place(), symbol, is_true(), usize::from(!truth));
}

#[test]
fn a_decision_says_which_way_was_taken_and_which_were_open() {
    let (mut recorder, argument) = recorder();
    let shapes: Arc<[Shape]> = [integer(1), integer(2), Shape::Cons].into();
    recorder.decide(place(), argument, shapes, 1);
    let [decision] = &recorder.decisions[..] else { panic!("there is one decision") };
    assert_eq!((decision.taken, &decision.open[..]), (1, &[0, 2, 3][..]));
    assert_eq!(decision.kind, trace::DecisionKind::Branch);
    assert_eq!(decision.place, place());
}

#[test]
fn a_way_is_a_shape_and_the_last_one_is_none_of_them() {
    let (mut recorder, argument) = recorder();
    let shapes: Arc<[Shape]> = [integer(1), Shape::Cons].into();
    recorder.decide(place(), argument, shapes, 2);
    let decision = &recorder.decisions[0];
    assert_eq!(decision.way(0).constraints, [Constraint::is(argument, integer(1))]);
    assert_eq!(decision.way(1).constraints, [Constraint::is(argument, Shape::Cons)]);
    let neither = [integer(1), Shape::Cons].map(|shape| Constraint::is_not(argument, shape));
    assert_eq!(decision.way(2).constraints, neither);
    // Values decide here, and nothing of the schedule.
    assert!((0..=2).all(|way| decision.way(way).edit.is_none()));
}

#[test]
fn a_value_that_is_known_leaves_no_other_way() {
    let (mut recorder, argument) = recorder();
    recorder.decide(place(), argument, [integer(1)].into(), 0);
    recorder.decide(place(), argument, [integer(2)].into(), 1);
    recorder.decide(place(), argument, [Shape::Kind(Kind::Integer)].into(), 0);
    recorder.decide(place(), argument, [Shape::Cons].into(), 1);
    assert_eq!(recorder.decisions.len(), 1);
    assert!(recorder.is_settled(argument));
    assert_eq!(recorder.answer(argument, &Shape::Cons), Some(false));
    assert_eq!(recorder.answer(argument, &Shape::Kind(Kind::Integer)), Some(true));
}

#[test]
fn what_a_value_is_not_closes_ways() {
    let (mut recorder, argument) = recorder();
    recorder.decide(place(), argument, [integer(1), integer(2)].into(), 2);
    recorder.decide(place(), argument, [integer(1), integer(3)].into(), 2);
    assert_eq!(recorder.decisions[1].open, [1]);
    assert!(!recorder.is_settled(argument));
}

#[test]
fn a_list_that_is_not_empty_has_a_head() {
    let (mut recorder, argument) = recorder();
    recorder.decide(place(), argument, [Shape::Kind(Kind::List)].into(), 0);
    recorder.decide(place(), argument, [Shape::Literal(Term::Nil)].into(), 1);
    recorder.decide(place(), argument, [Shape::Cons].into(), 0);
    assert_eq!(recorder.decisions.len(), 2);
}

#[test]
fn bounds_answer_comparisons() {
    let (mut recorder, argument) = recorder();
    recorder.decide(place(), argument, [Shape::Kind(Kind::Integer)].into(), 0);
    less(&mut recorder, argument, 5, true);
    less(&mut recorder, argument, 7, true);
    assert_eq!(recorder.decisions.len(), 2);
    less(&mut recorder, argument, 3, false);
    assert_eq!(recorder.decisions.len(), 3);
    recorder.decide(place(), argument, [integer(9), integer(4)].into(), 1);
    // It is 3 or 4 by now.
    assert_eq!(recorder.decisions[3].open, [2]);
}

#[test]
fn a_truth_has_two_ways() {
    let (mut recorder, argument) = recorder();
    let other = recorder.symbols.argument(1);
    let equal = Expr::Compare(symbolic::Comparison::Equal, argument, other);
    let symbol = recorder.symbols.intern(equal);
    let both = [true, false].map(|truth| Shape::Literal(Term::bool(truth)));
    recorder.decide(place(), symbol, both.into(), 0);
    assert_eq!(recorder.decisions[0].open, [1]);
}

#[test]
fn after_too_many_decisions_the_rest_is_cut() {
    let mut recorder = Recorder::new(Symbols::new(), 1);
    recorder.enter(&ProcessName::started(0), false);
    for number in 0..3 {
        let argument = recorder.symbols.argument(number);
        recorder.decide(place(), argument, [Shape::Cons].into(), 0);
    }
    assert_eq!(recorder.decisions.len(), 1);
    assert!(recorder.is_cut && !recorder.follows());
}

#[test]
fn a_pin_says_after_how_many_decisions_and_is_made_once() {
    let (mut recorder, argument) = recorder();
    recorder.decide(place(), argument, [Shape::Cons].into(), 1);
    recorder.pin(argument, || Term::Int(7));
    recorder.pin(argument, || panic!("it is pinned already"));
    assert_eq!(recorder.pins, [(1, Constraint::is(argument, integer(7)))]);
}

#[test]
fn what_is_assumed_is_not_decided() {
    let (mut recorder, argument) = recorder();
    recorder.assume(argument, Shape::Kind(Kind::Integer));
    recorder.decide(place(), argument, [Shape::Cons, Shape::Kind(Kind::Integer)].into(), 1);
    assert!(recorder.decisions.is_empty());
    recorder.decide(place(), argument, [integer(0)].into(), 1);
    assert_eq!(recorder.decisions[0].open, [0]);
}

#[test]
fn losses_are_counted_by_who_lost_and_apart_if_they_were_wanted() {
    let (mut recorder, _) = recorder();
    let loser = Loser::Construct("apply");
    recorder.lose(loser);
    recorder.lose(loser);
    recorder.leave_out(loser);
    assert_eq!(recorder.losses, [(loser, 2)].into());
    assert_eq!(recorder.left_out, [(loser, 1)].into());
}
