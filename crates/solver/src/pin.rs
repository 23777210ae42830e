//! What if nobody knows? Then some of the input is held as it is, and what is left may be easier.
//!
//! A solution under such pins is one; none under them proves nothing.

use crate::patience::Patience;
use crate::{Answer, Problem, Solver, Statistics, Why};
use rustc_hash::FxHashSet;
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
        if !matches!(answer, Answer::GaveUp(Why::Arithmetic(_))) {
            return answer;
        }
        let Some(ways) = Ways::new(problem) else { return answer };
        for pins in ways {
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

/// What to hold, the least harmful first: everything that the new constraint does not mention; then
/// every operand but one of what it computes besides, for each of them.
///
/// A checksum has thousands of operands, so that a way is made only when it is to be tried.
struct Ways {
    /// Constraints that hold what the new one computes with; `None`: that cannot be held.
    here: Vec<Option<Constraint>>,
    elsewhere: Vec<Constraint>,
    /// The operands of the new constraint that are free next.
    free: std::iter::Rev<std::ops::Range<usize>>,
    is_first: bool,
    tries: usize,
}

impl Ways {
    /// `None`: to find out takes more patience than there is.
    fn new(problem: &Problem) -> Option<Ways> {
        let (new, others) = problem.constraints.split_last()?;
        let (symbols, patience) = (problem.symbols, problem.patience);
        let mut seen = FxHashSet::default();
        let mut here = Vec::new();
        operands(symbols, new.symbol, &mut seen, &mut here, patience);
        let mut elsewhere = Vec::new();
        for other in others {
            operands(symbols, other.symbol, &mut seen, &mut elsewhere, patience);
        }
        if patience.is_over() {
            return None;
        }
        let mut evaluation = Evaluation::new(symbols, problem.start);
        let mut pin = |symbol: Symbol| {
            let term = evaluation.term(symbol).filter(|term| Kind::Number.fits(term))?;
            Some(Constraint::is(symbol, Shape::Literal(term)))
        };
        let here: Vec<Option<Constraint>> = here.into_iter().map(&mut pin).collect();
        let elsewhere = elsewhere.into_iter().filter_map(&mut pin).collect();
        let free = if here.len() > 1 { 0..here.len() } else { 0..0 };
        Some(Ways { here, elsewhere, free: free.rev(), is_first: true, tries: MOST_TRIES })
    }
}

impl Iterator for Ways {
    type Item = Vec<Constraint>;

    fn next(&mut self) -> Option<Vec<Constraint>> {
        self.tries = self.tries.checked_sub(1)?;
        if std::mem::take(&mut self.is_first) && !self.elsewhere.is_empty() {
            return Some(self.elsewhere.clone());
        }
        let free = self.free.next()?;
        let held = self.here.iter().enumerate().filter(|(place, _)| *place != free);
        let pins = held.filter_map(|(_, pin)| pin.clone());
        Some(pins.chain(self.elsewhere.iter().cloned()).collect())
    }
}

/// The parts of the input that something is computed from, as far as they have not been seen.
fn operands(
    symbols: &Symbols,
    symbol: Symbol,
    seen: &mut FxHashSet<Symbol>,
    found: &mut Vec<Symbol>,
    patience: &Patience,
) {
    symbols.each_below_unseen(symbol, seen, |symbol| {
        patience.step(1);
        match symbols.expr(symbol) {
            Expr::Arithmetic(..)
            | Expr::Unary(..)
            | Expr::Compare(..)
            | Expr::Has(..)
            | Expr::Lookup { .. } => true,
            expr => {
                let is_part = symbols.is_path(symbol) || matches!(expr, Expr::BitInteger(_));
                found.extend(is_part.then_some(symbol));
                false
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stack::scripted::{Scripted, problem};
    use crate::why::NumericWhy;
    use crate::{Core, Model};
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
        let unknown = || Answer::GaveUp(Why::Arithmetic(NumericWhy::TooHard));
        let found = Answer::Sat(Model::unchecked(vec![Term::Int(2), Term::Int(5)]));
        let answers = vec![unknown(), found.clone()];
        let mut solver = Pinning::new(Scripted::new(answers));
        let asked = problem(&symbols, std::slice::from_ref(&wanted), &start, &types);
        assert_eq!(solver.solve(&asked), found);
        let held = Constraint::is(left, Shape::Literal(Term::Int(2)));
        assert_eq!(solver.inner.asked, [vec![wanted.clone()], vec![held, wanted.clone()]]);
        assert_eq!(solver.statistics().pinned, 1);
        // That there is nothing with some of it held proves nothing.
        let refuted = || Answer::Refuted(Core::all(&asked));
        let answers = vec![unknown(), refuted(), refuted()];
        let mut solver = Pinning::new(Scripted::new(answers));
        assert_eq!(solver.solve(&asked), unknown());
        assert_eq!(solver.inner.asked.len(), 3);
    }
}
