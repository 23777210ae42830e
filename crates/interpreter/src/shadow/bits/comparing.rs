//! How do two bitstrings compare? They are equal if they are equally long and the same number; which
//! comes first is seen byte by byte.

use super::super::nth;
use super::part::Range;
use crate::shadow::Shadow;
use crate::shadow::ordering::Order;
use runtime::Value;
use symbolic::{Comparison, Shape};
use trace::Place;

impl Shadow<'_> {
    /// Equality, where one side is symbolic and bits take part. `None`: it is no such question, or
    /// one of two parts of the input, which are equal as a whole. The answer may be symbolic.
    pub(crate) fn compare_bits_symbolic(
        &mut self,
        here: Place,
        comparison: Comparison,
        left: Value,
        right: Value,
    ) -> Option<Value> {
        let is_bits = |value: Value| self.heap.as_bits(self.heap.concrete(value)).is_some();
        let is_fixed = |value: Value| !value.is_symbolic() || self.is_made_of_bits(value);
        let is_about_bits =
            [left, right].into_iter().any(|value| is_fixed(value) && is_bits(value));
        if !is_about_bits {
            return None;
        }
        let truth = Value::bool(comparison.holds(self.heap, left, right));
        if self.are_one(left, right) {
            return Some(truth);
        }
        if !self.is_bits_symbolic(nth(here, 1), left) || !self.is_bits_symbolic(nth(here, 1), right)
        {
            return Some(truth);
        }
        let (left_size, right_size) = (self.length_value(left), self.length_value(right));
        let size = self.heap.concrete(left_size);
        let size = self.heap.as_usize(size).expect("a length");
        let are_alike = match (left_size.is_symbolic(), right_size.is_symbolic()) {
            (false, false) => left_size == right_size,
            (true, false) => {
                let size = self.heap.as_usize(right_size).expect("a length");
                self.has_just(nth(here, 2), left, size as u64)
            }
            (false, true) => self.has_just(nth(here, 2), right, size as u64),
            (true, true) => self.is_decided(nth(here, 2), Comparison::Equal, left_size, right_size),
        };
        if !are_alike {
            return Some(truth);
        }
        // Having no bits is a length like others, or runs of one path would decide differently.
        if left_size.is_symbolic() && right_size.is_symbolic() {
            self.has_just(nth(here, 3), left, size as u64);
            self.has_just(nth(here, 3), right, size as u64);
        }
        if size == 0 {
            return Some(truth);
        }
        let range = Range::unsigned(0, u32::try_from(size).ok()?);
        let (one, two) =
            (self.integer_part(here, left, range), self.integer_part(here, right, range));
        if !one.is_symbolic() && !two.is_symbolic() {
            return Some(truth);
        }
        let symbol = self.comparison(comparison, one, two);
        Some(self.heap.symbolic(truth, symbol.0))
    }

    /// It was decided that two bitstrings are equal: one that is known tells the other.
    pub(crate) fn learn_equal_bits(&mut self, left: Value, right: Value) {
        for (value, other) in [(left, right), (right, left)] {
            if self.is_made_of_bits(value) && !other.is_symbolic() {
                let literal = Shape::Literal(self.heap.to_term(other));
                let (_, symbol) = self.halves(value);
                self.recorder.assume(symbol, literal);
            }
        }
    }

    /// Which of two bitstrings comes first: the first byte that differs, or the lengths.
    pub(crate) fn order_bits_symbolic(&mut self, here: Place, left: Value, right: Value) -> Order {
        for value in [left, right] {
            self.is_bits_symbolic(here, value);
        }
        let mut position = 0u64;
        loop {
            let next = position + 8;
            let has_left = self.has_length(here, left, next);
            let has_right = self.has_length(here, right, next);
            if !has_left || !has_right {
                for (value, has_more) in [(left, has_left), (right, has_right)] {
                    if let (true, false) = (value.is_symbolic(), has_more) {
                        let (_, symbol) = self.halves(value);
                        self.settle_length(here, symbol);
                    }
                }
                return self.order_last_bits(here, left, right, position);
            }
            let range = Range::unsigned(position as u32, 8);
            let (one, two) =
                (self.integer_part(here, left, range), self.integer_part(here, right, range));
            if !self.is_decided(here, Comparison::Equal, one, two) {
                return if one.is_symbolic() || two.is_symbolic() {
                    Order::Open(one, two)
                } else {
                    Order::Settled
                };
            }
            position = next;
        }
    }

    /// Less than a byte is left of one of them, and it is known how much: single bits count, and then
    /// which one is longer.
    fn order_last_bits(&mut self, here: Place, left: Value, right: Value, from: u64) -> Order {
        let length = self.view_of(left).length.min(self.view_of(right).length) as u64;
        let range = Range::unsigned(from as u32, (length - from) as u32);
        let (one, two) =
            (self.integer_part(here, left, range), self.integer_part(here, right, range));
        let are_open = one.is_symbolic() || two.is_symbolic();
        if are_open && !self.is_decided(here, Comparison::Equal, one, two) {
            return Order::Open(one, two);
        }
        Order::Settled
    }
}
