//! Which comparisons are linear, and what do they say?

use super::floats::FloatRoom;
use super::form::Form;
use super::opaque::Opaque;
use super::quotient::Quotients;
use super::slope::{self, Slope, Stretch};
use super::system::{Contradiction, System, Variable, pay};
use crate::evaluate::{self, Evaluator};
use crate::numeric::{
    Number, NumberKind, NumericAttempt, NumericComparison, NumericExpr, NumericProblem, Relation,
};
use crate::patience::Patience;
use num_bigint::BigInt;
use num_traits::{FromPrimitive, One, Signed, ToPrimitive};
use runtime::compare::deeper;
use symbolic::{Arithmetic, Unary};

/// A problem, as far as it is linear.
pub struct Reading {
    /// Has a variable for each variable of the problem; those of floats are free.
    pub system: System,
    /// One for each variable that is a float.
    pub floats: Vec<Option<FloatRoom>>,
    /// Comparisons that are not linear were left out.
    pub is_partial: bool,
}

/// One side of a comparison.
enum Part {
    Integers(Form),
    Constant(f64),
    /// A variable that is a float.
    Float(usize),
    /// Something that rises or falls with one variable.
    Slope(Slope),
    /// It has no value, whatever the variables are.
    Never,
    Other,
}

/// A shift to the left by more than this is left to others.
const MOST_PLACES: u32 = 4096;

impl Reading {
    pub fn new(
        problem: &NumericProblem,
        evaluator: &mut Evaluator,
        patience: &Patience,
    ) -> NumericAttempt<Reading> {
        let mut reading = Reading {
            system: System::default(),
            floats: Vec::with_capacity(problem.variables.len()),
            is_partial: false,
        };
        for variable in &problem.variables {
            let is_float = variable.kind == NumberKind::Float;
            reading.floats.push(is_float.then(|| FloatRoom::new(variable)));
            reading.system.variables.push(if is_float {
                Variable { is_replaced: true, ..Variable::default() }
            } else {
                Variable {
                    low: variable.low.as_ref().map(at_least),
                    high: variable.high.as_ref().map(at_most),
                    excluded: variable.excluded.iter().filter_map(as_integer).collect(),
                    wish: variable.hint.as_ref().and_then(as_integer).unwrap_or_default(),
                    is_replaced: false,
                }
            });
        }
        let quotients = Quotients::new(problem);
        let opaque = Opaque::default();
        let mut reader = Reader { problem, evaluator, quotients, opaque, patience };
        for comparison in &problem.comparisons {
            pay(patience, 0)?;
            reading.add(comparison, &mut reader)?;
        }
        pay(patience, 0)?;
        reading.is_partial |= reader.quotients.is_partial();
        reader.quotients.add_to(&mut reading.system, patience)?;
        Ok(reading)
    }

