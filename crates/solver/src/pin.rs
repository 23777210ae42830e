//! What if nobody knows? Then some of the input is held as it is, and what is left may be easier.
//!
//! A solution under such pins is one; none under them proves nothing.

use crate::{Answer, Problem, Solver, Statistics, Why};
use symbolic::{Constraint, Evaluation, Expr, Kind, Shape, Symbol, Symbols};

pub struct Pinning<S> {
    pub inner: S,
    rescued: u64,
}

/// How many ways of pinning are tried for one query.
const MOST_TRIES: usize = 6;

impl<S> Pinning<S> {
    pub fn new(inner: S) -> Pinning<S> {
        Pinning { inner, rescued: 0 }
    }
}

impl<S: Solver> Solver for Pinning<S> {
    fn solve(&mut self, problem: &Problem) -> Answer {
        // Half of the work is for the problem as it is.
        let answer = problem.patience.lend(problem.patience.left() / 2, |patience| {
            self.inner.solve(&Problem { patience, ..*problem })
        });
        if !matches!(answer, Answer::Unknown(Why::Arithmetic(_))) {
            return answer;
        }
        for pins in ways(problem) {
            if problem.patience.is_over() {
                break;
            }
            // The new constraint stays the last.
            let constraints = [&pins, problem.constraints].concat();
            let held = Problem { constraints: &constraints, ..*problem };
            if let Answer::Sat(model) = self.inner.solve(&held) {
                self.rescued += 1;
                return Answer::Sat(model);
            }
        }
        answer
    }

    fn statistics(&self) -> Statistics {
        let below = self.inner.statistics();
        Statistics { pinned: below.pinned + self.rescued, ..below }
    }
}

/// What to hold, the least harmful first: every operand but one of what the new constraint computes,
/// for each of them; then everything that it does not mention.
fn ways(problem: &Problem) -> Vec<Vec<Constraint>> {
    let Some((new, others)) = problem.constraints.split_last() else { return Vec::new() };
    let mut evaluation = Evaluation::new(problem.symbols, problem.start);
    let mut pin = |symbol: Symbol| {
        let term = evaluation.term(symbol).filter(|term| Kind::Number.fits(term))?;
        Some(Constraint::is(symbol, Shape::Literal(term)))
    };
    let mut here = Vec::new();
    operands(problem.symbols, new.symbol, &mut here);
    let mut elsewhere = Vec::new();
    for other in others {
        operands(problem.symbols, other.symbol, &mut elsewhere);
    }
    elsewhere.retain(|symbol| !here.contains(symbol));
    let elsewhere: Vec<Constraint> = elsewhere.into_iter().filter_map(&mut pin).collect();
    let mut ways = Vec::new();
    if !elsewhere.is_empty() {
        ways.push(elsewhere.clone());
    }
    if here.len() > 1 {
        for free in here.iter().rev() {
            let held = here.iter().filter(|symbol| *symbol != free);
            let mut pins: Vec<Constraint> = held.filter_map(|symbol| pin(*symbol)).collect();
            pins.extend(elsewhere.iter().cloned());
            ways.push(pins);
        }
    }
    ways.truncate(MOST_TRIES);
    ways
}

/// The parts of the input that something is computed from.
fn operands(symbols: &Symbols, symbol: Symbol, found: &mut Vec<Symbol>) {
    symbols.each_below(symbol, |symbol| match symbols.expr(symbol) {
        Expr::Arithmetic(..)
        | Expr::Unary(..)
        | Expr::Compare(..)
        | Expr::Has(..)
        | Expr::Lookup { .. } => true,
        expr => {
            let is_part = symbols.is_path(symbol) || matches!(expr, Expr::BitInteger(_));
            if is_part && !found.contains(&symbol) {
                found.push(symbol);
            }
            false
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stack::scripted::{Scripted, problem};
    use symbolic::{Arithmetic, Comparison};
    use term::Term;
    use typing::Types;

    #[test]
    fn operands_are_held_one_after_the_other() {
        let mut symbols = Symbols::new();
        let inputs = [symbols.argument(0), symbols.argument(1)];
        let [left, right] = inputs;
        let product = symbols.intern(Expr::Arithmetic(Arithmetic::Multiply, left, right));
        let sum = symbols.constant(Term::Int(10));
        let equal = symbols.intern(Expr::Compare(Comparison::Equal, product, sum));
        let wanted = Constraint::is(equal, Shape::Literal(Term::bool(true)));
        let types = Types::new(Box::new(|_| None));
        let start = [Term::Int(2), Term::Int(3)];
        let unknown = || Answer::Unknown(Why::Arithmetic("too hard".into()));
        let found = Answer::Sat(vec![Term::Int(2), Term::Int(5)]);
        let answers = vec![unknown(), found.clone()];
        let mut solver = Pinning::new(Scripted::new(answers));
        let asked = problem(&symbols, std::slice::from_ref(&wanted), &start, &types);
        assert_eq!(solver.solve(&asked), found);
        let held = Constraint::is(left, Shape::Literal(Term::Int(2)));
        assert_eq!(solver.inner.asked, [vec![wanted.clone()], vec![held, wanted.clone()]]);
        assert_eq!(solver.statistics().pinned, 1);
        // That there is nothing with some of it held proves nothing.
        let answers = vec![unknown(), Answer::Unsat, Answer::Unsat];
        let mut solver = Pinning::new(Scripted::new(answers));
        assert_eq!(solver.solve(&asked), unknown());
        assert_eq!(solver.inner.asked.len(), 3);
    }
}
