//! For which values of a variable does a comparison hold that rises or falls with it? `X * 1.8 + 32 > 212`,
//! `X / 7 < 0.5`, `trunc(X) =:= 3`.
//!
//! Rounding keeps what is less from becoming more, so sums, products and quotients with constants go one
//! way only, and where they are too large for a float, they are so from some value on. Both ends are
//! found by halving, exactly: with the interpreter's own arithmetic.

use crate::evaluate::{Evaluator, order};
use crate::numeric::{Number, NumberKind, NumericExpr, Relation};
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};
use runtime::compare::deeper;
use std::cmp::Ordering;
use symbolic::{Arithmetic, Unary};

/// An expression of one variable that never falls as the variable rises, or never rises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slope {
    pub variable: usize,
    pub is_rising: bool,
}

/// What a comparison leaves of a variable.
#[derive(Debug, PartialEq)]
pub struct Stretch {
    /// Both ends belong to it.
    pub low: Number,
    pub high: Number,
    /// One value in it that does not.
    pub excluded: Option<Number>,
    /// All other values do.
    pub is_exact: bool,
}

/// No integer beyond is a float.
const LARGEST_BITS: usize = 1030;

impl Slope {
    fn or_reversed(self, is_reversed: bool) -> Slope {
        Slope { is_rising: self.is_rising != is_reversed, ..self }
    }

    /// `slope operator constant`
    pub fn then(self, operator: Arithmetic, constant: &Number) -> Option<Slope> {
        let sign = order(constant, &Number::Integer(BigInt::zero()));
        match operator {
            Arithmetic::Add | Arithmetic::Subtract => Some(self),
            Arithmetic::Multiply | Arithmetic::Divide if sign.is_ne() => {
                Some(self.or_reversed(sign.is_lt()))
            }
            _ => None,
        }
    }

    /// `constant operator slope`
    pub fn after(self, operator: Arithmetic, constant: &Number) -> Option<Slope> {
        match operator {
            Arithmetic::Subtract => Some(self.or_reversed(true)),
            Arithmetic::Add | Arithmetic::Multiply => self.then(operator, constant),
            _ => None,
        }
    }

    pub fn unary(self, operator: Unary) -> Option<Slope> {
        match operator {
            Unary::Negate => Some(self.or_reversed(true)),
            Unary::Float | Unary::Truncate | Unary::Round | Unary::Floor | Unary::Ceil => {
                Some(self)
            }
            _ => None,
        }
    }
}

/// The values for which an expression compares like this with a constant: `Ok(None)` if there are none,
/// `Err` if that cannot be told.
pub fn stretch(
    evaluator: &mut Evaluator,
    expr: &NumericExpr,
    slope: Slope,
    kind: NumberKind,
    relation: Relation,
    is_constant_left: bool,
    constant: &Number,
) -> Result<Option<Stretch>, Untold> {
    let mut expr = expr.clone();
    alone(&mut expr, slope.variable)?;
    let mut line = Line { evaluator, expr, kind };
    let (lowest, highest) = line.ends()?;
    let (start, end) = if slope.is_rising { (lowest, highest) } else { (highest, lowest) };
    let mut until = |holds: fn(Ordering) -> bool| line.until(&start, &end, constant, holds);
    let (less, at_most) = (until(Ordering::is_lt), until(Ordering::is_le));
    let step = if start <= end { BigInt::one() } else { -BigInt::one() };
    // The first that is not among these; none if all are.
    let after = |last: &Option<BigInt>| match last {
        None => Some(start.clone()),
        Some(last) => (*last != end).then(|| last + &step),
    };
    let (from, to) = match (relation, is_constant_left) {
        (Relation::Less, false) => (Some(start.clone()), less.clone()),
        (Relation::LessOrEqual, false) => (Some(start.clone()), at_most.clone()),
        (Relation::Less, true) => (after(&at_most), Some(end.clone())),
        (Relation::LessOrEqual, true) => (after(&less), Some(end.clone())),
        (Relation::Equal, _) => (after(&less).filter(|_| less != at_most), at_most.clone()),
        (Relation::NotEqual, _) => (Some(start.clone()), Some(end.clone())),
    };
    let (Some(from), Some(to)) = (from, to) else { return Ok(None) };
    let equal = match (relation, after(&less), at_most) {
        (Relation::NotEqual, Some(first), Some(last)) if less.as_ref() != Some(&last) => {
            Some((first, last))
        }
        _ => None,
    };
    let excluded = equal.clone().filter(|(first, last)| first == last);
    Ok(Some(Stretch {
        low: number(kind, (&from).min(&to)),
        high: number(kind, (&from).max(&to)),
        is_exact: equal.is_none() || excluded.is_some(),
        excluded: excluded.map(|(only, _)| number(kind, &only)),
    }))
}

