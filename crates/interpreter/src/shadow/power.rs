//! What is `math:pow/2` of a symbolic number? Followed where it is exact: with a small constant as the
//! exponent, as a product of integers; with a constant as the base, as an element of a table.

use super::arithmetic::NUMBER;
use super::nth;
use crate::shadow::Shadow;
use runtime::natives::Native;
use runtime::{NativeResult, Raise, Value};
use symbolic::{Arithmetic, Comparison, Expr, Symbol, Unary};
use term::Term;
use trace::Place;

/// Up to here, integers are floats as they are.
const EXACT: u64 = 1 << 53;
const LARGEST_EXPONENT: u64 = 16;
/// How far the tables of powers go, to both sides.
const LONGEST_TABLE: i64 = 64;

impl Shadow<'_> {
    /// `None`: it is not followed.
    pub(super) fn power(
        &mut self,
        here: Place,
        base: Value,
        exponent: Value,
        native: Native,
    ) -> Option<NativeResult> {
        match (base.is_symbolic(), exponent.is_symbolic()) {
            (true, false) => {
                let exponent = self.small_exponent(exponent)?;
                self.power_of(here, base, exponent)
            }
            (false, true) => self.power_to(here, base, exponent, native),
            _ => None,
        }
    }

    fn small_exponent(&self, exponent: Value) -> Option<u64> {
        let exponent = match self.heap.as_float(exponent) {
            Some(float) if float.fract() == 0.0 && float.abs() <= LARGEST_EXPONENT as f64 => {
                float as i64
            }
            Some(_) => return None,
            None => self.heap.as_i64(exponent)?,
        };
        u64::try_from(exponent).ok().filter(|exponent| *exponent <= LARGEST_EXPONENT)
    }

    /// Of an integer that is not too large it is that integer times itself.
    fn power_of(&mut self, here: Place, base: Value, exponent: u64) -> Option<NativeResult> {
        let kind = self.decide(here, base, &NUMBER);
        if kind == NUMBER.len() {
            return Some(Err(Raise::badarg()));
        }
        let is_integer = kind == 0;
        if is_integer && let Err(raise) = self.fits_float(nth(here, 1), base) {
            return Some(Err(raise));
        }
        match exponent {
            0 => return Some(Ok(self.heap.float(1.0))),
            1 if !is_integer => return Some(Ok(base)),
            _ if !is_integer => return None,
            _ => {}
        }
        let most = largest_root(exponent);
        let [low, high] = [-most, most].map(Value::small);
        let is_exact = self.is_decided(nth(here, 2), Comparison::GreaterOrEqual, base, low?)
            && self.is_decided(nth(here, 3), Comparison::LessOrEqual, base, high?);
        if !is_exact && exponent > 1 || !self.recorder.follows() {
            return None;
        }
        let (concrete, symbol) = self.halves(base);
        let number = self.heap.as_i64(concrete);
        let (product, product_symbol) = match exponent {
            1 => (concrete, symbol),
            _ => {
                let product = number?.pow(exponent as u32);
                (Value::small(product)?, self.product(symbol, exponent))
            }
        };
        let result = match Unary::Float.compute(self.heap, product) {
            Ok(result) => result,
            Err(raise) => return Some(Err(raise)),
        };
        Some(Ok(self.number(result, Expr::Unary(Unary::Float, product_symbol))))
    }

    fn product(&mut self, factor: Symbol, times: u64) -> Symbol {
        let symbols = &mut self.recorder.symbols;
        (1..times).fold(factor, |product, _| {
            symbols.intern(Expr::Arithmetic(Arithmetic::Multiply, product, factor))
        })
    }

    /// Each power that is near is computed, and the exponent says which one it is.
    fn power_to(
        &mut self,
        here: Place,
        base: Value,
        exponent: Value,
        native: Native,
    ) -> Option<NativeResult> {
        let is_number = self.heap.is_integer(base) || self.heap.as_float(base).is_some();
        if !is_number {
            return None;
        }
        match self.decide(here, exponent, &NUMBER) {
            0 => {}
            1 => return None,
            _ => return Some(Err(Raise::badarg())),
        }
        let mut powers = Vec::new();
        let mut low = 0;
        for nearby in (-LONGEST_TABLE..0).rev() {
            let Ok(power) = native(self.heap, &[base, Value::small(nearby)?]) else { break };
            powers.push(power);
            low = nearby;
        }
        powers.reverse();
        for nearby in 0..=LONGEST_TABLE {
            let Ok(power) = native(self.heap, &[base, Value::small(nearby)?]) else { break };
            powers.push(power);
        }
        let high = low + powers.len() as i64 - 1;
        let [least, most] = [low, high].map(Value::small);
        let is_near = self.is_decided(nth(here, 1), Comparison::GreaterOrEqual, exponent, least?)
            && self.is_decided(nth(here, 2), Comparison::LessOrEqual, exponent, most?);
        if !is_near || !self.recorder.follows() {
            return None;
        }
        let (concrete, symbol) = self.halves(exponent);
        let place = Value::small(self.heap.as_i64(concrete)? - low + 1)?;
        let table = self.heap.tuple(&powers);
        let offset = self.recorder.symbols.constant(Term::Int(1 - low));
        let index = Expr::Arithmetic(Arithmetic::Add, symbol, offset);
        let index = self.number(place, index);
        Some(Ok(self.look_up(table, index)))
    }
}

/// The largest number whose power is exact as a float.
fn largest_root(exponent: u64) -> i64 {
    let is_exact = |number: u64| number.checked_pow(exponent as u32).is_some_and(|it| it <= EXACT);
    let (mut low, mut high) = (0, EXACT);
    while low < high {
        let middle = (low + high).div_ceil(2);
        if is_exact(middle) { low = middle } else { high = middle - 1 }
    }
    low as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots() {
        assert_eq!(largest_root(1), 1 << 53);
        assert_eq!(largest_root(2), 94_906_265);
        assert_eq!(largest_root(53), 2);
    }
}
