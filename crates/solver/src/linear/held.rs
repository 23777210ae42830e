//! What is left if all variables but one are what they were? Often something linear.

use crate::numeric::{
    Number, NumberKind, NumericComparison, NumericExpr, NumericProblem, NumericVariable,
};
use num_bigint::BigInt;

/// So many variables are tried, each as the only one that changes.
const MOST_FREE: usize = 8;

/// The same problem with one variable after the other as the only one. A solution of one of these is a
/// solution; that there is none proves nothing.
pub fn problems(problem: &NumericProblem) -> impl Iterator<Item = NumericProblem> {
    let starts: Vec<Number> = problem.variables.iter().map(start).collect();
    let is_several = problem.variables.len() > 1;
    let free = (0..problem.variables.len()).filter(move |_| is_several).take(MOST_FREE);
    free.map(move |free| {
        let mut held = problem.clone();
        for (index, variable) in held.variables.iter_mut().enumerate() {
            if index != free {
                variable.low = Some(starts[index].clone());
                variable.high = variable.low.clone();
            }
        }
        for NumericComparison { left, right, .. } in &mut held.comparisons {
            hold(left, free, &starts);
            hold(right, free, &starts);
        }
        held
    })
}

/// Where a variable was, or the nearest to that.
fn start(variable: &NumericVariable) -> Number {
    let nothing = match variable.kind {
        NumberKind::Integer => Number::Integer(BigInt::ZERO),
        NumberKind::Float => Number::Float(0.0),
    };
    let hint = variable.hint.clone().unwrap_or(nothing);
    let is_beyond = |bound: &Option<Number>, is_low: bool| {
        let order = bound.as_ref().map(|bound| crate::evaluate::order(&hint, bound));
        order.is_some_and(|order| if is_low { order.is_lt() } else { order.is_gt() })
    };
    let bound = match () {
        () if is_beyond(&variable.low, true) => variable.low.clone(),
        () if is_beyond(&variable.high, false) => variable.high.clone(),
        () => None,
    };
    bound.filter(|bound| bound.kind() == variable.kind).unwrap_or(hint)
}

fn hold(expr: &mut NumericExpr, free: usize, starts: &[Number]) {
    match expr {
        NumericExpr::Variable(variable) if *variable != free => {
            *expr = NumericExpr::Constant(starts[*variable].clone());
        }
        NumericExpr::Variable(_) | NumericExpr::Constant(_) => {}
        NumericExpr::Arithmetic(_, left, right) => runtime::compare::deeper(|| {
            hold(left, free, starts);
            hold(right, free, starts);
        }),
        NumericExpr::Unary(_, operand) => {
            runtime::compare::deeper(|| hold(operand, free, starts));
        }
    }
}