/// It has no value where it is looked at first, or depends on something else.
#[derive(Debug)]
pub struct Untold;

/// Makes the variable the first one, and the only one.
fn alone(expr: &mut NumericExpr, variable: usize) -> Result<(), Untold> {
    match expr {
        NumericExpr::Variable(known) if *known == variable => {
            *known = 0;
            Ok(())
        }
        NumericExpr::Variable(_) => Err(Untold),
        NumericExpr::Constant(_) => Ok(()),
        NumericExpr::Arithmetic(_, left, right) => deeper(|| {
            alone(left, variable)?;
            alone(right, variable)
        }),
        NumericExpr::Unary(_, operand) => deeper(|| alone(operand, variable)),
    }
}

/// The values of the variable in their order, each with a place: floats are counted from zero.
struct Line<'e> {
    evaluator: &'e mut Evaluator,
    expr: NumericExpr,
    kind: NumberKind,
}

impl Line<'_> {
    fn value(&mut self, place: &BigInt) -> Option<Number> {
        self.evaluator.value(&self.expr, &[number(self.kind, place)])
    }

    /// Between which places the expression has a value.
    fn ends(&mut self) -> Result<(BigInt, BigInt), Untold> {
        let zero = BigInt::zero();
        if self.value(&zero).is_none() {
            return Err(Untold);
        }
        let furthest = match self.kind {
            NumberKind::Float => BigInt::from(f64::MAX.to_bits()),
            NumberKind::Integer => BigInt::one() << LARGEST_BITS,
        };
        let high = self.last(&zero, &furthest, &mut |line, place| line.value(place).is_some());
        let low = self.last(&zero, &-&furthest, &mut |line, place| line.value(place).is_some());
        let is_endless = |end: &BigInt| end.abs() == furthest;
        if self.kind == NumberKind::Integer && (is_endless(&low) || is_endless(&high)) {
            return Err(Untold);
        }
        Ok((low, high))
    }

    /// The last place, from the start on, where the comparison with the constant is such.
    fn until(
        &mut self,
        start: &BigInt,
        end: &BigInt,
        constant: &Number,
        holds: fn(Ordering) -> bool,
    ) -> Option<BigInt> {
        let mut is_such = |line: &mut Self, place: &BigInt| {
            line.value(place).is_some_and(|value| holds(order(&value, constant)))
        };
        is_such(self, start).then(|| self.last(start, end, &mut is_such))
    }

    /// The last place, from `start` on, up to which it holds; it does at `start`.
    fn last(
        &mut self,
        start: &BigInt,
        end: &BigInt,
        holds: &mut dyn FnMut(&mut Self, &BigInt) -> bool,
    ) -> BigInt {
        if holds(self, end) {
            return end.clone();
        }
        let (mut yes, mut no) = (start.clone(), end.clone());
        while (&no - &yes).abs() > BigInt::one() {
            let middle = (&yes + &no) / 2;
            if holds(self, &middle) {
                yes = middle;
            } else {
                no = middle;
            }
        }
        yes
    }
}

