//! Which part of a model should be something else? Two terms are equal in it that must differ: both
//! sides of a `=/=`, or the arguments of two calls of a fun that return different things.
//!
//! That two parts of the input differ is not a question of one domain, so it is left open until
//! there is a model. If it fails there, some part that both depend on gets another value.

use crate::Problem;
use crate::graph::numeric_twin;
use num_bigint::BigInt;
use num_traits::{FromPrimitive, ToPrimitive};
use rustc_hash::FxHashSet;
use symbolic::{
    Arithmetic, Comparison, Constraint, Evaluation, Expr, Shape, Symbol, Symbols, Unary,
};
use term::{Term, order};

/// So many parts are tried.
const MOST_PARTS: usize = 8;

/// What may be added to the constraints so that the failed one holds.
pub type Way = Vec<Constraint>;

/// The ways that there are.
pub enum Repairs {
    /// Every solution is one of these ways: if there is none on any of them, there is none at all.
    All(Vec<Way>),
    /// There may be others. None of them: it failed for another reason than two equal terms.
    Some(Vec<Way>),
}

impl Repairs {
    /// The same with more ways to try.
    fn and(self, more: Vec<Way>) -> Repairs {
        match self {
            Repairs::All(ways) => Repairs::All([ways, more].concat()),
            Repairs::Some(ways) => Repairs::Some([ways, more].concat()),
        }
    }

    fn ways(self) -> Vec<Way> {
        match self {
            Repairs::All(ways) | Repairs::Some(ways) => ways,
        }
    }
}

pub fn repairs(problem: &Problem, model: &[Term], failed: &Constraint) -> Repairs {
    of_terms(problem, model, failed).and(of_calls(problem, model, failed))
}

fn of_terms(problem: &Problem, model: &[Term], failed: &Constraint) -> Repairs {
    let (comparison, left, right) = match *problem.symbols.expr(failed.symbol) {
        Expr::Compare(comparison, left, right) => (comparison, left, right),
        Expr::TextAtom(text) => return other_values(problem, model, &[text]),
        Expr::TooLarge(_, left, right) => {
            return Repairs::Some(large_numbers(problem, model, left, right));
        }
        _ => return Repairs::Some(Vec::new()),
    };
    let mut evaluation = Evaluation::new(problem.symbols, model);
    match (evaluation.term(left), evaluation.term(right)) {
        (Some(left), Some(right)) if order::equal(&left, &right) => {}
        _ => return Repairs::Some(elements(problem, left, right)),
    }
    let ways = other_values(problem, model, &[right, left]);
    match comparison {
        Comparison::ExactlyEqual | Comparison::ExactlyNotEqual => {
            ways.and(twins(problem, model, &[right, left]))
        }
        _ => ways,
    }
}

/// `1.0` in the place of `1`: what may be neither less nor greater can still be something else.
fn twins(problem: &Problem, model: &[Term], of: &[Symbol]) -> Vec<Way> {
    let mut evaluation = Evaluation::new(problem.symbols, model);
    let mut parts = Vec::new();
    for &symbol in of {
        // These are only some ways.
        let _ = leaves(problem, &mut evaluation, symbol, &mut parts);
    }
    let twin = |(part, value): (Symbol, Term)| {
        Some(vec![Constraint::is(part, Shape::Literal(numeric_twin(&value)?))])
    };
    parts.into_iter().take(MOST_PARTS).filter_map(twin).collect()
}

/// What must not be equal to what, if that is what failed.
fn must_differ(problem: &Problem, model: &[Term], failed: &Constraint) -> Option<[Symbol; 2]> {
    let Expr::Compare(_, left, right) = *problem.symbols.expr(failed.symbol) else { return None };
    let mut evaluation = Evaluation::new(problem.symbols, model);
    let are_equal = order::equal(&evaluation.term(left)?, &evaluation.term(right)?);
    are_equal.then_some([right, left])
}