    fn add<'p>(
        &mut self,
        comparison: &'p NumericComparison,
        reader: &mut Reader<'p>,
    ) -> Result<(), Contradiction> {
        let relation = comparison.relation;
        match (reader.side(&comparison.left), reader.side(&comparison.right)) {
            (Part::Never, _) | (_, Part::Never) => return Err(Contradiction),
            (Part::Integers(left), Part::Integers(right)) => {
                self.compare(relation, left.minus(&right));
            }
            (Part::Integers(left), Part::Constant(right)) => self.below(relation, left, right)?,
            (Part::Constant(left), Part::Integers(right)) => self.above(relation, left, right)?,
            (Part::Constant(left), Part::Constant(right)) => {
                let order = evaluate::order(&Number::Float(left), &Number::Float(right));
                if !relation.fits(order) {
                    return Err(Contradiction);
                }
            }
            (Part::Float(variable), Part::Constant(constant)) => {
                self.float(variable).restrict_left(relation, &Number::Float(constant));
            }
            (Part::Constant(constant), Part::Float(variable)) => {
                self.float(variable).restrict_right(relation, &Number::Float(constant));
            }
            (Part::Float(variable), Part::Integers(form)) if form.is_constant() => {
                self.float(variable).restrict_left(relation, &Number::Integer(form.constant));
            }
            (Part::Integers(form), Part::Float(variable)) if form.is_constant() => {
                self.float(variable).restrict_right(relation, &Number::Integer(form.constant));
            }
            (Part::Slope(slope), constant) => {
                self.slope(&comparison.left, slope, relation, false, constant, reader)?;
            }
            (constant, Part::Slope(slope)) => {
                self.slope(&comparison.right, slope, relation, true, constant, reader)?;
            }
            (Part::Other, constant) => {
                self.is_partial = true;
                if let Some(constant) = constant.as_number() {
                    reader.opaque.compare(&comparison.left, relation, false, constant)?;
                }
            }
            (constant, Part::Other) => {
                self.is_partial = true;
                if let Some(constant) = constant.as_number() {
                    reader.opaque.compare(&comparison.right, relation, true, constant)?;
                }
            }
            _ => self.is_partial = true,
        }
        Ok(())
    }

    /// `expr relation constant`, or the other way round.
    fn slope(
        &mut self,
        expr: &NumericExpr,
        slope: Slope,
        relation: Relation,
        is_constant_left: bool,
        constant: Part,
        reader: &mut Reader,
    ) -> Result<(), Contradiction> {
        let kind = reader.problem.variables[slope.variable].kind;
        let found = constant.as_number().map(|constant| {
            let evaluator = &mut *reader.evaluator;
            slope::stretch(evaluator, expr, slope, kind, relation, is_constant_left, &constant)
        });
        let Some(Ok(found)) = found else {
            self.is_partial = true;
            return Ok(());
        };
        let Stretch { low, high, excluded, is_exact } = found.ok_or(Contradiction)?;
        self.is_partial |= !is_exact;
        match (low, high) {
            (Number::Integer(low), Number::Integer(high)) => {
                let variable = &mut self.system.variables[slope.variable];
                variable.raise(low);
                variable.lower(high);
                variable.excluded.extend(excluded.as_ref().and_then(as_integer));
            }
            (low, high) => {
                let room = self.float(slope.variable);
                room.restrict_right(Relation::LessOrEqual, &low);
                room.restrict_left(Relation::LessOrEqual, &high);
                if let Some(excluded) = excluded {
                    room.restrict_left(Relation::NotEqual, &excluded);
                }
            }
        }
        Ok(())
    }

    /// `form relation 0`
    fn compare(&mut self, relation: Relation, mut form: Form) {
        match relation {
            Relation::Less => {
                form.constant += 1;
                self.system.at_most.push(form);
            }
            Relation::LessOrEqual => self.system.at_most.push(form),
            Relation::Equal => self.system.equal.push(form),
            Relation::NotEqual => self.system.different.push(form),
        }
    }

    /// `form relation constant`
    fn below(
        &mut self,
        relation: Relation,
        form: Form,
        constant: f64,
    ) -> Result<(), Contradiction> {
        let integer = match relation {
            Relation::Less => constant.ceil(),
            Relation::LessOrEqual => constant.floor(),
            Relation::Equal | Relation::NotEqual => return self.same(relation, form, constant),
        };
        self.compare(relation, form.minus(&Form::constant(integer_of(integer))));
        Ok(())
    }

    /// `constant relation form`
    fn above(
        &mut self,
        relation: Relation,
        constant: f64,
        form: Form,
    ) -> Result<(), Contradiction> {
        let integer = match relation {
            Relation::Less => constant.floor(),
            Relation::LessOrEqual => constant.ceil(),
            Relation::Equal | Relation::NotEqual => return self.same(relation, form, constant),
        };
        self.compare(relation, Form::constant(integer_of(integer)).minus(&form));
        Ok(())
    }

    fn same(&mut self, relation: Relation, form: Form, constant: f64) -> Result<(), Contradiction> {
        if constant.fract() == 0.0 {
            self.compare(relation, form.minus(&Form::constant(integer_of(constant))));
            Ok(())
        } else if relation == Relation::Equal {
            Err(Contradiction)
        } else {
            Ok(())
        }
    }

    fn float(&mut self, variable: usize) -> &mut FloatRoom {
        self.floats[variable].as_mut().expect("the variable is a float")
    }
}

struct Reader<'p> {
    problem: &'p NumericProblem,
    evaluator: &'p mut Evaluator,
    quotients: Quotients,
    opaque: Opaque<'p>,
    patience: &'p Patience,
}

