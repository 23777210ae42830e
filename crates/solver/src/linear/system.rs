//! What do we know about integer variables? Sums that are zero, at most zero, or not zero.

use super::form::Form;
use crate::numeric::NumericAttempt;
use crate::patience::Patience;
use crate::step::Halt;
use crate::why::NumericWhy;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

#[derive(Clone, Debug, Default)]
pub struct System {
    pub variables: Vec<Variable>,
    /// Each of these is zero.
    pub equal: Vec<Form>,
    /// Each of these is zero or less.
    pub at_most: Vec<Form>,
    /// None of these is zero.
    pub different: Vec<Form>,
    /// Variables that were replaced; a replacement speaks only of variables not yet replaced then.
    pub substitutions: Vec<(usize, Form)>,
}

#[derive(Clone, Debug, Default)]
pub struct Variable {
    pub low: Option<BigInt>,
    pub high: Option<BigInt>,
    pub excluded: BTreeSet<BigInt>,
    /// Where we would like it to be.
    pub wish: BigInt,
    pub is_replaced: bool,
}

/// No solution exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contradiction;

impl From<Contradiction> for Halt<NumericWhy> {
    fn from(_: Contradiction) -> Halt<NumericWhy> {
        Halt::Impossible
    }
}

/// Pays for some steps.
pub fn pay(patience: &Patience, steps: u64) -> NumericAttempt {
    patience.step(steps);
    if patience.is_over() { Err(Halt::GaveUp(NumericWhy::TookTooLong)) } else { Ok(()) }
}

/// Bounds may creep towards each other for long: `X < Y, Y < X` between 0 and a billion.
const PROPAGATION_ROUNDS: usize = 12;

/// So many keys are compared in one step.
const PAIRS_PER_STEP: u64 = 16;

impl Variable {
    pub fn is_empty(&self) -> bool {
        matches!((&self.low, &self.high), (Some(low), Some(high)) if low > high)
    }

    pub fn allows(&self, value: &BigInt) -> bool {
        self.low.as_ref().is_none_or(|low| low <= value)
            && self.high.as_ref().is_none_or(|high| value <= high)
            && !self.excluded.contains(value)
    }

    pub fn raise(&mut self, low: BigInt) -> bool {
        let is_news = self.low.as_ref().is_none_or(|known| *known < low);
        if is_news {
            self.low = Some(low);
        }
        is_news
    }

    pub fn lower(&mut self, high: BigInt) -> bool {
        let is_news = self.high.as_ref().is_none_or(|known| high < *known);
        if is_news {
            self.high = Some(high);
        }
        is_news
    }

    /// The nearest value to the wish that the bounds allow.
    pub fn clamped_wish(&self) -> BigInt {
        let mut value = self.wish.clone();
        if let Some(low) = &self.low {
            value = value.max(low.clone());
        }
        if let Some(high) = &self.high {
            value = value.min(high.clone());
        }
        value
    }

    /// Moves the bounds away from values that are excluded; those outside of them are forgotten.
    fn shrink(&mut self) {
        let one = BigInt::one();
        while let Some(low) = self.low.as_ref().filter(|low| self.excluded.contains(low)) {
            self.low = Some(low + &one);
        }
        while let Some(high) = self.high.as_ref().filter(|high| self.excluded.contains(high)) {
            self.high = Some(high - &one);
        }
        if let Some(low) = &self.low {
            self.excluded = self.excluded.split_off(low);
        }
        if let Some(high) = &self.high {
            self.excluded.split_off(high);
        }
    }
}

impl System {
    /// Removes equalities and what says nothing, tightens what is left, until all is settled.
    pub fn simplify(&mut self, patience: &Patience) -> NumericAttempt {
        loop {
            // Every sum is looked for among the others.
            let pairs = self.at_most.len() as u64 * self.at_most.len() as u64;
            pay(patience, self.weight() + pairs / PAIRS_PER_STEP)?;
            // First of all: thousands of values that are excluded one by one may be one bound.
            self.sort_at_most()?;
            self.sort_different()?;
            self.propagate(patience)?;
            self.find_equalities();
            if self.equal.is_empty() {
                return Ok(());
            }
            self.eliminate_equalities(patience)?;
        }
    }

    /// How many small steps it takes to go through all of it once.
    pub fn weight(&self) -> u64 {
        let forms = [&self.equal, &self.at_most, &self.different];
        let excluded = self.variables.iter().map(|variable| 1 + variable.excluded.len() as u64);
        forms.into_iter().flatten().map(Form::weight).sum::<u64>() + excluded.sum::<u64>()
    }

