//! What if a sum is divided by a constant? The quotient becomes a variable of its own: `dividend =
//! divisor · quotient + remainder`, where the remainder is from zero up to the divisor. So `div`,
//! `rem`, `bsr` and `band` with constants are linear too. And `bor` is a sum where no bit is set on
//! both sides.

use super::form::Form;
use super::system::{System, Variable};
use crate::numeric::{Number, NumericProblem};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use symbolic::Arithmetic;

struct Quotient {
    dividend: Form,
    divisor: BigInt,
}

/// The quotients of a problem, whose variables come after its own.
pub struct Quotients {
    first: usize,
    quotients: Vec<Quotient>,
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
        Quotients { first: bounds.len(), quotients: Vec::new(), bounds }
    }

    /// `left operator right`, where one side is constant or no bit is set on both sides; `None` if
    /// that is not known to be linear.
    pub fn apply(&mut self, operator: Arithmetic, left: &Form, right: &Form) -> Option<Form> {
        if matches!(operator, Arithmetic::BitOr | Arithmetic::BitXor) {
            let is_sum = self.are_apart(left, right) || self.are_apart(right, left);
            return is_sum.then(|| left.plus(&BigInt::one(), right));
        }
        if operator == Arithmetic::BitAnd && !left.is_constant() && !right.is_constant() {
            return None;
        }
        if operator == Arithmetic::BitAnd {
            let (form, mask) = if right.is_constant() { (left, right) } else { (right, left) };
            return self.masked(form, &mask.constant);
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
        let same = |known: &Quotient| known.dividend == *form && known.divisor == *divisor;
        let place = self.quotients.iter().position(same).unwrap_or_else(|| {
            self.quotients.push(Quotient { dividend: form.clone(), divisor: divisor.clone() });
            self.bounds.push((low, high));
            self.quotients.len() - 1
        });
        Form::variable(self.first + place)
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

    /// The variables of the quotients, and what they are.
    pub fn add_to(self, system: &mut System) {
        for (place, quotient) in self.quotients.into_iter().enumerate() {
            let number = self.first + place;
            let wishes: Vec<BigInt> =
                system.variables.iter().map(|variable| variable.wish.clone()).collect();
            let wish = quotient.dividend.evaluate(&wishes).div_floor(&quotient.divisor);
            let (low, high) = self.bounds[number].clone();
            system.variables.push(Variable { low, high, wish, ..Variable::default() });
            // 0 ≤ dividend - divisor · quotient ≤ divisor - 1
            let quotient_form = Form::variable(number);
            let remainder = quotient.dividend.plus(&-&quotient.divisor, &quotient_form);
            let most = Form::constant(&quotient.divisor - 1);
            system.at_most.push(remainder.clone().negated());
            system.at_most.push(remainder.minus(&most));
        }
    }
}
