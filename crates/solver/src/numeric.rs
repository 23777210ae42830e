//! What is left of a path condition when every shape is decided? Comparisons of numbers.
//!
//! A [`NumericProblem`] has variables of known kind and a conjunction of comparisons between
//! expressions over them. Whoever can solve such problems is a [`NumericSolver`]: linear reasoning
//! ([`crate::linear`]) first, an SMT solver last.

use crate::patience::Patience;
use crate::step::{Attempt, Halt};
use crate::why::NumericWhy;
use num_bigint::BigInt;
use symbolic::{Arithmetic, Unary};

#[derive(Clone, Debug, Default)]
pub struct NumericProblem {
    pub variables: Vec<NumericVariable>,
    /// All of these must hold.
    pub comparisons: Vec<NumericComparison>,
}

impl NumericProblem {
    /// How many variables and operations there are.
    pub fn size(&self) -> u64 {
        let mut size = self.variables.len() as u64;
        let sides = self.comparisons.iter().flat_map(|each| [&each.left, &each.right]);
        let mut pending: Vec<&NumericExpr> = sides.collect();
        while let Some(expr) = pending.pop() {
            size += 1;
            match expr {
                NumericExpr::Variable(_) | NumericExpr::Constant(_) => {}
                NumericExpr::Arithmetic(_, left, right) => pending.extend([&**left, &**right]),
                NumericExpr::Unary(_, operand) => pending.push(operand),
            }
        }
        size
    }

    /// The bits of its longest constant.
    pub fn widest(&self) -> u64 {
        let bits = |number: &Number| match number {
            Number::Integer(integer) => integer.bits(),
            Number::Float(_) => 0,
        };
        let of_variable = |variable: &NumericVariable| {
            let bounds = variable.low.iter().chain(&variable.high).chain(&variable.excluded);
            bounds.map(bits).max().unwrap_or(0)
        };
        let mut widest = self.variables.iter().map(of_variable).max().unwrap_or(0);
        let sides = self.comparisons.iter().flat_map(|each| [&each.left, &each.right]);
        let mut pending: Vec<&NumericExpr> = sides.collect();
        while let Some(expr) = pending.pop() {
            match expr {
                NumericExpr::Constant(number) => widest = widest.max(bits(number)),
                NumericExpr::Variable(_) => {}
                NumericExpr::Arithmetic(_, left, right) => pending.extend([&**left, &**right]),
                NumericExpr::Unary(_, operand) => pending.push(operand),
            }
        }
        widest
    }
}

#[derive(Clone, Debug)]
pub struct NumericVariable {
    pub kind: NumberKind,
    /// Both ends are allowed. For floats, these are exact values too.
    pub low: Option<Number>,
    pub high: Option<Number>,
    /// Values it must not have (of the same kind).
    pub excluded: Vec<Number>,
    /// What it is in the input that we start from: a good first guess.
    pub hint: Option<Number>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NumberKind {
    Integer,
    Float,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Number {
    Integer(BigInt),
    Float(f64),
}

#[derive(Clone, Debug, PartialEq)]
pub enum NumericExpr {
    Variable(usize),
    Constant(Number),
    /// With Erlang's meaning: `div` and `rem` truncate, `/` makes a float, an integer next to a
    /// float becomes one, bit operations are those of two's complement without end.
    Arithmetic(Arithmetic, Box<NumericExpr>, Box<NumericExpr>),
    Unary(Unary, Box<NumericExpr>),
}

/// `left relation right`, by value: 1 and 1.0 are equal.
#[derive(Clone, Debug, PartialEq)]
pub struct NumericComparison {
    pub relation: Relation,
    pub left: NumericExpr,
    pub right: NumericExpr,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    Less,
    LessOrEqual,
    Equal,
    NotEqual,
}

/// What comes of a step on the way to numbers.
pub type NumericAttempt<T = ()> = Attempt<T, NumericWhy>;

#[derive(Clone, Debug, PartialEq)]
pub enum NumericAnswer {
    /// A value for each variable, of its kind.
    Sat(Vec<Number>),
    Refuted,
    GaveUp(NumericWhy),
}

impl NumericAnswer {
    pub fn attempt(self) -> NumericAttempt<Vec<Number>> {
        match self {
            NumericAnswer::Sat(values) => Ok(values),
            NumericAnswer::Refuted => Err(Halt::Impossible),
            NumericAnswer::GaveUp(why) => Err(Halt::GaveUp(why)),
        }
    }
}

impl From<NumericAttempt<Vec<Number>>> for NumericAnswer {
    fn from(attempt: NumericAttempt<Vec<Number>>) -> NumericAnswer {
        match attempt {
            Ok(values) => NumericAnswer::Sat(values),
            Err(Halt::Impossible) => NumericAnswer::Refuted,
            Err(Halt::GaveUp(why)) => NumericAnswer::GaveUp(why),
        }
    }
}

pub trait NumericSolver {
    /// What is not known when the patience is over stays unknown.
    fn solve(&mut self, problem: &NumericProblem, patience: &Patience) -> NumericAnswer;

    /// How often it knew the answer because it was asked before.
    fn remembered(&self) -> u64 {
        0
    }
}