    /// Every equality is used to replace a variable. Where no coefficient is one, a change of
    /// variable makes coefficients smaller first, as in Euclid's algorithm.
    fn eliminate_equalities(&mut self, patience: &Patience) -> NumericAttempt {
        while let Some(form) = self.equal.pop() {
            if form.is_constant() {
                if form.constant.is_zero() {
                    continue;
                }
                return Err(Halt::Impossible);
            }
            let content = form.content();
            if !form.constant.is_multiple_of(&content) {
                return Err(Halt::Impossible);
            }
            let form = form.divided(&content);
            let (variable, coefficient) = form
                .terms
                .iter()
                .min_by_key(|term| term.1.magnitude())
                .cloned()
                .expect("not constant");
            if coefficient.magnitude().is_one() {
                let rest = form.without(variable);
                let rest = if coefficient.is_one() { rest.negated() } else { rest };
                self.replace(variable, rest, patience)?;
            } else {
                let replacement = self.smaller(&form, variable, &coefficient);
                self.equal.push(form.substitute(variable, &replacement).expect("it is there"));
                self.replace(variable, replacement, patience)?;
            }
        }
        Ok(())
    }

    /// `variable = new - Σ ⌊other coefficient / coefficient⌋ · other`: what remains of the other
    /// coefficients is smaller than this one, and nothing is lost.
    fn smaller(&mut self, form: &Form, variable: usize, coefficient: &BigInt) -> Form {
        let new = self.variables.len();
        let mut replacement = Form {
            terms: Vec::with_capacity(form.terms.len()),
            constant: -form.constant.div_floor(coefficient),
        };
        for (other, number) in &form.terms {
            let quotient = number.div_floor(coefficient);
            if *other != variable && !quotient.is_zero() {
                replacement.terms.push((*other, -quotient));
            }
        }
        let wishes: Vec<BigInt> = self.variables.iter().map(|known| known.wish.clone()).collect();
        let wish = &wishes[variable] - replacement.evaluate(&wishes);
        self.variables.push(Variable { wish, ..Variable::default() });
        replacement.terms.push((new, BigInt::one()));
        replacement
    }

    fn replace(
        &mut self,
        variable: usize,
        replacement: Form,
        patience: &Patience,
    ) -> NumericAttempt {
        let weight = replacement.weight();
        let mut steps = weight;
        let old = std::mem::take(&mut self.variables[variable]);
        self.variables[variable] =
            Variable { is_replaced: true, wish: old.wish, ..Variable::default() };
        for forms in [&mut self.equal, &mut self.at_most, &mut self.different] {
            for form in forms.iter_mut() {
                // To find it in a sum is a binary search.
                steps += 4;
                if let Some(new) = form.substitute(variable, &replacement) {
                    steps += 2 * new.weight() + weight;
                    *form = new;
                }
            }
        }
        if let Some(low) = old.low {
            self.at_most.push(Form::constant(low).minus(&replacement));
        }
        if let Some(high) = old.high {
            self.at_most.push(replacement.minus(&Form::constant(high)));
        }
        for excluded in old.excluded {
            self.different.push(replacement.minus(&Form::constant(excluded)));
        }
        self.substitutions.push((variable, replacement));
        pay(patience, steps)
    }

    /// Bounds of a single variable go to the variable; of sums that say the same, the stronger
    /// stays.
    fn sort_at_most(&mut self) -> Result<(), Contradiction> {
        let mut kept: Vec<Form> = Vec::with_capacity(self.at_most.len());
        let mut keys: Vec<u64> = Vec::with_capacity(self.at_most.len());
        for form in std::mem::take(&mut self.at_most) {
            if form.is_constant() {
                if form.constant.is_positive() {
                    return Err(Contradiction);
                }
                continue;
            }
            let form = form.divided(&form.content());
            if let [(variable, coefficient)] = form.terms.as_slice() {
                let variable = &mut self.variables[*variable];
                if coefficient.is_positive() {
                    variable.lower(-form.constant);
                } else {
                    variable.raise(form.constant);
                }
                continue;
            }
            let key = form.key();
            let is_same = |place: &usize| keys[*place] == key && kept[*place].terms == form.terms;
            match (0..kept.len()).find(is_same) {
                Some(place) if kept[place].constant < form.constant => {
                    kept[place].constant = form.constant;
                }
                Some(_) => {}
                None => {
                    keys.push(key);
                    kept.push(form);
                }
            }
        }
        self.at_most = kept;
        Ok(())
    }

