//! How do numbers become bit-vectors and IEEE floats, as in a machine?
//!
//! Bit operations, shifts by variables and the rounding of floats are exact this way, and a solver
//! always comes to an end. But a bit-vector has a width: variables without bounds are looked for
//! near zero only, and the width is chosen so that nothing overflows. Unless all bounds were there
//! to begin with, "there is none" says nothing about larger numbers.

use super::LARGEST_RADIUS;
use super::script::{self, ONLY_SOME, Script, Text, Writer, name};
use crate::linear::{at_least, at_most, less, more};
use crate::numeric::{
    Number, NumberKind, NumericComparison, NumericExpr, NumericProblem, NumericVariable, Relation,
};
use crate::ranges::Range;
use crate::step::Halt;
use crate::why::NumericWhy;
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use runtime::compare::deeper;
use symbolic::{Arithmetic, Unary};

/// Wider bit-vectors take too long.
const MOST_BITS: u64 = 200;
/// And these, where the numbers of the problem are as long: what costs more than its width is counted.
const MOST_WIDE_BITS: u64 = 1 << 13;
/// Shifts by more places are not looked for, unless numbers are as long.
const MOST_PLACES: i64 = 64;

const DOUBLE: &str = "(_ FloatingPoint 11 53)";

/// The problem must be folded. Variables without bounds are looked for up to `2^radius`. `None`:
/// this would be too wide.
pub fn encode(problem: &NumericProblem, radius: u32) -> Option<Script> {
    let mut plan = WordPlan::new(problem, radius);
    for comparison in &problem.comparisons {
        plan.interval(&comparison.left);
        plan.interval(&comparison.right);
    }
    let width = plan.width;
    let most = if radius > LARGEST_RADIUS { MOST_WIDE_BITS } else { MOST_BITS };
    if width > most {
        return None;
    }
    let mut encoder = WordEncoder { plan, writer: Writer::default() };
    for (number, variable) in problem.variables.iter().enumerate() {
        encoder.declare(number, variable);
    }
    for comparison in &problem.comparisons {
        encoder.comparison(comparison);
    }
    let script = encoder.writer.finish(problem, encoder.plan.if_unsat);
    Some(Script { work: work_of_bits(&script.text, width), ..script })
}

/// Operations that a solver writes out as gates, about as many as the width squared, before it counts
/// any of its work.
const WIDE: [&str; 5] = ["bvmul", "bvsdiv", "bvsrem", "fp.mul", "fp.div"];

fn work_of_bits(text: &str, width: u64) -> u64 {
    let count: usize = WIDE.iter().map(|operation| text.matches(operation).count()).sum();
    // The others take as many gates as the width, each of them.
    let operations = if width > MOST_BITS { text.matches("(bv").count() } else { 0 };
    count as u64 * width * width + operations as u64 * width
}

/// Where values can be, and so how wide a bit-vector must be.
struct WordPlan<'p> {
    problem: &'p NumericProblem,
    /// Where each variable is looked for.
    windows: Vec<Range>,
    radius: u32,
    width: u64,
    if_unsat: Halt<NumericWhy>,
}

