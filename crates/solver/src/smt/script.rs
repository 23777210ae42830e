//! How is a query written down? Declarations, definitions and assertions in SMT-LIB 2.

use crate::numeric::{Number, NumericProblem};
use crate::step::Halt;
use crate::why::{NumericWhy, SmtWhy};
use num_bigint::BigInt;
use num_traits::Signed;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;

/// A query for the values of all variables of a problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// Everything up to `check-sat`.
    pub text: String,
    pub variables: usize,
    /// What "there is none" says about the problem.
    pub if_unsat: Halt<NumericWhy>,
    /// What a solver does about it before it begins to count.
    pub work: u64,
    /// It has floating-point numbers, for which Z3 has a better way than its usual one.
    pub has_floats: bool,
}

/// What "there is none" says if the query asks for less than the problem: only some numbers are looked
/// at, or others in their place.
pub const ONLY_SOME: Halt<NumericWhy> = Halt::GaveUp(NumericWhy::Smt(SmtWhy::OnlySmallNumbers));

/// An expression of SMT-LIB.
pub type Text = String;

#[derive(Default)]
pub struct Writer {
    text: String,
    /// The expressions that have a name.
    names: FxHashMap<Text, Text>,
    asserted: FxHashSet<Text>,
}

impl Writer {
    pub fn declare(&mut self, variable: usize, sort: &str) {
        let _ = writeln!(self.text, "(declare-const {} {sort})", name(variable));
    }

    pub fn assert(&mut self, condition: Text) {
        if !self.asserted.contains(&condition) {
            let _ = writeln!(self.text, "(assert {condition})");
            self.asserted.insert(condition);
        }
    }

    /// A short name for an expression that is used more than once.
    pub fn define(&mut self, sort: &str, body: Text) -> Text {
        let is_short = !body.starts_with('(') || body.starts_with("(_ ");
        if is_short {
            return body;
        }
        if let Some(known) = self.names.get(&body) {
            return known.clone();
        }
        let name = format!("t{}", self.names.len());
        let _ = writeln!(self.text, "(define-fun {name} () {sort} {body})");
        self.names.insert(body, name.clone());
        name
    }

    pub fn finish(self, problem: &NumericProblem, if_unsat: Halt<NumericWhy>) -> Script {
        // All sorts, operations and constants of floating-point numbers have this in their names.
        let has_floats = ["fp", "Float"].iter().any(|part| self.text.contains(part));
        Script {
            text: self.text,
            variables: problem.variables.len(),
            if_unsat,
            work: 0,
            has_floats,
        }
    }
}

impl Script {
    /// `(get-value (x0 x1))`, or nothing if there is nothing to ask for.
    pub fn question(&self) -> String {
        if self.variables == 0 {
            return String::new();
        }
        let names: Vec<String> = (0..self.variables).map(name).collect();
        format!("(get-value ({}))\n", names.join(" "))
    }
}

pub fn name(variable: usize) -> Text {
    format!("x{variable}")
}

/// An integer as SMT-LIB wants it: without a sign.
pub fn integer(number: &BigInt) -> Text {
    if number.is_negative() { format!("(- {})", number.magnitude()) } else { number.to_string() }
}

/// A number as a real, exactly.
pub fn real(number: &Number) -> Text {
    match number {
        Number::Integer(number) if number.is_negative() => format!("(- {}.0)", number.magnitude()),
        Number::Integer(number) => format!("{number}.0"),
        Number::Float(float) => real_of_float(*float),
    }
}

fn real_of_float(float: f64) -> Text {
    // mantissa · 2^exponent
    let bits = float.to_bits();
    let (exponent, fraction) = ((bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1));
    let (mantissa, exponent) =
        if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
    let zeros = if mantissa == 0 { 0 } else { mantissa.trailing_zeros() };
    let (mantissa, exponent) = (mantissa >> zeros, exponent + zeros as i32);
    let magnitude = if mantissa == 0 || exponent >= 0 {
        format!("{}.0", BigInt::from(mantissa) << exponent.max(0) as u32)
    } else {
        format!("(/ {mantissa}.0 {}.0)", BigInt::from(1) << exponent.unsigned_abs())
    };
    if float < 0.0 { format!("(- {magnitude})") } else { magnitude }
}

/// A bit-vector of this width in two's complement.
pub fn bits(number: &BigInt, width: u64) -> Text {
    let natural =
        if number.is_negative() { (BigInt::from(1) << width) + number } else { number.clone() };
    format!("(_ bv{natural} {width})")
}

/// `(fp sign exponent fraction)`
pub fn float(float: f64) -> Text {
    let bits = float.to_bits();
    format!("(fp #b{} #b{:011b} #x{:013x})", bits >> 63, bits >> 52 & 0x7ff, bits & ((1 << 52) - 1))
}
