//! What is computed from symbolic numbers? An expression, after it is settled that these are numbers.

use super::{nth, place};
use crate::execute::At;
use crate::machine::Machine;
use runtime::{Raise, Value};
use symbolic::{Arithmetic, Comparison, Expr, Kind, Shape, Unary};
use term::{Atom, Term, atoms};

impl Machine {
    /// An operator on numbers: first of all, are these numbers?
    pub(crate) fn arithmetic_symbolic(
        &mut self,
        at: At,
        operator: Arithmetic,
        left: Value,
        right: Value,
    ) -> Result<Value, Raise> {
        let here = place(at);
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
        if self.may_be_too_large(operator, concrete_left, concrete_right)
            || operator == Arithmetic::ShiftLeft && right.is_symbolic()
        {
            // For which operands it is, is not followed.
            self.recording().lose(atoms::erlang, Atom::new(operator.name()), 2);
        }
        let result = self.arithmetic(operator, concrete_left, concrete_right)?;
        let (left, right) = (self.reify(left), self.reify(right));
        let expr = Expr::Arithmetic(operator, left, right);
        Ok(self.number(result, expr))
    }

    /// Floats have an end, and so have integers that become floats.
    fn may_be_too_large(&self, operator: Arithmetic, left: Value, right: Value) -> bool {
        let is_float = |value: Value| self.heap.as_float(value).is_some();
        match operator {
            Arithmetic::Divide => !self.holds(Comparison::Equal, right, Value::index(0)),
            _ => is_float(left) || is_float(right),
        }
    }

    /// The result of arithmetic: what kind of number it is follows from its operands.
    pub(super) fn number(&mut self, result: Value, expr: Expr) -> Value {
        let kind = if self.heap.is_integer(result) { Kind::Integer } else { Kind::Float };
        let recorder = self.recording();
        let symbol = recorder.symbols.intern(expr);
        recorder.assume(symbol, Shape::Kind(kind));
        self.heap.symbolic(result, symbol.0)
    }

    pub(crate) fn unary_symbolic(
        &mut self,
        at: At,
        operator: Unary,
        operand: Value,
        native: runtime::natives::Native,
    ) -> Result<Value, Raise> {
        let kinds: &[Shape] = if operator == Unary::BitNot { &INTEGER } else { &NUMBER };
        self.decide(place(at), operand, kinds);
        let (concrete, symbol) = self.halves(operand);
        if operator == Unary::Float && self.heap.is_integer(concrete) {
            // Which integers are too large is not followed.
            self.recording().lose(atoms::erlang, Atom::new("float"), 1);
        }
        let result = native(&mut self.heap, &[concrete])?;
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