fn number(kind: NumberKind, place: &BigInt) -> Number {
    match kind {
        NumberKind::Integer => Number::Integer(place.clone()),
        NumberKind::Float => {
            let size = f64::from_bits(place.magnitude().to_u64().expect("as many as floats"));
            Number::Float(if place.is_negative() { -size } else { size })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn float(number: f64) -> Number {
        Number::Float(number)
    }

    #[test]
    fn every_value_is_on_the_right_side() {
        let constants = [float(0.1), float(-7.0), Number::Integer(3.into()), float(1e300)];
        let operators =
            [Arithmetic::Add, Arithmetic::Subtract, Arithmetic::Multiply, Arithmetic::Divide];
        let relations =
            [Relation::Less, Relation::LessOrEqual, Relation::Equal, Relation::NotEqual];
        let floats =
            [0.0, -0.0, 0.1, 1.0, -1.5, 2.9999999999999996, 3.0, 30.0, 1e-300, -1e10, 1e308];
        let mut values: Vec<Number> = floats.iter().map(|value| float(*value)).collect();
        values.extend([0, 1, -1, 2, 3, 21, -70].map(|value: i64| Number::Integer(value.into())));
        values.push(Number::Integer(BigInt::from(-1) << 1024));
        let mut evaluator = Evaluator::new();
        let variable = || Box::new(NumericExpr::Variable(0));
        for (index, constant) in constants.iter().enumerate() {
            for (operator, next) in
                operators.iter().flat_map(|one| operators.map(|two| (*one, two)))
            {
                let other = Box::new(NumericExpr::Constant(constants[(index + 1) % 4].clone()));
                let first = Box::new(NumericExpr::Constant(constant.clone()));
                let start = Slope { variable: 0, is_rising: true };
                let slope = start.then(operator, constant);
                let inner = NumericExpr::Arithmetic(operator, variable(), first);
                let slope = slope.and_then(|each| each.after(next, &constants[(index + 1) % 4]));
                let Some(slope) = slope else { continue };
                let expr = NumericExpr::Arithmetic(next, other, Box::new(inner));
                for value in &values {
                    check_all(&mut evaluator, &expr, slope, value, &constants, relations);
                }
            }
        }
    }

    fn check_all(
        evaluator: &mut Evaluator,
        expr: &NumericExpr,
        slope: Slope,
        value: &Number,
        constants: &[Number],
        relations: [Relation; 4],
    ) {
        let result = evaluator.value(expr, std::slice::from_ref(value));
        for (relation, is_left) in relations.iter().flat_map(|each| [(*each, true), (*each, false)])
        {
            // Against constants, and against what it is.
            for constant in constants.iter().chain(&result) {
                let found =
                    stretch(evaluator, expr, slope, value.kind(), relation, is_left, constant);
                let Ok(found) = found else { continue };
                let holds = result.as_ref().is_some_and(|result| {
                    let order = order(result, constant);
                    relation.fits(if is_left { order.reverse() } else { order })
                });
                let is_within = found.as_ref().is_some_and(|found| {
                    order(&found.low, value).is_le()
                        && order(value, &found.high).is_le()
                        && found.excluded.as_ref().is_none_or(|each| order(each, value).is_ne())
                });
                let is_exact = found.as_ref().is_none_or(|found| found.is_exact);
                let message = format!("{expr:?} at {value:?} {relation:?} {constant:?}: {found:?}");
                assert!(
                    if is_exact { holds == is_within } else { is_within || !holds },
                    "{message}"
                );
            }
        }
    }

    #[test]
    fn degrees() {
        let product = NumericExpr::Arithmetic(
            Arithmetic::Multiply,
            Box::new(NumericExpr::Variable(2)),
            Box::new(NumericExpr::Constant(float(2.0))),
        );
        let slope = Slope { variable: 2, is_rising: true };
        let found = stretch(
            &mut Evaluator::new(),
            &product,
            slope,
            NumberKind::Float,
            Relation::LessOrEqual,
            false,
            &Number::Integer(7.into()),
        );
        let found = found.expect("it has values").expect("some are less");
        // Twice anything less would be too large for a float.
        assert_eq!((found.low, found.high), (float(f64::MIN / 2.0), float(3.5)));
    }
}
