//! Was this asked before? What was refuted once is refuted wherever it is part of the question.
//!
//! Models are not kept: a model of more constraints than these is an input that has been run, and
//! the search does not ask for paths that a run has taken. Answers about numbers are kept
//! ([`Remembered`]), because the same arithmetic comes up in many paths, and SMT solvers are slow.

use crate::numeric::{NumericAnswer, NumericProblem, NumericSolver, NumericVariable};
use crate::patience::Patience;
use crate::{Answer, Core, Problem, Solver, Statistics};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;
use symbolic::{Constraint, Shape};
use term::Term;

/// Remembers which constraints exclude each other.
pub struct Cached<S> {
    inner: S,
    numbers: FxHashMap<Constraint, u32>,
    /// Sets of constraints that nothing satisfies, by the last of each.
    cores: FxHashMap<u32, Vec<Vec<u32>>>,
    kept: usize,
    answered: u64,
}

/// More are not kept: by then the search is in a part of the program where few come back.
const MOST_CORES: usize = 20_000;

/// Longer ones hardly ever come back.
const LONGEST_CORE: usize = 64;

/// Nor do literals of more bytes or elements than this.
const LARGEST_LITERAL: usize = 1024;

impl<S> Cached<S> {
    pub fn new(inner: S) -> Cached<S> {
        Cached {
            inner,
            numbers: FxHashMap::default(),
            cores: FxHashMap::default(),
            kept: 0,
            answered: 0,
        }
    }

    fn number(&mut self, constraint: &Constraint) -> u32 {
        if let Some(&number) = self.numbers.get(constraint) {
            return number;
        }
        let number = self.numbers.len() as u32;
        self.numbers.insert(constraint.clone(), number);
        number
    }

    /// The constraints among these that were refuted before, if there are such.
    fn refuted(&self, constraints: &[Constraint]) -> Option<Core> {
        let number = |constraint: &Constraint| self.numbers.get(constraint).copied();
        let asked: FxHashSet<u32> = constraints.iter().filter_map(number).collect();
        let is_asked = |core: &&Vec<u32>| core.iter().all(|number| asked.contains(number));
        let mut cores = asked.iter().filter_map(|number| self.cores.get(number)).flatten();
        let core = cores.find(is_asked)?;
        let is_in_it = |place: &usize| {
            number(&constraints[*place]).is_some_and(|number| core.contains(&number))
        };
        Some(Core::of((0..constraints.len()).filter(is_in_it).collect()))
    }

    fn keep(&mut self, problem: &Problem, core: &Core) {
        if self.kept == MOST_CORES
            || core.places().len() > LONGEST_CORE
            || core.constraints(problem).any(is_large)
        {
            return;
        }
        let constraints = core.constraints(problem);
        let core: Vec<u32> = constraints.map(|constraint| self.number(constraint)).collect();
        if let Some(&last) = core.last() {
            self.kept += 1;
            self.cores.entry(last).or_default().push(core);
        }
    }
}

/// What a constraint compares with is kept as long as the core is.
fn is_large(constraint: &Constraint) -> bool {
    let Shape::Literal(term) = &constraint.shape else { return false };
    match term {
        Term::Bits(bits) => bits.bytes().len() > LARGEST_LITERAL,
        Term::List(list) => list.elements.len() > LARGEST_LITERAL,
        Term::Tuple(elements) => elements.len() > LARGEST_LITERAL,
        Term::BigInt(number) => number.bits() > 8 * LARGEST_LITERAL as u64,
        _ => false,
    }
}

impl<S: Solver> Solver for Cached<S> {
    fn solve(&mut self, problem: &Problem) -> Answer {
        if let Some(core) = self.refuted(problem.constraints) {
            self.answered += 1;
            return Answer::Refuted(core);
        }
        let answer = self.inner.solve(problem);
        if let Answer::Refuted(core) = &answer {
            self.keep(problem, core);
        }
        answer
    }

    fn statistics(&self) -> Statistics {
        let below = self.inner.statistics();
        Statistics { cache: below.cache + self.answered, ..below }
    }
}