/// If a fun is called twice with the same arguments: all that the arguments of calls depend on is
/// different, as far as it is plain, or some of what those two depend on. The same if one is called with
/// what it returns: that may be a call of another result that was meant. Where results must differ, one
/// of them is another one besides.
fn of_calls(problem: &Problem, model: &[Term], failed: &Constraint) -> Vec<Way> {
    let mut evaluation = Evaluation::new(problem.symbols, model);
    let calls = calls(problem, &mut evaluation);
    let same = |one: &Call, two: &Call| {
        let mut pairs = one.values.iter().zip(&two.values);
        one.fun == two.fun && pairs.all(|(one, two)| order::exactly_equal(one, two))
    };
    let twice = calls.iter().enumerate().find_map(|(number, call)| {
        calls[..number].iter().find(|earlier| same(earlier, call)).map(|earlier| [call, earlier])
    });
    if twice.is_none() && !calls.iter().any(|call| call.is_nested(problem.symbols)) {
        return Vec::new();
    }
    let mut parts = Vec::new();
    for &argument in calls.iter().flat_map(|call| call.arguments) {
        // These are only some ways.
        let _ = leaves(problem, &mut evaluation, argument, &mut parts);
    }
    parts.retain(|(_, value)| !matches!(value, Term::List(_) | Term::Tuple(_) | Term::Map(_)));
    let numbers = calls.iter().flat_map(|call| &call.values).filter_map(Term::as_i64);
    let numbers = numbers.chain(parts.iter().filter_map(|(_, value)| value.as_i64()));
    let mut unused = numbers.max().unwrap_or(0).max(0);
    // What one call returns may be what another is called with: then all of them are chosen anew.
    let is_number = |(_, value): &&(Symbol, Term)| value.as_i64().is_some();
    let fresh: Way = (parts.iter().filter(is_number).zip(1..))
        .map(|(&(part, _), nth)| {
            Constraint::is(part, Shape::Literal(Term::Int(unused.saturating_add(nth))))
        })
        .collect();
    let Some(twice) = twice else { return vec![fresh] };
    let mut all_different = Vec::new();
    for (number, (part, value)) in parts.iter().enumerate() {
        if parts[..number].iter().any(|(_, other)| order::equal(other, value)) {
            unused = unused.saturating_add(1);
            all_different.push(Constraint::is(*part, Shape::Literal(Term::Int(unused))));
        }
    }
    let arguments: Vec<Symbol> =
        twice.iter().flat_map(|call| call.arguments.iter().copied()).collect();
    let mut ways = other_values(problem, model, &arguments).ways();
    if fresh.len() > 1 {
        ways.insert(0, fresh);
    }
    if !all_different.is_empty() {
        ways.insert(0, all_different);
    }
    let apart = must_differ(problem, model, failed);
    let others = apart.map(|both| other_values(problem, model, &both).ways()).unwrap_or_default();
    let both: Vec<Way> = ways
        .iter()
        .flat_map(|way| others.iter().map(move |other| [way.clone(), other.clone()].concat()))
        .take(MOST_PARTS)
        .collect();
    ways.extend(both);
    ways
}

/// A call of a fun of the input.
struct Call<'p> {
    fun: Symbol,
    arguments: &'p [Symbol],
    values: Vec<Term>,
}

impl Call<'_> {
    /// Is it called with what a fun returns?
    fn is_nested(&self, symbols: &Symbols) -> bool {
        let mut is_nested = false;
        for &argument in self.arguments {
            symbols.each_below(argument, |symbol| {
                let expr = symbols.expr(symbol);
                is_nested |= matches!(expr, Expr::Returned { .. } | Expr::Acts { .. });
                !is_nested
            });
        }
        is_nested
    }
}

