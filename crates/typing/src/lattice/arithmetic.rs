//! Which integers come of these and those? Ranges in, ranges out; what comes of members is in the answer.
//!
//! Bounds of more than [`MOST_BITS`] are not kept: a set does not grow with what a program computes.

use super::integers::{Integers, Range};
use std::cmp::Ordering;
use term::BigInt;

/// Larger numbers count as no bound.
const MOST_BITS: u64 = 2048;

/// Where a range ends.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Bound {
    Below,
    At(BigInt),
    Above,
}

use Bound::{Above, At, Below};

impl Bound {
    fn sign(&self) -> Ordering {
        match self {
            Below => Ordering::Less,
            At(number) => number.cmp(&BigInt::ZERO),
            Above => Ordering::Greater,
        }
    }

    fn is_negative(&self) -> bool {
        self.sign().is_lt()
    }

    fn endless(sign: Ordering) -> Bound {
        match sign {
            Ordering::Less => Below,
            Ordering::Equal => At(BigInt::ZERO),
            Ordering::Greater => Above,
        }
    }

    fn negate(&self) -> Bound {
        match self {
            Below => Above,
            At(number) => At(-number),
            Above => Below,
        }
    }

    /// Of two lower bounds, or of two upper ones.
    fn add(&self, other: &Bound) -> Bound {
        match (self, other) {
            (At(one), At(other)) => At(one + other),
            (At(_), end) | (end, _) => end.clone(),
        }
    }

    /// Nothing times endlessly many is nothing.
    fn multiply(&self, other: &Bound) -> Bound {
        match (self, other) {
            (At(one), At(other)) => At(one * other),
            _ if other.is_negative() => Bound::endless(self.sign().reverse()),
            _ if other.sign().is_eq() => At(BigInt::ZERO),
            _ => Bound::endless(self.sign()),
        }
    }

    /// The divisor is not 0. Divided by ever more, nothing is left.
    fn divide(&self, divisor: &Bound) -> Bound {
        match (self, divisor) {
            (At(one), At(divisor)) => At(one / divisor),
            (_, Below | Above) => At(BigInt::ZERO),
            (Below | Above, At(_)) if divisor.is_negative() => {
                Bound::endless(self.sign().reverse())
            }
            (Below | Above, At(_)) => self.clone(),
        }
    }

    /// Times two to this power, rounded down.
    fn shift(&self, places: &Bound) -> Bound {
        let places = match places {
            Below => -(MOST_BITS as i64) - 1,
            Above => MOST_BITS as i64 + 1,
            // So far away all is the same, as bounds of that size are not kept.
            At(places) => i64::try_from(places).unwrap_or(match places.sign() {
                num_bigint::Sign::Minus => i64::MIN,
                _ => i64::MAX,
            }),
        };
        let places = places.clamp(-(MOST_BITS as i64) - 1, MOST_BITS as i64 + 1);
        match self {
            At(number) if places >= 0 => At(number << places),
            At(number) => At(number >> -places),
            end => end.clone(),
        }
    }
}

fn low(range: &Range) -> Bound {
    range.low.clone().map_or(Below, At)
}

fn high(range: &Range) -> Bound {
    range.high.clone().map_or(Above, At)
}

/// From one bound to the other, both rounded outwards where they are too large to be kept.
fn range(low: Bound, high: Bound) -> Range {
    let largest = || BigInt::from(1) << MOST_BITS;
    let is_large = |number: &BigInt| number.bits() > MOST_BITS;
    let low = match low {
        At(number) if is_large(&number) && number < BigInt::ZERO => None,
        At(number) if is_large(&number) => Some(largest()),
        At(number) => Some(number),
        Below => None,
        Above => Some(largest()),
    };
    let high = match high {
        At(number) if is_large(&number) && number > BigInt::ZERO => None,
        At(number) if is_large(&number) => Some(-largest()),
        At(number) => Some(number),
        Above => None,
        Below => Some(-largest()),
    };
    Range::new(low, high)
}

/// From the least to the most of them.
fn hull(bounds: impl IntoIterator<Item = Bound>) -> Range {
    let bounds: Vec<Bound> = bounds.into_iter().collect();
    let low = bounds.iter().min().cloned().unwrap_or(Below);
    let high = bounds.iter().max().cloned().unwrap_or(Above);
    range(low, high)
}

/// What comes of each end of the one with each end of the other.
fn corners(one: &Range, other: &Range, operation: impl Fn(&Bound, &Bound) -> Bound) -> Range {
    let (ends, others) = ([low(one), high(one)], [low(other), high(other)]);
    hull(ends.iter().flat_map(|end| others.iter().map(|other| operation(end, other))))
}

/// The least `k` for which all of the range is from -2^k to 2^k - 1.
fn width(range: &Range) -> Option<u64> {
    let bits = |number: &BigInt| match number.sign() {
        num_bigint::Sign::Minus => (number + 1_i32).bits(),
        _ => number.bits(),
    };
    Some(bits(range.low.as_ref()?).max(bits(range.high.as_ref()?)))
}

fn is_natural(range: &Range) -> bool {
    range.low.as_ref().is_some_and(|low| *low >= BigInt::ZERO)
}

impl Integers {
    pub fn range(low: impl Into<BigInt>, high: impl Into<BigInt>) -> Integers {
        Integers::of([Range::new(Some(low.into()), Some(high.into()))])
    }

    pub fn at_least(low: impl Into<BigInt>) -> Integers {
        Integers::of([Range::new(Some(low.into()), None)])
    }

