//! What is a [`NumericExpr`] worth for given numbers? By the interpreter's own arithmetic.
//!
//! Every solver of numbers checks its solutions here before it gives them away. An expression
//! without a value (a division by zero, a float that is too large) makes every comparison false.

use crate::numeric::{
    Number, NumberKind, NumericComparison, NumericExpr, NumericProblem, Relation,
};
use num_bigint::BigInt;
use num_traits::Zero;
use runtime::{Heap, Value, compare};
use std::cmp::Ordering;
use symbolic::{Arithmetic, Unary};
use term::Term;

/// A place to compute in. Keeping one is cheaper than making many.
#[derive(Default)]
pub struct Evaluator {
    heap: Heap,
}

impl Evaluator {
    pub fn new() -> Evaluator {
        Evaluator::default()
    }

    /// Is this a solution: of the right kinds, within the bounds, and do all comparisons hold?
    pub fn satisfies(&mut self, problem: &NumericProblem, values: &[Number]) -> bool {
        problem.variables.len() == values.len()
            && problem.variables.iter().zip(values).all(|(variable, value)| {
                value.kind() == variable.kind
                    && !matches!(value, Number::Float(float) if !float.is_finite())
                    && variable.low.as_ref().is_none_or(|low| order(low, value).is_le())
                    && variable.high.as_ref().is_none_or(|high| order(value, high).is_le())
                    && !variable.excluded.iter().any(|excluded| order(excluded, value).is_eq())
            })
            && self.all_hold(&problem.comparisons, values)
    }

    pub fn all_hold(&mut self, comparisons: &[NumericComparison], values: &[Number]) -> bool {
        self.heap.words.clear();
        let values: Vec<Value> = values.iter().map(|number| self.enter(number)).collect();
        let top = self.heap.words.len();
        comparisons.iter().all(|comparison| {
            let left = self.compute(&comparison.left, &values);
            let right = left.and_then(|_| self.compute(&comparison.right, &values));
            let (Some(left), Some(right)) = (left, right) else { return false };
            let order = compare::compare(&self.heap, left, right);
            self.heap.words.truncate(top);
            comparison.relation.fits(order)
        })
    }

    /// The value of an expression, or `None` where it has none.
    pub fn value(&mut self, expr: &NumericExpr, values: &[Number]) -> Option<Number> {
        self.heap.words.clear();
        let values: Vec<Value> = values.iter().map(|number| self.enter(number)).collect();
        let value = self.compute(expr, &values)?;
        self.leave(value)
    }

    pub fn arithmetic(
        &mut self,
        operator: Arithmetic,
        left: &Number,
        right: &Number,
    ) -> Option<Number> {
        self.heap.words.clear();
        let (left, right) = (self.enter(left), self.enter(right));
        let value = operator.compute(&mut self.heap, left, right).ok()?;
        self.leave(value)
    }

    pub fn unary(&mut self, operator: Unary, operand: &Number) -> Option<Number> {
        self.heap.words.clear();
        let operand = self.enter(operand);
        let value = operator.compute(&mut self.heap, operand).ok()?;
        self.leave(value)
    }

    fn compute(&mut self, expr: &NumericExpr, values: &[Value]) -> Option<Value> {
        match expr {
            NumericExpr::Variable(variable) => values.get(*variable).copied(),
            NumericExpr::Constant(number) => Some(self.enter(number)),
            NumericExpr::Arithmetic(operator, left, right) => compare::deeper(|| {
                let (left, right) = (self.compute(left, values)?, self.compute(right, values)?);
                operator.compute(&mut self.heap, left, right).ok()
            }),
            NumericExpr::Unary(operator, operand) => compare::deeper(|| {
                let operand = self.compute(operand, values)?;
                operator.compute(&mut self.heap, operand).ok()
            }),
        }
    }

    fn enter(&mut self, number: &Number) -> Value {
        match number {
            Number::Integer(integer) => self.heap.integer(integer),
            Number::Float(float) => self.heap.float(*float),
        }
    }

