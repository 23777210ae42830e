//! Which of two terms comes first? The order of terms looks at kinds, then at sizes, then at parts.
//! Where these depend on the input, each look is a decision, until two parts are left to compare.

use crate::machine::Machine;
use crate::shadow::holds_symbols;
use runtime::{Value, View, compare};
use std::cmp::Ordering;
use symbolic::{Comparison, Kind, Shape};
use term::{Term, atoms};
use trace::Place;

/// What is left of `left < right` and the like.
pub(crate) enum Order {
    /// The decisions on the way say how the terms are ordered.
    Settled(Ordering),
    /// The terms are ordered as these two parts are.
    Open(Value, Value),
}

/// A kind of term, by its place in the order of terms.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Number,
    Atom,
    Reference,
    Fun,
    Pid,
    Tuple,
    Map,
    Nil,
    Cons,
    Bits,
}

impl Machine {
    /// Looks into two values as far as their order depends on symbols.
    pub(crate) fn order_symbolic(&mut self, here: Place, left: Value, right: Value) -> Order {
        let mut pending = vec![(left, right)];
        while let Some((left, right)) = pending.pop() {
            let (concrete_left, concrete_right) = (self.heap.concrete(left), self.heap.concrete(right));
            if !holds_symbols(&self.heap, left) && !holds_symbols(&self.heap, right) {
                match compare::compare(&self.heap, left, right) {
                    Ordering::Equal => continue,
                    order => return Order::Settled(order),
                }
            }
            let ranks = (self.rank(concrete_left), self.rank(concrete_right));
            let (Some(left_rank), Some(right_rank)) = ranks else { return Order::Open(left, right) };
            if left_rank != right_rank {
                self.decide_ranks(here, [(left, left_rank), (right, right_rank)]);
                return Order::Settled(left_rank.cmp(&right_rank));
            }
            for side in [left, right] {
                self.decide_shape(here, side, left_rank.shape());
            }
            match left_rank {
                Rank::Tuple => {
                    let sizes = [left, right].map(|side| self.decide_size(here, side));
                    if sizes[0] != sizes[1] {
                        return Order::Settled(sizes[0].cmp(&sizes[1]));
                    }
                    for index in (0..sizes[0]).rev() {
                        pending.push((self.part_of_tuple(left, index), self.part_of_tuple(right, index)));
                    }
                }
                Rank::Cons => {
                    let (left, right) = (self.parts_of_cons(left), self.parts_of_cons(right));
                    pending.push((left.1, right.1));
                    pending.push((left.0, right.0));
                }
                Rank::Nil => {}
                _ if pending.is_empty() => return Order::Open(left, right),
                _ => {
                    if !self.decide_equal(here, left, right) {
                        return Order::Open(left, right);
                    }
                }
            }
        }
        Order::Settled(Ordering::Equal)
    }

    fn rank(&self, concrete: Value) -> Option<Rank> {
        Some(match self.heap.view(concrete) {
            View::Small(_) | View::Big | View::Float(_) => Rank::Number,
            View::Atom(_) => Rank::Atom,
            View::Reference(_) => Rank::Reference,
            View::Fun => Rank::Fun,
            View::Pid(_) => Rank::Pid,
            View::Tuple => Rank::Tuple,
            View::Map => Rank::Map,
            View::Nil => Rank::Nil,
            View::Cons(..) => Rank::Cons,
            View::Bits(_) => Rank::Bits,
            View::Foreign | View::Symbolic => return None,
        })
    }

    /// Two values of different ranks. Numbers are before everything else, whatever that is.
    fn decide_ranks(&mut self, here: Place, sides: [(Value, Rank); 2]) {
        let has_number = sides.iter().any(|(_, rank)| *rank == Rank::Number);
        for (side, rank) in sides {
            let shape = if has_number { Rank::Number.shape() } else { rank.shape() };
            self.decide_shape(here, side, shape);
        }
    }

    fn decide_shape(&mut self, here: Place, value: Value, shape: Shape) {
        if value.is_symbolic() {
            self.decide(here, value, &[shape]);
        }
    }

    fn decide_size(&mut self, here: Place, tuple: Value) -> u32 {
        let size = self.heap.elements(self.heap.concrete(tuple)).len() as u32;
        self.decide_shape(here, tuple, Shape::Tuple(size));
        size
    }

    fn decide_equal(&mut self, here: Place, left: Value, right: Value) -> bool {
        let truth = self.holds(Comparison::Equal, left, right);
        let equality = self.comparison(Comparison::Equal, left, right);
        let value = self.heap.symbolic(Value::bool(truth), equality.0);
        self.decide(here, value, &[Shape::Literal(Term::Atom(atoms::true_))]);
        truth
    }

    fn part_of_tuple(&mut self, tuple: Value, index: u32) -> Value {
        if tuple.is_symbolic() {
            return self.element_symbolic(tuple, index);
        }
        self.heap.elements(tuple)[index as usize]
    }

    fn parts_of_cons(&mut self, cons: Value) -> (Value, Value) {
        if cons.is_symbolic() {
            return (self.head_symbolic(cons), self.tail_symbolic(cons));
        }
        (self.heap.head(cons), self.heap.tail(cons))
    }
}

impl Rank {
    fn shape(self) -> Shape {
        Shape::Kind(match self {
            Rank::Nil => return Shape::Literal(Term::Nil),
            Rank::Cons => return Shape::Cons,
            Rank::Number => Kind::Number,
            Rank::Atom => Kind::Atom,
            Rank::Reference => Kind::Reference,
            Rank::Fun => Kind::Function,
            Rank::Pid => Kind::Pid,
            Rank::Tuple => Kind::Tuple,
            Rank::Map => Kind::Map,
            Rank::Bits => Kind::Bitstring,
        })
    }
}
