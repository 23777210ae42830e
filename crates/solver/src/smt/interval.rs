//! Between which integers is the value of an expression? Never too narrow, maybe too wide.
//!
//! A float is between integers, too, as long as these are floats themselves (up to 2^53): rounding
//! keeps the order, so that no result can leave the interval by it.

use crate::numeric::{Number, NumericVariable};
use crate::ranges::Range;
use num_bigint::BigInt;
use num_traits::{FromPrimitive, One, Signed, ToPrimitive, Zero};
use symbolic::{Arithmetic, Unary};

/// No shift by more than this is followed.
const MOST_PLACES: i64 = 4096;

impl Range {
    pub fn new(low: BigInt, high: BigInt) -> Range {
        Range { low: Some(low), high: Some(high) }
    }

    /// `-bound` to `bound`
    pub fn around(bound: BigInt) -> Range {
        Range::new(-&bound, bound)
    }

    pub fn of_number(number: &Number) -> Range {
        Range { low: floor(number), high: ceil(number) }
    }

    pub fn of_variable(variable: &NumericVariable) -> Range {
        Range {
            low: variable.low.as_ref().and_then(floor),
            high: variable.high.as_ref().and_then(ceil),
        }
    }

    /// How far apart its ends are.
    pub fn size(&self) -> Option<BigInt> {
        Some(self.high.as_ref()? - self.low.as_ref()?)
    }

    pub fn is_natural(&self) -> bool {
        self.low.as_ref().is_some_and(|low| !low.is_negative())
    }

    pub fn is_within(&self, other: &Range) -> bool {
        let is_above = match (&self.low, &other.low) {
            (_, None) => true,
            (Some(low), Some(other)) => low >= other,
            (None, Some(_)) => false,
        };
        let is_below = match (&self.high, &other.high) {
            (_, None) => true,
            (Some(high), Some(other)) => high <= other,
            (None, Some(_)) => false,
        };
        is_above && is_below
    }

    /// How many bits does two's complement need for all of it?
    pub fn bits(&self) -> Option<u64> {
        let (low, high) = (self.low.as_ref()?, self.high.as_ref()?);
        Some(signed_bits(low).max(signed_bits(high)))
    }

    /// The larger distance from zero.
    fn magnitude(&self) -> Option<BigInt> {
        Some(self.low.as_ref()?.abs().max(self.high.as_ref()?.abs()))
    }

    fn negated(&self) -> Range {
        Range { low: self.high.as_ref().map(|high| -high), high: self.low.as_ref().map(|low| -low) }
    }

    fn hull(values: &[BigInt]) -> Range {
        Range { low: values.iter().min().cloned(), high: values.iter().max().cloned() }
    }

    /// What a float can be that was rounded from here.
    pub fn rounded(self) -> Range {
        let limit: BigInt = BigInt::one() << 53;
        Range {
            low: self.low.filter(|low| low.magnitude() <= limit.magnitude()),
            high: self.high.filter(|high| high.magnitude() <= limit.magnitude()),
        }
    }

    pub fn arithmetic(operator: Arithmetic, left: &Range, right: &Range) -> Range {
        match operator {
            Arithmetic::Add => add(left, right),
            Arithmetic::Subtract => add(left, &right.negated()),
            Arithmetic::Multiply => multiply(left, right),
            Arithmetic::Divide => Range::ALL,
            Arithmetic::IntegerDivide => match left.magnitude() {
                Some(most) if left.is_natural() && right.is_natural() => {
                    Range::new(BigInt::zero(), most)
                }
                Some(most) => Range::around(most),
                None => Range::ALL,
            },
            Arithmetic::Remainder => remainder(left, right),
            Arithmetic::BitAnd if left.is_natural() || right.is_natural() => {
                let high = [left, right].into_iter().filter(|side| side.is_natural());
                let high = high.filter_map(|side| side.high.clone()).min();
                Range { low: Some(BigInt::zero()), high }
            }
            Arithmetic::BitAnd | Arithmetic::BitOr | Arithmetic::BitXor => {
                let (Some(one), Some(two)) = (left.bits(), right.bits()) else {
                    return Range::ALL;
                };
                let limit = BigInt::one() << (one.max(two) - 1);
                let are_natural = left.is_natural() && right.is_natural();
                let low = if are_natural { BigInt::zero() } else { -&limit };
                Range::new(low, limit - 1)
            }
            Arithmetic::ShiftLeft => shift(left, right),
            Arithmetic::ShiftRight => shift(left, &right.negated()),
        }
    }

