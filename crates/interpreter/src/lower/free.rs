//! Which variables does an expression take from outside, and which are used at all?

use core_erlang::{Clause, Expr, ExprId, Function, FunctionName, Pattern, Variable};

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
    let mut walk = Walk {
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

struct Walk<'f> {
    function: &'f Function,
    /// In how many enclosing scopes a variable is bound, by its number.
    bound: Vec<u32>,
    /// Is it among the free ones already?
    seen: Vec<bool>,
    bound_names: Vec<FunctionName>,
    free: Free,
}

impl<'f> Walk<'f> {
    fn expr(&mut self, id: ExprId) {
        crate::deep(|| self.expr_here(id));
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
            Expr::Letrec { functions, body, .. } => {
                let mark = self.bound_names.len();
                self.bound_names.extend(functions.iter().map(|(name, _)| *name));
                for (_, function) in functions {
                    self.expr(*function);
                }
                self.expr(*body);
                self.bound_names.truncate(mark);
            }
            Expr::Case { argument, clauses } => {
                self.expr(*argument);
                for clause in clauses {
                    self.clause(clause);
                }
            }
            Expr::Try { argument, variables, body, handler_variables, handler } => {
                self.expr(*argument);
                self.within(variables, |walk| walk.expr(*body));
                self.within(handler_variables, |walk| walk.expr(*handler));
            }
            other => each_child(other, |child| self.expr(child)),
        }
    }

    fn within(&mut self, variables: &[Variable], walk: impl FnOnce(&mut Self)) {
        variables.iter().for_each(|variable| self.bound[variable.0 as usize] += 1);
        walk(self);
        variables.iter().for_each(|variable| self.bound[variable.0 as usize] -= 1);
    }

    fn clause(&mut self, clause: &'f Clause) {
        let mut variables = Vec::new();
        for pattern in &clause.patterns {
            bound_by(pattern, &mut variables);
        }
        let mut sizes = Vec::new();
        for pattern in &clause.patterns {
            taken_by(pattern, &mut sizes);
        }
        self.within(&variables, |walk| {
            for size in sizes {
                walk.expr(size);
            }
            walk.expr(clause.guard);
            walk.expr(clause.body);
        });
    }
}

/// The variables that a pattern binds.
pub fn bound_by(pattern: &Pattern, variables: &mut Vec<Variable>) {
    crate::deep(|| match pattern {
        Pattern::Variable(variable) => variables.push(*variable),
        Pattern::Literal(_) => {}
        Pattern::Cons { head, tail } => {
            bound_by(head, variables);
            bound_by(tail, variables);
        }
        Pattern::Tuple { elements } => {
            elements.iter().for_each(|element| bound_by(element, variables));
        }
        Pattern::Map { pairs } => pairs.iter().for_each(|pair| bound_by(&pair.value, variables)),
        Pattern::Binary { segments } => {
            segments.iter().for_each(|segment| bound_by(&segment.value, variables));
        }
        Pattern::Alias { variable, pattern } => {
            variables.push(*variable);
            bound_by(pattern, variables);
        }
    })
}

/// The expressions that a pattern evaluates: keys and sizes.
fn taken_by(pattern: &Pattern, exprs: &mut Vec<ExprId>) {
    crate::deep(|| match pattern {
        Pattern::Variable(_) | Pattern::Literal(_) => {}
        Pattern::Cons { head, tail } => {
            taken_by(head, exprs);
            taken_by(tail, exprs);
        }
        Pattern::Tuple { elements } => elements.iter().for_each(|element| taken_by(element, exprs)),
        Pattern::Map { pairs } => {
            for pair in pairs {
                exprs.push(pair.key);
                taken_by(&pair.value, exprs);
            }
        }
        Pattern::Binary { segments } => {
            for segment in segments {
                exprs.push(segment.size);
                taken_by(&segment.value, exprs);
            }
        }
        Pattern::Alias { pattern, .. } => taken_by(pattern, exprs),
    })
}

/// The children of expressions that bind nothing.
fn each_child(expr: &Expr, mut visit: impl FnMut(ExprId)) {
    match expr {
        Expr::Cons { head, tail } => {
            visit(*head);
            visit(*tail);
        }
        Expr::Tuple { elements } | Expr::Values { elements } => {
            elements.iter().copied().for_each(visit);
        }
        Expr::Map { base, pairs } => {
            visit(*base);
            for pair in pairs {
                visit(pair.key);
                visit(pair.value);
            }
        }
        Expr::Binary { segments } => {
            for segment in segments {
                visit(segment.value);
                visit(segment.size);
            }
        }
        Expr::Seq { first, then } => {
            visit(*first);
            visit(*then);
        }
        Expr::Apply { function, arguments } => {
            visit(*function);
            arguments.iter().copied().for_each(visit);
        }
        Expr::Call { module, name, arguments } => {
            visit(*module);
            visit(*name);
            arguments.iter().copied().for_each(visit);
        }
        Expr::Primop { arguments, .. } => arguments.iter().copied().for_each(visit),
        Expr::Catch { body } => visit(*body),
        Expr::Variable(_) | Expr::Name(_) | Expr::Literal(_) => {}
        Expr::Fun { .. }
        | Expr::Let { .. }
        | Expr::Letrec { .. }
        | Expr::Case { .. }
        | Expr::Try { .. } => unreachable!("these bind variables"),
    }
}
