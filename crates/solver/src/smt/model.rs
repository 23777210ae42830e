//! Which numbers does a solver's answer name? `((x0 (- 5)) (x1 (/ 1.0 3.0)))` read back.

use crate::numeric::{Number, NumberKind};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, ToPrimitive, Zero};

/// Text as SMT-LIB writes it.
#[derive(Clone, Debug, PartialEq)]
pub enum Sexpr<'t> {
    Word(&'t str),
    List(Vec<Sexpr<'t>>),
}

/// So deep lists are in each other.
const DEEPEST: usize = 200;

impl<'t> Sexpr<'t> {
    /// The first expression of a text, and the rest.
    pub fn read(text: &'t str) -> Option<(Sexpr<'t>, &'t str)> {
        let mut open: Vec<Vec<Sexpr>> = Vec::new();
        let mut rest = text.trim_start();
        loop {
            let (expr, after) = match rest.chars().next()? {
                '(' => {
                    // No value that was asked for is deeper, and to let go of it takes the stack.
                    if open.len() == DEEPEST {
                        return None;
                    }
                    open.push(Vec::new());
                    rest = rest[1..].trim_start();
                    continue;
                }
                ')' => (Sexpr::List(open.pop()?), &rest[1..]),
                quote @ ('"' | '|') => {
                    let end = rest[1..].find(quote)? + 2;
                    (Sexpr::Word(&rest[..end]), &rest[end..])
                }
                _ => {
                    let is_end =
                        |character: char| character.is_whitespace() || "()".contains(character);
                    let end = rest.find(is_end).unwrap_or(rest.len());
                    (Sexpr::Word(&rest[..end]), &rest[end..])
                }
            };
            match open.last_mut() {
                Some(list) => list.push(expr),
                None => return Some((expr, after)),
            }
            rest = after.trim_start();
        }
    }
}

/// The values of a `get-value`, in the order in which they were asked for. `None` if one is not to
/// be understood, or has no nearest number of its kind.
pub fn values(text: &str, kinds: &[NumberKind]) -> Option<Vec<Number>> {
    if kinds.is_empty() {
        return Some(Vec::new());
    }
    let (Sexpr::List(pairs), _) = Sexpr::read(text)? else { return None };
    if pairs.len() != kinds.len() {
        return None;
    }
    let mut values = Vec::with_capacity(kinds.len());
    for (number, (pair, kind)) in pairs.iter().zip(kinds).enumerate() {
        let Sexpr::List(pair) = pair else { return None };
        let [Sexpr::Word(name), value] = pair.as_slice() else { return None };
        if *name != super::script::name(number) {
            return None;
        }
        values.push(value_of(value, *kind)?);
    }
    Some(values)
}

/// The work that an answer took, if the solver says it: `(:rlimit 1234)`.
pub fn work(reply: &str) -> Option<u64> {
    let (_, after) = reply.rsplit_once("(:rlimit ")?;
    after.split_once(')')?.0.trim().parse().ok()
}

pub fn value_of(expr: &Sexpr, kind: NumberKind) -> Option<Number> {
    match kind {
        NumberKind::Integer => match bit_vector(expr) {
            Some((bits, width)) => Some(Number::Integer(signed(bits, width))),
            None => {
                let (numerator, denominator) = rational(expr)?;
                denominator.is_one().then_some(Number::Integer(numerator))
            }
        },
        NumberKind::Float => {
            let float = match ieee(expr) {
                Some(float) => float,
                None => {
                    let (numerator, denominator) = rational(expr)?;
                    nearest(&numerator, &denominator)?
                }
            };
            float.is_finite().then_some(Number::Float(float))
        }
    }
}

/// `5`, `1.25`, `(- 5)`, `(/ 1 3)`, and what can be made of these
fn rational(expr: &Sexpr) -> Option<(BigInt, BigInt)> {
    match expr {
        Sexpr::Word(word) => {
            let (whole, decimals) = word.split_once('.').unwrap_or((word, ""));
            let digits = format!("{whole}{decimals}");
            let numerator: BigInt = digits.parse().ok()?;
            Some(reduced(numerator, BigInt::from(10).pow(decimals.len() as u32)))
        }
        Sexpr::List(list) => match list.as_slice() {
            [Sexpr::Word("-"), operand] => {
                let (numerator, denominator) = rational(operand)?;
                Some((-numerator, denominator))
            }
            [Sexpr::Word("/"), left, right] => {
                let (left, right) = (rational(left)?, rational(right)?);
                if right.0.is_zero() {
                    return None;
                }
                Some(reduced(left.0 * right.1, left.1 * right.0))
            }
            _ => None,
        },
    }
}

fn reduced(numerator: BigInt, denominator: BigInt) -> (BigInt, BigInt) {
    let divisor = num_integer::gcd(numerator.clone(), denominator.clone());
    let divisor = if denominator.is_negative() { -divisor } else { divisor };
    (numerator / &divisor, denominator / &divisor)
}

/// The float next to a quotient.
fn nearest(numerator: &BigInt, denominator: &BigInt) -> Option<f64> {
    // Enough digits that what is cut off can hardly matter.
    let shift = 128 + denominator.bits() as i64 - numerator.bits() as i64;
    let scaled = if shift >= 0 { numerator << shift } else { numerator >> -shift } / denominator;
    let mut float = scaled.to_f64()?;
    // In small steps: the power alone may be too large or too small for a float.
    let mut left = -shift;
    while left != 0 && float != 0.0 && float.is_finite() {
        let step = left.clamp(-500, 500);
        float *= 2.0_f64.powi(step as i32);
        left -= step;
    }
    float.is_finite().then_some(float)
}

/// `#b101`, `#xff`, `(_ bv5 64)`: the bits, and how many
fn bit_vector(expr: &Sexpr) -> Option<(BigUint, u64)> {
    match expr {
        Sexpr::Word(word) => {
            if let Some(digits) = word.strip_prefix("#b") {
                Some((BigUint::parse_bytes(digits.as_bytes(), 2)?, digits.len() as u64))
            } else {
                let digits = word.strip_prefix("#x")?;
                Some((BigUint::parse_bytes(digits.as_bytes(), 16)?, 4 * digits.len() as u64))
            }
        }
        Sexpr::List(list) => match list.as_slice() {
            [Sexpr::Word("_"), Sexpr::Word(value), Sexpr::Word(width)] => {
                Some((value.strip_prefix("bv")?.parse().ok()?, width.parse().ok()?))
            }
            _ => None,
        },
    }
}

fn signed(bits: BigUint, width: u64) -> BigInt {
    let is_negative = width > 0 && bits.bit(width - 1);
    let integer = BigInt::from(bits);
    if is_negative { integer - (BigInt::one() << width) } else { integer }
}

/// `(fp #b0 #b… #x…)`, `(_ +zero 11 53)`
fn ieee(expr: &Sexpr) -> Option<f64> {
    let Sexpr::List(list) = expr else { return None };
    match list.as_slice() {
        [Sexpr::Word("fp"), sign, exponent, fraction] => {
            let part = |expr| bit_vector(expr)?.0.to_u64();
            let (sign, exponent, fraction) = (part(sign)?, part(exponent)?, part(fraction)?);
            Some(f64::from_bits(sign << 63 | exponent << 52 | fraction))
        }
        [Sexpr::Word("_"), Sexpr::Word("+zero"), ..] => Some(0.0),
        [Sexpr::Word("_"), Sexpr::Word("-zero"), ..] => Some(-0.0),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn float(text: &str) -> Option<Number> {
        value_of(&Sexpr::read(text)?.0, NumberKind::Float)
    }

    fn integer(text: &str) -> Option<Number> {
        value_of(&Sexpr::read(text)?.0, NumberKind::Integer)
    }

    #[test]
    fn integers() {
        let number = |number: i64| Some(Number::Integer(number.into()));
        assert_eq!(integer("(- 5)"), number(-5));
        assert_eq!(integer("17"), number(17));
        assert_eq!(integer("#xfe"), number(-2));
        assert_eq!(integer("#b011"), number(3));
        assert_eq!(integer("(_ bv255 8)"), number(-1));
        assert_eq!(integer("(/ 1 3)"), None);
    }

    #[test]
    fn floats() {
        let number = |number: f64| Some(Number::Float(number));
        assert_eq!(float("(/ 1.0 3.0)"), number(1.0 / 3.0));
        assert_eq!(float("(- (/ 1 10))"), number(-0.1));
        assert_eq!(float("(/ (- 1.0) 10.0)"), number(-0.1));
        assert_eq!(float("2.5"), number(2.5));
        assert_eq!(float("(fp #b0 #b10000000000 #x7ffffffffffff)"), number(2.9999999999999996));
        assert_eq!(float("(_ +zero 11 53)"), number(0.0));
        assert_eq!(float("(_ +oo 11 53)"), None);
        assert_eq!(float("(root-obj (+ (^ x 2) (- 2)) 2)"), None);
        let tiny = format!("(/ 1.0 1{}.0)", "0".repeat(320));
        assert_eq!(float(&tiny), number(1e-320));
        let huge = format!("1{}.0", "0".repeat(400));
        assert_eq!(float(&huge), None);
    }

    #[test]
    fn a_model_is_read_in_order() {
        let kinds = [NumberKind::Integer, NumberKind::Float];
        let text = "((x0 (- 5))\n (x1 0.5))";
        let expected = vec![Number::Integer((-5).into()), Number::Float(0.5)];
        assert_eq!(values(text, &kinds), Some(expected));
        assert_eq!(values("(error \"line 1: model is not available\")", &kinds), None);
        assert_eq!(values("((x0 (- 5)", &kinds), None);
    }
}
