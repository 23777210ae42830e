//! What is an expression made of? Its children, and the parts of a pattern: whoever walks over the tree
//! without evaluating it asks here, and writes down only what is special to them.

use crate::tree::{Clause, Expr, ExprId, Pattern, Variable};

impl Expr {
    /// Shows the expressions directly inside of this one, in the order in which they are written; of
    /// clauses, first what the patterns evaluate, then guard and body.
    pub fn each_child(&self, mut visit: impl FnMut(ExprId)) {
        match self {
            Expr::Variable(_) | Expr::Name(_) | Expr::Literal(_) => {}
            Expr::Cons { head, tail } => [*head, *tail].into_iter().for_each(visit),
            Expr::Tuple { elements } | Expr::Values { elements } => {
                elements.iter().copied().for_each(visit);
            }
            Expr::Map { base, pairs } => {
                visit(*base);
                pairs.iter().flat_map(|pair| [pair.key, pair.value]).for_each(visit);
            }
            Expr::Binary { segments } => {
                segments.iter().flat_map(|segment| [segment.value, segment.size]).for_each(visit);
            }
            Expr::Fun { body, .. } | Expr::Catch { body } => visit(*body),
            Expr::Let { argument, body, .. } => [*argument, *body].into_iter().for_each(visit),
            Expr::Seq { first, then } => [*first, *then].into_iter().for_each(visit),
            Expr::Letrec { functions, body, .. } => {
                functions.iter().map(|(_, id)| *id).chain([*body]).for_each(visit);
            }
            Expr::Case { argument, clauses } => {
                visit(*argument);
                for clause in clauses {
                    clause.each_head(&mut visit);
                    visit(clause.body);
                }
            }
            Expr::Apply { function, arguments } => {
                visit(*function);
                arguments.iter().copied().for_each(visit);
            }
            Expr::Call { module, name, arguments } => {
                [*module, *name].into_iter().chain(arguments.iter().copied()).for_each(visit);
            }
            Expr::Primop { arguments, .. } => arguments.iter().copied().for_each(visit),
            Expr::Try { argument, body, handler, .. } => {
                [*argument, *body, *handler].into_iter().for_each(visit);
            }
        }
    }
}

impl Clause {
    /// Shows the expressions that are evaluated to choose the clause: those in its patterns, and the
    /// guard.
    pub fn each_head(&self, mut visit: impl FnMut(ExprId)) {
        for pattern in &self.patterns {
            pattern.each_expr(&mut visit);
        }
        visit(self.guard);
    }

    /// The variables that its patterns bind.
    pub fn variables(&self) -> Vec<Variable> {
        let mut variables = Vec::new();
        for pattern in &self.patterns {
            pattern.each_variable(|variable| variables.push(variable));
        }
        variables
    }
}

/// What a pattern is made of.
enum Part<'p> {
    Pattern(&'p Pattern),
    Expr(ExprId),
}

impl Pattern {
    /// Shows the variables that the pattern binds, in the order in which they are written.
    pub fn each_variable(&self, mut visit: impl FnMut(Variable)) {
        self.each(|part| {
            if let Part::Pattern(Pattern::Variable(variable) | Pattern::Alias { variable, .. }) =
                part
            {
                visit(*variable);
            }
        });
    }

    /// Shows the expressions that the pattern evaluates: keys and sizes.
    pub fn each_expr(&self, mut visit: impl FnMut(ExprId)) {
        self.each(|part| {
            if let Part::Expr(id) = part {
                visit(id);
            }
        });
    }

    /// Shows the pattern and all that is inside of it. No nesting is too deep.
    fn each<'p>(&'p self, mut visit: impl FnMut(Part<'p>)) {
        let mut pending = vec![Part::Pattern(self)];
        while let Some(part) = pending.pop() {
            let mark = pending.len();
            if let Part::Pattern(pattern) = part {
                pattern.each_part(|part| pending.push(part));
            }
            pending[mark..].reverse();
            visit(part);
        }
    }

    fn each_part<'p>(&'p self, mut visit: impl FnMut(Part<'p>)) {
        match self {
            Pattern::Variable(_) | Pattern::Literal(_) => {}
            Pattern::Cons { head, tail } => {
                visit(Part::Pattern(head));
                visit(Part::Pattern(tail));
            }
            Pattern::Tuple { elements } => elements.iter().map(Part::Pattern).for_each(visit),
            Pattern::Map { pairs } => {
                for pair in pairs {
                    visit(Part::Expr(pair.key));
                    visit(Part::Pattern(&pair.value));
                }
            }
            Pattern::Binary { segments } => {
                for segment in segments {
                    visit(Part::Pattern(&segment.value));
                    visit(Part::Expr(segment.size));
                }
            }
            Pattern::Alias { pattern, .. } => visit(Part::Pattern(pattern)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{MapPatternPair, PatternSegment, SegmentType};
    use term::Term;

    /// `<~{1 := [_0 | ~{2 := _1}~]}~, <<_2:3>>> when 4 -> 5`
    fn clause() -> Clause {
        let position = Default::default();
        let inner = Pattern::Map {
            pairs: Box::new([MapPatternPair {
                key: ExprId(2),
                value: Pattern::Variable(Variable(1)),
            }]),
        };
        let cons =
            Pattern::Cons { head: Pattern::Variable(Variable(0)).into(), tail: inner.into() };
        let map =
            Pattern::Map { pairs: Box::new([MapPatternPair { key: ExprId(1), value: cons }]) };
        let bits = Pattern::Binary {
            segments: Box::new([PatternSegment {
                value: Pattern::Variable(Variable(2)),
                size: ExprId(3),
                unit: 1,
                kind: SegmentType::Integer,
                signed: false,
                little: false,
            }]),
        };
        Clause { position, patterns: Box::new([map, bits]), guard: ExprId(4), body: ExprId(5) }
    }

    #[test]
    fn nothing_of_a_case_is_forgotten() {
        let case = Expr::Case { argument: ExprId(0), clauses: Box::new([clause()]) };
        let mut children = Vec::new();
        case.each_child(|id| children.push(id.0));
        assert_eq!(children, [0, 1, 2, 3, 4, 5]);
        assert_eq!(clause().variables(), [0, 1, 2].map(Variable));
    }

    #[test]
    fn patterns_may_be_nested_deeply() {
        let last = Pattern::Variable(Variable(7));
        let nested = (0..9_000).fold(last, |inner, _| Pattern::Cons {
            head: Pattern::Literal(Term::Nil).into(),
            tail: inner.into(),
        });
        let mut variables = Vec::new();
        nested.each_variable(|variable| variables.push(variable));
        assert_eq!(variables, [Variable(7)]);
    }
}
