//! Between which numbers does a value lie, as far as the decisions so far tell? What lies outside
//! needs no asking.
//!
//! A number has a place: integers have the even ones, and what is between two integers has the odd
//! one between theirs. Whatever is no number comes after all of them.

use symbolic::{Arithmetic, Comparison, Expr, Shape, Symbol, Symbols};
use term::{BigInt, Term};

type Point = i128;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    low: Point,
    high: Point,
}

/// Nothing is known.
pub const ANYTHING: Bounds = Bounds { low: Point::MIN, high: Point::MAX };

impl Bounds {
    pub fn at(number: i64) -> Bounds {
        let place = 2 * Point::from(number);
        Bounds { low: place, high: place }
    }

    pub fn between(low: &BigInt, high: &BigInt) -> Bounds {
        let place =
            |number: &BigInt| i64::try_from(number).ok().map(|number| 2 * Point::from(number));
        Bounds {
            low: place(low).unwrap_or(ANYTHING.low),
            high: place(high).unwrap_or(ANYTHING.high),
        }
    }

    pub fn and(self, other: Bounds) -> Bounds {
        Bounds { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// The same for what is so much larger.
    fn moved(self, distance: Point) -> Bounds {
        let moved = |place: Point| match place {
            Point::MIN | Point::MAX => place,
            place => place + distance,
        };
        Bounds { low: moved(self.low), high: moved(self.high) }
    }

    /// Can a value within the bounds have this shape?
    pub fn allow(self, shape: &Shape) -> bool {
        match shape {
            Shape::Literal(Term::Int(number)) => {
                (self.low..=self.high).contains(&(2 * Point::from(*number)))
            }
            shape => {
                self.high == ANYTHING.high || shape.may_be(&Shape::Kind(symbolic::Kind::Number))
            }
        }
    }

    /// Is the comparison true, or false, for all values within these bounds and those?
    pub fn answer(self, comparison: Comparison, other: Bounds) -> Option<bool> {
        // Of two numbers at one odd place, either may be the larger.
        let is_below = self.high < other.low;
        let is_above = self.low > other.high;
        let is_at_most = is_below || self.high == other.low && self.high % 2 == 0;
        let is_at_least = is_above || self.low == other.high && self.low % 2 == 0;
        match comparison {
            Comparison::Less => either(is_below, is_at_least),
            Comparison::LessOrEqual => either(is_at_most, is_above),
            Comparison::Greater => either(is_above, is_at_most),
            Comparison::GreaterOrEqual => either(is_at_least, is_below),
            Comparison::Equal | Comparison::ExactlyEqual => either(false, is_below || is_above),
            Comparison::NotEqual | Comparison::ExactlyNotEqual => {
                either(is_below || is_above, false)
            }
        }
    }

    /// What a value is known to be within that compares like this with a value within these bounds.
    fn compared(self, comparison: Comparison, truth: bool) -> Bounds {
        // Strictly below a number at an odd place, another one may be at the same place.
        let less = |place: Point| if place % 2 == 0 { place - 1 } else { place };
        let more = |place: Point| if place % 2 == 0 { place + 1 } else { place };
        let below = |high| Bounds { high, ..ANYTHING };
        let above = |low| Bounds { low, ..ANYTHING };
        let is_open = |place| place == Point::MIN || place == Point::MAX;
        match (comparison, truth) {
            (Comparison::Less, true) | (Comparison::GreaterOrEqual, false) => {
                if is_open(self.high) { ANYTHING } else { below(less(self.high)) }
            }
            (Comparison::LessOrEqual, true) | (Comparison::Greater, false) => below(self.high),
            (Comparison::Greater, true) | (Comparison::LessOrEqual, false) => {
                if is_open(self.low) {
                    ANYTHING
                } else {
                    above(more(self.low))
                }
            }
            (Comparison::GreaterOrEqual, true) | (Comparison::Less, false) => above(self.low),
            (Comparison::Equal | Comparison::ExactlyEqual, true)
            | (Comparison::NotEqual | Comparison::ExactlyNotEqual, false) => self,
            _ => ANYTHING,
        }
    }
}

fn either(is_true: bool, is_false: bool) -> Option<bool> {
    (is_true || is_false).then_some(is_true)
}

/// What is known of symbols: their bounds, and whether they are integers.
pub trait KnownNumbers {
    fn symbols(&self) -> &Symbols;
    fn learnt(&self, symbol: Symbol) -> Bounds;
    fn is_integer(&self, symbol: Symbol) -> bool;
}

/// Sums of more terms than this are not looked into.
const DEEPEST: u32 = 8;

pub fn bounds_of(known: &impl KnownNumbers, symbol: Symbol) -> Bounds {
    within(known, symbol, DEEPEST)
}

fn within(known: &impl KnownNumbers, symbol: Symbol, depth: u32) -> Bounds {
    let symbols = known.symbols();
    let made = match symbols.expr(symbol) {
        Expr::Constant(Term::Int(number)) => return Bounds::at(*number),
        Expr::BitInteger(field) => {
            let (low, high) = field.range();
            Bounds::between(&low, &high)
        }
        Expr::TupleSize(_) | Expr::MapSize(_) | Expr::BitSize(_) => Bounds { low: 0, ..ANYTHING },
        _ => match offset(symbols, symbol) {
            Some((operand, distance)) if depth > 0 && known.is_integer(operand) => {
                within(known, operand, depth - 1).moved(distance)
            }
            _ => ANYTHING,
        },
    };
    made.and(known.learnt(symbol))
}

/// `X + 1` as `X` and how far the place is away from that of `X`, if `X` is an integer.
fn offset(symbols: &Symbols, symbol: Symbol) -> Option<(Symbol, Point)> {
    let Expr::Arithmetic(operator, left, right) = *symbols.expr(symbol) else { return None };
    let number = |symbol: Symbol| match symbols.as_constant(symbol) {
        Some(Term::Int(number)) => Some(2 * Point::from(*number)),
        _ => None,
    };
    match operator {
        Arithmetic::Add => {
            let right_number = number(right).map(|distance| (left, distance));
            right_number.or_else(|| Some((right, number(left)?)))
        }
        Arithmetic::Subtract => Some((left, -number(right)?)),
        _ => None,
    }
}

/// What a comparison that came out like this tells about the symbols in it.
pub fn told(
    known: &impl KnownNumbers,
    (comparison, left, right): (Comparison, Symbol, Symbol),
    truth: bool,
) -> Vec<(Symbol, Bounds)> {
    let symbols = known.symbols();
    let mut told = Vec::new();
    for (mut symbol, comparison, other) in
        [(left, comparison, right), (right, comparison.mirrored(), left)]
    {
        let mut bounds = bounds_of(known, other).compared(comparison, truth);
        for _ in 0..DEEPEST {
            if bounds == ANYTHING || symbols.as_constant(symbol).is_some() {
                break;
            }
            told.push((symbol, bounds));
            match offset(symbols, symbol) {
                Some((operand, distance)) if known.is_integer(operand) => {
                    (symbol, bounds) = (operand, bounds.moved(-distance));
                }
                _ => break,
            }
        }
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustc_hash::FxHashMap;

    struct Learnt {
        symbols: Symbols,
        bounds: FxHashMap<Symbol, Bounds>,
        are_integers: bool,
    }

    impl KnownNumbers for Learnt {
        fn symbols(&self) -> &Symbols {
            &self.symbols
        }

        fn learnt(&self, symbol: Symbol) -> Bounds {
            self.bounds.get(&symbol).copied().unwrap_or(ANYTHING)
        }

        fn is_integer(&self, _: Symbol) -> bool {
            self.are_integers
        }
    }

    impl Learnt {
        fn new(are_integers: bool) -> Learnt {
            Learnt { symbols: Symbols::new(), bounds: FxHashMap::default(), are_integers }
        }

        fn learn(&mut self, comparison: Comparison, left: Symbol, right: i64, truth: bool) {
            let right = self.symbols.constant(Term::Int(right));
            for (symbol, bounds) in told(self, (comparison, left, right), truth) {
                let known = self.learnt(symbol);
                self.bounds.insert(symbol, known.and(bounds));
            }
        }

        fn ask(&mut self, comparison: Comparison, left: Symbol, right: i64) -> Option<bool> {
            let right = self.symbols.constant(Term::Int(right));
            bounds_of(self, left).answer(comparison, bounds_of(self, right))
        }
    }

    #[test]
    fn what_follows_from_comparisons() {
        let mut known = Learnt::new(false);
        let value = known.symbols.argument(0);
        known.learn(Comparison::Greater, value, 4, true);
        // It may be 4.5, or an atom.
        assert_eq!(known.ask(Comparison::GreaterOrEqual, value, 5), None);
        assert_eq!(known.ask(Comparison::GreaterOrEqual, value, 4), Some(true));
        assert_eq!(known.ask(Comparison::Equal, value, 4), Some(false));
        let name = Shape::Literal(Term::bool(true));
        assert!(known.learnt(value).allow(&name));
        known.learn(Comparison::LessOrEqual, value, 9, true);
        assert_eq!(known.ask(Comparison::Less, value, 10), Some(true));
        assert_eq!(known.ask(Comparison::Less, value, 9), None);
        assert_eq!(known.ask(Comparison::Greater, value, 9), Some(false));
        // Below a number there are only numbers.
        assert!(!known.learnt(value).allow(&name));
        let literals = [4, 5, 9, 10].map(|number| Shape::Literal(Term::Int(number)));
        let allowed = literals.map(|literal| known.learnt(value).allow(&literal));
        assert_eq!(allowed, [false, true, true, false]);
    }

    #[test]
    fn sums_of_integers_move_the_bounds() {
        for are_integers in [true, false] {
            let mut known = Learnt::new(are_integers);
            let value = known.symbols.argument(0);
            let zero = known.symbols.constant(Term::Int(48));
            let digit = Expr::Arithmetic(Arithmetic::Subtract, value, zero);
            let digit = known.symbols.intern(digit);
            known.learn(Comparison::GreaterOrEqual, value, 48, true);
            known.learn(Comparison::LessOrEqual, value, 57, true);
            let expected = are_integers.then_some(true);
            assert_eq!(known.ask(Comparison::Less, digit, 10), expected);
            known.learn(Comparison::Less, digit, 5, true);
            assert_eq!(known.ask(Comparison::Less, value, 53), expected);
        }
    }
}
