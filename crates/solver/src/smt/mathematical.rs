//! How do numbers become SMT's `Int` and `Real`?
//!
//! Integers are exact this way, of any size. A float becomes a real number, which is a guess: a
//! solution has still to be rounded and checked, and that there is none proves something only where
//! no float is computed. Erlang's `div` and `rem` truncate while SMT's `div` and `mod` leave a
//! natural remainder; the two agree on natural numbers, and a sign can be put in front.

use super::script::{self, ONLY_SOME, Script, Text, Writer, name};
use crate::numeric::{
    Number, NumberKind, NumericComparison, NumericExpr, NumericProblem, NumericVariable, Relation,
};
use crate::ranges::Range;
use crate::step::Halt;
use crate::why::NumericWhy;
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};
use runtime::compare::deeper;
use symbolic::{Arithmetic, Unary};

/// A shift by a variable without bounds is split into cases, up to so many places.
const MOST_PLACES: i64 = 128;
/// Where bounds allow so many cases, all of them are written.
const MOST_CASES: u32 = 512;
/// A shift by a constant may have so many places.
const MOST_CONSTANT_PLACES: i64 = 4096;
/// A mask with more runs of ones than these is left to bit-vectors.
const MOST_RUNS: usize = 8;

/// The problem must be folded. `None`: there is something that has no such form.
pub fn encode(problem: &NumericProblem) -> Option<Script> {
    let (writer, if_unsat) = (Writer::default(), Halt::Impossible);
    let mut encoder = Encoder { problem, writer, if_unsat };
    for (number, variable) in problem.variables.iter().enumerate() {
        encoder.declare(number, variable);
    }
    for comparison in &problem.comparisons {
        encoder.comparison(comparison)?;
    }
    Some(encoder.writer.finish(problem, encoder.if_unsat))
}

struct Encoder<'p> {
    problem: &'p NumericProblem,
    writer: Writer,
    if_unsat: Halt<NumericWhy>,
}

struct Encoded {
    text: Text,
    kind: NumberKind,
    /// Between which integers it is.
    interval: Range,
    constant: Option<Number>,
}

impl Encoded {
    fn integer(text: Text, interval: Range) -> Encoded {
        Encoded { text, kind: NumberKind::Integer, interval, constant: None }
    }

    fn as_real(&self) -> Text {
        match (&self.constant, self.kind) {
            (Some(number), _) => script::real(number),
            (None, NumberKind::Float) => self.text.clone(),
            (None, NumberKind::Integer) => format!("(to_real {})", self.text),
        }
    }

    fn as_constant(&self) -> Option<&BigInt> {
        self.constant.as_ref().and_then(Number::as_integer)
    }
}

fn sort(kind: NumberKind) -> &'static str {
    match kind {
        NumberKind::Integer => "Int",
        NumberKind::Float => "Real",
    }
}

