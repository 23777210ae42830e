//! Which of two terms comes first? The order of terms looks at kinds, then at sizes, then at parts.
//! Where these depend on the input, each look is a decision, until two parts are left to compare.

use super::holds_symbols;
use crate::shadow::Shadow;
use runtime::Value;
use symbolic::{Comparison, Kind, Shape};
use term::{Term, atoms};
use trace::Place;

/// What is left of `left < right` and the like.
pub(crate) enum Order {
    /// The decisions on the way say how the terms are ordered: as they are in this run.
    Settled,
    /// The terms are ordered as these two parts are.
    Open(Value, Value),
}

/// What is still to be compared, if all before is equal.
enum Pair {
    Terms(Value, Value),
    /// The elements of two tuples of one size, from this one on.
    Elements(Value, Value, usize),
    /// Keys of maps: all integers come before all floats.
    Keys(Value, Value),
}

impl Shadow<'_> {
    /// Looks into two values as far as their order depends on symbols.
    pub(crate) fn order_symbolic(&mut self, here: Place, left: Value, right: Value) -> Order {
        let mut pending = vec![Pair::Terms(left, right)];
        while let Some(pair) = pending.pop() {
            let (left, right) = match pair {
                Pair::Terms(left, right) => (left, right),
                Pair::Keys(left, right) => {
                    if self.is_same(here, left, right) {
                        continue;
                    }
                    if self.are_keys_settled(here, left, right) {
                        return Order::Settled;
                    }
                    pending.clear();
                    (left, right)
                }
                Pair::Elements(left, right, index) => {
                    if !self.has_element(here, left, right, index) {
                        continue;
                    }
                    pending.push(Pair::Elements(left, right, index + 1));
                    (self.element_of(left, index), self.element_of(right, index))
                }
            };
            if self.are_one(left, right) {
                continue;
            }
            if !holds_symbols(self.heap, left) && !holds_symbols(self.heap, right) {
                if Comparison::Equal.holds(self.heap, left, right) {
                    continue;
                }
                return Order::Settled;
            }
            let (left_rank, right_rank) = (self.rank(here, left), self.rank(here, right));
            if left_rank != right_rank {
                return Order::Settled;
            }
            match RANKS[left_rank] {
                Shape::Kind(Kind::Tuple) => {
                    let (left_size, right_size) = (self.size_of(left), self.size_of(right));
                    if !self.decide_equal(here, left_size, right_size) {
                        return Order::Open(left_size, right_size);
                    }
                    pending.push(Pair::Elements(left, right, 0));
                }
                Shape::Cons => {
                    let (left, right) = (self.parts_of(left), self.parts_of(right));
                    pending.push(Pair::Terms(left.1, right.1));
                    pending.push(Pair::Terms(left.0, right.0));
                }
                Shape::Kind(Kind::Map) => {
                    let sizes = [left, right].map(|map| self.size_of_map(here, map));
                    if !self.decide_equal(here, sizes[0], sizes[1]) {
                        return Order::Open(sizes[0], sizes[1]);
                    }
                    // All keys come before the first value.
                    let (left, right) = (self.pairs_of(here, left), self.pairs_of(here, right));
                    let pairs = || left.iter().zip(&right).rev();
                    pending.extend(pairs().map(|(left, right)| Pair::Terms(left.1, right.1)));
                    pending.extend(pairs().map(|(left, right)| Pair::Keys(left.0, right.0)));
                }
                Shape::Literal(_) => {}
                Shape::Kind(Kind::Bitstring) => {
                    let order = self.order_bits_symbolic(here, left, right);
                    let is_open = matches!(order, Order::Open(..));
                    if is_open || !Comparison::Equal.holds(self.heap, left, right) {
                        return order;
                    }
                }
                _ if pending.is_empty() => return Order::Open(left, right),
                _ => {
                    if !self.decide_equal(here, left, right) {
                        return Order::Open(left, right);
                    }
                }
            }
        }
        Order::Settled
    }

    /// The kind of a value, by its place in the order of terms.
    fn rank(&mut self, here: Place, value: Value) -> usize {
        if value.is_symbolic() {
            return self.decide(here, value, &RANKS);
        }
        let fits = |shape: &Shape| super::fits(self.heap, shape, value);
        RANKS.iter().position(fits).expect("every term is of some kind")
    }

    /// Have two tuples of one size an element with this index, from 0?
    fn has_element(&mut self, here: Place, left: Value, right: Value, index: usize) -> bool {
        let sizes = [self.size_of(left), self.size_of(right)];
        // One size that is known tells the other.
        let size = sizes.into_iter().find(|size| !size.is_symbolic()).unwrap_or(sizes[0]);
        self.is_decided(here, Comparison::Greater, size, Value::index(index))
    }

    fn decide_equal(&mut self, here: Place, left: Value, right: Value) -> bool {
        self.is_decided(here, Comparison::Equal, left, right)
    }

    fn is_same(&mut self, here: Place, left: Value, right: Value) -> bool {
        self.is_decided(here, Comparison::ExactlyEqual, left, right)
    }

    /// Is it so? If it depends on the input, it is a decision.
    pub(crate) fn is_decided(
        &mut self,
        here: Place,
        comparison: Comparison,
        left: Value,
        right: Value,
    ) -> bool {
        let truth = comparison.holds(self.heap, left, right);
        if self.are_one(left, right) {
            return truth;
        }
        if holds_symbols(self.heap, left) || holds_symbols(self.heap, right) {
            let comparison = self.comparison(comparison, left, right);
            let value = self.heap.symbolic(Value::bool(truth), comparison.0);
            self.decide(here, value, &[Shape::Literal(Term::Atom(atoms::true_))]);
        }
        truth
    }

    fn size_of(&mut self, tuple: Value) -> Value {
        if tuple.is_symbolic() {
            return self.tuple_size_symbolic(tuple);
        }
        Value::index(self.heap.elements(tuple).len())
    }

    fn element_of(&mut self, tuple: Value, index: usize) -> Value {
        if tuple.is_symbolic() {
            return self.element_symbolic(tuple, index as u32);
        }
        self.heap.elements(tuple)[index]
    }

    pub(crate) fn parts_of(&mut self, cons: Value) -> (Value, Value) {
        if cons.is_symbolic() {
            return (self.head_symbolic(cons), self.tail_symbolic(cons));
        }
        (self.heap.head(cons), self.heap.tail(cons))
    }
}

/// The kinds of terms in their order. Every term is of exactly one of them.
const RANKS: [Shape; 11] = [
    Shape::Kind(Kind::Number),
    Shape::Kind(Kind::Atom),
    Shape::Kind(Kind::Reference),
    Shape::Kind(Kind::Function),
    Shape::Kind(Kind::Port),
    Shape::Kind(Kind::Pid),
    Shape::Kind(Kind::Tuple),
    Shape::Kind(Kind::Map),
    Shape::Literal(Term::Nil),
    Shape::Cons,
    Shape::Kind(Kind::Bitstring),
];
