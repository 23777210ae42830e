//! Who answers? The layers, in their order, with everything counted and timed.

use crate::cache::{Cached, Remembered};
use crate::linear::Linear;
use crate::numeric::NumericSolver;
use crate::pin::Pinning;
use crate::shape::ShapeSolver;
use crate::slice::Sliced;
use crate::trivial::Trivial;
use crate::{Answer, Problem, Solver, Statistics};
use std::time::Instant;

type Layers = Trivial<Pinning<Sliced<Cached<ShapeSolver>>>>;

/// All layers. What it remembers holds for one search: for one table of symbols and one subject.
pub struct Stack {
    layers: Layers,
    statistics: Statistics,
}

impl Stack {
    /// `None`: what is not linear stays unknown.
    pub fn new(smt: Option<Box<dyn NumericSolver>>) -> Stack {
        let smt: Option<Box<dyn NumericSolver>> =
            smt.map(|smt| Box::new(Remembered::new(smt)) as Box<dyn NumericSolver>);
        let shapes = ShapeSolver::new(Box::new(Linear::new()), smt);
        let sliced = Sliced { inner: Cached::new(shapes), is_on: true };
        let layers = Trivial::new(Pinning::new(sliced));
        Stack { layers, statistics: Statistics::default() }
    }

    /// Without an SMT solver.
    pub fn native() -> Stack {
        Stack::new(None)
    }

    /// Every query with all its constraints: for comparison.
    pub fn without_slices(mut self) -> Stack {
        self.layers.inner.inner.is_on = false;
        self
    }
}

impl Solver for Stack {
    fn solve(&mut self, problem: &Problem) -> Answer {
        let start = Instant::now();
        let before = self.layers.statistics();
        let answer = self.layers.solve(problem);
        let after = self.layers.statistics();
        let statistics = &mut self.statistics;
        statistics.nanoseconds += start.elapsed().as_nanos() as u64;
        match &answer {
            Answer::Sat(_) => statistics.sat += 1,
            Answer::Refuted(_) => statistics.unsat += 1,
            Answer::GaveUp(_) => statistics.unknown += 1,
        }
        if after.smt_calls > before.smt_calls {
            statistics.smt += 1;
        } else if after.trivial > before.trivial {
            statistics.trivial += 1;
        } else if after.cache > before.cache {
            statistics.cache += 1;
        } else {
            statistics.native += 1;
        }
        answer
    }

    fn statistics(&self) -> Statistics {
        let Statistics { pinned, smt_calls, smt_remembered, smt_nanoseconds, .. } =
            self.layers.statistics();
        Statistics { pinned, smt_calls, smt_remembered, smt_nanoseconds, ..self.statistics.clone() }
    }
}

/// A solver for tests of the layers above it.
#[cfg(test)]
pub mod scripted {
    use super::*;
    use crate::patience::Patience;
    use symbolic::{Constraint, Symbols};
    use term::Term;
    use typing::Types;

    /// Answers one thing after the other, and remembers what it was asked.
    pub struct Scripted {
        answers: std::vec::IntoIter<Answer>,
        pub asked: Vec<Vec<Constraint>>,
    }

    impl Scripted {
        pub fn new(answers: Vec<Answer>) -> Scripted {
            Scripted { answers: answers.into_iter(), asked: Vec::new() }
        }
    }

    impl Solver for Scripted {
        fn solve(&mut self, problem: &Problem) -> Answer {
            self.asked.push(problem.constraints.to_vec());
            self.answers.next().expect("it is asked as often as it has answers")
        }

        fn statistics(&self) -> Statistics {
            Statistics::default()
        }
    }

    pub fn problem<'a>(
        symbols: &'a Symbols,
        constraints: &'a [Constraint],
        start: &'a [Term],
        environment: &'a Types,
    ) -> Problem<'a> {
        // Nothing here runs out of it.
        let patience = Box::leak(Box::new(Patience::endless()));
        Problem { symbols, constraints, start, types: &[], environment, patience }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patience::Patience;
    use crate::why::{NumericWhy, ShapeWhy};
    use symbolic::{Arithmetic, BitField, Comparison, Constraint, Expr, Shape, Symbols};
    use term::Term;
    use typing::Types;

    /// `(((0 op B1) band 16#FFFF) op B2) band 16#FFFF … =:= Sum`, for so many bytes with the sum behind
    /// them.
    fn checksum(symbols: &mut Symbols, operator: Arithmetic, length: u32) -> Constraint {
        let bits = symbols.argument(0);
        let mask = symbols.constant(Term::Int(0xFFFF));
        let field = |symbols: &mut Symbols, offset, size| {
            let field = BitField { bits, offset, size, is_signed: false, is_little: false };
            symbols.intern(Expr::BitInteger(field))
        };
        let mut sum = symbols.constant(Term::Int(0));
        for place in 0..length {
            let byte = field(symbols, 8 * place, 8);
            sum = symbols.intern(Expr::Arithmetic(operator, sum, byte));
            sum = symbols.intern(Expr::Arithmetic(Arithmetic::BitAnd, sum, mask));
        }
        let wanted = field(symbols, 8 * length, 16);
        let same = symbols.intern(Expr::Compare(Comparison::Equal, sum, wanted));
        Constraint::is(same, Shape::Literal(Term::bool(true)))
    }

    fn solve(operator: Arithmetic, length: u32, patience: &Patience) -> Answer {
        let mut symbols = Symbols::new();
        let wanted = checksum(&mut symbols, operator, length);
        let mut start = vec![7; length as usize];
        start.extend([0xAB, 0xCD]);
        Stack::native().solve(&Problem {
            symbols: &symbols,
            constraints: &[wanted],
            start: &[Term::binary(&start)],
            types: &[],
            environment: &Types::new(Box::new(|_| None)),
            patience,
        })
    }

    #[test]
    fn a_short_checksum_is_made_right() {
        let patience = Patience::new(250_000, None);
        assert!(matches!(solve(Arithmetic::Add, 20, &patience), Answer::Sat(_)));
    }

    /// Each of these took minutes and gigabytes.
    #[test]
    fn a_long_checksum_takes_no_more_than_its_patience() {
        for (operator, length) in [
            (Arithmetic::Add, 300),
            (Arithmetic::Add, 60_000),
            (Arithmetic::BitXor, 300),
            (Arithmetic::BitXor, 60_000),
        ] {
            let patience = Patience::new(100_000, None);
            let answer = solve(operator, length, &patience);
            assert!(!matches!(answer, Answer::Refuted(_)), "{operator:?} {length}: {answer:?}");
        }
    }

    #[test]
    fn who_has_no_patience_left_does_not_know() {
        let patience = Patience::new(100, None);
        let answer = solve(Arithmetic::Add, 200, &patience);
        let expected = [NumericWhy::TookTooLong.into(), ShapeWhy::TookTooLong.into()];
        assert!(matches!(&answer, Answer::GaveUp(why) if expected.contains(why)), "{answer:?}");
        // Half of it is for holding parts of the input, which comes after arithmetic only.
        assert!(patience.left() <= 50, "{} left", patience.left());
    }
}
