//! Which integers satisfy the inequalities? Variables are removed one by one, then given values in
//! the opposite order.
//!
//! Removing a variable (Fourier and Motzkin) combines every lower bound with every upper bound. If
//! all coefficients are one, as in most programs, what is left has a solution just when the whole
//! has, so that no choice is ever wrong except for values that are excluded. Otherwise a choice may
//! fail, and the next is tried, up to a limit.

use super::form::Form;
use super::system::{Contradiction, System, Variable, pay};
use crate::numeric::NumericAttempt;
use crate::patience::Patience;
use crate::step::{self, Halt};
use crate::why::NumericWhy;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use runtime::compare::deeper;

/// If there are so many inequalities more than at first, they are not combined further.
const MOST_NEW_FORMS: usize = 240;
/// So many values are tried in all, besides one for each variable.
const MOST_TRIALS: usize = 1500;
/// All values of a variable with at most so many are tried, and as many of the nearest of others.
const MOST_VALUES: u64 = 40;
/// So many disequalities are split into "less" and "more".
const MOST_SPLITS: u32 = 5;

/// Not all values were tried.
const TOO_HARD: Halt<NumericWhy> = Halt::GaveUp(NumericWhy::TooHard);

pub fn search(system: &System, patience: &Patience) -> NumericAttempt<Vec<BigInt>> {
    search_split(system, MOST_SPLITS, patience)
}

fn search_split(system: &System, splits: u32, patience: &Patience) -> NumericAttempt<Vec<BigInt>> {
    let stages = stages(system, patience)?;
    let mut assignment = Partial {
        system,
        stages: &stages,
        values: vec![BigInt::zero(); system.variables.len()],
        trials: MOST_TRIALS + stages.len(),
        patience,
    };
    match assignment.assign(stages.len()) {
        Ok(()) => return Ok(assignment.values),
        Err(TOO_HARD) if splits > 0 && !system.different.is_empty() => {}
        Err(halt) => return Err(halt),
    }
    step::first([false, true], |is_more| {
        let mut half = system.clone();
        let form = half.different.pop().expect("it is not empty");
        let form = if is_more { form.negated() } else { form };
        half.at_most.push(form.plus(&BigInt::one(), &Form::constant(BigInt::one())));
        half.simplify(patience)?;
        let mut values = search_split(&half, splits - 1, patience)?;
        half.complete(&mut values);
        Ok(values)
    })
}

/// A variable, and what bounds it by variables that are removed later.
struct Stage {
    variable: usize,
    at_most: Vec<Form>,
    different: Vec<Form>,
}

/// Removes all variables.
fn stages(system: &System, patience: &Patience) -> NumericAttempt<Vec<Stage>> {
    let mut left: Vec<usize> = (0..system.variables.len())
        .filter(|number| !system.variables[*number].is_replaced)
        .collect();
    let mut forms = system.at_most.clone();
    let mut different = system.different.clone();
    for &number in &left {
        forms.extend(bounds_of(number, &system.variables[number]));
    }
    let most = forms.len() + MOST_NEW_FORMS;
    let mut stages = Vec::with_capacity(left.len());
    let mut is_combining = true;
    while !left.is_empty() {
        pay(patience, forms.iter().map(Form::weight).sum::<u64>() + left.len() as u64)?;
        let place = cheapest(&left, &forms, system.variables.len());
        let variable = left.swap_remove(place);
        let at_most = forms.extract_if(.., |form| form.coefficient(variable).is_some()).collect();
        let different =
            different.extract_if(.., |form| form.coefficient(variable).is_some()).collect();
        let stage = Stage { variable, at_most, different };
        is_combining = is_combining && combine(&stage, &mut forms, most)?;
        stages.push(stage);
    }
    Ok(stages)
}

fn bounds_of(number: usize, variable: &Variable) -> impl Iterator<Item = Form> {
    let high = variable.high.as_ref().map(|high| Form::difference(number, high));
    let low = variable.low.as_ref().map(|low| Form::difference(number, low).negated());
    high.into_iter().chain(low)
}

/// The variable that makes the fewest new inequalities; of these the youngest, so that the first
/// ones get their wishes.
fn cheapest(left: &[usize], forms: &[Form], variables: usize) -> usize {
    let mut uses = vec![Uses::default(); variables];
    for (variable, coefficient) in forms.iter().flat_map(|form| &form.terms) {
        let uses = &mut uses[*variable];
        if coefficient.is_positive() {
            uses.upper += 1
        } else {
            uses.lower += 1
        }
        uses.is_rounded |= !coefficient.magnitude().is_one();
    }
    let cost = |variable: usize| {
        let uses = &uses[variable];
        (uses.is_rounded, uses.upper * uses.lower, usize::MAX - variable)
    };
    (0..left.len()).min_by_key(|place| cost(left[*place])).expect("some are left")
}

/// How often a variable is bounded.
#[derive(Clone, Default)]
struct Uses {
    upper: usize,
    lower: usize,
    /// Some of its coefficients are not one.
    is_rounded: bool,
}