impl Encoder<'_> {
    fn declare(&mut self, number: usize, variable: &NumericVariable) {
        let name = name(number);
        self.writer.declare(number, sort(variable.kind));
        let literal = |number: &Number| match (variable.kind, number) {
            (NumberKind::Integer, Number::Integer(number)) => script::integer(number),
            (NumberKind::Integer, Number::Float(_)) => format!("(to_int {})", script::real(number)),
            (NumberKind::Float, _) => script::real(number),
        };
        // An infinite bound is none for real numbers; the check of the solution sees it.
        let finite = |bound: &Option<Number>| {
            bound
                .clone()
                .filter(|bound| !matches!(bound, Number::Float(float) if !float.is_finite()))
        };
        if let Some(low) = finite(&variable.low) {
            self.writer.assert(format!("(<= {} {name})", literal(&low)));
        }
        if let Some(high) = finite(&variable.high) {
            self.writer.assert(format!("(<= {name} {})", literal(&high)));
        }
        for excluded in variable.excluded.iter().filter(|number| number.kind() == variable.kind) {
            self.writer.assert(format!("(not (= {name} {}))", literal(excluded)));
        }
    }

    fn comparison(&mut self, comparison: &NumericComparison) -> Option<()> {
        let left = self.expr(&comparison.left)?;
        let right = self.expr(&comparison.right)?;
        let (left, right) = if left.kind == right.kind {
            (left.text, right.text)
        } else {
            (left.as_real(), right.as_real())
        };
        self.writer.assert(match comparison.relation {
            Relation::Less => format!("(< {left} {right})"),
            Relation::LessOrEqual => format!("(<= {left} {right})"),
            Relation::Equal => format!("(= {left} {right})"),
            Relation::NotEqual => format!("(not (= {left} {right}))"),
        });
        Some(())
    }

    fn expr(&mut self, expr: &NumericExpr) -> Option<Encoded> {
        match expr {
            NumericExpr::Variable(variable) => {
                let about = &self.problem.variables[*variable];
                let interval = Range::of_variable(about);
                Some(Encoded { text: name(*variable), kind: about.kind, interval, constant: None })
            }
            NumericExpr::Constant(number) => Some(Encoded {
                text: match number {
                    Number::Integer(integer) => script::integer(integer),
                    Number::Float(_) => script::real(number),
                },
                kind: number.kind(),
                interval: Range::of_number(number),
                constant: Some(number.clone()),
            }),
            NumericExpr::Arithmetic(operator, left, right) => deeper(|| {
                let (left, right) = (self.expr(left)?, self.expr(right)?);
                self.arithmetic(*operator, left, right)
            }),
            NumericExpr::Unary(operator, operand) => deeper(|| {
                let operand = self.expr(operand)?;
                Some(self.unary(*operator, operand))
            }),
        }
    }

    fn arithmetic(
        &mut self,
        operator: Arithmetic,
        left: Encoded,
        right: Encoded,
    ) -> Option<Encoded> {
        let interval = Range::arithmetic(operator, &left.interval, &right.interval);
        let is_float = left.kind == NumberKind::Float
            || right.kind == NumberKind::Float
            || operator == Arithmetic::Divide;
        if is_float {
            return Some(self.float_arithmetic(operator, &left, &right, interval));
        }
        let text = match operator {
            Arithmetic::Add => format!("(+ {} {})", left.text, right.text),
            Arithmetic::Subtract => format!("(- {} {})", left.text, right.text),
            Arithmetic::Multiply => format!("(* {} {})", left.text, right.text),
            Arithmetic::IntegerDivide => self.truncating("div", left, right),
            Arithmetic::Remainder => self.truncating("mod", left, right),
            Arithmetic::BitAnd | Arithmetic::BitOr | Arithmetic::BitXor => {
                self.bit_operation(operator, left, right)?
            }
            Arithmetic::ShiftLeft => self.shift(left, right, 1)?,
            Arithmetic::ShiftRight => self.shift(left, right, -1)?,
            Arithmetic::Divide => unreachable!("its result is a float"),
        };
        Some(Encoded::integer(text, interval))
    }

    fn float_arithmetic(
        &mut self,
        operator: Arithmetic,
        left: &Encoded,
        right: &Encoded,
        interval: Range,
    ) -> Encoded {
        // Real numbers are not rounded.
        self.if_unsat = ONLY_SOME;
        let is_constant = right.constant.is_some();
        let (left, mut right) = (left.as_real(), right.as_real());
        let symbol = match operator {
            Arithmetic::Add => "+",
            Arithmetic::Subtract => "-",
            Arithmetic::Multiply => "*",
            _ if is_constant => "/",
            _ => {
                right = self.writer.define("Real", right);
                self.writer.assert(format!("(not (= {right} 0.0))"));
                "/"
            }
        };
        let text = format!("({symbol} {left} {right})");
        Encoded { text, kind: NumberKind::Float, interval: interval.rounded(), constant: None }
    }

    /// `div` or `mod` of magnitudes, with the sign that truncation gives.
    fn truncating(&mut self, operator: &str, left: Encoded, right: Encoded) -> Text {
        let divisor = self.writer.define("Int", right.text.clone());
        if right.constant.is_none() {
            self.writer.assert(format!("(not (= {divisor} 0))"));
        }
        if left.interval.is_natural() {
            return format!("({operator} {} {divisor})", left.text);
        }
        let dividend = self.writer.define("Int", left.text);
        format!(
            "(ite (>= {dividend} 0) ({operator} {dividend} {divisor}) \
             (- ({operator} (- {dividend}) {divisor})))"
        )
    }

    /// With a constant on one side, everything follows from `band` with a natural mask.
    fn bit_operation(
        &mut self,
        operator: Arithmetic,
        left: Encoded,
        right: Encoded,
    ) -> Option<Text> {
        let (value, mask) = match (left.as_constant(), right.as_constant()) {
            (_, Some(mask)) => (&left, mask),
            (Some(mask), None) => (&right, mask),
            (None, None) => return None,
        };
        let value = self.writer.define("Int", value.text.clone());
        let common = masked(&value, mask)?;
        let mask = script::integer(mask);
        Some(match operator {
            Arithmetic::BitAnd => common,
            Arithmetic::BitOr => format!("(- (+ {value} {mask}) {common})"),
            _ => format!("(- (+ {value} {mask}) (* 2 {common}))"),
        })
    }

    /// To the left if `direction` is 1, to the right if it is -1.
    fn shift(&mut self, value: Encoded, places: Encoded, direction: i64) -> Option<Text> {
        if let Some(places) = places.as_constant() {
            let places = places.to_i64().filter(|places| fits(*places))?;
            return Some(shifted(&value.text, direction * places));
        }
        let places_name = self.writer.define("Int", places.text);
        let mut interval = places.interval;
        if interval.size().is_none_or(|size| size > MOST_CASES.into()) {
            self.if_unsat = ONLY_SOME;
            self.writer.assert(format!("(<= (- {MOST_PLACES}) {places_name} {MOST_PLACES})"));
            interval = interval.intersect(&Range::around(MOST_PLACES.into()));
        }
        let place = |end: Option<BigInt>| end?.to_i64().filter(|places| fits(*places));
        let (low, high) = (place(interval.low)?, place(interval.high)?);
        let value = self.writer.define("Int", value.text);
        let mut text = shifted(&value, direction * high);
        for places in (low..high).rev() {
            let case = shifted(&value, direction * places);
            let places = script::integer(&places.into());
            text = format!("(ite (= {places_name} {places}) {case} {text})");
        }
        Some(text)
    }

    fn unary(&mut self, operator: Unary, operand: Encoded) -> Encoded {
        let interval = Range::unary(operator, &operand.interval);
        let kind = operand.kind;
        match (operator, kind) {
            (Unary::Negate, _) => {
                Encoded { text: format!("(- {})", operand.text), kind, interval, constant: None }
            }
            (Unary::BitNot, _) => Encoded::integer(format!("(- (- {}) 1)", operand.text), interval),
            (Unary::Absolute, _) => {
                let zero = if kind == NumberKind::Integer { "0" } else { "0.0" };
                let name = self.writer.define(sort(kind), operand.text);
                let text = format!("(ite (>= {name} {zero}) {name} (- {name}))");
                Encoded { text, kind, interval, constant: None }
            }
            (Unary::Float, NumberKind::Integer) => {
                // Up to here, every integer is a float.
                if !operand.interval.is_within(&Range::around(BigInt::one() << 53)) {
                    self.if_unsat = ONLY_SOME;
                }
                let text = operand.as_real();
                Encoded { text, kind: NumberKind::Float, interval, constant: None }
            }
            (_, NumberKind::Float) if operator != Unary::Float => {
                let name = self.writer.define("Real", operand.text);
                let away = |added: &str| {
                    format!(
                        "(ite (>= {name} 0.0) (to_int (+ {name} {added})) (- (to_int (+ (- {name}) {added}))))"
                    )
                };
                let text = match operator {
                    Unary::Truncate => away("0.0"),
                    Unary::Round => away("0.5"),
                    Unary::Floor => format!("(to_int {name})"),
                    _ => format!("(- (to_int (- {name})))"),
                };
                Encoded::integer(text, interval)
            }
            _ => operand,
        }
    }
}

