//! Which integers? Ranges that do not touch, in order.

use std::cmp::Ordering;
use term::BigInt;

/// From `low` to `high`, both included; `None` is without end.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Range {
    pub low: Option<BigInt>,
    pub high: Option<BigInt>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Integers {
    ranges: Vec<Range>,
}

/// Where widening stops on its way to no bound at all: sizes of common types of integers.
const THRESHOLDS: [i64; 11] =
    [i32::MIN as i64, -256, -1, 0, 1, 2, 255, 256, 65_535, 0x10_FFFF, u32::MAX as i64];

impl Range {
    pub fn new(low: Option<BigInt>, high: Option<BigInt>) -> Range {
        Range { low, high }
    }

    fn is_empty(&self) -> bool {
        matches!((&self.low, &self.high), (Some(low), Some(high)) if low > high)
    }

    fn contains(&self, number: &BigInt) -> bool {
        self.low.as_ref().is_none_or(|low| low <= number)
            && self.high.as_ref().is_none_or(|high| number <= high)
    }

    fn meet(&self, other: &Range) -> Range {
        Range {
            low: latest(&self.low, &other.low, |a, b| a.max(b)),
            high: latest(&self.high, &other.high, |a, b| a.min(b)),
        }
    }

    /// Is there no integer between the end of this one and the beginning of the next?
    fn touches(&self, next: &Range) -> bool {
        match (&self.high, &next.low) {
            (Some(high), Some(low)) => high + 1 >= *low,
            _ => true,
        }
    }
}

/// Of two bounds the one that leaves less.
fn latest<'n>(
    one: &'n Option<BigInt>,
    other: &'n Option<BigInt>,
    pick: impl FnOnce(&'n BigInt, &'n BigInt) -> &'n BigInt,
) -> Option<BigInt> {
    match (one, other) {
        (Some(one), Some(other)) => Some(pick(one, other).clone()),
        (bound, None) | (None, bound) => bound.clone(),
    }
}

/// Ranges by where they begin.
fn by_low(one: &Range, other: &Range) -> Ordering {
    match (&one.low, &other.low) {
        (None, None) => Ordering::Equal,
        (None, Some(_)) => Ordering::Less,
        (Some(_), None) => Ordering::Greater,
        (Some(one), Some(other)) => one.cmp(other),
    }
}

impl Integers {
    /// More ranges than these are taken together, those with the smallest gaps first.
    pub const MOST: usize = 8;

    pub fn none() -> Integers {
        Integers::default()
    }

    pub fn all() -> Integers {
        Integers::of([Range::new(None, None)])
    }

    pub fn one(number: BigInt) -> Integers {
        Integers::of([Range::new(Some(number.clone()), Some(number))])
    }

    pub fn of(ranges: impl IntoIterator<Item = Range>) -> Integers {
        let mut sorted: Vec<Range> = ranges.into_iter().filter(|each| !each.is_empty()).collect();
        sorted.sort_by(by_low);
        let mut ranges: Vec<Range> = Vec::new();
        for range in sorted {
            match ranges.last_mut() {
                Some(last) if last.touches(&range) => take_in(last, range),
                _ => ranges.push(range),
            }
        }
        while ranges.len() > Integers::MOST {
            let gap = |index: &usize| match (&ranges[*index].high, &ranges[index + 1].low) {
                (Some(high), Some(low)) => low - high,
                _ => BigInt::from(0),
            };
            let nearest = (0..ranges.len() - 1).min_by_key(gap).unwrap_or_default();
            let next = ranges.remove(nearest + 1);
            take_in(&mut ranges[nearest], next);
        }
        Integers { ranges }
    }

    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    pub fn ranges(&self) -> &[Range] {
        &self.ranges
    }

    /// The only one that there is.
    pub fn single(&self) -> Option<&BigInt> {
        match &*self.ranges {
            [Range { low: Some(low), high: Some(high) }] if low == high => Some(low),
            _ => None,
        }
    }

    pub fn contains(&self, number: &BigInt) -> bool {
        self.ranges.iter().any(|range| range.contains(number))
    }

    pub fn join(&self, other: &Integers) -> Integers {
        Integers::of(self.ranges.iter().chain(&other.ranges).cloned())
    }

    pub fn meet(&self, other: &Integers) -> Integers {
        let pairs =
            self.ranges.iter().flat_map(|one| other.ranges.iter().map(|each| one.meet(each)));
        Integers::of(pairs)
    }

