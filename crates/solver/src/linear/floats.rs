//! Which floats does a comparison with a constant allow? Those between two floats, exactly.

use crate::evaluate::order;
use crate::numeric::{Number, NumericVariable, Relation};
use num_traits::ToPrimitive;
use std::cmp::Ordering;

/// The floats from `low` to `high`, except some.
#[derive(Clone, Debug)]
pub struct FloatRoom {
    pub low: f64,
    pub high: f64,
    pub excluded: Vec<f64>,
}

impl FloatRoom {
    pub fn new(variable: &NumericVariable) -> FloatRoom {
        let mut room = FloatRoom { low: f64::MIN, high: f64::MAX, excluded: Vec::new() };
        if let Some(low) = &variable.low {
            room.low = room.low.max(at_least(low));
        }
        if let Some(high) = &variable.high {
            room.high = room.high.min(at_most(high));
        }
        for excluded in &variable.excluded {
            room.exclude(excluded);
        }
        room
    }

    /// `variable relation constant`
    pub fn restrict_left(&mut self, relation: Relation, constant: &Number) {
        match relation {
            Relation::Less => self.high = self.high.min(less(constant)),
            Relation::LessOrEqual => self.high = self.high.min(at_most(constant)),
            _ => self.restrict_both(relation, constant),
        }
    }

    /// `constant relation variable`
    pub fn restrict_right(&mut self, relation: Relation, constant: &Number) {
        match relation {
            Relation::Less => self.low = self.low.max(more(constant)),
            Relation::LessOrEqual => self.low = self.low.max(at_least(constant)),
            _ => self.restrict_both(relation, constant),
        }
    }

    fn restrict_both(&mut self, relation: Relation, constant: &Number) {
        if relation == Relation::NotEqual {
            self.exclude(constant);
        } else {
            self.low = self.low.max(at_least(constant));
            self.high = self.high.min(at_most(constant));
        }
    }

    fn exclude(&mut self, constant: &Number) {
        let float = at_least(constant);
        if float.is_finite() && order(&Number::Float(float), constant).is_eq() {
            self.excluded.push(float);
        }
    }

    /// The hint if it is allowed, or else the nearest float to it, or a plain one. `None`: there is
    /// none.
    pub fn choose(&self, hint: Option<f64>) -> Option<f64> {
        if self.low > self.high {
            return None;
        }
        let is_allowed =
            |float: f64| self.low <= float && float <= self.high && !self.excluded.contains(&float);
        let middle = self.low / 2.0 + self.high / 2.0;
        let plain = [
            hint.unwrap_or(0.0),
            0.0,
            1.0,
            self.low.ceil(),
            self.high.floor(),
            self.low.floor() + 1.0,
            self.high.ceil() - 1.0,
            middle,
            self.low,
            self.high,
        ];
        let found = plain.into_iter().find(|float| is_allowed(*float));
        found.or_else(|| {
            // Of as many neighbours as there are exclusions and one more, one is allowed.
            let up = |float: &f64| Some(float.next_up()).filter(|next| *next <= self.high);
            let near = std::iter::successors(Some(self.low), up).take(2 * self.excluded.len() + 2);
            near.into_iter().find(|float| is_allowed(*float))
        })
    }
}

/// The least float that is at least this; infinite if there is none.
pub fn at_least(number: &Number) -> f64 {
    let near = nearest(number);
    match compare(near, number) {
        Ordering::Less => near.next_up(),
        _ if near > f64::MIN && compare(near.next_down(), number).is_ge() => near.next_down(),
        _ => near,
    }
}

/// The largest float that is at most this.
pub fn at_most(number: &Number) -> f64 {
    let near = nearest(number);
    match compare(near, number) {
        Ordering::Greater => near.next_down(),
        _ if near < f64::MAX && compare(near.next_up(), number).is_le() => near.next_up(),
        _ => near,
    }
}

pub fn less(number: &Number) -> f64 {
    let float = at_most(number);
    if compare(float, number).is_eq() { below(float) } else { float }
}

pub fn more(number: &Number) -> f64 {
    let float = at_least(number);
    if compare(float, number).is_eq() { above(float) } else { float }
}

/// The two zeros are one number.
fn below(float: f64) -> f64 {
    if float == 0.0 { (-0.0_f64).next_down() } else { float.next_down() }
}

fn above(float: f64) -> f64 {
    if float == 0.0 { 0.0_f64.next_up() } else { float.next_up() }
}

fn compare(float: f64, number: &Number) -> Ordering {
    order(&Number::Float(float), number)
}

fn nearest(number: &Number) -> f64 {
    match number {
        Number::Float(float) => *float,
        Number::Integer(integer) => {
            integer.to_f64().expect("every integer has one, maybe infinite")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigInt;

    #[test]
    fn neighbours_are_exact() {
        let odd = Number::Integer(BigInt::from((1_i64 << 53) + 1));
        let even = (1_i64 << 53) as f64;
        assert_eq!((less(&odd), at_most(&odd)), (even, even));
        assert_eq!((more(&odd), at_least(&odd)), (even + 2.0, even + 2.0));
        let zero = Number::Float(-0.0);
        assert!(less(&zero) < 0.0 && more(&zero) > 0.0);
        let huge = Number::Integer(BigInt::from(1) << 5000);
        assert_eq!((at_most(&huge), at_least(&huge)), (f64::MAX, f64::INFINITY));
    }

    #[test]
    fn a_room_with_one_float_is_found() {
        let room = FloatRoom {
            low: 1.0,
            high: 1.0_f64.next_up().next_up(),
            excluded: vec![1.0, 1.0_f64.next_up().next_up()],
        };
        assert_eq!(room.choose(Some(5.0)), Some(1.0_f64.next_up()));
        let none = FloatRoom { excluded: vec![1.0], high: 1.0, ..room };
        assert_eq!(none.choose(None), None);
    }
}