    pub fn unary(operator: Unary, operand: &Range) -> Range {
        match operator {
            Unary::Negate => operand.negated(),
            Unary::BitNot => add(&operand.negated(), &Range::around(BigInt::one())),
            Unary::Absolute => match operand.magnitude() {
                Some(most) => Range::new(BigInt::zero(), most),
                None => Range { low: Some(BigInt::zero()), high: None },
            },
            Unary::Float => operand.clone().rounded(),
            Unary::Truncate | Unary::Round | Unary::Floor | Unary::Ceil => operand.clone(),
        }
    }
}

fn add(left: &Range, right: &Range) -> Range {
    let sum = |one: &Option<BigInt>, two: &Option<BigInt>| Some(one.as_ref()? + two.as_ref()?);
    Range { low: sum(&left.low, &right.low), high: sum(&left.high, &right.high) }
}

fn multiply(left: &Range, right: &Range) -> Range {
    match (&left.low, &left.high, &right.low, &right.high) {
        (Some(a), Some(b), Some(c), Some(d)) => Range::hull(&[a * c, a * d, b * c, b * d]),
        (Some(a), _, Some(c), _) if !a.is_negative() && !c.is_negative() => {
            Range { low: Some(a * c), high: None }
        }
        _ => Range::ALL,
    }
}

fn remainder(left: &Range, right: &Range) -> Range {
    // Less than the right side, and not more than the left one.
    let below = right.magnitude().map(|most| if most.is_zero() { most } else { most - 1 });
    let most = [left.magnitude(), below].into_iter().flatten().min();
    let low =
        if left.is_natural() { Some(BigInt::zero()) } else { most.as_ref().map(|most| -most) };
    Range { low, high: most }
}

/// To the left where the places are positive, to the right where they are negative.
fn shift(value: &Range, places: &Range) -> Range {
    let (Some(low), Some(high)) = (&value.low, &value.high) else { return Range::ALL };
    let place = |places: &Option<BigInt>| {
        places.as_ref()?.to_i64().filter(|places| (-MOST_PLACES..=MOST_PLACES).contains(places))
    };
    let (Some(first), Some(last)) = (place(&places.low), place(&places.high)) else {
        return Range::ALL;
    };
    let by = |value: &BigInt, places: i64| {
        if places < 0 { value >> places.unsigned_abs() } else { value << places.unsigned_abs() }
    };
    Range::hull(&[by(low, first), by(low, last), by(high, first), by(high, last)])
}

/// Bits in two's complement, with the sign.
fn signed_bits(number: &BigInt) -> u64 {
    let natural = if number.is_negative() { !number } else { number.clone() };
    natural.bits() + 1
}

fn floor(number: &Number) -> Option<BigInt> {
    match number {
        Number::Integer(integer) => Some(integer.clone()),
        Number::Float(float) => BigInt::from_f64(float.floor()),
    }
}

fn ceil(number: &Number) -> Option<BigInt> {
    match number {
        Number::Integer(integer) => Some(integer.clone()),
        Number::Float(float) => BigInt::from_f64(float.ceil()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(low: i64, high: i64) -> Range {
        Range::new(low.into(), high.into())
    }

    /// Every result of every pair of members is inside.
    #[test]
    fn nothing_is_outside() {
        let mut evaluator = crate::evaluate::Evaluator::new();
        let ranges = [(-3, 4), (0, 5), (-6, -2), (2, 2), (0, 0), (-1, 1), (7, 8)];
        use Arithmetic::*;
        let operators = [
            Add,
            Subtract,
            Multiply,
            IntegerDivide,
            Remainder,
            BitAnd,
            BitOr,
            BitXor,
            ShiftLeft,
            ShiftRight,
        ];
        for operator in operators {
            for (a, b) in ranges {
                for (c, d) in ranges {
                    let interval = Range::arithmetic(operator, &between(a, b), &between(c, d));
                    for left in a..=b {
                        for right in c..=d {
                            let numbers =
                                [left, right].map(|number| Number::Integer(number.into()));
                            let value = evaluator.arithmetic(operator, &numbers[0], &numbers[1]);
                            if let Some(value) = value {
                                assert!(
                                    Range::of_number(&value).is_within(&interval),
                                    "{left} {operator:?} {right} outside of {interval:?}"
                                );
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn bits_have_a_sign() {
        assert_eq!(between(-128, 127).bits(), Some(8));
        assert_eq!(between(0, 128).bits(), Some(9));
        assert_eq!(between(0, 0).bits(), Some(1));
        assert_eq!(between(-1, 0).bits(), Some(1));
    }
}