    pub fn difference(&self, other: &Integers) -> Integers {
        let gaps = other.gaps();
        Integers::of(self.ranges.iter().flat_map(|one| gaps.iter().map(|gap| one.meet(gap))))
    }

    pub fn is_subset(&self, other: &Integers) -> bool {
        // Ranges do not touch, so one of them lies within one of the others or not at all.
        let is_within = |one: &Range| other.ranges.iter().any(|each| one.meet(each) == *one);
        self.ranges.iter().all(is_within)
    }

    /// All that is not here.
    fn gaps(&self) -> Vec<Range> {
        let mut gaps = Vec::new();
        let mut low: Option<BigInt> = None;
        for range in &self.ranges {
            if let Some(first) = &range.low {
                gaps.push(Range::new(low.take(), Some(first - 1)));
            }
            match &range.high {
                Some(last) => low = Some(last + 1),
                None => return gaps,
            }
        }
        gaps.push(Range::new(low, None));
        gaps
    }

    /// What holds these and those before them, and will not grow many times more: bounds that moved go on
    /// to the next threshold.
    pub fn widen(&self, before: &Integers) -> Integers {
        if self.is_subset(before) || before.is_empty() {
            return self.clone();
        }
        let thresholds = || THRESHOLDS.iter().map(|each| BigInt::from(*each));
        let grown = |range: &Range| {
            let was_low = before.ranges.iter().any(|each| each.low == range.low);
            let was_high = before.ranges.iter().any(|each| each.high == range.high);
            let low = match &range.low {
                Some(low) if !was_low => thresholds().filter(|each| each <= low).max(),
                low => low.clone(),
            };
            let high = match &range.high {
                Some(high) if !was_high => thresholds().filter(|each| each >= high).min(),
                high => high.clone(),
            };
            Range { low, high }
        };
        Integers::of(self.ranges.iter().map(grown))
    }
}

/// The first range up to the end of one that begins in it or right behind it.
fn take_in(range: &mut Range, next: Range) {
    let ends_later = match (&range.high, &next.high) {
        (None, _) => false,
        (_, None) => true,
        (Some(high), Some(later)) => later > high,
    };
    if ends_later {
        range.high = next.high;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    /// Small ranges with and without ends, and what they hold between -20 and 20.
    fn some(random: &mut Random) -> Integers {
        let bound = |random: &mut Random| match random.one_in(6) {
            true => None,
            false => Some(BigInt::from(random.between(-12, 12))),
        };
        let count = random.below(5);
        Integers::of((0..count).map(|_| Range::new(bound(random), bound(random))))
    }

    #[test]
    fn they_are_the_sets_that_they_say() {
        let mut random = Random::new(3);
        for _ in 0..3000 {
            let (one, other) = (some(&mut random), some(&mut random));
            let (join, meet) = (one.join(&other), one.meet(&other));
            let (rest, wider) = (one.difference(&other), join.widen(&one));
            let mut is_subset = true;
            for number in (-20..=20).map(BigInt::from) {
                let (here, there) = (one.contains(&number), other.contains(&number));
                assert_eq!(join.contains(&number), here || there, "{one:?} {other:?} {number}");
                assert_eq!(meet.contains(&number), here && there, "{one:?} {other:?} {number}");
                assert_eq!(rest.contains(&number), here && !there, "{one:?} {other:?} {number}");
                assert!(wider.contains(&number) || !(here || there));
                is_subset &= !here || there;
            }
            assert_eq!(one.is_subset(&other), is_subset, "{one:?} {other:?}");
            assert!(join.is_subset(&wider));
        }
    }

    #[test]
    fn many_ranges_become_few_and_hold_them_all() {
        let numbers = (0..50).map(|each| BigInt::from(each * each));
        let all =
            numbers.clone().fold(Integers::none(), |all, each| all.join(&Integers::one(each)));
        assert!(all.ranges().len() <= Integers::MOST);
        assert!(numbers.clone().all(|each| all.contains(&each)));
    }

    #[test]
    fn widening_comes_to_an_end() {
        let mut all = Integers::one(BigInt::from(0));
        let mut steps = 0;
        for number in 1..100_000_i64 {
            let more = all.join(&Integers::one(BigInt::from(number * number * number)));
            let wider = more.widen(&all);
            steps += usize::from(wider != all);
            all = wider;
        }
        assert!(steps < 20, "{steps} steps");
        assert!(all.contains(&BigInt::from(i64::MAX)) && !all.contains(&BigInt::from(-1)));
    }
}