fn fits(places: i64) -> bool {
    (-MOST_CONSTANT_PLACES..=MOST_CONSTANT_PLACES).contains(&places)
}

/// SMT's `div` by a positive number rounds down, like a shift to the right.
fn shifted(value: &str, places: i64) -> Text {
    let power = BigInt::one() << places.unsigned_abs();
    match places {
        0 => value.to_owned(),
        1.. => format!("(* {value} {power})"),
        _ => format!("(div {value} {power})"),
    }
}

/// `value band mask`, run by run of ones. A negative mask keeps all that its complement does not.
fn masked(value: &str, mask: &BigInt) -> Option<Text> {
    if mask.is_negative() {
        return masked(value, &!mask).map(|rest| format!("(- {value} {rest})"));
    }
    let mut runs = Vec::new();
    let mut place = 0;
    while place < mask.bits() {
        if !mask.bit(place) {
            place += 1;
            continue;
        }
        let start = place;
        while mask.bit(place) {
            place += 1;
        }
        let ones = BigInt::one() << (place - start);
        runs.push(match start {
            0 => format!("(mod {value} {ones})"),
            _ => {
                let power = BigInt::one() << start;
                format!("(* {power} (mod (div {value} {power}) {ones}))")
            }
        });
    }
    match runs.as_slice() {
        [] => Some(script::integer(&BigInt::zero())),
        [run] => Some(run.clone()),
        _ if runs.len() <= MOST_RUNS => Some(format!("(+ {})", runs.join(" "))),
        _ => None,
    }
}