/// The calls that the constraints speak of.
fn calls<'p>(problem: &Problem<'p>, evaluation: &mut Evaluation) -> Vec<Call<'p>> {
    let symbols = problem.symbols;
    let mut calls = Vec::new();
    let mut seen = FxHashSet::default();
    let mut pending: Vec<Symbol> =
        problem.constraints.iter().rev().map(|constraint| constraint.symbol).collect();
    while let Some(symbol) = pending.pop() {
        if !seen.insert(symbol) {
            continue;
        }
        symbols.each_operand(symbol, |operand| pending.push(operand));
        let Expr::Returned { fun, arguments } = symbols.expr(symbol) else { continue };
        let values = arguments.iter().map(|argument| evaluation.term(*argument));
        if let Some(values) = values.collect() {
            calls.push(Call { fun: *fun, arguments, values });
        }
    }
    calls
}

/// Is a fun of the input asked about funs, pids, ports or references? What it returns for those is what it
/// returns for everything else.
pub fn asks_about_identities(problem: &Problem, model: &[Term]) -> bool {
    let mut evaluation = Evaluation::new(problem.symbols, model);
    let calls = calls(problem, &mut evaluation);
    calls.iter().any(|call| call.values.iter().any(Term::has_identity))
}

/// Some part that one of these expressions depends on is not what it is in the model.
fn other_values(problem: &Problem, model: &[Term], of: &[Symbol]) -> Repairs {
    let mut evaluation = Evaluation::new(problem.symbols, model);
    let mut parts = Vec::new();
    let mut are_all = true;
    for &symbol in of {
        are_all &= leaves(problem, &mut evaluation, symbol, &mut parts);
    }
    are_all &= parts.len() <= MOST_PARTS;
    let other = |(part, value)| vec![Constraint::is_not(part, Shape::Literal(value))];
    let ways = parts.into_iter().take(MOST_PARTS).map(other).collect();
    if are_all { Repairs::All(ways) } else { Repairs::Some(ways) }
}

/// An element of a table, in the place of what it is compared with.
fn elements(problem: &Problem, left: Symbol, right: Symbol) -> Vec<Way> {
    for (lookup, other) in [(left, right), (right, left)] {
        if let Expr::Lookup { table, .. } = problem.symbols.expr(lookup) {
            let mut elements: Vec<&Term> = problem.symbols.table(*table).iter().collect();
            elements.sort();
            elements.dedup();
            let both = |element: &&Term| {
                [lookup, other]
                    .map(|symbol| Constraint::is(symbol, Shape::Literal((*element).clone())))
                    .to_vec()
            };
            return elements.iter().map(both).collect();
        }
    }
    Vec::new()
}

/// The largest numbers there are, in the place of what is computed with.
fn large_numbers(problem: &Problem, model: &[Term], left: Symbol, right: Symbol) -> Vec<Way> {
    let mut evaluation = Evaluation::new(problem.symbols, model);
    let mut large = |symbol: Symbol, sign: f64| {
        let is_float = matches!(evaluation.term(symbol), Some(Term::Float(_)));
        let size = match (is_float, problem.symbols.is_path(symbol)) {
            (true, true) => f64::MAX,
            // What is computed on the way must not be too large already.
            (true, false) => 1.6e308,
            (false, _) => 1e308,
        };
        aim(problem, &mut evaluation, symbol, size * sign)
    };
    let small = |symbol: Symbol| Constraint::is(symbol, Shape::Literal(Term::Float(5e-324)));
    let mut ways: Vec<Way> = Vec::new();
    for (left_sign, right_sign) in [(1.0, 1.0), (1.0, -1.0)] {
        let (left, right) = (large(left, left_sign), large(right, right_sign));
        ways.extend(left.iter().map(|left| vec![left.clone()]));
        ways.extend(right.iter().map(|right| vec![right.clone()]));
        ways.extend(left.zip(right).map(|(left, right)| vec![left, right]));
    }
    // Just too large, if twice as much would be too large elsewhere.
    if let Expr::Constant(Term::Int(factor)) = problem.symbols.expr(right)
        && problem.symbols.is_path(left)
        && *factor != 0
    {
        let size = (f64::MAX / *factor as f64).abs().next_up().next_up();
        let just =
            [size, -size].map(|just| Constraint::is(left, Shape::Literal(Term::Float(just))));
        ways.extend(just.map(|just| vec![just]));
    }
    // A quotient is large if what it is divided by is small.
    if problem.symbols.is_path(right) {
        ways.push(vec![small(right)]);
        ways.extend(large(left, 1.0).map(|left| vec![left, small(right)]));
    }
    ways
}

