//! Does each name stand for one thing? Inlining binds names within scopes of the same names. Here every binding
//! gets a name of its own, so that what is known of a name holds wherever it is seen.

use crate::deeper;
use core_erlang::{Clause, Expr, ExprId, Function, Pattern, Variable};
use term::Term;

/// The same function, with every variable bound in one place only. Expressions keep their numbers. `None` if it
/// is not clear what a name in a pattern stands for.
pub fn told_apart(mut function: Function) -> Option<Function> {
    let scope: Vec<Variable> = (0..function.variables.len() as u32).map(Variable).collect();
    let count = scope.len();
    let mut naming =
        Naming { scope, is_bound: vec![false; count], visible: vec![0; count], is_clear: true };
    let body = function.body;
    naming.expr(&mut function, body);
    naming.is_clear.then_some(function)
}

struct Naming {
    /// What each name of old stands for here.
    scope: Vec<Variable>,
    /// Was it bound anywhere before?
    is_bound: Vec<bool>,
    /// How many bindings of a name are around.
    visible: Vec<usize>,
    is_clear: bool,
}

impl Naming {
    fn expr(&mut self, function: &mut Function, id: ExprId) {
        deeper(|| self.expr_here(function, id));
    }

    fn expr_here(&mut self, function: &mut Function, id: ExprId) {
        // Each expression is a child of one other, so it is not looked at while it is away.
        let mut expr =
            std::mem::replace(&mut function.exprs[id.0 as usize], Expr::Literal(Term::Nil));
        match &mut expr {
            Expr::Variable(variable) => *variable = self.scope[variable.0 as usize],
            Expr::Fun { parameters, body, .. } => {
                let before = self.bind(function, parameters);
                self.expr(function, *body);
                self.restore(before);
            }
            Expr::Let { variables, argument, body } => {
                self.expr(function, *argument);
                let before = self.bind(function, variables);
                self.expr(function, *body);
                self.restore(before);
            }
            Expr::Case { argument, clauses } => {
                self.expr(function, *argument);
                clauses.iter_mut().for_each(|clause| self.clause(function, clause));
            }
            Expr::Try { argument, variables, body, handler_variables, handler } => {
                self.expr(function, *argument);
                let before = self.bind(function, variables);
                self.expr(function, *body);
                self.restore(before);
                let before = self.bind(function, handler_variables);
                self.expr(function, *handler);
                self.restore(before);
            }
            other => {
                let mut children = Vec::new();
                other.each_child(|child| children.push(child));
                children.into_iter().for_each(|child| self.expr(function, child));
            }
        }
        function.exprs[id.0 as usize] = expr;
    }

    fn clause(&mut self, function: &mut Function, clause: &mut Clause) {
        // Keys are bound outside of a pattern, sizes there or by an earlier segment: if the same name is bound
        // in both places, it could be either.
        let mut new = clause.variables();
        for pattern in &clause.patterns {
            pattern.each_expr(|id| {
                if let Expr::Variable(variable) = function.expr(id) {
                    let is_around = self.visible[variable.0 as usize] > 0;
                    self.is_clear &= !(is_around && new.contains(variable));
                }
            });
        }
        let before = self.bind(function, &mut new);
        let mut heads = Vec::new();
        clause.each_head(|id| heads.push(id));
        heads.into_iter().for_each(|id| self.expr(function, id));
        self.expr(function, clause.body);
        clause.patterns.iter_mut().for_each(|pattern| self.pattern(pattern));
        self.restore(before);
    }

    fn pattern(&self, pattern: &mut Pattern) {
        match pattern {
            Pattern::Literal(_) => {}
            Pattern::Variable(variable) => *variable = self.scope[variable.0 as usize],
            Pattern::Alias { variable, pattern } => {
                *variable = self.scope[variable.0 as usize];
                deeper(|| self.pattern(pattern));
            }
            Pattern::Cons { head, tail } => {
                deeper(|| self.pattern(head));
                deeper(|| self.pattern(tail));
            }
            Pattern::Tuple { elements } => elements.iter_mut().for_each(|each| self.pattern(each)),
            Pattern::Map { pairs } => {
                pairs.iter_mut().for_each(|pair| self.pattern(&mut pair.value));
            }
            Pattern::Binary { segments } => {
                segments.iter_mut().for_each(|segment| self.pattern(&mut segment.value));
            }
        }
    }

    /// Gives new names to what was bound before; what the names stood for until now.
    fn bind(
        &mut self,
        function: &mut Function,
        variables: &mut [Variable],
    ) -> Vec<(Variable, Variable)> {
        let mut before = Vec::new();
        for variable in variables {
            let old = *variable;
            if std::mem::replace(&mut self.is_bound[old.0 as usize], true) {
                function.variables.push(function.variables[old.0 as usize]);
                *variable = Variable(function.variables.len() as u32 - 1);
            }
            before.push((old, self.scope[old.0 as usize]));
            self.visible[old.0 as usize] += 1;
            self.scope[old.0 as usize] = *variable;
        }
        before
    }

    fn restore(&mut self, before: Vec<(Variable, Variable)>) {
        for (variable, was) in before.into_iter().rev() {
            self.scope[variable.0 as usize] = was;
            self.visible[variable.0 as usize] -= 1;
        }
    }
}
