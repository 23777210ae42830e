//! How many bits does a bitstring have? `size`, and then any number of times `unit`.

/// With a unit of 0 there is one length.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Lengths {
    pub size: u64,
    pub unit: u64,
}

/// A longer step is not looked for where two steps go together.
const LONGEST_STEP: u64 = 1 << 16;

impl Lengths {
    pub const ALL: Lengths = Lengths { size: 0, unit: 1 };

    pub fn contains(self, length: u64) -> bool {
        match length.checked_sub(self.size) {
            None => false,
            Some(0) => true,
            Some(rest) => self.unit != 0 && rest % self.unit == 0,
        }
    }

    pub fn is_subset(self, other: Lengths) -> bool {
        other.contains(self.size)
            && (self.unit == 0 || (other.unit != 0 && self.unit.is_multiple_of(other.unit)))
    }

    pub fn join(self, other: Lengths) -> Lengths {
        let apart = self.size.abs_diff(other.size);
        Lengths { size: self.size.min(other.size), unit: gcd(gcd(self.unit, other.unit), apart) }
    }

    /// What both allow, or somewhat more; `None` if there is nothing.
    pub fn meet(self, other: Lengths) -> Option<Lengths> {
        let (one, other) = if self.size >= other.size { (self, other) } else { (other, self) };
        if one.unit == 0 || other.unit == 0 {
            let (fixed, free) = if one.unit == 0 { (one, other) } else { (other, one) };
            return free.contains(fixed.size).then_some(fixed);
        }
        let step = (one.unit / gcd(one.unit, other.unit)).checked_mul(other.unit);
        let Some(step) = step.filter(|step| *step <= LONGEST_STEP) else { return Some(one) };
        let fits = |times: &u64| {
            let length = one.unit.checked_mul(*times).and_then(|more| one.size.checked_add(more));
            length.is_none_or(|length| other.contains(length))
        };
        let times = (0..step / one.unit).find(fits)?;
        let size = one.unit.checked_mul(times).and_then(|more| one.size.checked_add(more));
        Some(size.map_or(one, |size| Lengths { size, unit: step }))
    }

    /// What is left, or somewhat more; `None` if there is nothing.
    pub fn difference(self, other: Lengths) -> Option<Lengths> {
        if self.is_subset(other) {
            return None;
        }
        let begins_later = other == Lengths { size: self.size, unit: 0 };
        match self.size.checked_add(self.unit) {
            Some(size) if begins_later => Some(Lengths { size, unit: self.unit }),
            _ => Some(self),
        }
    }
}

fn gcd(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { gcd(other, one % other) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_the_sets_that_they_say() {
        let all: Vec<Lengths> = (0..9_u64)
            .flat_map(|size| [0, 1, 2, 3, 4, 6, 8].map(|unit| Lengths { size, unit }))
            .collect();
        for one in &all {
            for other in &all {
                let (join, meet, rest) =
                    (one.join(*other), one.meet(*other), one.difference(*other));
                let mut is_subset = true;
                for length in 0..60 {
                    let (here, there) = (one.contains(length), other.contains(length));
                    assert!(join.contains(length) || !(here || there), "{one:?} {other:?}");
                    let in_meet = meet.is_some_and(|meet| meet.contains(length));
                    assert_eq!(in_meet, here && there, "{one:?} {other:?} {length}");
                    let is_left = rest.is_some_and(|rest| rest.contains(length));
                    assert!(is_left || !here || there, "{one:?} {other:?} {length}");
                    is_subset &= !here || there;
                }
                assert_eq!(one.is_subset(*other), is_subset, "{one:?} {other:?}");
            }
        }
    }
}