/// Remembers what another solver said about numbers, also that it does not know.
pub struct Remembered {
    inner: Box<dyn NumericSolver>,
    answers: FxHashMap<String, NumericAnswer>,
    /// The bytes of all questions that are kept.
    words: usize,
    answered: u64,
}

const MOST_ANSWERS: usize = 10_000;

/// The bytes of all questions that are kept, and of one.
const MOST_WORDS: usize = 16 << 20;
const LONGEST_QUESTION: usize = 64 << 10;

impl Remembered {
    pub fn new(inner: Box<dyn NumericSolver>) -> Remembered {
        Remembered { inner, answers: FxHashMap::default(), words: 0, answered: 0 }
    }
}

impl NumericSolver for Remembered {
    fn solve(&mut self, problem: &NumericProblem, patience: &Patience) -> NumericAnswer {
        let question = wording(problem);
        if let Some(answer) = self.answers.get(&question) {
            self.answered += 1;
            return answer.clone();
        }
        let answer = self.inner.solve(problem, patience);
        let is_final = !matches!(&answer, NumericAnswer::GaveUp(why) if why.is_impatience());
        let is_short =
            question.len() <= LONGEST_QUESTION && self.words + question.len() <= MOST_WORDS;
        if is_final && is_short && self.answers.len() < MOST_ANSWERS {
            self.words += question.len();
            self.answers.insert(question, answer.clone());
        }
        answer
    }

    fn remembered(&self) -> u64 {
        self.answered
    }
}

/// All of the problem but its hints, on which no answer depends.
fn wording(problem: &NumericProblem) -> String {
    let mut text = String::new();
    for NumericVariable { kind, low, high, excluded, hint: _ } in &problem.variables {
        write!(text, "{kind:?} {low:?} {high:?} {excluded:?};").expect("strings take everything");
    }
    for comparison in &problem.comparisons {
        write!(text, "{comparison:?};").expect("strings take everything");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Model;
    use crate::stack::scripted::{Scripted, problem};
    use crate::text;
    use crate::why::SmtWhy;
    use symbolic::{Shape, Symbols};
    use term::Term;
    use typing::Types;

    #[test]
    fn what_contains_something_refuted_is_refuted() {
        let mut symbols = Symbols::new();
        let inputs: Vec<_> = (0..3).map(|number| symbols.argument(number)).collect();
        let is = |number: usize| Constraint::is(inputs[number], Shape::Literal(Term::Int(1)));
        let types = Types::new(Box::new(|_| None));
        let found = || Answer::Sat(Model::unchecked(Vec::new()));
        let refuted = |places: &[usize]| Answer::Refuted(Core::of(places.to_vec()));
        let answers = vec![refuted(&[0, 2]), found()];
        let mut solver = Cached::new(Scripted::new(answers));
        let mut ask =
            |constraints: &[Constraint]| solver.solve(&problem(&symbols, constraints, &[], &types));
        assert_eq!(ask(&[is(0), is(2), is(1)]), refuted(&[0, 2]));
        // More, and in another order; without what is not to blame.
        assert_eq!(ask(&[is(1), is(2), is(0)]), refuted(&[0, 2]));
        // Less may have a solution.
        assert_eq!(ask(&[is(1), is(2)]), found());
        assert_eq!((solver.statistics().cache, solver.inner.asked.len()), (1, 2));
    }

    struct Once(u32);

    impl NumericSolver for Once {
        fn solve(&mut self, _: &NumericProblem, _: &Patience) -> NumericAnswer {
            self.0 += 1;
            NumericAnswer::GaveUp(SmtWhy::Says(format!("asked {} times", self.0)).into())
        }
    }

    #[test]
    fn the_same_arithmetic_is_asked_once_whatever_the_hints() {
        let mut solver = Remembered::new(Box::new(Once(0)));
        let mut ask = |text| solver.solve(&text::problem(text), &Patience::endless());
        let first = ask("x:int=5; x * x == 49");
        assert_eq!(ask("x:int=6; x * x == 49"), first);
        assert_ne!(ask("x:int; x * x == 64"), first);
        assert_eq!(solver.remembered(), 1);
    }
}
