//! Which constraints matter for the new one? Those that share a part of the input with it, directly
//! or through others. The input we start from satisfies the rest, and keeps doing so.

use crate::shape::failed;
use crate::{Answer, Problem, Solver, Statistics};
use rustc_hash::{FxHashMap, FxHashSet};
use symbolic::{Constraint, Expr, Symbol, Symbols};

/// Tries what is tied to the new constraint before all of it.
pub struct Sliced<S> {
    pub inner: S,
    pub is_on: bool,
}

impl<S: Solver> Solver for Sliced<S> {
    fn solve(&mut self, problem: &Problem) -> Answer {
        if !self.is_on {
            return self.inner.solve(problem);
        }
        let relevant = relevant(problem.symbols, problem.constraints);
        if relevant.len() < problem.constraints.len() {
            match self.inner.solve(&Problem { constraints: &relevant, ..*problem }) {
                Answer::Sat(model) if failed(problem, &model).is_none() => {
                    return Answer::Sat(model);
                }
                Answer::Unsat => return Answer::Unsat,
                // What was left out matters after all, or helps.
                Answer::Sat(_) | Answer::Unknown(_) => {}
            }
        }
        self.inner.solve(problem)
    }

    fn statistics(&self) -> Statistics {
        self.inner.statistics()
    }
}

/// The constraints that are tied to the last one, in their order.
pub fn relevant(symbols: &Symbols, constraints: &[Constraint]) -> Vec<Constraint> {
    let Some(last) = constraints.len().checked_sub(1) else { return Vec::new() };
    let parts: Vec<Vec<Symbol>> =
        constraints.iter().map(|constraint| parts_of(symbols, constraint.symbol)).collect();
    let mut holders: FxHashMap<Symbol, Vec<usize>> = FxHashMap::default();
    for (number, parts) in parts.iter().enumerate() {
        for part in parts {
            holders.entry(*part).or_default().push(number);
        }
    }
    let mut is_relevant = vec![false; constraints.len()];
    let mut pending = vec![last];
    is_relevant[last] = true;
    while let Some(number) = pending.pop() {
        for part in &parts[number] {
            // Whoever comes to a part first takes all who hold it along.
            for other in holders.remove(part).into_iter().flatten() {
                if !std::mem::replace(&mut is_relevant[other], true) {
                    pending.push(other);
                }
            }
        }
    }
    let chosen = constraints.iter().zip(is_relevant).filter(|(_, is_relevant)| *is_relevant);
    chosen.map(|(constraint, _)| constraint.clone()).collect()
}

/// The parts of the input that an expression looks at: the innermost access paths in it. Where whole
/// terms are compared, everything above and below counts too; then the path's root stands for all.
fn parts_of(symbols: &Symbols, symbol: Symbol) -> Vec<Symbol> {
    let mut parts = Vec::new();
    let mut seen = FxHashSet::default();
    let mut pending = vec![symbol];
    while let Some(symbol) = pending.pop() {
        if !seen.insert(symbol) {
            continue;
        }
        match symbols.expr(symbol) {
            Expr::Argument(_)
            | Expr::Head(_)
            | Expr::Tail(_)
            | Expr::Element { .. }
            | Expr::AtomText(_) => parts.push(symbol),
            // Which value it is depends on the key.
            Expr::MapValue { key, .. } => {
                parts.push(symbol);
                pending.push(*key);
            }
            // It depends on the other keys; and what a fun returns, on the arguments and on what else
            // it returns.
            Expr::MapKey { .. } | Expr::Returned { .. } => {
                parts.push(symbol);
                symbols.each_operand(symbol, |operand| pending.push(operand));
            }
            _ => symbols.each_operand(symbol, |operand| pending.push(operand)),
        }
    }
    parts
}
