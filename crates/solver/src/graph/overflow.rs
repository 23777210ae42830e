//! When is a result too large for a float? Which operands that takes is tried ([`crate::repair`]); that
//! small ones will not do is known here.

use super::{Contradiction, Graph, Side, Step};
use crate::numeric::Relation;
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};
use symbolic::{Arithmetic, Basic, Expr, Kinds, Symbol};
use term::Term;

/// No machine has more bits of memory than a number of so many bits says.
const LARGEST_SIZE_BITS: u32 = 70;

impl Graph<'_> {
    /// The result of an operator is too large for a float.
    pub(super) fn too_large(&mut self, operator: Arithmetic, left: Symbol, right: Symbol) -> Step {
        self.make_nodes(left)?;
        self.make_nodes(right)?;
        let is_small = |symbol| self.largest(symbol).is_some_and(|size| size.bits() < 500);
        let is_bounded = operator != Arithmetic::Divide && is_small(left) && is_small(right);
        // Next to the largest floats, small numbers are nothing.
        let is_nothing = |symbol| self.is_integer(symbol) && is_small(symbol);
        let is_sum = matches!(operator, Arithmetic::Add | Arithmetic::Subtract);
        let is_sum_of_one = is_sum && (is_nothing(left) || is_nothing(right));
        // Divided by an integer, nothing becomes larger.
        let is_part = operator == Arithmetic::Divide
            && self.is_float(left)
            && self.is_integer(right)
            && self.is_float(right)
            && self.is_never_zero(right);
        if is_bounded || is_sum_of_one || is_part {
            return Err(Contradiction);
        }
        self.leave_to_the_check()
    }

    /// Is one side a constant that the other never comes up to, or down to?
    pub(super) fn is_beyond(&self, low: Symbol, high: Symbol) -> bool {
        let constant = |symbol| match self.symbols.expr(symbol) {
            Expr::Constant(term) => term.to_big_int().filter(|number| number.bits() > 64),
            _ => None,
        };
        let is_above = |low| self.largest(high).is_some_and(|largest| largest <= low);
        let is_below = |high: BigInt| self.largest(low).is_some_and(|largest| largest <= -high);
        constant(low).is_some_and(is_above) || constant(high).is_some_and(is_below)
    }

    /// The number that something computed must be, where a constraint says so.
    fn known_number(&self, symbol: Symbol) -> Option<&Term> {
        self.numbers.iter().find_map(|each| match (&each.left, &each.right) {
            (Side::Symbol(left), Side::Number(number)) if *left == symbol => {
                (each.relation == Relation::Equal).then_some(number)
            }
            _ => None,
        })
    }

    fn is_integer(&self, symbol: Symbol) -> bool {
        match self.symbols.expr(symbol) {
            Expr::Constant(term) => term.to_big_int().is_some(),
            Expr::Arithmetic(
                Arithmetic::Add | Arithmetic::Subtract | Arithmetic::Multiply,
                left,
                right,
            ) => self.is_integer(*left) && self.is_integer(*right),
            Expr::Arithmetic(operator, ..) => *operator != Arithmetic::Divide,
            Expr::BitSize(_) | Expr::TupleSize(_) | Expr::MapSize(_) => true,
            _ => self.is_only(symbol, Kinds::only(&[Basic::Integer])),
        }
    }

    /// Is it a float, or an integer that can become one?
    fn is_float(&self, symbol: Symbol) -> bool {
        let is_convertible = |size: BigInt| (size - 1_u8).to_f64().is_some_and(f64::is_finite);
        self.is_only(symbol, Kinds::only(&[Basic::Float]))
            || self.largest(symbol).is_some_and(is_convertible)
    }

    fn is_never_zero(&self, symbol: Symbol) -> bool {
        match (self.symbols.expr(symbol), self.known_node(symbol)) {
            (Expr::Constant(term), _) => *term != Term::Int(0),
            (_, Some(id)) => !self.node(id).domain.allows(&Term::Int(0)),
            _ => false,
        }
    }

    /// An integer that is larger than the absolute value of a number.
    fn largest(&self, symbol: Symbol) -> Option<BigInt> {
        if let Some(known) = self.known_number(symbol) {
            return known.to_big_int().map(|number| number.abs() + 1);
        }
        if matches!(
            self.symbols.expr(symbol),
            Expr::BitSize(_) | Expr::TupleSize(_) | Expr::MapSize(_)
        ) {
            return Some(BigInt::from(1) << LARGEST_SIZE_BITS);
        }
        if let Expr::Constant(term) = self.symbols.expr(symbol) {
            return match term {
                Term::Float(float) => {
                    let above: BigInt = num_traits::FromPrimitive::from_f64(float.abs().ceil())?;
                    Some(above + 1)
                }
                _ => term.to_big_int().map(|number| number.abs() + 1),
            };
        }
        if let Expr::Arithmetic(operator, left, right) = self.symbols.expr(symbol) {
            let (left, divisor) = (self.largest(*left)?, self.symbols.expr(*right));
            return match operator {
                Arithmetic::Add | Arithmetic::Subtract => Some(left + self.largest(*right)?),
                Arithmetic::Multiply => Some(left * self.largest(*right)?),
                Arithmetic::Divide => match divisor {
                    Expr::Constant(term) if is_one_or_more(term) => Some(left),
                    _ => None,
                },
                // Towards zero.
                Arithmetic::IntegerDivide | Arithmetic::Remainder => Some(left),
                _ => None,
            };
        }
        let domain = &self.node(self.known_node(symbol)?).domain;
        let (low, high) = domain.number_bounds();
        Some(low?.abs().max(high?.abs()) + 1)
    }
}

fn is_one_or_more(divisor: &Term) -> bool {
    match divisor {
        Term::Float(float) => float.abs() >= 1.0,
        _ => divisor.to_big_int().is_some_and(|number| number.abs() >= BigInt::from(1)),
    }
}