    fn leave(&self, value: Value) -> Option<Number> {
        match self.heap.as_float(value) {
            Some(float) => Some(Number::Float(float)),
            None => self.heap.as_bigint(value).map(Number::Integer),
        }
    }
}

/// By value, and exact: 9007199254740993 is larger than 9007199254740992.0.
pub fn order(left: &Number, right: &Number) -> Ordering {
    match (left, right) {
        (Number::Integer(left), Number::Integer(right)) => left.cmp(right),
        (Number::Float(left), Number::Float(right)) => {
            left.partial_cmp(right).expect("no number is NaN")
        }
        (Number::Integer(_), Number::Float(float)) if float.is_infinite() => {
            0.0_f64.total_cmp(float)
        }
        (Number::Float(float), Number::Integer(_)) if float.is_infinite() => float.total_cmp(&0.0),
        _ => term::order::compare(&term_of(left), &term_of(right)),
    }
}

fn term_of(number: &Number) -> Term {
    match number {
        Number::Integer(integer) => Term::from(integer.clone()),
        Number::Float(float) => Term::Float(*float),
    }
}

impl Number {
    pub fn kind(&self) -> NumberKind {
        match self {
            Number::Integer(_) => NumberKind::Integer,
            Number::Float(_) => NumberKind::Float,
        }
    }

    pub fn is_zero(&self) -> bool {
        match self {
            Number::Integer(integer) => integer.is_zero(),
            Number::Float(float) => *float == 0.0,
        }
    }

    pub fn as_integer(&self) -> Option<&BigInt> {
        match self {
            Number::Integer(integer) => Some(integer),
            Number::Float(_) => None,
        }
    }
}

impl Relation {
    /// Does it hold between two numbers that compare like this?
    pub fn fits(self, order: Ordering) -> bool {
        match self {
            Relation::Less => order.is_lt(),
            Relation::LessOrEqual => order.is_le(),
            Relation::Equal => order.is_eq(),
            Relation::NotEqual => order.is_ne(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};
    use symbolic::Arithmetic::*;

    fn integer(number: i64) -> NumericExpr {
        NumericExpr::Constant(Number::Integer(number.into()))
    }

    fn float(number: f64) -> NumericExpr {
        NumericExpr::Constant(Number::Float(number))
    }

    fn check(operator: Arithmetic, left: NumericExpr, right: NumericExpr, expect: Expect) {
        let expr = NumericExpr::Arithmetic(operator, Box::new(left), Box::new(right));
        let text = match Evaluator::new().value(&expr, &[]) {
            Some(Number::Integer(integer)) => integer.to_string(),
            Some(Number::Float(float)) => format!("{float:?}"),
            None => "nothing".to_owned(),
        };
        expect.assert_eq(&text);
    }

    #[test]
    fn arithmetic_is_erlangs() {
        check(IntegerDivide, integer(-7), integer(2), expect!["-3"]);
        check(Remainder, integer(-7), integer(2), expect!["-1"]);
        check(Remainder, integer(7), integer(0), expect!["nothing"]);
        check(Divide, integer(7), integer(2), expect!["3.5"]);
        check(Divide, float(1e300), float(1e-300), expect!["nothing"]);
        check(Add, integer(1), float(0.5), expect!["1.5"]);
        check(BitAnd, integer(-2), integer(255), expect!["254"]);
        check(ShiftRight, integer(-5), integer(1), expect!["-3"]);
        check(ShiftLeft, integer(-5), integer(-1), expect!["-3"]);
        check(ShiftLeft, integer(1), integer(70), expect!["1180591620717411303424"]);
    }

    #[test]
    fn mixed_comparisons_are_exact() {
        let odd = Number::Integer(BigInt::from((1_i64 << 53) + 1));
        let even = Number::Float((1_i64 << 53) as f64);
        assert_eq!(order(&odd, &even), Ordering::Greater);
        assert_eq!(order(&even, &odd), Ordering::Less);
        assert_eq!(order(&odd, &Number::Float(f64::INFINITY)), Ordering::Less);
    }
}
