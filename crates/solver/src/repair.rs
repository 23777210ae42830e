//! Which part of a model should be something else? Two terms are equal in it that must differ.
//!
//! That two parts of the input differ is not a question of one domain, so it is left open until
//! there is a model. If it fails there, some part that both depend on gets another value.

use crate::Problem;
use symbolic::{Constraint, Evaluation, Expr, Shape, Symbol};
use term::{Term, order};

/// So many parts are tried.
const MOST_PARTS: usize = 8;

/// What may be added to the constraints, each a way of its own, so that the failed one holds. None
/// at all: it failed for another reason than two equal terms.
pub fn repairs(problem: &Problem, model: &[Term], failed: &Constraint) -> Vec<Constraint> {
    let Expr::Compare(_, left, right) = *problem.symbols.expr(failed.symbol) else {
        return Vec::new();
    };
    let mut evaluation = Evaluation::new(problem.symbols, model);
    match (evaluation.term(left), evaluation.term(right)) {
        (Some(left), Some(right)) if order::equal(&left, &right) => {}
        _ => return Vec::new(),
    }
    let mut parts = Vec::new();
    for side in [right, left] {
        leaves(problem, &mut evaluation, side, &mut parts);
    }
    let values = parts.into_iter().take(MOST_PARTS);
    values.map(|(part, value)| Constraint::is_not(part, Shape::Literal(value))).collect()
}

/// The parts of the input that an expression depends on and nobody has looked into, as they are.
fn leaves(
    problem: &Problem,
    evaluation: &mut Evaluation,
    symbol: Symbol,
    parts: &mut Vec<(Symbol, Term)>,
) {
    let symbols = problem.symbols;
    if !symbols.is_path(symbol) {
        symbols.each_operand(symbol, |operand| leaves(problem, evaluation, operand, parts));
        return;
    }
    let Some(value) = evaluation.term(symbol) else { return };
    let below: Vec<Symbol> = match value {
        Term::List(_) | Term::Tuple(_) | Term::Map(_) => symbols.parts(symbol),
        _ => Vec::new(),
    };
    for part in below {
        leaves(problem, evaluation, part, parts);
    }
    // The whole comes after its parts: what nobody has looked into may be changed there.
    if !parts.iter().any(|(part, _)| *part == symbol) {
        parts.push((symbol, value));
    }
}
