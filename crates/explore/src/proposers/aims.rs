//! Which inputs get closer to a clause that nobody has reached? If two numbers are compared on the way, and
//! the solver finds none that pass: variations of the input for which the two differ least.
//!
//! This helps with arithmetic that is too hard for solvers, if small changes of the input change the
//! difference a little. The idea is Korel's: *Automated Software Test Data Generation* (1990).

use super::Proposer;
use super::variations::{Parents, Variation};
use crate::flip::Flip;
use crate::knowledge::Knowledge;
use crate::task::{Answered, News, Purpose, Ran, Task};
use num_traits::ToPrimitive;
use symbolic::{Evaluation, Expr, Shape, Symbols};
use term::Term;
use trace::{ClausePart, Decision, Input, Label, Test, Trace};
use typing::Random;

/// Ways that are aimed at, and were.
#[derive(Default)]
pub struct Aims {
    aims: Vec<AimedWay>,
}

struct AimedWay {
    /// The way.
    label: Label,
    part: Option<ClausePart>,
    /// The input that came closest, and how close.
    nearest: Input,
    distance: f64,
    /// How many variations have not come closer since one has.
    misses: u32,
}

/// So many ways are aimed at, each so often without getting closer.
const MOST_AIMS: usize = 64;
const MOST_MISSES: u32 = 2_000;

impl Proposer for Aims {
    fn propose(&mut self, knowledge: &Knowledge, chance: &mut Random) -> Option<Task> {
        let (aim, nearest) = self.draw(knowledge, chance)?;
        let random = Random::new(chance.word());
        Some(Task::Vary(Variation { random, parents: Parents::Nearest(aim, nearest) }))
    }

    fn learn(&mut self, ran: &Ran, _: News) {
        if let (Purpose::Variation { aim: Some(aim) }, Some(distance)) =
            (&ran.purpose, ran.distance)
        {
            self.measured(*aim, &ran.input, distance);
        }
    }

    /// No solver finds the way to a clause that nobody has reached.
    fn refused(&mut self, flip: &Flip, answered: &Answered, knowledge: &Knowledge) {
        if let Some(distance) = answered.distance
            && flip.choice().is_some()
            && knowledge.distance(flip.part) == 0
        {
            self.add(flip, distance);
        }
    }
}

impl Aims {
    /// No solver finds the way, and the run that could have gone it was so far from it.
    fn add(&mut self, flip: &Flip, distance: f64) {
        let (label, part) = (flip.label(), flip.part);
        if self.aims.iter().any(|aim| aim.label == label) {
            self.measured(label, &flip.run.input, distance);
        } else if self.aims.len() < MOST_AIMS {
            let nearest = flip.run.input.clone();
            self.aims.push(AimedWay { label, part, nearest, distance, misses: 0 });
        }
    }

    /// A way to aim at, and the input that came closest.
    fn draw(&mut self, knowledge: &Knowledge, chance: &mut Random) -> Option<(Label, Input)> {
        self.aims.retain(|aim| knowledge.distance(aim.part) == 0);
        let mut open: Vec<&mut AimedWay> =
            self.aims.iter_mut().filter(|aim| aim.misses < MOST_MISSES).collect();
        if open.is_empty() {
            return None;
        }
        let aim = open.swap_remove(chance.below(open.len()));
        aim.misses += 1;
        Some((aim.label, aim.nearest.clone()))
    }

    /// The run of this input was so far from a way.
    fn measured(&mut self, label: Label, input: &Input, distance: f64) {
        let aim = self.aims.iter_mut().find(|aim| aim.label == label);
        if let Some(aim) = aim.filter(|aim| distance < aim.distance) {
            (aim.nearest, aim.distance, aim.misses) = (input.clone(), distance, 0);
        }
    }
}

/// How far was the run from going this way? `None`: it did not come there, or there is no telling.
pub fn distance(symbols: &Symbols, input: &Input, trace: &Trace, label: Label) -> Option<f64> {
    let there = trace.decisions.iter().filter(|decision| decision.place == label.0);
    let mut evaluation = Evaluation::new(symbols, &input.arguments);
    let distances = there.filter_map(|decision| match decision.label(decision.taken) == label {
        true => Some(0.0),
        false => gap(symbols, &mut evaluation, decision),
    });
    distances.min_by(f64::total_cmp)
}

/// How much do the numbers differ that are compared?
fn gap(symbols: &Symbols, evaluation: &mut Evaluation, decision: &Decision) -> Option<f64> {
    let Test { subject, shapes } = decision.test()?;
    match (symbols.expr(*subject), &shapes[..]) {
        (&Expr::Compare(_, left, right), _) => {
            difference(&evaluation.term(left)?, &evaluation.term(right)?)
        }
        (_, [Shape::Literal(literal)]) => difference(&evaluation.term(*subject)?, literal),
        _ => None,
    }
}

