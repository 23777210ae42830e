//! How do we write a sum of multiples of variables?

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use rustc_hash::FxHasher;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// `Σ coefficient · variable + constant`
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Form {
    /// In the order of the variables, each at most once; no coefficient is zero.
    pub terms: Vec<(usize, BigInt)>,
    pub constant: BigInt,
}

impl Form {
    pub fn constant(constant: BigInt) -> Form {
        Form { terms: Vec::new(), constant }
    }

    pub fn variable(variable: usize) -> Form {
        Form { terms: vec![(variable, BigInt::one())], constant: BigInt::zero() }
    }

    /// `variable - constant`
    pub fn difference(variable: usize, constant: &BigInt) -> Form {
        Form { terms: vec![(variable, BigInt::one())], constant: -constant }
    }

    /// How many small steps it takes to go through it once.
    pub fn weight(&self) -> u64 {
        let digits = |number: &BigInt| 1 + number.bits() / 64;
        digits(&self.constant) + self.terms.iter().map(|term| digits(&term.1)).sum::<u64>()
    }

    pub fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }

    pub fn coefficient(&self, variable: usize) -> Option<&BigInt> {
        let place = self.terms.binary_search_by_key(&variable, |term| term.0).ok()?;
        Some(&self.terms[place].1)
    }

    /// `self + factor · other`
    pub fn plus(&self, factor: &BigInt, other: &Form) -> Form {
        if factor.is_zero() {
            return self.clone();
        }
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let order = match (left.peek(), right.peek()) {
                (Some(left), Some(right)) => left.0.cmp(&right.0),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => break,
            };
            match order {
                Ordering::Less => terms.extend(left.next().cloned()),
                Ordering::Greater => {
                    terms.extend(
                        right.next().map(|(variable, number)| (*variable, factor * number)),
                    );
                }
                Ordering::Equal => {
                    let ((variable, one), (_, two)) =
                        left.next().zip(right.next()).expect("both were seen");
                    let sum = one + factor * two;
                    if !sum.is_zero() {
                        terms.push((*variable, sum));
                    }
                }
            }
        }
        Form { terms, constant: &self.constant + factor * &other.constant }
    }

    pub fn minus(&self, other: &Form) -> Form {
        self.plus(&-BigInt::one(), other)
    }

    pub fn times(mut self, factor: &BigInt) -> Form {
        if factor.is_zero() {
            return Form::default();
        }
        self.terms.iter_mut().for_each(|(_, coefficient)| *coefficient *= factor);
        self.constant *= factor;
        self
    }

    pub fn negated(mut self) -> Form {
        self.terms.iter_mut().for_each(|(_, coefficient)| *coefficient = -&*coefficient);
        self.constant = -self.constant;
        self
    }

    pub fn without(&self, variable: usize) -> Form {
        let terms = self.terms.iter().filter(|term| term.0 != variable).cloned().collect();
        Form { terms, constant: self.constant.clone() }
    }

    /// Puts `replacement` in the place of a variable.
    pub fn substitute(&self, variable: usize, replacement: &Form) -> Option<Form> {
        let coefficient = self.coefficient(variable)?;
        Some(self.without(variable).plus(coefficient, replacement))
    }

    pub fn evaluate(&self, values: &[BigInt]) -> BigInt {
        self.terms.iter().fold(self.constant.clone(), |sum, (variable, coefficient)| {
            sum + coefficient * &values[*variable]
        })
    }

    /// What the rest is worth, where one variable does not count.
    pub fn evaluate_without(&self, variable: usize, values: &[BigInt]) -> BigInt {
        self.terms
            .iter()
            .filter(|term| term.0 != variable)
            .fold(self.constant.clone(), |sum, (other, coefficient)| {
                sum + coefficient * &values[*other]
            })
    }

    /// The greatest common divisor of the coefficients; zero if there is none.
    pub fn content(&self) -> BigInt {
        let mut divisor = BigInt::zero();
        for (_, coefficient) in &self.terms {
            if coefficient.magnitude().is_one() {
                return BigInt::one();
            }
            divisor = divisor.gcd(coefficient);
        }
        divisor.abs()
    }

    /// Divides the coefficients, which must be multiples, and the constant, rounded up.
    pub fn divided(&self, divisor: &BigInt) -> Form {
        if divisor.is_one() {
            return self.clone();
        }
        let terms = self.terms.iter().map(|(variable, number)| (*variable, number / divisor));
        Form { terms: terms.collect(), constant: self.constant.div_ceil(divisor) }
    }

    /// The same for sums with the same terms, and for those with the opposite ones.
    pub fn key(&self) -> u64 {
        let mut hasher = FxHasher::default();
        for (variable, coefficient) in &self.terms {
            variable.hash(&mut hasher);
            coefficient.magnitude().hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Do the sums of variables add up to nothing?
    pub fn is_opposite(&self, other: &Form) -> bool {
        self.terms.len() == other.terms.len()
            && self.terms.iter().zip(&other.terms).all(|(left, right)| {
                left.0 == right.0
                    && left.1.magnitude() == right.1.magnitude()
                    && left.1.sign() != right.1.sign()
            })
    }
}
