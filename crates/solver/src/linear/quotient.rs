//! What if a sum is divided by a constant? The quotient becomes a variable of its own: `dividend =
//! divisor · quotient + remainder`, where the remainder is from zero up to the divisor. So `div`,
//! `rem`, `bsr` and `band` with constants are linear too. And `bor` is a sum where no bit is set on
//! both sides. Where some may be, what is joined of natural numbers is a variable between bounds: at
//! least as large as either for `bor`, at most for `band`. That is less than the truth, so a solution
//! must be checked.

use super::form::Form;
use super::system::{System, Variable, pay};
use crate::numeric::{Number, NumericAttempt, NumericProblem};
use crate::patience::Patience;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use symbolic::Arithmetic;

#[derive(PartialEq)]
enum Made {
    Quotient {
        dividend: Form,
        divisor: BigInt,
    },
    /// `left bor right` and the like, where both are natural numbers
    Joined {
        operator: Arithmetic,
        left: Form,
        right: Form,
    },
}

/// The quotients of a problem, and what is joined in it, whose variables come after its own.
pub struct Quotients {
    first: usize,
    made: Vec<Made>,
    /// The bounds of all variables, as far as these are integers.
    bounds: Vec<(Option<BigInt>, Option<BigInt>)>,
}

impl Quotients {
    pub fn new(problem: &NumericProblem) -> Quotients {
        let integer = |number: &Option<Number>| match number {
            Some(Number::Integer(integer)) => Some(integer.clone()),
            _ => None,
        };
        let bounds = problem.variables.iter();
        let bounds: Vec<_> =
            bounds.map(|variable| (integer(&variable.low), integer(&variable.high))).collect();
        Quotients { first: bounds.len(), made: Vec::new(), bounds }
    }

    /// `left operator right`, where one side is constant or no bit is set on both sides; `None` if
    /// that is not known to be linear.
    pub fn apply(
        &mut self,
        operator: Arithmetic,
        left: &Form,
        right: &Form,
        patience: &Patience,
    ) -> Option<Form> {
        // It is looked for among those that there are, and its range is that of all its variables.
        patience.step(self.made.len() as u64 / 8 + 4 * (left.weight() + right.weight()));
        if matches!(operator, Arithmetic::BitOr | Arithmetic::BitXor) {
            let is_sum = self.are_apart(left, right) || self.are_apart(right, left);
            return match is_sum {
                true => Some(left.plus(&BigInt::one(), right)),
                false => self.joined(operator, left, right),
            };
        }
        if operator == Arithmetic::BitAnd {
            let (form, mask) = if right.is_constant() { (left, right) } else { (right, left) };
            let masked = mask.is_constant().then(|| self.masked(form, &mask.constant)).flatten();
            return masked.or_else(|| self.joined(operator, left, right));
        }
        if !right.is_constant() {
            return None;
        }
        let divisor = match operator {
            Arithmetic::ShiftRight => BigInt::one() << right.constant.to_u16()?,
            _ => right.constant.clone(),
        };
        // Towards zero or downwards is the same from zero on.
        let is_floor = operator == Arithmetic::ShiftRight || self.is_multiple(left, &divisor);
        let (least, _) = self.range(left);
        if !divisor.is_positive() || !is_floor && least.is_none_or(|least| least.is_negative()) {
            return None;
        }
        match operator {
            Arithmetic::IntegerDivide | Arithmetic::ShiftRight => {
                Some(self.divided(left, &divisor))
            }
            Arithmetic::Remainder => Some(self.remainder(left, &divisor)),
            _ => None,
        }
    }

    /// Is the one below the lowest bit that the other can have?
    fn are_apart(&self, high: &Form, low: &Form) -> bool {
        let mut unit = high.content();
        if !high.constant.is_zero() {
            unit = unit.gcd(&high.constant);
        }
        let Some(zeros) = unit.trailing_zeros() else { return high.is_constant() };
        let (least, most) = self.range(low);
        let is_natural = least.is_some_and(|least| !least.is_negative());
        is_natural && most.is_some_and(|most| most < BigInt::one() << zeros)
    }

    /// `form band mask`, where the bits of the mask are next to each other.
    fn masked(&mut self, form: &Form, mask: &BigInt) -> Option<Form> {
        if !mask.is_positive() {
            return None;
        }
        let zeros = mask.trailing_zeros()?;
        let ones: BigInt = mask >> zeros;
        let size: BigInt = ones + 1;
        if size.magnitude().count_ones() != 1 {
            return None;
        }
        let unit = BigInt::one() << zeros;
        let shifted = self.divided(form, &unit);
        Some(self.remainder(&shifted, &size).times(&unit))
    }

    fn remainder(&mut self, form: &Form, divisor: &BigInt) -> Form {
        let quotient = self.divided(form, divisor);
        form.plus(&-divisor, &quotient)
    }

    fn is_multiple(&self, form: &Form, divisor: &BigInt) -> bool {
        !divisor.is_zero()
            && form.constant.is_multiple_of(divisor)
            && form.terms.iter().all(|(_, coefficient)| coefficient.is_multiple_of(divisor))
    }

