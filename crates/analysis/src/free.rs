//! Which variables does an expression take from outside, and which are used at all?

use core_erlang::{Clause, Expr, ExprId, Function, FunctionName, Variable};

/// What an expression takes from around it.
#[derive(Default)]
pub struct Free {
    /// In the order of their first use.
    pub variables: Vec<Variable>,
    /// Functions that are not bound inside: of the module, or of an enclosing `letrec`.
    pub names: Vec<FunctionName>,
}

pub fn of(function: &Function, expr: ExprId) -> Free {
    let count = function.variables.len();
    let mut walk = FreeWalk {
        function,
        bound: vec![0; count],
        seen: vec![false; count],
        bound_names: Vec::new(),
        free: Free::default(),
    };
    walk.expr(expr);
    walk.free
}

/// How often each variable is used, by its number. Being bound is no use.
pub fn uses(function: &Function) -> Vec<u32> {
    let mut uses = vec![0; function.variables.len()];
    for expr in &function.exprs {
        if let Expr::Variable(variable) = expr {
            uses[variable.0 as usize] += 1;
        }
    }
    uses
}

struct FreeWalk<'f> {
    function: &'f Function,
    /// In how many enclosing scopes a variable is bound, by its number.
    bound: Vec<u32>,
    /// Is it among the free ones already?
    seen: Vec<bool>,
    bound_names: Vec<FunctionName>,
    free: Free,
}

impl<'f> FreeWalk<'f> {
    fn expr(&mut self, id: ExprId) {
        crate::deeper(|| self.expr_here(id));
    }

    fn expr_here(&mut self, id: ExprId) {
        let function = self.function;
        match function.expr(id) {
            Expr::Variable(variable) => {
                let number = variable.0 as usize;
                if self.bound[number] == 0 && !std::mem::replace(&mut self.seen[number], true) {
                    self.free.variables.push(*variable);
                }
            }
            Expr::Name(name) => {
                if !self.bound_names.contains(name) && !self.free.names.contains(name) {
                    self.free.names.push(*name);
                }
            }
            Expr::Fun { parameters, body, .. } => self.within(parameters, |walk| walk.expr(*body)),
            Expr::Let { variables, argument, body } => {
                self.expr(*argument);
                self.within(variables, |walk| walk.expr(*body));
            }
            letrec @ Expr::Letrec { functions, .. } => {
                let mark = self.bound_names.len();
                self.bound_names.extend(functions.iter().map(|(name, _)| *name));
                letrec.each_child(|child| self.expr(child));
                self.bound_names.truncate(mark);
            }
            Expr::Case { argument, clauses } => {
                self.expr(*argument);
                clauses.iter().for_each(|clause| self.clause(clause));
            }
            Expr::Try { argument, variables, body, handler_variables, handler } => {
                self.expr(*argument);
                self.within(variables, |walk| walk.expr(*body));
                self.within(handler_variables, |walk| walk.expr(*handler));
            }
            other => other.each_child(|child| self.expr(child)),
        }
    }

    fn within(&mut self, variables: &[Variable], walk: impl FnOnce(&mut Self)) {
        variables.iter().for_each(|variable| self.bound[variable.0 as usize] += 1);
        walk(self);
        variables.iter().for_each(|variable| self.bound[variable.0 as usize] -= 1);
    }

    fn clause(&mut self, clause: &'f Clause) {
        self.within(&clause.variables(), |walk| {
            clause.each_head(|id| walk.expr(id));
            walk.expr(clause.body);
        });
    }
}