/// Adds what the bounds of a variable say about the others. False if that would be too much.
fn combine(stage: &Stage, forms: &mut Vec<Form>, most: usize) -> Result<bool, Contradiction> {
    let (upper, lower): (Vec<&Form>, Vec<&Form>) = stage
        .at_most
        .iter()
        .partition(|form| form.coefficient(stage.variable).is_some_and(BigInt::is_positive));
    if upper.len() * lower.len() + forms.len() > most {
        return Ok(false);
    }
    for high in upper {
        let up = high.coefficient(stage.variable).expect("it is in this stage");
        for low in &lower {
            let down = low.coefficient(stage.variable).expect("it is in this stage");
            let divisor = up.gcd(down);
            let combined = high.clone().times(&(-down / &divisor)).plus(&(up / &divisor), low);
            if combined.is_constant() {
                if combined.constant.is_positive() {
                    return Err(Contradiction);
                }
                continue;
            }
            let combined = combined.divided(&combined.content());
            match forms.iter_mut().find(|form| form.terms == combined.terms) {
                Some(form) if form.constant < combined.constant => {
                    form.constant = combined.constant
                }
                Some(_) => {}
                None => forms.push(combined),
            }
        }
    }
    Ok(true)
}

struct Partial<'s> {
    system: &'s System,
    stages: &'s [Stage],
    values: Vec<BigInt>,
    trials: usize,
    patience: &'s Patience,
}

impl Partial<'_> {
    /// Gives values to the variables of the first stages, from the last of these on.
    fn assign(&mut self, count: usize) -> NumericAttempt {
        let Some((stage, rest)) = self.stages[..count].split_last() else { return Ok(()) };
        let forms = stage.at_most.iter().chain(&stage.different);
        pay(self.patience, 8 + forms.map(Form::weight).sum::<u64>())?;
        let mut room = self.system.variables[stage.variable].clone();
        for form in &stage.at_most {
            narrow(&mut room, form, stage.variable, &self.values);
        }
        for form in &stage.different {
            exclude(&mut room, form, stage.variable, &self.values);
        }
        if room.is_empty() {
            return Err(Halt::Impossible);
        }
        let candidates = Candidates::new(&room);
        let mut halt = candidates.if_none_fits();
        for value in candidates {
            if self.trials == 0 {
                return Err(TOO_HARD);
            }
            self.trials -= 1;
            self.values[stage.variable] = value;
            match deeper(|| self.assign(rest.len())) {
                Err(other @ (Halt::Impossible | TOO_HARD)) => halt = halt.join(other),
                done => return done,
            }
        }
        Err(halt)
    }
}

/// `form ≤ 0`, where all but one variable have values.
pub fn narrow(room: &mut Variable, form: &Form, variable: usize, values: &[BigInt]) {
    let coefficient = form.coefficient(variable).expect("the form is about this variable");
    let rest = -form.evaluate_without(variable, values);
    if coefficient.is_positive() {
        room.lower(rest.div_floor(coefficient));
    } else {
        room.raise(rest.div_ceil(coefficient));
    }
}

/// `form ≠ 0`, where all but one variable have values.
pub fn exclude(room: &mut Variable, form: &Form, variable: usize, values: &[BigInt]) {
    let coefficient = form.coefficient(variable).expect("the form is about this variable");
    let (quotient, remainder) = (-form.evaluate_without(variable, values)).div_rem(coefficient);
    if remainder.is_zero() {
        room.excluded.insert(quotient);
    }
}

/// The values that a variable may have, the nearest to its wish first.
pub struct Candidates<'v> {
    room: &'v Variable,
    below: Option<BigInt>,
    above: Option<BigInt>,
    left: u64,
    are_all: bool,
}

impl Candidates<'_> {
    pub fn new(room: &Variable) -> Candidates<'_> {
        let size = match (&room.low, &room.high) {
            (Some(low), Some(high)) => (high - low).to_u64(),
            _ => None,
        };
        let are_all = size.is_some_and(|size| size < MOST_VALUES);
        let start = room.clamped_wish();
        Candidates { room, below: Some(&start - 1), above: Some(start), left: MOST_VALUES, are_all }
    }

    /// What it means if none of them is right: there may be others that were not tried.
    fn if_none_fits(&self) -> Halt<NumericWhy> {
        if self.are_all { Halt::Impossible } else { TOO_HARD }
    }
}

impl Iterator for Candidates<'_> {
    type Item = BigInt;

    fn next(&mut self) -> Option<BigInt> {
        while self.left > 0 {
            self.below.take_if(|below| self.room.low.as_ref().is_some_and(|low| *below < *low));
            self.above.take_if(|above| self.room.high.as_ref().is_some_and(|high| *above > *high));
            let wish = &self.room.wish;
            let is_above = match (&self.below, &self.above) {
                (Some(below), Some(above)) => (above - wish).abs() <= (below - wish).abs(),
                (None, Some(_)) => true,
                (Some(_), None) => false,
                (None, None) => return None,
            };
            let value = if is_above {
                let next = self.above.as_ref().map(|above| above + 1);
                std::mem::replace(&mut self.above, next)?
            } else {
                let next = self.below.as_ref().map(|below| below - 1);
                std::mem::replace(&mut self.below, next)?
            };
            if !self.room.excluded.contains(&value) {
                self.left -= 1;
                return Some(value);
            }
        }
        None
    }
}
