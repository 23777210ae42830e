//! Which integers are in a union of ranges? `1..9 | 97`, as types have them.

use num_bigint::BigInt;

/// Both ends belong to it; `None` is no end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    pub low: Option<BigInt>,
    pub high: Option<BigInt>,
}

/// In their order, with a gap between any two. None at all: no integer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranges {
    pub all: Vec<Range>,
}

/// What lies between two ranges, or beside all of them: the integers next to it that are in one.
#[derive(Debug, PartialEq, Eq)]
pub struct Gap {
    pub below: Option<BigInt>,
    pub above: Option<BigInt>,
}

impl Range {
    pub const ALL: Range = Range { low: None, high: None };

    pub fn contains(&self, number: &BigInt) -> bool {
        self.low.as_ref().is_none_or(|low| low <= number)
            && self.high.as_ref().is_none_or(|high| number <= high)
    }

    fn is_empty(&self) -> bool {
        matches!((&self.low, &self.high), (Some(low), Some(high)) if low > high)
    }

    pub fn intersect(&self, other: &Range) -> Range {
        let low = self.low.iter().chain(&other.low).max().cloned();
        let high = self.high.iter().chain(&other.high).min().cloned();
        Range { low, high }
    }

    /// Does it go on where the other one, which starts no later, ends?
    fn continues(&self, before: &Range) -> bool {
        match (&before.high, &self.low) {
            (Some(high), Some(low)) => *low <= high + 1,
            _ => true,
        }
    }
}

impl Ranges {
    pub fn union(ranges: impl IntoIterator<Item = Range>) -> Ranges {
        let mut ranges: Vec<Range> = ranges.into_iter().filter(|range| !range.is_empty()).collect();
        // No end comes before all numbers.
        ranges.sort_by(|one, other| one.low.cmp(&other.low));
        let mut all: Vec<Range> = Vec::new();
        for range in ranges {
            match all.last_mut() {
                Some(last) if range.continues(last) => {
                    let high = last.high.take().zip(range.high);
                    last.high = high.map(|(one, other)| one.max(other));
                }
                _ => all.push(range),
            }
        }
        Ranges { all }
    }

    /// Is every integer in them?
    pub fn is_all(&self) -> bool {
        self.all == [Range::ALL]
    }

    pub fn intersect(&self, other: &Ranges) -> Ranges {
        let with =
            |one: &Range| other.all.iter().map(|each| one.intersect(each)).collect::<Vec<_>>();
        Ranges::union(self.all.iter().flat_map(with))
    }

    pub fn contains(&self, number: &BigInt) -> bool {
        self.all.iter().any(|range| range.contains(number))
    }

    /// The least and the greatest of them all.
    pub fn ends(&self) -> (Option<&BigInt>, Option<&BigInt>) {
        let (first, last) = (self.all.first(), self.all.last());
        (first.and_then(|each| each.low.as_ref()), last.and_then(|each| each.high.as_ref()))
    }

    /// The gap that a number is in, if it is in one.
    pub fn gap(&self, number: &BigInt) -> Option<Gap> {
        if self.contains(number) {
            return None;
        }
        let below = self.all.iter().filter_map(|range| range.high.as_ref());
        let above = self.all.iter().filter_map(|range| range.low.as_ref());
        Some(Gap {
            below: below.filter(|high| *high < number).max().cloned(),
            above: above.filter(|low| *low > number).min().cloned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(low: impl Into<Option<i64>>, high: impl Into<Option<i64>>) -> Range {
        Range { low: low.into().map(BigInt::from), high: high.into().map(BigInt::from) }
    }

    #[test]
    fn neighbours_are_one_range() {
        let ranges = Ranges::union([range(97, 97), range(4, 9), range(1, 3), range(7, 6)]);
        assert_eq!(ranges.all, [range(1, 9), range(97, 97)]);
        let ranges = Ranges::union([range(5, None), range(None, -1), range(0, 7)]);
        assert_eq!(ranges.all, [range(None, None)]);
    }

    #[test]
    fn both_at_once() {
        let one = Ranges::union([range(None, -1), range(100, 200)]);
        let other = Ranges::union([range(-5, 120), range(150, None)]);
        let both = one.intersect(&other);
        assert_eq!(both.all, [range(-5, -1), range(100, 120), range(150, 200)]);
        assert_eq!(both.ends(), (Some(&(-5).into()), Some(&200.into())));
        assert!(both.intersect(&Ranges::union([range(0, 99)])).all.is_empty());
    }

    #[test]
    fn gaps_are_beside_ranges() {
        let ranges = Ranges::union([range(1, 9), range(97, 97)]);
        let gap = |below: Option<i64>, above: Option<i64>| {
            Some(Gap { below: below.map(BigInt::from), above: above.map(BigInt::from) })
        };
        assert_eq!(ranges.gap(&9.into()), None);
        assert_eq!(ranges.gap(&10.into()), gap(Some(9), Some(97)));
        assert_eq!(ranges.gap(&0.into()), gap(None, Some(1)));
        assert_eq!(ranges.gap(&98.into()), gap(Some(97), None));
    }
}