    pub fn at_most(high: impl Into<BigInt>) -> Integers {
        Integers::of([Range::new(None, Some(high.into()))])
    }

    /// The least of them; `None` if there is none.
    pub fn lowest(&self) -> Option<&BigInt> {
        self.ranges().first()?.low.as_ref()
    }

    /// The greatest of them; `None` if there is none.
    pub fn highest(&self) -> Option<&BigInt> {
        self.ranges().last()?.high.as_ref()
    }

    fn each(&self, operation: impl Fn(&Range) -> Range) -> Integers {
        Integers::of(self.ranges().iter().map(operation))
    }

    fn pairs(&self, other: &Integers, operation: impl Fn(&Range, &Range) -> Range) -> Integers {
        let pairs = |one| other.ranges().iter().map(move |other| (one, other));
        let pairs = self.ranges().iter().flat_map(pairs);
        Integers::of(pairs.map(|(one, other)| operation(one, other)))
    }

    /// What comes of these and of what others there are below 0, and above it. (Taken together they would
    /// be ranges again, one of which may reach from one side to the other.)
    fn pairs_but_zero(
        &self,
        other: &Integers,
        operation: impl Fn(&Range, &Range) -> Range,
    ) -> Integers {
        let sides = [Integers::at_most(-1), Integers::at_least(1)];
        let [below, above] = sides.map(|side| self.pairs(&other.meet(&side), &operation));
        below.join(&above)
    }

    pub fn negate(&self) -> Integers {
        self.each(|one| range(high(one).negate(), low(one).negate()))
    }

    /// `bnot`
    pub fn complement_bits(&self) -> Integers {
        self.negate().add(&Integers::one(BigInt::from(-1)))
    }

    pub fn absolute(&self) -> Integers {
        let natural = Integers::at_least(0);
        self.meet(&natural).join(&self.negate().meet(&natural))
    }

    pub fn add(&self, other: &Integers) -> Integers {
        self.pairs(other, |one, other| {
            range(low(one).add(&low(other)), high(one).add(&high(other)))
        })
    }

    pub fn subtract(&self, other: &Integers) -> Integers {
        self.add(&other.negate())
    }

    pub fn multiply(&self, other: &Integers) -> Integers {
        self.pairs(other, |one, other| corners(one, other, Bound::multiply))
    }

    /// `div`: what comes of those that are not divided by 0.
    pub fn divide(&self, divisor: &Integers) -> Integers {
        self.pairs_but_zero(divisor, |one, divisor| corners(one, divisor, Bound::divide))
    }

    /// `rem`: what comes of those that are not divided by 0.
    pub fn remainder(&self, divisor: &Integers) -> Integers {
        self.pairs_but_zero(divisor, |one, divisor| {
            let (least, most) = match low(divisor).is_negative() {
                true => (high(divisor).negate(), low(divisor).negate()),
                false => (low(divisor), high(divisor)),
            };
            // What is smaller than every divisor stays as it is.
            if low(one).negate() < least && high(one) < least {
                return one.clone();
            }
            let (zero, most) = (At(BigInt::ZERO), most.add(&At(BigInt::from(-1))));
            let high = high(one).min(most.clone()).max(zero.clone());
            let low = low(one).max(most.negate()).min(zero);
            range(low, high)
        })
    }

    /// `bsl`; to the right where it is negative.
    pub fn shift_left(&self, places: &Integers) -> Integers {
        self.pairs(places, |one, places| {
            // More places move a number away from 0.
            let (fewest, most) = (low(places), high(places));
            let low = low(one);
            let low = low.shift(if low.is_negative() { &most } else { &fewest });
            let high = high(one);
            let high = high.shift(if high.is_negative() { &fewest } else { &most });
            range(low, high)
        })
    }

    pub fn shift_right(&self, places: &Integers) -> Integers {
        self.shift_left(&places.negate())
    }

    pub fn bit_and(&self, other: &Integers) -> Integers {
        self.pairs(other, |one, other| {
            let zero = At(BigInt::ZERO);
            match (is_natural(one), is_natural(other)) {
                (true, true) => range(zero, high(one).min(high(other))),
                (true, false) => range(zero, high(one)),
                (false, true) => range(zero, high(other)),
                (false, false) => bits(one, other),
            }
        })
    }

    pub fn bit_or(&self, other: &Integers) -> Integers {
        self.pairs(other, |one, other| match is_natural(one) && is_natural(other) {
            true => range(low(one).max(low(other)), high(&bits(one, other))),
            false => bits(one, other),
        })
    }

    pub fn bit_xor(&self, other: &Integers) -> Integers {
        self.pairs(other, |one, other| match is_natural(one) && is_natural(other) {
            true => range(At(BigInt::ZERO), high(&bits(one, other))),
            false => bits(one, other),
        })
    }

    /// The smaller of the two.
    pub fn minimum(&self, other: &Integers) -> Integers {
        self.pairs(other, |one, other| range(low(one).min(low(other)), high(one).min(high(other))))
    }

    /// The larger of the two.
    pub fn maximum(&self, other: &Integers) -> Integers {
        self.pairs(other, |one, other| range(low(one).max(low(other)), high(one).max(high(other))))
    }
}

/// What can be made of the bits of two numbers: no more bits than they have.
fn bits(one: &Range, other: &Range) -> Range {
    match (width(one), width(other)) {
        (Some(one), Some(other)) if one.max(other) <= MOST_BITS => {
            let end = BigInt::from(1) << one.max(other);
            Range::new(Some(-end.clone()), Some(end - 1))
        }
        _ => Range::new(None, None),
    }
}

#[cfg(test)]
mod tests;
