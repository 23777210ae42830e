//! Which numbers satisfy comparisons of sums? Integers by elimination, floats by their bounds.
//!
//! Most arithmetic in programs is `N - 1 > 0`. Such problems are solved here, in microseconds:
//!
//! 1. Change one variable of the input we start from, if that is enough ([`repair`]).
//! 2. Remove the equalities; let bounds tighten each other ([`system`]).
//! 3. Remove the variables one by one and give them values in the opposite order ([`search`]).
//!
//! What is divided by a constant has a quotient and a remainder, which are linear ([`quotient`]).
//! A variable that is a float is compared with constants only; its bounds are exact ([`floats`]).
//! So are those of a variable from which something is computed that rises or falls with it
//! ([`slope`]).
//! Comparisons that are not linear are left out: if the others have no solution there is none, and
//! a solution of the others may happen to satisfy them too. If not, all variables but one are held as
//! they were, which often leaves something linear ([`held`]). That one number is not on both sides of
//! another is seen whatever it is computed from ([`opaque`]).

mod floats;
mod form;
mod held;
mod opaque;
mod quotient;
mod read;
mod search;
mod slope;
mod system;

use crate::evaluate::Evaluator;
use crate::numeric::{
    Number, NumberKind, NumericAnswer, NumericAttempt, NumericProblem, NumericSolver,
};
use crate::patience::Patience;
use crate::step::Halt;
use crate::why::NumericWhy;
use form::Form;
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use read::Reading;
use search::Candidates;
use system::{System, pay};

pub use floats::{at_least, at_most, less, more};

#[derive(Default)]
pub struct Linear {
    evaluator: Evaluator,
}

impl Linear {
    pub fn new() -> Linear {
        Linear::default()
    }
}

impl NumericSolver for Linear {
    fn solve(&mut self, problem: &NumericProblem, patience: &Patience) -> NumericAnswer {
        let attempt = self.solve_linear(problem, patience);
        if attempt != Err(Halt::GaveUp(NumericWhy::NotLinear)) {
            return attempt.into();
        }
        let size = problem.size();
        for easier in held::problems(problem) {
            patience.step(COPYING_STEPS * size);
            if patience.is_over() {
                return NumericAnswer::GaveUp(NumericWhy::TookTooLong);
            }
            // That there is nothing with some of it held proves nothing.
            if let Ok(values) = self.solve_linear(&easier, patience)
                && self.evaluator.satisfies(problem, &values)
            {
                return NumericAnswer::Sat(values);
            }
        }
        attempt.into()
    }
}

/// What it takes to copy one operation of a problem, and to read it.
const COPYING_STEPS: u64 = 4;
const READING_STEPS: u64 = 4;

impl Linear {
    fn solve_linear(
        &mut self,
        problem: &NumericProblem,
        patience: &Patience,
    ) -> NumericAttempt<Vec<Number>> {
        patience.step(READING_STEPS * problem.size());
        let reading = Reading::new(problem, &mut self.evaluator, patience)?;
        let mut values = Vec::with_capacity(problem.variables.len());
        for (variable, room) in problem.variables.iter().zip(&reading.floats) {
            let hint = match variable.hint {
                Some(Number::Float(hint)) => Some(hint),
                _ => None,
            };
            values.push(match room.as_ref().map(|room| room.choose(hint)) {
                Some(None) => return Err(Halt::Impossible),
                Some(Some(float)) => Number::Float(float),
                None => Number::Integer(BigInt::zero()),
            });
        }
        let integers = solve_integers(reading.system, patience)?;
        for ((value, integer), variable) in values.iter_mut().zip(integers).zip(&problem.variables)
        {
            if variable.kind == NumberKind::Integer {
                *value = Number::Integer(integer);
            }
        }
        if self.evaluator.satisfies(problem, &values) {
            Ok(values)
        } else if reading.is_partial {
            Err(Halt::GaveUp(NumericWhy::NotLinear))
        } else {
            Err(Halt::GaveUp(NumericWhy::FailedCheck))
        }
    }
}

fn solve_integers(mut system: System, patience: &Patience) -> NumericAttempt<Vec<BigInt>> {
    if let Some(values) = repair(&system, patience)? {
        return Ok(values);
    }
    system.simplify(patience)?;
    let mut values = search::search(&system, patience)?;
    system.complete(&mut values);
    Ok(values)
}

/// The wishes of all variables but one, if there is a value for that one.
fn repair(system: &System, patience: &Patience) -> NumericAttempt<Option<Vec<BigInt>>> {
    let weight = system.weight();
    pay(patience, 2 * weight)?;
    let mut values: Vec<BigInt> =
        system.variables.iter().map(|variable| variable.clamped_wish()).collect();
    if system.variables.iter().any(|variable| variable.is_empty()) {
        return Ok(None);
    }
    let excluded =
        (0..values.len()).find(|number| !system.variables[*number].allows(&values[*number]));
    let violated = system.violated(&values);
    let candidates: Vec<usize> = match (excluded, violated) {
        (None, None) => return Ok(Some(values)),
        (Some(variable), _) => vec![variable],
        (None, Some(form)) => form.terms.iter().map(|term| term.0).collect(),
    };
    for variable in candidates {
        // It goes on until the first sum that another variable would have to change.
        pay(patience, weight / 4)?;
        if let Some(value) = system.only_change(variable, &values) {
            values[variable] = value;
            return Ok(Some(values));
        }
    }
    Ok(None)
}

impl System {
    fn violated(&self, values: &[BigInt]) -> Option<&Form> {
        let is_violated_equality = |form: &&Form| !form.evaluate(values).is_zero();
        let is_positive = |form: &&Form| form.evaluate(values).is_positive();
        let is_zero = |form: &&Form| form.evaluate(values).is_zero();
        (self.equal.iter().find(is_violated_equality))
            .or_else(|| self.at_most.iter().find(is_positive))
            .or_else(|| self.different.iter().find(is_zero))
    }

    /// The value of one variable that makes everything hold while the others stay.
    fn only_change(&self, variable: usize, values: &[BigInt]) -> Option<BigInt> {
        let mut room = self.variables[variable].clone();
        for form in &self.equal {
            if form.coefficient(variable).is_some() {
                search::narrow(&mut room, form, variable, values);
                search::narrow(&mut room, &form.clone().negated(), variable, values);
            } else if !form.evaluate(values).is_zero() {
                return None;
            }
        }
        for form in &self.at_most {
            if form.coefficient(variable).is_some() {
                search::narrow(&mut room, form, variable, values);
            } else if form.evaluate(values).is_positive() {
                return None;
            }
        }
        for form in &self.different {
            if form.coefficient(variable).is_some() {
                search::exclude(&mut room, form, variable, values);
            } else if form.evaluate(values).is_zero() {
                return None;
            }
        }
        let others_are_fine = (0..values.len())
            .all(|other| other == variable || self.variables[other].allows(&values[other]));
        if room.is_empty() || !others_are_fine {
            return None;
        }
        Candidates::new(&room).next()
    }
}

#[cfg(test)]
mod tests;