impl WordPlan<'_> {
    fn new(problem: &NumericProblem, radius: u32) -> WordPlan<'_> {
        let (windows, if_unsat) = (Vec::new(), Halt::Impossible);
        let mut plan = WordPlan { problem, windows, radius, width: 2, if_unsat };
        for variable in &problem.variables {
            let interval = Range::of_variable(variable);
            let window = match variable.kind {
                NumberKind::Float => interval,
                NumberKind::Integer => {
                    let window = window(&interval, radius);
                    plan.note(window == interval);
                    plan.widen(&window);
                    window
                }
            };
            plan.windows.push(window);
        }
        plan
    }

    /// Is all that the problem asks for still asked for?
    fn note(&mut self, is_all: bool) {
        if !is_all {
            self.if_unsat = ONLY_SOME;
        }
    }

    fn widen(&mut self, interval: &Range) {
        self.width = self.width.max(interval.bits().unwrap_or(u64::MAX));
    }

    /// Where the value of an expression is. What is an integer must fit.
    fn interval(&mut self, expr: &NumericExpr) -> (Range, NumberKind) {
        let (interval, kind) = match expr {
            NumericExpr::Variable(variable) => {
                (self.windows[*variable].clone(), self.problem.variables[*variable].kind)
            }
            NumericExpr::Constant(number) => (Range::of_number(number), number.kind()),
            NumericExpr::Arithmetic(operator, left, right) => {
                deeper(|| self.arithmetic(*operator, left, right))
            }
            NumericExpr::Unary(operator, operand) => deeper(|| self.unary(*operator, operand)),
        };
        if kind == NumberKind::Integer {
            self.widen(&interval);
        }
        (interval, kind)
    }

    fn arithmetic(
        &mut self,
        operator: Arithmetic,
        left: &NumericExpr,
        right: &NumericExpr,
    ) -> (Range, NumberKind) {
        let (left, left_kind) = self.interval(left);
        let (mut right, right_kind) = self.interval(right);
        if matches!(operator, Arithmetic::ShiftLeft | Arithmetic::ShiftRight) {
            right = self.cut(&right, Range::around(self.most_places().into()));
        }
        let interval = Range::arithmetic(operator, &left, &right);
        let is_float = operator == Arithmetic::Divide
            || left_kind == NumberKind::Float
            || right_kind == NumberKind::Float;
        if !is_float {
            return (interval, NumberKind::Integer);
        }
        for (side, kind) in [(left, left_kind), (right, right_kind)] {
            if kind == NumberKind::Integer {
                self.convert(&side);
            }
        }
        (interval.rounded(), NumberKind::Float)
    }

    fn unary(&mut self, operator: Unary, operand: &NumericExpr) -> (Range, NumberKind) {
        let (mut operand, mut kind) = self.interval(operand);
        match operator {
            Unary::Float if kind == NumberKind::Integer => {
                self.convert(&operand);
                kind = NumberKind::Float;
            }
            Unary::Truncate | Unary::Round | Unary::Floor | Unary::Ceil => {
                if kind == NumberKind::Float {
                    operand = self.cut(&operand, Range::around(BigInt::one() << self.radius));
                }
                kind = NumberKind::Integer;
            }
            _ => {}
        }
        (Range::unary(operator, &operand), kind)
    }

    /// By how many places a number is shifted at most.
    fn most_places(&self) -> i64 {
        match self.radius > LARGEST_RADIUS {
            true => MOST_PLACES.max(self.radius.into()),
            false => MOST_PLACES,
        }
    }

    /// Looks inside of the limits only.
    fn cut(&mut self, interval: &Range, limits: Range) -> Range {
        self.note(interval.is_within(&limits));
        interval.intersect(&limits)
    }

    /// The BEAM rounds larger integers more than once on their way to a float.
    fn convert(&mut self, interval: &Range) {
        self.note(interval.bits().is_some_and(|bits| bits <= 64));
    }
}

/// The part of an interval that is next to zero.
fn window(interval: &Range, radius: u32) -> Range {
    let size = BigInt::one() << radius;
    let zero = BigInt::zero();
    let low = interval.low.clone().unwrap_or_else(|| {
        let high = interval.high.as_ref().unwrap_or(&zero);
        high.min(&zero) - &size
    });
    let high = interval.high.clone().unwrap_or_else(|| (&low).max(&zero) + &size);
    if &high - &low <= &size * 2 {
        return Range::new(low, high);
    }
    if low.is_positive() {
        let end = &low + &size;
        Range::new(low, end)
    } else if high.is_negative() {
        Range::new(&high - &size, high)
    } else {
        Range::new(low, high).intersect(&Range::around(size))
    }
}

struct WordEncoder<'p> {
    plan: WordPlan<'p>,
    writer: Writer,
}

struct EncodedWord {
    text: Text,
    kind: NumberKind,
}

