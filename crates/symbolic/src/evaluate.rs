//! What is the value of an expression for a given input? By the same arithmetic and order as the
//! interpreter, so that a model that passes here takes the path it was made for.

use crate::Constraint;
use crate::expr::{Arithmetic, Comparison, Expr, Symbol, Symbols, Unary};
use runtime::{Heap, NativeResult, Value, compare, number};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use term::Term;

/// Values of expressions for one input, each computed once.
pub struct Evaluation<'s> {
    symbols: &'s Symbols,
    heap: Heap,
    arguments: Vec<Value>,
    values: FxHashMap<Symbol, Option<Value>>,
}

impl<'s> Evaluation<'s> {
    pub fn new(symbols: &'s Symbols, arguments: &[Term]) -> Evaluation<'s> {
        let mut heap = Heap::new();
        let arguments = arguments.iter().map(|term| heap.from_term(term)).collect();
        Evaluation { symbols, heap, arguments, values: FxHashMap::default() }
    }

    /// Does the constraint hold? An expression without a value (the head of what is no cons) has no
    /// shape and lacks none: no constraint on it holds.
    pub fn satisfies(&mut self, constraint: &Constraint) -> bool {
        match self.term(constraint.symbol) {
            Some(term) => constraint.shape.fits(&term) == constraint.holds,
            None => false,
        }
    }

    pub fn term(&mut self, symbol: Symbol) -> Option<Term> {
        let value = self.value(symbol)?;
        Some(self.heap.to_term(value))
    }

    /// The value, or `None` where the expression has none.
    pub fn value(&mut self, symbol: Symbol) -> Option<Value> {
        if let Some(&known) = self.values.get(&symbol) {
            return known;
        }
        let value = compare::deeper(|| self.compute(symbol));
        self.values.insert(symbol, value);
        value
    }

    fn compute(&mut self, symbol: Symbol) -> Option<Value> {
        let symbols = self.symbols;
        match symbols.expr(symbol) {
            Expr::Constant(term) => Some(self.heap.from_term(term)),
            Expr::Argument(number) => self.arguments.get(*number as usize).copied(),
            Expr::Head(cons) => {
                let cons = self.value(*cons).filter(|value| value.is_cons())?;
                Some(self.heap.head(cons))
            }
            Expr::Tail(cons) => {
                let cons = self.value(*cons).filter(|value| value.is_cons())?;
                Some(self.heap.tail(cons))
            }
            Expr::Element { tuple, index } => {
                let tuple = self.value(*tuple)?;
                self.heap.as_tuple(tuple)?.get(*index as usize).copied()
            }
            Expr::Cons(head, tail) => {
                let (head, tail) = (self.value(*head)?, self.value(*tail)?);
                Some(self.heap.cons(head, tail))
            }
            Expr::Tuple(elements) => {
                let elements: Option<Vec<Value>> =
                    elements.iter().map(|&element| self.value(element)).collect();
                Some(self.heap.tuple(&elements?))
            }
            Expr::Arithmetic(operator, left, right) => {
                let (left, right) = (self.value(*left)?, self.value(*right)?);
                arithmetic(&mut self.heap, *operator, left, right).ok()
            }
            Expr::Unary(operator, operand) => {
                let operand = self.value(*operand)?;
                unary(&mut self.heap, *operator, operand).ok()
            }
            Expr::Compare(comparison, left, right) => {
                let (left, right) = (self.value(*left)?, self.value(*right)?);
                Some(Value::bool(holds(&self.heap, *comparison, left, right)))
            }
            Expr::Has(operand, shape) => {
                let term = self.term(*operand)?;
                Some(Value::bool(shape.fits(&term)))
            }
            Expr::TupleSize(tuple) => {
                let tuple = self.value(*tuple)?;
                Some(Value::index(self.heap.as_tuple(tuple)?.len()))
            }
        }
    }
}

pub fn arithmetic(
    heap: &mut Heap,
    operator: Arithmetic,
    left: Value,
    right: Value,
) -> NativeResult {
    match operator {
        Arithmetic::Add => number::add(heap, left, right),
        Arithmetic::Subtract => number::subtract(heap, left, right),
        Arithmetic::Multiply => number::multiply(heap, left, right),
        Arithmetic::Divide => number::divide(heap, left, right),
        Arithmetic::IntegerDivide => number::integer_divide(heap, left, right),
        Arithmetic::Remainder => number::remainder(heap, left, right),
        Arithmetic::BitAnd => number::bit_and(heap, left, right),
        Arithmetic::BitOr => number::bit_or(heap, left, right),
        Arithmetic::BitXor => number::bit_xor(heap, left, right),
        Arithmetic::ShiftLeft => number::shift_left(heap, left, right),
        Arithmetic::ShiftRight => number::shift_right(heap, left, right),
    }
}

pub fn unary(heap: &mut Heap, operator: Unary, operand: Value) -> NativeResult {
    match operator {
        Unary::Negate => number::negate(heap, operand),
        Unary::BitNot => number::bit_not(heap, operand),
        Unary::Absolute => number::absolute(heap, operand),
        Unary::Float => number::float(heap, operand),
        Unary::Truncate => number::truncate(heap, operand),
        Unary::Round => number::round(heap, operand),
        Unary::Floor => number::floor(heap, operand),
        Unary::Ceil => number::ceil(heap, operand),
    }
}

pub fn holds(heap: &Heap, comparison: Comparison, left: Value, right: Value) -> bool {
    match comparison {
        Comparison::Less => compare::compare(heap, left, right) == Ordering::Less,
        Comparison::LessOrEqual => compare::compare(heap, left, right) != Ordering::Greater,
        Comparison::Greater => compare::compare(heap, left, right) == Ordering::Greater,
        Comparison::GreaterOrEqual => compare::compare(heap, left, right) != Ordering::Less,
        Comparison::Equal => compare::equal(heap, left, right),
        Comparison::NotEqual => !compare::equal(heap, left, right),
        Comparison::ExactlyEqual => compare::exactly_equal(heap, left, right),
        Comparison::ExactlyNotEqual => !compare::exactly_equal(heap, left, right),
    }
}