impl Reader<'_> {
    fn side(&mut self, expr: &NumericExpr) -> Part {
        match expr {
            NumericExpr::Variable(variable) => match self.problem.variables[*variable].kind {
                NumberKind::Integer => Part::Integers(Form::variable(*variable)),
                NumberKind::Float => Part::Float(*variable),
            },
            NumericExpr::Constant(number) => Part::constant(number.clone()),
            NumericExpr::Arithmetic(operator, left, right) => deeper(|| {
                let (left, right) = (self.side(left), self.side(right));
                let slope = self.slope(*operator, &left, &right);
                self.arithmetic(*operator, left, right).or_slope(slope)
            }),
            NumericExpr::Unary(operator, operand) => deeper(|| {
                let operand = self.side(operand);
                let slope = self.slope_of(&operand).and_then(|slope| slope.unary(*operator));
                self.unary(*operator, operand).or_slope(slope)
            }),
        }
    }

    fn slope(&self, operator: Arithmetic, left: &Part, right: &Part) -> Option<Slope> {
        match (self.slope_of(left), self.slope_of(right)) {
            (Some(slope), None) => slope.then(operator, &right.as_number()?),
            (None, Some(slope)) => slope.after(operator, &left.as_number()?),
            _ => None,
        }
    }

    /// How a side depends on the one variable that is in it.
    fn slope_of(&self, side: &Part) -> Option<Slope> {
        match side {
            Part::Slope(slope) => Some(*slope),
            Part::Float(variable) => Some(Slope { variable: *variable, is_rising: true }),
            Part::Integers(form) => match &form.terms[..] {
                // Quotients are variables too, but not of the problem.
                [(variable, coefficient)] if *variable < self.problem.variables.len() => {
                    Some(Slope { variable: *variable, is_rising: coefficient.is_positive() })
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn arithmetic(&mut self, operator: Arithmetic, left: Part, right: Part) -> Part {
        if matches!(left, Part::Never) || matches!(right, Part::Never) {
            return Part::Never;
        }
        if let (Some(left), Some(right)) = (left.as_number(), right.as_number()) {
            let value = self.evaluator.arithmetic(operator, &left, &right);
            return value.map_or(Part::Never, Part::constant);
        }
        let is_division = matches!(
            operator,
            Arithmetic::Divide | Arithmetic::IntegerDivide | Arithmetic::Remainder
        );
        if is_division && right.as_number().is_some_and(|number| number.is_zero()) {
            return Part::Never;
        }
        let (Part::Integers(left), Part::Integers(right)) = (left, right) else {
            return Part::Other;
        };
        // A sum of many is written again for each that is added.
        self.patience.step(2 * (left.weight() + right.weight()));
        if self.patience.left() == 0 {
            // Whoever reads the whole gives up.
            return Part::Other;
        }
        match operator {
            Arithmetic::Add => Part::Integers(left.plus(&BigInt::one(), &right)),
            Arithmetic::Subtract => Part::Integers(left.minus(&right)),
            Arithmetic::Multiply if right.is_constant() => {
                Part::Integers(left.times(&right.constant))
            }
            Arithmetic::Multiply if left.is_constant() => {
                Part::Integers(right.times(&left.constant))
            }
            Arithmetic::ShiftLeft if right.is_constant() => match right.constant.to_u32() {
                Some(places @ 0..=MOST_PLACES) => {
                    Part::Integers(left.times(&(BigInt::one() << places)))
                }
                _ => Part::Other,
            },
            Arithmetic::IntegerDivide
            | Arithmetic::Remainder
            | Arithmetic::ShiftRight
            | Arithmetic::BitAnd
            | Arithmetic::BitOr
            | Arithmetic::BitXor => {
                let applied = self.quotients.apply(operator, &left, &right, self.patience);
                applied.map_or(Part::Other, Part::Integers)
            }
            Arithmetic::Multiply | Arithmetic::Divide | Arithmetic::ShiftLeft => Part::Other,
        }
    }

    fn unary(&mut self, operator: Unary, operand: Part) -> Part {
        if let Some(number) = operand.as_number() {
            return self.evaluator.unary(operator, &number).map_or(Part::Never, Part::constant);
        }
        match (operator, operand) {
            (_, Part::Never) => Part::Never,
            (Unary::Negate, Part::Integers(form)) => Part::Integers(form.negated()),
            (Unary::BitNot, Part::Integers(form)) => {
                Part::Integers(form.negated().minus(&Form::constant(BigInt::one())))
            }
            (Unary::Truncate | Unary::Round | Unary::Floor | Unary::Ceil, Part::Integers(form)) => {
                Part::Integers(form)
            }
            (Unary::Float, Part::Float(variable)) => Part::Float(variable),
            _ => Part::Other,
        }
    }
}

impl Part {
    fn or_slope(self, slope: Option<Slope>) -> Part {
        match (self, slope) {
            (Part::Other, Some(slope)) => Part::Slope(slope),
            (side, _) => side,
        }
    }

    fn constant(number: Number) -> Part {
        match number {
            Number::Integer(integer) => Part::Integers(Form::constant(integer)),
            Number::Float(float) => Part::Constant(float),
        }
    }

    fn as_number(&self) -> Option<Number> {
        match self {
            Part::Integers(form) if form.is_constant() => {
                Some(Number::Integer(form.constant.clone()))
            }
            Part::Constant(float) => Some(Number::Float(*float)),
            _ => None,
        }
    }
}

fn integer_of(float: f64) -> BigInt {
    BigInt::from_f64(float).expect("constants are finite")
}

fn as_integer(number: &Number) -> Option<BigInt> {
    match number {
        Number::Integer(integer) => Some(integer.clone()),
        Number::Float(float) => (float.fract() == 0.0).then(|| integer_of(*float)),
    }
}

fn at_least(number: &Number) -> BigInt {
    match number {
        Number::Integer(integer) => integer.clone(),
        Number::Float(float) => integer_of(float.ceil()),
    }
}

fn at_most(number: &Number) -> BigInt {
    match number {
        Number::Integer(integer) => integer.clone(),
        Number::Float(float) => integer_of(float.floor()),
    }
}
