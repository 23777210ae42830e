//! Is one round of a loop like the next? Everything that the round decided must hold again for the
//! arguments that it left behind, and again for those of the round after that.
//!
//! Of arguments that nobody looked at, nothing has to hold. Of those that are integers, it is enough
//! that they stay integers where only their kind was looked at; where they are compared, each must
//! move by the same number in each round, so that a difference of two sums grows, falls or stays.

use crate::record::Recorder;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};
use runtime::{Heap, Value};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use symbolic::{Arithmetic, Comparison, Constraint, Expr, Kind, Shape, Symbol, Unary};
use term::Term;

pub struct Round<'r> {
    pub heap: &'r Heap,
    /// What was decided. [`Expr::Argument`] is the number of a slot.
    pub recorder: &'r Recorder,
    /// The arguments when it began, without symbols, and when the next one began.
    pub before: &'r [Value],
    pub after: &'r [Value],
    /// Arguments that differ from round to round: they had symbols.
    pub moving: &'r BTreeSet<usize>,
}

/// `Σ factor · argument + constant`
#[derive(Clone, Default)]
struct Sum {
    factors: BTreeMap<usize, BigInt>,
    constant: BigInt,
}

impl Sum {
    fn plus(mut self, other: &Sum, times: &BigInt) -> Sum {
        for (slot, factor) in &other.factors {
            *self.factors.entry(*slot).or_default() += factor * times;
        }
        self.factors.retain(|_, factor| !factor.is_zero());
        self.constant += &other.constant * times;
        self
    }
}

