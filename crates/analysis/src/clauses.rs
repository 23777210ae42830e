//! Which clause is which? Every clause of a function has a number, in the order of the tree.
//!
//! The compiler dissolves a function or fun that has one clause and matches nothing into its bare
//! body. That body counts as a clause too, or else nobody could say whether it was reached.

use core_erlang::{Expr, ExprId, Function, FunctionName};
use rustc_hash::FxHashMap;
use term::Atom;

/// Names a clause, in every run and on every engine alike.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ClauseId {
    pub module: Atom,
    pub function: FunctionName,
    /// Which clause of the function, from 0: a number into
    /// [`clauses`](crate::outline::FunctionOutline::clauses).
    pub number: u32,
}

/// The numbers of the clauses of a function.
#[derive(Default)]
pub struct Clauses {
    cases: FxHashMap<ExprId, u32>,
    bodies: FxHashMap<ExprId, u32>,
    pub count: u32,
}

impl Clauses {
    pub fn of(function: &Function) -> Clauses {
        let labels: Vec<ExprId> = function.exprs.iter().flat_map(labels).collect();
        let mut numbers = Clauses::default();
        for (id, expr) in function.numbered() {
            match expr {
                Expr::Case { clauses, .. } => {
                    numbers.cases.insert(id, numbers.count);
                    numbers.count += clauses.len() as u32;
                }
                Expr::Fun { body, .. }
                    if !labels.contains(&id)
                        && !matches!(function.expr(*body), Expr::Case { .. }) =>
                {
                    numbers.bodies.insert(*body, numbers.count);
                    numbers.count += 1;
                }
                _ => {}
            }
        }
        numbers
    }

    /// The first clause of a `case`.
    pub fn of_case(&self, case: ExprId) -> u32 {
        self.cases[&case]
    }

    /// Is it a body, and not a clause that somebody wrote as such?
    pub fn is_body(&self, number: u32) -> bool {
        self.bodies.values().any(|body| *body == number)
    }

    /// The body of a fun, where it is a clause by itself.
    pub fn of_body(&self, body: ExprId) -> Option<u32> {
        self.bodies.get(&body).copied()
    }
}

/// What is jumped to is not called: it is no fun to the one who wrote it.
fn labels(expr: &Expr) -> Vec<ExprId> {
    match expr {
        Expr::Letrec { functions, is_goto: true, .. } => {
            functions.iter().map(|(_, id)| *id).collect()
        }
        _ => Vec::new(),
    }
}