    fn sort_different(&mut self) -> Result<(), Contradiction> {
        let mut kept = FxHashSet::default();
        for form in std::mem::take(&mut self.different) {
            if form.is_constant() {
                if form.constant.is_zero() {
                    return Err(Contradiction);
                }
                continue;
            }
            let content = form.content();
            if !form.constant.is_multiple_of(&content) {
                continue;
            }
            let form = form.divided(&content);
            if let [(variable, coefficient)] = form.terms.as_slice() {
                // The coefficient is one or minus one now.
                let value = -form.constant * coefficient;
                self.variables[*variable].excluded.insert(value);
            } else if kept.insert(form.clone()) {
                self.different.push(form);
            }
        }
        Ok(())
    }

    /// Lets every sum bound each of its variables by the bounds of the others.
    pub fn propagate(&mut self, patience: &Patience) -> NumericAttempt {
        for variable in &mut self.variables {
            variable.shrink();
            if variable.is_empty() {
                return Err(Halt::Impossible);
            }
        }
        let weight = self.at_most.iter().map(Form::weight).sum::<u64>();
        for _ in 0..PROPAGATION_ROUNDS {
            pay(patience, 4 * weight)?;
            let mut is_changed = false;
            for form in &self.at_most {
                is_changed |= propagate(form, &mut self.variables)?;
            }
            if !is_changed {
                break;
            }
        }
        Ok(())
    }

    /// A sum between zero and zero, and a variable between bounds that meet, are equalities.
    fn find_equalities(&mut self) {
        for (number, variable) in self.variables.iter_mut().enumerate() {
            if let Some(low) = variable.low.take_if(|low| variable.high.as_ref() == Some(low)) {
                variable.high = None;
                self.equal.push(Form::difference(number, &low));
            }
        }
        let mut keys: Vec<u64> = self.at_most.iter().map(Form::key).collect();
        let mut place = 0;
        while place < self.at_most.len() {
            let (form, key) = (&self.at_most[place], keys[place]);
            let opposite = (place + 1..self.at_most.len()).find(|&other| {
                let opposite = &self.at_most[other];
                keys[other] == key
                    && form.is_opposite(opposite)
                    && (&form.constant + &opposite.constant).is_zero()
            });
            match opposite {
                Some(opposite) => {
                    for place in [opposite, place] {
                        keys.remove(place);
                    }
                    self.at_most.remove(opposite);
                    self.equal.push(self.at_most.remove(place));
                }
                None => place += 1,
            }
        }
    }

    /// Computes the variables that were replaced from the others.
    pub fn complete(&self, values: &mut [BigInt]) {
        for (variable, replacement) in self.substitutions.iter().rev() {
            values[*variable] = replacement.evaluate(values);
        }
    }
}

/// True if a bound moved.
fn propagate(form: &Form, variables: &mut [Variable]) -> Result<bool, Contradiction> {
    // The least that each product can be; one product without such a bound still lets us bound its
    // own variable.
    let mut least = form.constant.clone();
    let mut unbounded = None;
    for (variable, coefficient) in &form.terms {
        match least_product(&variables[*variable], coefficient) {
            Some(product) => least += product,
            None if unbounded.is_none() => unbounded = Some(*variable),
            None => return Ok(false),
        }
    }
    if unbounded.is_none() && least.is_positive() {
        return Err(Contradiction);
    }
    let mut is_changed = false;
    for (number, coefficient) in &form.terms {
        if unbounded.is_some_and(|unbounded| unbounded != *number) {
            continue;
        }
        let variable = &mut variables[*number];
        let others = match least_product(variable, coefficient) {
            Some(product) => &least - product,
            None => least.clone(),
        };
        // coefficient · variable ≤ -others
        let is_news = if coefficient.is_positive() {
            variable.lower((-others).div_floor(coefficient))
        } else {
            variable.raise((-others).div_ceil(coefficient))
        };
        if is_news {
            is_changed = true;
            variable.shrink();
            if variable.is_empty() {
                return Err(Contradiction);
            }
        }
    }
    Ok(is_changed)
}

fn least_product(variable: &Variable, coefficient: &BigInt) -> Option<BigInt> {
    let bound = if coefficient.is_positive() { &variable.low } else { &variable.high };
    bound.as_ref().map(|bound| bound * coefficient)
}
