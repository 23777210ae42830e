//! Which operators compute with numbers, and which compare two values?
//!
//! The one list of them: the interpreter, match specifications and expressions over the input all
//! mean these.

use crate::compare::{compare, equal, exactly_equal};
use crate::exception::NativeResult;
use crate::heap::Heap;
use crate::number;
use crate::value::Value;
use std::cmp::Ordering;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    /// `/`, which always makes a float
    Divide,
    /// `div`, towards zero
    IntegerDivide,
    /// `rem`, with the sign of the left side
    Remainder,
    BitAnd,
    BitOr,
    BitXor,
    ShiftLeft,
    ShiftRight,
}

impl Arithmetic {
    pub const ALL: [Arithmetic; 11] = [
        Arithmetic::Add,
        Arithmetic::Subtract,
        Arithmetic::Multiply,
        Arithmetic::Divide,
        Arithmetic::IntegerDivide,
        Arithmetic::Remainder,
        Arithmetic::BitAnd,
        Arithmetic::BitOr,
        Arithmetic::BitXor,
        Arithmetic::ShiftLeft,
        Arithmetic::ShiftRight,
    ];

    /// The operator's name in Erlang.
    pub fn name(self) -> &'static str {
        match self {
            Arithmetic::Add => "+",
            Arithmetic::Subtract => "-",
            Arithmetic::Multiply => "*",
            Arithmetic::Divide => "/",
            Arithmetic::IntegerDivide => "div",
            Arithmetic::Remainder => "rem",
            Arithmetic::BitAnd => "band",
            Arithmetic::BitOr => "bor",
            Arithmetic::BitXor => "bxor",
            Arithmetic::ShiftLeft => "bsl",
            Arithmetic::ShiftRight => "bsr",
        }
    }

    pub fn from_name(name: &str) -> Option<Arithmetic> {
        Arithmetic::ALL.into_iter().find(|operator| operator.name() == name)
    }

    /// For two small integers whose result is one, too.
    #[inline(always)]
    pub fn compute_small(self, left: Value, right: Value) -> Option<Value> {
        if !left.is_small() || !right.is_small() {
            return None;
        }
        let (left, right) = (left.small_number(), right.small_number());
        match self {
            // Numbers of 61 bits cannot overflow 64 here.
            Arithmetic::Add => Value::small(left + right),
            Arithmetic::Subtract => Value::small(left - right),
            Arithmetic::Multiply => Value::small(left.checked_mul(right)?),
            Arithmetic::IntegerDivide if right != 0 => Value::small(left / right),
            Arithmetic::Remainder if right != 0 => Value::small(left % right),
            Arithmetic::BitAnd => Value::small(left & right),
            Arithmetic::BitOr => Value::small(left | right),
            Arithmetic::BitXor => Value::small(left ^ right),
            _ => None,
        }
    }

    #[inline(always)]
    pub fn compute(self, heap: &mut Heap, left: Value, right: Value) -> NativeResult {
        match self {
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
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unary {
    Negate,
    BitNot,
    Absolute,
    /// `float(X)`
    Float,
    /// `trunc(X)`
    Truncate,
    /// `round(X)`
    Round,
    Floor,
    Ceil,
}

impl Unary {
    /// By the operator's or built-in's name in Erlang.
    pub fn from_name(name: &str) -> Option<Unary> {
        Some(match name {
            "-" => Unary::Negate,
            "bnot" => Unary::BitNot,
            "abs" => Unary::Absolute,
            "float" => Unary::Float,
            "trunc" => Unary::Truncate,
            "round" => Unary::Round,
            "floor" => Unary::Floor,
            "ceil" => Unary::Ceil,
            _ => return None,
        })
    }

    pub fn compute(self, heap: &mut Heap, operand: Value) -> NativeResult {
        match self {
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
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    /// `==`
    Equal,
    /// `/=`
    NotEqual,
    /// `=:=`
    ExactlyEqual,
    /// `=/=`
    ExactlyNotEqual,
}

impl Comparison {
    pub fn from_name(name: &str) -> Option<Comparison> {
        Some(match name {
            "<" => Comparison::Less,
            "=<" => Comparison::LessOrEqual,
            ">" => Comparison::Greater,
            ">=" => Comparison::GreaterOrEqual,
            "==" => Comparison::Equal,
            "/=" => Comparison::NotEqual,
            "=:=" => Comparison::ExactlyEqual,
            "=/=" => Comparison::ExactlyNotEqual,
            _ => return None,
        })
    }

    /// `A >= B` for `A < B`: what holds if this does not.
    pub fn opposite(self) -> Comparison {
        match self {
            Comparison::Less => Comparison::GreaterOrEqual,
            Comparison::LessOrEqual => Comparison::Greater,
            Comparison::Greater => Comparison::LessOrEqual,
            Comparison::GreaterOrEqual => Comparison::Less,
            Comparison::Equal => Comparison::NotEqual,
            Comparison::NotEqual => Comparison::Equal,
            Comparison::ExactlyEqual => Comparison::ExactlyNotEqual,
            Comparison::ExactlyNotEqual => Comparison::ExactlyEqual,
        }
    }

    /// `B > A` for `A < B`
    pub fn mirrored(self) -> Comparison {
        match self {
            Comparison::Less => Comparison::Greater,
            Comparison::LessOrEqual => Comparison::GreaterOrEqual,
            Comparison::Greater => Comparison::Less,
            Comparison::GreaterOrEqual => Comparison::LessOrEqual,
            other => other,
        }
    }

    /// For two small integers, whose words are in the order of their numbers.
    #[inline]
    pub fn holds_for_small(self, left: Value, right: Value) -> bool {
        let (left, right) = (left.small_number(), right.small_number());
        match self {
            Comparison::ExactlyEqual | Comparison::Equal => left == right,
            Comparison::ExactlyNotEqual | Comparison::NotEqual => left != right,
            Comparison::Less => left < right,
            Comparison::LessOrEqual => left <= right,
            Comparison::Greater => left > right,
            Comparison::GreaterOrEqual => left >= right,
        }
    }

    #[inline]
    pub fn holds(self, heap: &Heap, left: Value, right: Value) -> bool {
        match self {
            Comparison::ExactlyEqual => exactly_equal(heap, left, right),
            Comparison::ExactlyNotEqual => !exactly_equal(heap, left, right),
            Comparison::Equal => equal(heap, left, right),
            Comparison::NotEqual => !equal(heap, left, right),
            Comparison::Less => compare(heap, left, right) == Ordering::Less,
            Comparison::LessOrEqual => compare(heap, left, right) != Ordering::Greater,
            Comparison::Greater => compare(heap, left, right) == Ordering::Greater,
            Comparison::GreaterOrEqual => compare(heap, left, right) != Ordering::Less,
        }
    }
}
