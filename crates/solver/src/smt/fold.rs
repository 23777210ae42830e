//! What is left of a problem when constants are computed? Comparisons with something to solve.
//!
//! After this, an integer constant never stands next to a float in arithmetic, and an integer
//! expression is never compared with a float constant.

use crate::evaluate::{Evaluator, order};
use crate::numeric::{
    Number, NumberKind, NumericComparison, NumericExpr, NumericProblem, Relation,
};
use num_bigint::BigInt;
use num_traits::FromPrimitive;
use runtime::compare::deeper;
use symbolic::{Arithmetic, Unary};

/// A comparison never holds.
#[derive(Debug)]
pub struct Never;

pub fn fold(problem: &NumericProblem, evaluator: &mut Evaluator) -> Result<NumericProblem, Never> {
    let mut folder = Folder { problem, evaluator };
    let mut comparisons = Vec::with_capacity(problem.comparisons.len());
    for comparison in &problem.comparisons {
        comparisons.extend(folder.comparison(comparison)?);
    }
    Ok(NumericProblem { variables: problem.variables.clone(), comparisons })
}

fn kind_of_arithmetic(operator: Arithmetic, left: NumberKind, right: NumberKind) -> NumberKind {
    let is_float = left == NumberKind::Float || right == NumberKind::Float;
    match operator {
        Arithmetic::Divide => NumberKind::Float,
        Arithmetic::Add | Arithmetic::Subtract | Arithmetic::Multiply if is_float => {
            NumberKind::Float
        }
        _ => NumberKind::Integer,
    }
}

fn kind_of_unary(operator: Unary, operand: NumberKind) -> NumberKind {
    match operator {
        Unary::Float => NumberKind::Float,
        Unary::Negate | Unary::Absolute => operand,
        Unary::BitNot | Unary::Truncate | Unary::Round | Unary::Floor | Unary::Ceil => {
            NumberKind::Integer
        }
    }
}

struct Folder<'p> {
    problem: &'p NumericProblem,
    evaluator: &'p mut Evaluator,
}

impl Folder<'_> {
    fn comparison(
        &mut self,
        comparison: &NumericComparison,
    ) -> Result<Option<NumericComparison>, Never> {
        let (left, left_kind) = self.expr(&comparison.left)?;
        let (right, right_kind) = self.expr(&comparison.right)?;
        let relation = comparison.relation;
        let (left, right) = match (left, right) {
            (NumericExpr::Constant(left), NumericExpr::Constant(right)) => {
                return if relation.fits(order(&left, &right)) { Ok(None) } else { Err(Never) };
            }
            (left, NumericExpr::Constant(Number::Float(float)))
                if left_kind == NumberKind::Integer =>
            {
                let rounded = if relation == Relation::Less { float.ceil() } else { float.floor() };
                match beside(relation, float, rounded)? {
                    Some(constant) => (left, constant),
                    None => return Ok(None),
                }
            }
            (NumericExpr::Constant(Number::Float(float)), right)
                if right_kind == NumberKind::Integer =>
            {
                let rounded = if relation == Relation::Less { float.floor() } else { float.ceil() };
                match beside(relation, float, rounded)? {
                    Some(constant) => (constant, right),
                    None => return Ok(None),
                }
            }
            both => both,
        };
        Ok(Some(NumericComparison { relation, left, right }))
    }

    fn expr(&mut self, expr: &NumericExpr) -> Result<(NumericExpr, NumberKind), Never> {
        match expr {
            NumericExpr::Variable(variable) => {
                Ok((expr.clone(), self.problem.variables[*variable].kind))
            }
            NumericExpr::Constant(number) => Ok((expr.clone(), number.kind())),
            NumericExpr::Arithmetic(operator, left, right) => deeper(|| {
                let (left, right) = (self.expr(left)?, self.expr(right)?);
                self.arithmetic(*operator, left, right)
            }),
            NumericExpr::Unary(operator, operand) => deeper(|| {
                let (operand, kind) = self.expr(operand)?;
                if let NumericExpr::Constant(number) = &operand {
                    return self.evaluator.unary(*operator, number).map(constant).ok_or(Never);
                }
                // What it would make, it is.
                let is_same = match operator {
                    Unary::Float => kind == NumberKind::Float,
                    Unary::Truncate | Unary::Round | Unary::Floor | Unary::Ceil => {
                        kind == NumberKind::Integer
                    }
                    _ => false,
                };
                if is_same {
                    return Ok((operand, kind));
                }
                let kind = kind_of_unary(*operator, kind);
                Ok((NumericExpr::Unary(*operator, Box::new(operand)), kind))
            }),
        }
    }

    fn arithmetic(
        &mut self,
        operator: Arithmetic,
        (left, left_kind): (NumericExpr, NumberKind),
        (right, right_kind): (NumericExpr, NumberKind),
    ) -> Result<(NumericExpr, NumberKind), Never> {
        if let (NumericExpr::Constant(left), NumericExpr::Constant(right)) = (&left, &right) {
            return self.evaluator.arithmetic(operator, left, right).map(constant).ok_or(Never);
        }
        let is_division = matches!(
            operator,
            Arithmetic::Divide | Arithmetic::IntegerDivide | Arithmetic::Remainder
        );
        if is_division && matches!(&right, NumericExpr::Constant(number) if number.is_zero()) {
            return Err(Never);
        }
        let kind = kind_of_arithmetic(operator, left_kind, right_kind);
        let (left, right) = match kind {
            NumberKind::Float => (self.as_float(left)?, self.as_float(right)?),
            NumberKind::Integer => (left, right),
        };
        Ok((NumericExpr::Arithmetic(operator, Box::new(left), Box::new(right)), kind))
    }

    /// Integer constants become floats; all else stays.
    fn as_float(&mut self, expr: NumericExpr) -> Result<NumericExpr, Never> {
        match expr {
            NumericExpr::Constant(number @ Number::Integer(_)) => {
                self.evaluator.unary(Unary::Float, &number).map(NumericExpr::Constant).ok_or(Never)
            }
            other => Ok(other),
        }
    }
}

fn constant(number: Number) -> (NumericExpr, NumberKind) {
    let kind = number.kind();
    (NumericExpr::Constant(number), kind)
}

/// The integer that an integer expression can be compared with in place of a float. `None`: the
/// comparison always holds.
fn beside(relation: Relation, float: f64, rounded: f64) -> Result<Option<NumericExpr>, Never> {
    let is_integer = float.fract() == 0.0;
    match relation {
        Relation::Equal if !is_integer => Err(Never),
        Relation::NotEqual if !is_integer => Ok(None),
        _ => {
            let integer = BigInt::from_f64(rounded).expect("constants are finite");
            Ok(Some(NumericExpr::Constant(Number::Integer(integer))))
        }
    }
}