/// The value of one part of the input with which an expression comes near a large number, the others
/// being as they are.
fn aim(
    problem: &Problem,
    evaluation: &mut Evaluation,
    symbol: Symbol,
    target: f64,
) -> Option<Constraint> {
    if !target.is_finite() {
        return None;
    }
    if problem.symbols.is_path(symbol) {
        let value = match evaluation.term(symbol)? {
            Term::Float(_) => Term::Float(target),
            _ => Term::from(BigInt::from_f64(target)?),
        };
        return Some(Constraint::is(symbol, Shape::Literal(value)));
    }
    let mut number = |symbol: Symbol| match evaluation.term(symbol)? {
        Term::Float(number) => Some(number),
        term => term.to_big_int()?.to_f64(),
    };
    match *problem.symbols.expr(symbol) {
        Expr::Unary(Unary::Negate, operand) => aim(problem, evaluation, operand, -target),
        Expr::Unary(Unary::Float | Unary::Absolute, operand) => {
            aim(problem, evaluation, operand, target)
        }
        Expr::Arithmetic(operator, left, right) => {
            let (of_left, of_right) = (number(left)?, number(right)?);
            let (left_target, right_target) = match operator {
                Arithmetic::Add => (target - of_right, target - of_left),
                Arithmetic::Subtract => (target + of_right, of_left - target),
                Arithmetic::Multiply => (target / of_right, target / of_left),
                Arithmetic::Divide => (target * of_right, of_left / target),
                _ => return None,
            };
            let by_left = aim(problem, evaluation, left, left_target);
            by_left.or_else(|| aim(problem, evaluation, right, right_target))
        }
        _ => None,
    }
}

/// The parts of the input that an expression depends on and nobody has looked into, as they are.
/// `false`: some of them have no value.
#[must_use]
fn leaves(
    problem: &Problem,
    evaluation: &mut Evaluation,
    symbol: Symbol,
    parts: &mut Vec<(Symbol, Term)>,
) -> bool {
    let symbols = problem.symbols;
    if !symbols.is_path(symbol) {
        let mut paths = Vec::new();
        symbols.each_below(symbol, |symbol| {
            let is_path = symbols.is_path(symbol);
            paths.extend(is_path.then_some(symbol));
            !is_path
        });
        let mut are_all = true;
        for path in paths {
            are_all &= leaves(problem, evaluation, path, parts);
        }
        return are_all;
    }
    let Some(value) = evaluation.term(symbol) else { return false };
    let below: Vec<Symbol> = match value {
        Term::List(_) | Term::Tuple(_) | Term::Map(_) => symbols.parts(symbol),
        _ => Vec::new(),
    };
    for part in below {
        // A part without a value is in the whole, which is there in any case.
        let _ = leaves(problem, evaluation, part, parts);
    }
    // The whole comes after its parts: what nobody has looked into may be changed there.
    if !parts.iter().any(|(part, _)| *part == symbol) {
        parts.push((symbol, value));
    }
    true
}

/// That a part of the input is not what it was, for each that is a key of a map.
pub fn other_keys(problem: &Problem, constraints: &[Constraint]) -> Vec<Constraint> {
    let symbols = problem.symbols;
    let mut evaluation = Evaluation::new(symbols, problem.start);
    let mut others: Vec<Constraint> = Vec::new();
    for constraint in constraints {
        let Expr::HasKey { key, .. } = *symbols.expr(constraint.symbol) else { continue };
        let is_known = others.iter().any(|other| other.symbol == key);
        if let (true, false, Some(value)) = (symbols.is_path(key), is_known, evaluation.term(key)) {
            others.push(Constraint::is_not(key, Shape::Literal(value)));
        }
    }
    others.truncate(MOST_PARTS);
    others
}