impl Round<'_> {
    /// Does everything hold again and again?
    pub fn is_like_the_next(&self) -> bool {
        let recorder = self.recorder;
        let is_followed = recorder.losses.is_empty()
            && recorder.left_out.is_empty()
            && recorder.pins.is_empty()
            && !recorder.is_cut
            && !recorder.calls_funs;
        if !is_followed {
            return false;
        }
        let integers = self.integers();
        let steps: FxHashMap<usize, BigInt> =
            integers.iter().filter_map(|&slot| Some((slot, self.step_of(slot)?))).collect();
        let mut constraints =
            recorder.decisions.iter().flat_map(|decision| decision.constraints(decision.taken));
        constraints.all(|constraint| self.holds_again(&constraint, &integers, &steps))
    }

    /// Arguments that are integers in every round: each is computed from such.
    fn integers(&self) -> BTreeSet<usize> {
        let is_integer = |slot: &usize| self.heap.is_integer(self.before[*slot]);
        let mut integers: BTreeSet<usize> =
            self.moving.iter().copied().filter(is_integer).collect();
        loop {
            let kept: BTreeSet<usize> = integers
                .iter()
                .copied()
                .filter(|&slot| match self.heap.symbol(self.after[slot]) {
                    Some(symbol) => self.stays_integer(Symbol(symbol), &integers),
                    None => self.heap.is_integer(self.after[slot]),
                })
                .collect();
            if kept.len() == integers.len() {
                return kept;
            }
            integers = kept;
        }
    }

    fn stays_integer(&self, symbol: Symbol, integers: &BTreeSet<usize>) -> bool {
        let symbols = &self.recorder.symbols;
        let mut is_one = true;
        symbols.each_below(symbol, |symbol| {
            is_one &= match symbols.expr(symbol) {
                Expr::Argument(slot) => integers.contains(&(*slot as usize)),
                Expr::Constant(term) => Kind::Integer.fits(term),
                Expr::Arithmetic(operator, ..) => matches!(
                    operator,
                    Arithmetic::Add | Arithmetic::Subtract | Arithmetic::Multiply
                ),
                Expr::Unary(Unary::Negate, _) => true,
                _ => false,
            };
            is_one
        });
        is_one
    }

    /// By how much an argument moves in each round, if that is always the same.
    fn step_of(&self, slot: usize) -> Option<BigInt> {
        let symbol = Symbol(self.heap.symbol(self.after[slot])?);
        let itself = Sum { factors: [(slot, BigInt::from(1))].into(), constant: BigInt::ZERO };
        let step = self.sum(symbol)?.plus(&itself, &BigInt::from(-1));
        step.factors.is_empty().then_some(step.constant)
    }

    fn sum(&self, symbol: Symbol) -> Option<Sum> {
        match self.recorder.symbols.expr(symbol) {
            Expr::Argument(slot) => {
                let factors = [(*slot as usize, BigInt::from(1))].into();
                Some(Sum { factors, constant: BigInt::ZERO })
            }
            Expr::Constant(term) => {
                Some(Sum { factors: BTreeMap::new(), constant: term.to_big_int()? })
            }
            Expr::Unary(Unary::Negate, operand) => {
                Some(Sum::default().plus(&self.sum(*operand)?, &BigInt::from(-1)))
            }
            Expr::Arithmetic(operator, left, right) => {
                let (left, right) = (self.sum(*left)?, self.sum(*right)?);
                match operator {
                    Arithmetic::Add => Some(left.plus(&right, &BigInt::from(1))),
                    Arithmetic::Subtract => Some(left.plus(&right, &BigInt::from(-1))),
                    Arithmetic::Multiply if left.factors.is_empty() => {
                        Some(Sum::default().plus(&right, &left.constant))
                    }
                    Arithmetic::Multiply if right.factors.is_empty() => {
                        Some(Sum::default().plus(&left, &right.constant))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn holds_again(
        &self,
        constraint: &Constraint,
        integers: &BTreeSet<usize>,
        steps: &FxHashMap<usize, BigInt>,
    ) -> bool {
        let Constraint { symbol, shape, holds } = constraint;
        match self.recorder.symbols.expr(*symbol) {
            Expr::Argument(slot) => {
                self.shape_again(*slot as usize, shape, *holds, integers, steps)
            }
            Expr::Has(of, inner) => match (self.recorder.symbols.expr(*of), truth(shape, *holds)) {
                (Expr::Argument(slot), Some(truth)) => {
                    self.shape_again(*slot as usize, inner, truth, integers, steps)
                }
                _ => false,
            },
            Expr::Compare(comparison, left, right) => match truth(shape, *holds) {
                Some(truth) => {
                    self.comparison_again(*comparison, *left, *right, truth, integers, steps)
                }
                None => false,
            },
            _ => false,
        }
    }

    /// An argument has a shape, or has it not.
    fn shape_again(
        &self,
        slot: usize,
        shape: &Shape,
        holds: bool,
        integers: &BTreeSet<usize>,
        steps: &FxHashMap<usize, BigInt>,
    ) -> bool {
        if !integers.contains(&slot) {
            // A list that gets longer is one.
            let is_list = matches!(shape, Shape::Cons | Shape::Kind(Kind::List));
            return is_list && holds && self.is_cons(self.after[slot]);
        }
        match shape {
            Shape::Literal(term) => match (term.to_big_int(), holds) {
                // It is another number than this, and comes nowhere near.
                (Some(number), false) => {
                    let before = self.heap.as_bigint(self.before[slot]);
                    let (Some(before), Some(step)) = (before, steps.get(&slot)) else {
                        return false;
                    };
                    always(&(before - number), step, Comparison::NotEqual)
                }
                (None, false) => true,
                (_, true) => false,
            },
            Shape::Kind(kind) => kind.fits(&Term::Int(0)) == holds,
            Shape::Cons | Shape::Tuple(_) | Shape::Fun(_) => !holds,
        }
    }

    fn is_cons(&self, value: Value) -> bool {
        match self.heap.symbol(value) {
            Some(symbol) => {
                matches!(self.recorder.symbols.expr(Symbol(symbol)), Expr::Cons(..))
            }
            None => value.is_cons(),
        }
    }

    /// The difference of two sums is what it is in this round, and moves by the same in each.
    fn comparison_again(
        &self,
        comparison: Comparison,
        left: Symbol,
        right: Symbol,
        truth: bool,
        integers: &BTreeSet<usize>,
        steps: &FxHashMap<usize, BigInt>,
    ) -> bool {
        let (Some(left), Some(right)) = (self.sum(left), self.sum(right)) else { return false };
        let difference = left.plus(&right, &BigInt::from(-1));
        let (mut now, mut step) = (difference.constant, BigInt::ZERO);
        for (slot, factor) in difference.factors {
            let before = self.heap.as_bigint(self.before[slot]);
            let (Some(before), Some(moves), true) =
                (before, steps.get(&slot), integers.contains(&slot))
            else {
                return false;
            };
            now += &factor * before;
            step += factor * moves;
        }
        let comparison = if truth { comparison } else { opposite(comparison) };
        always(&now, &step, comparison)
    }
}

/// Does `now + round · step` compare like this with zero, in every round from the first on?
fn always(now: &BigInt, step: &BigInt, comparison: Comparison) -> bool {
    match comparison {
        Comparison::Less => now.is_negative() && !step.is_positive(),
        Comparison::LessOrEqual => !now.is_positive() && !step.is_positive(),
        Comparison::Greater => now.is_positive() && !step.is_negative(),
        Comparison::GreaterOrEqual => !now.is_negative() && !step.is_negative(),
        Comparison::Equal | Comparison::ExactlyEqual => now.is_zero() && step.is_zero(),
        Comparison::NotEqual | Comparison::ExactlyNotEqual => {
            if step.is_zero() {
                return !now.is_zero();
            }
            let is_coming = now.sign() != step.sign();
            let will_be_zero = is_coming && now.is_multiple_of(step);
            !now.is_zero() && !will_be_zero
        }
    }
}

fn opposite(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Less => Comparison::GreaterOrEqual,
        Comparison::LessOrEqual => Comparison::Greater,
        Comparison::Greater => Comparison::LessOrEqual,
        Comparison::GreaterOrEqual => Comparison::Less,
        Comparison::Equal => Comparison::NotEqual,
        Comparison::NotEqual => Comparison::Equal,
        Comparison::ExactlyEqual => Comparison::ExactlyNotEqual,
        Comparison::ExactlyNotEqual => Comparison::ExactlyEqual,
    }
}

/// Which truth value a test of a truth value leaves; `None`: either, or none.
fn truth(shape: &Shape, holds: bool) -> Option<bool> {
    let allows = |truth: bool| shape.fits(&Term::bool(truth)) == holds;
    match (allows(true), allows(false)) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_moves_away_is_never_met() {
        let check = |now: i64, step: i64, comparison| always(&now.into(), &step.into(), comparison);
        assert!(check(-1, -1, Comparison::NotEqual));
        assert!(!check(5, -1, Comparison::NotEqual));
        // It steps over zero.
        assert!(check(5, -2, Comparison::NotEqual));
        assert!(!check(0, 1, Comparison::NotEqual));
        assert!(check(3, 0, Comparison::NotEqual));
        assert!(check(-1, -1, Comparison::Less) && !check(-1, 1, Comparison::Less));
        assert!(check(0, 0, Comparison::Equal) && !check(0, 1, Comparison::Equal));
        assert!(check(1, 5, Comparison::Greater) && !check(1, -5, Comparison::GreaterOrEqual));
    }
}