/// How far the run was from the flip that was asked for.
pub fn distance_of(symbols: &Symbols, flip: &Flip) -> Option<f64> {
    let mut evaluation = Evaluation::new(symbols, &flip.run.input.arguments);
    gap(symbols, &mut evaluation, flip.decision())
}

fn difference(left: &Term, right: &Term) -> Option<f64> {
    let difference = match (left.to_big_int(), right.to_big_int()) {
        (Some(left), Some(right)) => (left - right).to_f64()?,
        _ => number(left)? - number(right)?,
    };
    Some(difference.abs())
}

fn number(term: &Term) -> Option<f64> {
    term.as_f64().or_else(|| term.to_big_int()?.to_f64())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use core_erlang::{ExprId, FunctionName, Position};
    use term::Atom;
    use trace::outline::{ClauseOutline, FunctionOutline};
    use trace::{ClauseId, EventId, Outline, Place, ProcessName};

    pub(crate) fn clause(number: u32) -> ClauseId {
        let function = FunctionName { name: Atom::new("f"), arity: 1 };
        ClauseId { module: Atom::new("m"), function, number }
    }

    /// A function of two clauses, of which the first has been reached.
    pub(crate) fn knowledge() -> Knowledge {
        let clause_outline = |_| ClauseOutline {
            position: Position { line: 1, ..Position::default() },
            siblings: 0..2,
            parent: None,
            lines: vec![1],
            expressions: 1,
            calls: Vec::new(),
            given: Vec::new(),
            needs: Vec::new(),
        };
        let clauses = (0..2).map(clause_outline).collect();
        let functions = vec![FunctionOutline { name: clause(0).function, clauses }];
        let outline = Outline::new(Atom::new("m"), "m.erl".into(), functions);
        let mut knowledge = Knowledge::new(&outline, &[]);
        knowledge.cover(clause(0));
        knowledge
    }

    fn input(number: i64) -> Input {
        Input::new(vec![Term::Int(number)])
    }

    /// Asks whether the argument is 100, which it was not in this run.
    pub(crate) fn flip(symbols: &mut Symbols, number: i64) -> Flip {
        let ClauseId { module, function, .. } = clause(0);
        let place = Place::new(module, function, ExprId(2), 0);
        let (subject, shapes) = (symbols.argument(0), [Shape::Literal(Term::Int(100))].into());
        let at = EventId::new(ProcessName::started(0), 0);
        let decision = Decision::branch(at, place, Test { subject, shapes }, 1, vec![0]);
        let part = Some(ClausePart::Heads(clause(0)));
        Flip { part, is_own_part: true, ..Flip::only(input(number), decision, 0) }
    }

    #[test]
    fn what_gets_closer_is_varied_next() {
        let (mut symbols, mut random, knowledge) = (Symbols::new(), Random::new(1), knowledge());
        let flip = flip(&mut symbols, 7);
        assert_eq!(distance_of(&symbols, &flip), Some(93.0));
        let mut aims = Aims::default();
        assert_eq!(aims.draw(&knowledge, &mut random), None);
        aims.add(&flip, 93.0);
        assert_eq!(aims.draw(&knowledge, &mut random), Some((flip.label(), input(7))));
        aims.measured(flip.label(), &input(-5), 105.0);
        assert_eq!(aims.draw(&knowledge, &mut random), Some((flip.label(), input(7))));
        aims.measured(flip.label(), &input(110), 10.0);
        assert_eq!(aims.draw(&knowledge, &mut random), Some((flip.label(), input(110))));
    }

    #[test]
    fn what_is_reached_or_never_gets_closer_is_no_aim() {
        let (mut symbols, mut random) = (Symbols::new(), Random::new(1));
        let mut knowledge = knowledge();
        let flip = flip(&mut symbols, 7);
        let mut aims = Aims::default();
        aims.add(&flip, 93.0);
        let tries = std::iter::from_fn(|| aims.draw(&knowledge, &mut random)).count();
        assert_eq!(tries, MOST_MISSES as usize);
        aims.measured(flip.label(), &input(90), 10.0);
        assert!(aims.draw(&knowledge, &mut random).is_some());
        knowledge.cover(clause(1));
        assert_eq!(aims.draw(&knowledge, &mut random), None);
    }

    #[test]
    fn numbers_beyond_floats_differ() {
        let large = |text: &str| term::read::term(text).expect("a term");
        let (one, other) = (large("1000000000000000000000"), large("1000000000000000000007"));
        assert_eq!(difference(&one, &other), Some(7.0));
        assert_eq!(difference(&Term::Float(0.5), &Term::Int(2)), Some(1.5));
        assert_eq!(difference(&Term::Nil, &Term::Int(2)), None);
    }
}
