//! What is computed from symbolic numbers? An expression, after it is settled that these are numbers.

use super::nth;
use crate::shadow::Shadow;
use num_bigint::BigInt;
use runtime::{Heap, Raise, Value};
use symbolic::{Arithmetic, Comparison, Expr, Kind, Shape, Unary};
use term::{Atom, Term, atoms};
use trace::{Loser, Place};

impl Shadow<'_> {
    /// An operator on numbers: first of all, are these numbers?
    #[cold]
    pub(crate) fn arithmetic_symbolic(
        &mut self,
        here: Place,
        operator: Arithmetic,
        left: Value,
        right: Value,
    ) -> Result<Value, Raise> {
        let kinds = operand_kinds(operator);
        for (number, operand) in [left, right].into_iter().enumerate() {
            if operand.is_symbolic()
                && self.decide(nth(here, number as u32), operand, kinds) == kinds.len()
            {
                return Err(Raise::badarith());
            }
        }
        let divides = matches!(
            operator,
            Arithmetic::Divide | Arithmetic::IntegerDivide | Arithmetic::Remainder
        );
        if divides && right.is_symbolic() {
            let zeros = [Shape::Literal(Term::Int(0)), Shape::Literal(Term::Float(0.0))];
            let zeros = if operator == Arithmetic::Divide { &zeros[..] } else { &zeros[..1] };
            self.decide(nth(here, 2), right, zeros);
        }
        let (concrete_left, concrete_right) = (self.heap.concrete(left), self.heap.concrete(right));
        if operator == Arithmetic::ShiftLeft && right.is_symbolic() {
            // For which operands the result is too large, is not followed.
            self.recorder.lose(Loser::Function(atoms::erlang, Atom::new(operator.name()), 2));
        }
        let is_float = |heap: &Heap, value| heap.as_float(value).is_some();
        let [left_is_float, right_is_float] =
            [concrete_left, concrete_right].map(|operand| is_float(self.heap, operand));
        // Next to a float, and where one is made, an integer becomes a float.
        if left_is_float || right_is_float || operator == Arithmetic::Divide {
            for (number, operand) in [left, right].into_iter().enumerate() {
                if operand.is_symbolic() && self.heap.is_integer(self.heap.concrete(operand)) {
                    self.fits_float(nth(here, 3 + number as u32), operand)?;
                }
            }
        }
        if !self.recorder.follows() {
            return operator.compute(self.heap, concrete_left, concrete_right);
        }
        let expr = Expr::Arithmetic(operator, self.reify(left), self.reify(right));
        if left_is_float || right_is_float {
            self.stays_finite(nth(here, 5), operator, left, right)?;
        }
        let result = operator.compute(self.heap, concrete_left, concrete_right)?;
        Ok(self.number(result, expr))
    }

    /// Can a function of `math` be computed? What it gives is not followed.
    pub(super) fn mathematics(
        &mut self,
        here: Place,
        function: Atom,
        operand: Value,
    ) -> Result<(), Raise> {
        if self.decide(here, operand, &NUMBER) == NUMBER.len() {
            return Err(Raise::badarg());
        }
        if self.heap.is_integer(self.heap.concrete(operand)) {
            self.fits_float(nth(here, 1), operand)?;
        }
        let [one, zero] = [1, 0].map(Value::index);
        let minus_one = Value::small(-1).expect("it is small");
        let range = match function.name() {
            "sqrt" => Some((Comparison::GreaterOrEqual, zero)),
            "log" | "log2" | "log10" => Some((Comparison::Greater, zero)),
            "acosh" => Some((Comparison::GreaterOrEqual, one)),
            "asin" | "acos" => {
                self.is_in_range(nth(here, 2), Comparison::GreaterOrEqual, operand, minus_one)?;
                Some((Comparison::LessOrEqual, one))
            }
            "atanh" => {
                self.is_in_range(nth(here, 2), Comparison::Greater, operand, minus_one)?;
                Some((Comparison::Less, one))
            }
            _ => None,
        };
        match range {
            Some((comparison, end)) => self.is_in_range(nth(here, 3), comparison, operand, end),
            None => Ok(()),
        }
    }

    fn is_in_range(
        &mut self,
        here: Place,
        comparison: Comparison,
        operand: Value,
        end: Value,
    ) -> Result<(), Raise> {
        let truth = comparison.holds(self.heap, self.heap.concrete(operand), end);
        let symbol = self.comparison(comparison, operand, end);
        let value = self.heap.symbolic(Value::bool(truth), symbol.0);
        self.decide(here, value, &[Shape::Literal(Term::Atom(atoms::true_))]);
        if truth { Ok(()) } else { Err(Raise::badarith()) }
    }

    /// Is an integer not too large to become a float?
    pub(super) fn fits_float(&mut self, here: Place, integer: Value) -> Result<(), Raise> {
        let end = float_end();
        for (comparison, end) in [(Comparison::Less, end.clone()), (Comparison::Greater, -end)] {
            let end = self.heap.from_term(&Term::from(end));
            self.is_in_range(here, comparison, integer, end)?;
        }
        Ok(())
    }

    /// Is the result of an operator on floats not too large for a float?
    fn stays_finite(
        &mut self,
        here: Place,
        operator: Arithmetic,
        left: Value,
        right: Value,
    ) -> Result<(), Raise> {
        let (concrete_left, concrete_right) = (self.heap.concrete(left), self.heap.concrete(right));
        let is_too_large = operator.compute(self.heap, concrete_left, concrete_right).is_err();
        let expr = Expr::TooLarge(operator, self.reify(left), self.reify(right));
        let value = self.symbolic(Value::bool(is_too_large), expr);
        self.decide(here, value, &[Shape::Literal(Term::Atom(atoms::true_))]);
        if is_too_large { Err(Raise::badarith()) } else { Ok(()) }
    }

    /// The result of arithmetic: what kind of number it is follows from its operands.
    pub(super) fn number(&mut self, result: Value, expr: Expr) -> Value {
        let kind = if self.heap.is_integer(result) { Kind::Integer } else { Kind::Float };
        let recorder = &mut *self.recorder;
        let symbol = recorder.symbols.intern(expr);
        recorder.assume(symbol, Shape::Kind(kind));
        self.heap.symbolic(result, symbol.0)
    }

    pub(crate) fn unary_symbolic(
        &mut self,
        here: Place,
        operator: Unary,
        operand: Value,
        native: runtime::natives::Native,
    ) -> Result<Value, Raise> {
        let kinds: &[Shape] = if operator == Unary::BitNot { &INTEGER } else { &NUMBER };
        self.decide(here, operand, kinds);
        let (concrete, symbol) = self.halves(operand);
        if operator == Unary::Float && self.heap.is_integer(concrete) {
            self.fits_float(nth(here, 1), operand).map_err(|_| Raise::badarg())?;
        }
        let result = native(self.heap, &[concrete])?;
        if !self.recorder.follows() {
            return Ok(result);
        }
        Ok(self.number(result, Expr::Unary(operator, symbol)))
    }
}

pub(super) const INTEGER: [Shape; 1] = [Shape::Kind(Kind::Integer)];
pub(super) const NUMBER: [Shape; 2] = [Shape::Kind(Kind::Integer), Shape::Kind(Kind::Float)];

fn operand_kinds(operator: Arithmetic) -> &'static [Shape] {
    match operator {
        Arithmetic::Add | Arithmetic::Subtract | Arithmetic::Multiply | Arithmetic::Divide => {
            &NUMBER
        }
        _ => &INTEGER,
    }
}

/// The least natural number that is no float any more: halfway between the largest float and the one
/// that would come next.
fn float_end() -> BigInt {
    (BigInt::from(1) << 1024) - (BigInt::from(1) << 970)
}