impl WordEncoder<'_> {
    fn width(&self) -> u64 {
        self.plan.width
    }

    fn bits_sort(&self) -> String {
        format!("(_ BitVec {})", self.width())
    }

    fn bits(&self, number: &BigInt) -> Text {
        script::bits(number, self.width())
    }

    fn declare(&mut self, number: usize, variable: &NumericVariable) {
        let name = name(number);
        match variable.kind {
            NumberKind::Integer => {
                let sort = self.bits_sort();
                self.writer.declare(number, &sort);
                let window = self.plan.windows[number].clone();
                self.assert_inside(&name, &window);
                for excluded in variable.excluded.iter().filter_map(Number::as_integer) {
                    if Range::new(excluded.clone(), excluded.clone()).is_within(&window) {
                        let excluded = self.bits(excluded);
                        self.writer.assert(format!("(not (= {name} {excluded}))"));
                    }
                }
            }
            NumberKind::Float => {
                self.writer.declare(number, DOUBLE);
                let low = variable.low.as_ref().map_or(f64::MIN, at_least);
                let high = variable.high.as_ref().map_or(f64::MAX, at_most);
                self.writer.assert(format!("(fp.leq {} {name})", script::float(low)));
                self.writer.assert(format!("(fp.leq {name} {})", script::float(high)));
                for excluded in &variable.excluded {
                    if let Number::Float(excluded) = excluded {
                        let excluded = script::float(*excluded);
                        self.writer.assert(format!("(not (fp.eq {name} {excluded}))"));
                    }
                }
            }
        }
    }

    fn assert_inside(&mut self, name: &str, interval: &Range) {
        if let Some(low) = &interval.low {
            let low = self.bits(low);
            self.writer.assert(format!("(bvsle {low} {name})"));
        }
        if let Some(high) = &interval.high {
            let high = self.bits(high);
            self.writer.assert(format!("(bvsle {name} {high})"));
        }
    }

    fn comparison(&mut self, comparison: &NumericComparison) {
        let relation = comparison.relation;
        let condition = match (&comparison.left, &comparison.right) {
            (NumericExpr::Constant(constant @ Number::Integer(_)), right) => {
                let right = self.expr(right);
                self.with_constant(relation, constant, right, Order::ConstantFirst)
            }
            (left, NumericExpr::Constant(constant @ Number::Integer(_))) => {
                let left = self.expr(left);
                self.with_constant(relation, constant, left, Order::ConstantLast)
            }
            (left, right) => {
                let (left, right) = (self.expr(left), self.expr(right));
                self.relate(relation, left, right)
            }
        };
        self.writer.assert(condition);
    }

    fn relate(&self, relation: Relation, left: EncodedWord, right: EncodedWord) -> Text {
        if left.kind != right.kind {
            // Wide enough for either to be exact.
            let digits = self.width().max(53) + 2;
            let wide = |side: EncodedWord| format!("((_ to_fp 15 {digits}) RNE {})", side.text);
            return related(relation, NumberKind::Float, &wide(left), &wide(right));
        }
        related(relation, left.kind, &left.text, &right.text)
    }

    /// A float next to an integer constant is next to a float that says the same.
    fn with_constant(
        &mut self,
        relation: Relation,
        constant: &Number,
        other: EncodedWord,
        order: Order,
    ) -> Text {
        if other.kind == NumberKind::Integer {
            let constant = self.bits(constant.as_integer().expect("an integer constant"));
            return match order {
                Order::ConstantFirst => related(relation, other.kind, &constant, &other.text),
                Order::ConstantLast => related(relation, other.kind, &other.text, &constant),
            };
        }
        let bound = |float: f64, is_high: bool| match (float.is_finite(), is_high) {
            (false, _) => "false".to_owned(),
            (true, true) => format!("(fp.leq {} {})", other.text, script::float(float)),
            (true, false) => format!("(fp.leq {} {})", script::float(float), other.text),
        };
        match (relation, order) {
            (Relation::Less, Order::ConstantLast) => bound(less(constant), true),
            (Relation::LessOrEqual, Order::ConstantLast) => bound(at_most(constant), true),
            (Relation::Less, Order::ConstantFirst) => bound(more(constant), false),
            (Relation::LessOrEqual, Order::ConstantFirst) => bound(at_least(constant), false),
            (Relation::Equal | Relation::NotEqual, _) => {
                let (low, high) = (at_least(constant), at_most(constant));
                let equal = if low == high {
                    format!("(fp.eq {} {})", other.text, script::float(low))
                } else {
                    "false".to_owned()
                };
                if relation == Relation::Equal { equal } else { format!("(not {equal})") }
            }
        }
    }

    fn expr(&mut self, expr: &NumericExpr) -> EncodedWord {
        match expr {
            NumericExpr::Variable(variable) => EncodedWord {
                text: name(*variable),
                kind: self.plan.problem.variables[*variable].kind,
            },
            NumericExpr::Constant(number) => EncodedWord {
                text: match number {
                    Number::Integer(integer) => self.bits(integer),
                    Number::Float(float) => script::float(*float),
                },
                kind: number.kind(),
            },
            NumericExpr::Arithmetic(operator, left, right) => deeper(|| {
                let places = match operator {
                    Arithmetic::ShiftLeft | Arithmetic::ShiftRight => {
                        Some(self.plan.interval(right).0)
                    }
                    _ => None,
                };
                let (left, right) = (self.expr(left), self.expr(right));
                self.arithmetic(*operator, left, right, places)
            }),
            NumericExpr::Unary(operator, operand) => deeper(|| {
                let interval = match operator {
                    Unary::Negate | Unary::BitNot | Unary::Absolute | Unary::Float => Range::ALL,
                    _ => self.plan.interval(operand).0,
                };
                let operand = self.expr(operand);
                self.unary(*operator, operand, interval)
            }),
        }
    }

    fn arithmetic(
        &mut self,
        operator: Arithmetic,
        left: EncodedWord,
        right: EncodedWord,
        places: Option<Range>,
    ) -> EncodedWord {
        let is_float = operator == Arithmetic::Divide
            || left.kind == NumberKind::Float
            || right.kind == NumberKind::Float;
        if is_float {
            return self.float_arithmetic(operator, left, right);
        }
        let (left, right) = (left.text, right.text);
        let operation = match operator {
            Arithmetic::Add => "bvadd",
            Arithmetic::Subtract => "bvsub",
            Arithmetic::Multiply => "bvmul",
            Arithmetic::IntegerDivide | Arithmetic::Remainder => {
                let zero = self.bits(&BigInt::zero());
                self.writer.assert(format!("(not (= {right} {zero}))"));
                if operator == Arithmetic::Remainder { "bvsrem" } else { "bvsdiv" }
            }
            Arithmetic::BitAnd => "bvand",
            Arithmetic::BitOr => "bvor",
            Arithmetic::BitXor => "bvxor",
            Arithmetic::ShiftLeft | Arithmetic::ShiftRight | Arithmetic::Divide => {
                let is_left = operator == Arithmetic::ShiftLeft;
                let text = self.shift(left, right, is_left, &places.unwrap_or(Range::ALL));
                return EncodedWord { text, kind: NumberKind::Integer };
            }
        };
        EncodedWord { text: format!("({operation} {left} {right})"), kind: NumberKind::Integer }
    }

    /// A negative number of places shifts the other way.
    fn shift(&mut self, value: Text, places: Text, is_left: bool, interval: &Range) -> Text {
        let sort = self.bits_sort();
        let (value, places) = (self.writer.define(&sort, value), self.writer.define(&sort, places));
        let limits = Range::around(self.plan.most_places().into());
        if !interval.is_within(&limits) {
            self.assert_inside(&places, &limits);
        }
        let (forth, back) = if is_left { ("bvshl", "bvashr") } else { ("bvashr", "bvshl") };
        if interval.is_natural() {
            return format!("({forth} {value} {places})");
        }
        let zero = self.bits(&BigInt::zero());
        format!(
            "(ite (bvsle {zero} {places}) ({forth} {value} {places}) ({back} {value} (bvneg {places})))"
        )
    }

    fn float_arithmetic(
        &mut self,
        operator: Arithmetic,
        left: EncodedWord,
        right: EncodedWord,
    ) -> EncodedWord {
        let (left, right) = (as_float(left), as_float(right));
        let operation = match operator {
            Arithmetic::Add => "fp.add",
            Arithmetic::Subtract => "fp.sub",
            Arithmetic::Multiply => "fp.mul",
            _ => "fp.div",
        };
        let result = self.writer.define(DOUBLE, format!("({operation} RNE {left} {right})"));
        // A division by zero is infinite or no number, too.
        self.writer.assert(format!("(not (or (fp.isNaN {result}) (fp.isInfinite {result})))"));
        EncodedWord { text: result, kind: NumberKind::Float }
    }

    fn unary(&mut self, operator: Unary, operand: EncodedWord, interval: Range) -> EncodedWord {
        let EncodedWord { text, kind } = operand;
        let is_float = kind == NumberKind::Float;
        let text = match operator {
            Unary::Negate if is_float => format!("(fp.neg {text})"),
            Unary::Absolute if is_float => format!("(fp.abs {text})"),
            Unary::Negate => format!("(bvneg {text})"),
            Unary::BitNot => format!("(bvnot {text})"),
            Unary::Absolute => {
                let name = self.writer.define(&self.bits_sort(), text);
                let zero = self.bits(&BigInt::zero());
                format!("(ite (bvslt {name} {zero}) (bvneg {name}) {name})")
            }
            Unary::Float => {
                let text = as_float(EncodedWord { text, kind });
                return EncodedWord { text, kind: NumberKind::Float };
            }
            Unary::Truncate => return self.rounded("RTZ", text, kind, &interval),
            Unary::Round => return self.rounded("RNA", text, kind, &interval),
            Unary::Floor => return self.rounded("RTN", text, kind, &interval),
            Unary::Ceil => return self.rounded("RTP", text, kind, &interval),
        };
        EncodedWord { text, kind }
    }

    fn rounded(
        &mut self,
        mode: &str,
        text: Text,
        kind: NumberKind,
        interval: &Range,
    ) -> EncodedWord {
        if kind == NumberKind::Integer {
            return EncodedWord { text, kind };
        }
        let name = self.writer.define(DOUBLE, text);
        let limits = Range::around(BigInt::one() << self.plan.radius);
        if !interval.is_within(&limits) {
            let limit = 2.0_f64.powi(self.plan.radius as i32);
            let (low, high) = (script::float(-limit), script::float(limit));
            self.writer.assert(format!("(and (fp.leq {low} {name}) (fp.leq {name} {high}))"));
        }
        let text = format!("((_ fp.to_sbv {}) {mode} {name})", self.width());
        EncodedWord { text, kind: NumberKind::Integer }
    }
}

#[derive(Clone, Copy)]
enum Order {
    ConstantFirst,
    ConstantLast,
}

fn as_float(side: EncodedWord) -> Text {
    match side.kind {
        NumberKind::Float => side.text,
        NumberKind::Integer => format!("((_ to_fp 11 53) RNE {})", side.text),
    }
}

fn related(relation: Relation, kind: NumberKind, left: &str, right: &str) -> Text {
    let is_float = kind == NumberKind::Float;
    match relation {
        Relation::Less if is_float => format!("(fp.lt {left} {right})"),
        Relation::LessOrEqual if is_float => format!("(fp.leq {left} {right})"),
        Relation::Equal if is_float => format!("(fp.eq {left} {right})"),
        Relation::NotEqual if is_float => format!("(not (fp.eq {left} {right}))"),
        Relation::Less => format!("(bvslt {left} {right})"),
        Relation::LessOrEqual => format!("(bvsle {left} {right})"),
        Relation::Equal => format!("(= {left} {right})"),
        Relation::NotEqual => format!("(not (= {left} {right}))"),
    }
}