    /// The quotient, rounded down.
    fn divided(&mut self, form: &Form, divisor: &BigInt) -> Form {
        if self.is_multiple(form, divisor) {
            let terms = form.terms.iter().map(|(variable, number)| (*variable, number / divisor));
            return Form { terms: terms.collect(), constant: &form.constant / divisor };
        }
        let (low, high) = self.range(form);
        let (low, high) =
            (low.map(|low| low.div_floor(divisor)), high.map(|high| high.div_floor(divisor)));
        if let (Some(low), Some(high)) = (&low, &high)
            && low == high
        {
            return Form::constant(low.clone());
        }
        let made = Made::Quotient { dividend: form.clone(), divisor: divisor.clone() };
        self.variable(made, low, high)
    }

    /// `left operator right`, as far as it is known without looking at bits.
    fn joined(&mut self, operator: Arithmetic, left: &Form, right: &Form) -> Option<Form> {
        let is_natural = |range: &(Option<BigInt>, Option<BigInt>)| {
            range.0.as_ref().is_some_and(|low| !low.is_negative())
        };
        let (left_range, right_range) = (self.range(left), self.range(right));
        if !is_natural(&left_range) || !is_natural(&right_range) {
            return None;
        }
        let ends = (left_range.1, right_range.1);
        let high = match (operator, ends) {
            (Arithmetic::BitAnd, (Some(left), Some(right))) => Some(left.min(right)),
            (Arithmetic::BitAnd, (left, right)) => left.or(right),
            (_, (Some(left), Some(right))) => {
                Some((BigInt::one() << left.bits().max(right.bits())) - 1)
            }
            _ => None,
        };
        let made = Made::Joined { operator, left: left.clone(), right: right.clone() };
        Some(self.variable(made, Some(BigInt::zero()), high))
    }

    fn variable(&mut self, made: Made, low: Option<BigInt>, high: Option<BigInt>) -> Form {
        let place = self.made.iter().position(|known| *known == made).unwrap_or_else(|| {
            self.made.push(made);
            self.bounds.push((low, high));
            self.made.len() - 1
        });
        Form::variable(self.first + place)
    }

    /// Is there something of which not all is said?
    pub fn is_partial(&self) -> bool {
        self.made.iter().any(|made| matches!(made, Made::Joined { .. }))
    }

    /// The least and the greatest that a sum can be, by the bounds of its variables.
    fn range(&self, form: &Form) -> (Option<BigInt>, Option<BigInt>) {
        let mut range = (Some(form.constant.clone()), Some(form.constant.clone()));
        for (variable, coefficient) in &form.terms {
            let (low, high) = &self.bounds[*variable];
            let (low, high) = if coefficient.is_positive() { (low, high) } else { (high, low) };
            let add = |sum: Option<BigInt>, bound: &Option<BigInt>| {
                Some(sum? + bound.as_ref()? * coefficient)
            };
            range = (add(range.0, low), add(range.1, high));
        }
        range
    }

    /// The variables of what was made, and what they are.
    pub fn add_to(self, system: &mut System, patience: &Patience) -> NumericAttempt {
        let mut wishes: Vec<BigInt> =
            system.variables.iter().map(|variable| variable.wish.clone()).collect();
        for (place, made) in self.made.into_iter().enumerate() {
            pay(patience, 4 * made.weight())?;
            let number = self.first + place;
            let wish = made.wish(&wishes);
            wishes.push(wish.clone());
            let (low, high) = self.bounds[number].clone();
            system.variables.push(Variable { low, high, wish, ..Variable::default() });
            made.relate(Form::variable(number), system);
        }
        Ok(())
    }
}

impl Made {
    /// How many small steps it takes to go through it once.
    fn weight(&self) -> u64 {
        match self {
            Made::Quotient { dividend, .. } => dividend.weight(),
            Made::Joined { left, right, .. } => left.weight() + right.weight(),
        }
    }

    /// What it would be if all variables were as wished for.
    fn wish(&self, wishes: &[BigInt]) -> BigInt {
        match self {
            Made::Quotient { dividend, divisor } => dividend.evaluate(wishes).div_floor(divisor),
            Made::Joined { operator, left, right } => {
                let (left, right) = (left.evaluate(wishes), right.evaluate(wishes));
                match operator {
                    Arithmetic::BitAnd => left & right,
                    Arithmetic::BitOr => left | right,
                    _ => left ^ right,
                }
            }
        }
    }

    fn relate(&self, variable: Form, system: &mut System) {
        let mut at_most = |low: &Form, high: &Form| system.at_most.push(low.minus(high));
        match self {
            Made::Quotient { dividend, divisor } => {
                // 0 ≤ dividend - divisor · quotient ≤ divisor - 1
                let remainder = dividend.plus(&-divisor, &variable);
                at_most(&Form::constant(BigInt::zero()), &remainder);
                at_most(&remainder, &Form::constant(divisor - 1));
            }
            Made::Joined { operator: Arithmetic::BitAnd, left, right } => {
                at_most(&variable, left);
                at_most(&variable, right);
            }
            Made::Joined { operator, left, right } => {
                at_most(&variable, &left.plus(&BigInt::one(), right));
                if *operator == Arithmetic::BitOr {
                    at_most(left, &variable);
                    at_most(right, &variable);
                }
            }
        }
    }
}
