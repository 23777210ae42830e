//! What is around an expression? The line that it belongs to, and the clause that it is in.

use crate::clauses::Clauses;
use core_erlang::{Expr, ExprId, Function, Position};

/// What is known of the expressions of a function, by their numbers. Nothing, by default: of code that
/// nobody wrote.
#[derive(Debug, Default)]
pub struct Surroundings {
    positions: Vec<Position>,
    parts: Vec<Option<ClausePart<u32>>>,
}

/// Which part of a clause an expression is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClausePart<Clause = crate::ClauseId> {
    /// In the heads of clauses: it is evaluated to choose between those of which this is the first.
    Heads(Clause),
    /// In the body of this clause.
    Body(Clause),
}

impl<Clause> ClausePart<Clause> {
    pub fn clause(self) -> Clause {
        match self {
            ClausePart::Heads(clause) | ClausePart::Body(clause) => clause,
        }
    }

    pub fn map<Other>(self, other: impl FnOnce(Clause) -> Other) -> ClausePart<Other> {
        match self {
            ClausePart::Heads(clause) => ClausePart::Heads(other(clause)),
            ClausePart::Body(clause) => ClausePart::Body(other(clause)),
        }
    }
}

/// What an expression takes over from the one that it is in.
#[derive(Clone, Copy, Default)]
struct Around {
    position: Position,
    part: Option<ClausePart<u32>>,
}

impl Surroundings {
    pub fn of(function: &Function, clauses: &Clauses) -> Surroundings {
        let count = function.exprs.len();
        let mut positions = vec![Position::default(); count];
        let mut parts = vec![None; count];
        let mut pending = vec![(function.body, Around::default())];
        while let Some((id, around)) = pending.pop() {
            let here = inside(function, clauses, id, around);
            let index = id.0 as usize;
            positions[index] = here.position;
            parts[index] = here.part;
            let mut push = |child, part| pending.push((child, Around { part, ..here }));
            match function.expr(id) {
                Expr::Case { argument, clauses: written } => {
                    let first = clauses.of_case(id);
                    let heads = Some(ClausePart::Heads(first));
                    parts[index] = heads;
                    push(*argument, here.part);
                    for (number, clause) in (first..).zip(written) {
                        clause.each_head(|child| push(child, heads));
                        push(clause.body, Some(ClausePart::Body(number)));
                    }
                }
                // It is called from elsewhere.
                Expr::Fun { body, .. } => pending.push((*body, Around::default())),
                // Labels are jumped to, and stay in the function.
                Expr::Letrec { functions, body, is_goto: true } => {
                    for (_, label) in functions {
                        match function.expr(*label) {
                            Expr::Fun { body, .. } => push(*body, here.part),
                            _ => push(*label, here.part),
                        }
                    }
                    push(*body, here.part);
                }
                other => other.each_child(|child| push(child, here.part)),
            }
        }
        Surroundings { positions, parts }
    }

    /// Where the expression is in the source.
    pub fn position(&self, id: ExprId) -> Option<Position> {
        self.positions.get(id.0 as usize).copied()
    }

    /// Which clauses of the function a decision there is about; `None` where it is in none.
    pub fn part(&self, id: ExprId) -> Option<ClausePart<u32>> {
        self.parts.get(id.0 as usize).copied().flatten()
    }
}

fn inside(function: &Function, clauses: &Clauses, id: ExprId, around: Around) -> Around {
    let position = match function.position(id) {
        // What has no position of its own belongs to the line of what is around it.
        Position { line: 0, .. } => around.position,
        own => own,
    };
    let part = clauses.of_body(id).map(ClausePart::Body).or(around.part);
    Around { position, part }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core_erlang::{Clause, FunctionName, Pattern, Variable, VariableName};
    use term::{Atom, Term, atoms};

    /// Puts expressions together, each with a line; 0 is none.
    struct Making(Vec<Expr>, Vec<Position>);

    impl Making {
        fn add(&mut self, line: u32, expr: Expr) -> ExprId {
            self.0.push(expr);
            self.1.push(Position { line, ..Position::default() });
            ExprId(self.0.len() as u32 - 1)
        }

        fn atom(&mut self, line: u32) -> ExprId {
            self.add(line, Expr::Literal(Term::Atom(atoms::true_)))
        }
    }

    /// `f(_) -> 3: case [4: fun() -> true] of _ when [5: true] -> [6: {true}]`
    fn function(making: &mut Making) -> [ExprId; 7] {
        let inner = making.atom(0);
        let fun = making.add(4, Expr::Fun { parameters: Box::new([]), body: inner, name: None });
        let (guard, element) = (making.atom(5), making.atom(0));
        let body = making.add(6, Expr::Tuple { elements: Box::new([element]) });
        let clause = Clause {
            position: Position::default(),
            patterns: Box::new([Pattern::Variable(Variable(0))]),
            guard,
            body,
        };
        let case = making.add(3, Expr::Case { argument: fun, clauses: Box::new([clause]) });
        let outer = Expr::Fun { parameters: Box::new([Variable(0)]), body: case, name: None };
        [inner, fun, guard, element, body, case, making.add(0, outer)]
    }

    #[test]
    fn lines_and_clauses_are_those_of_what_is_around() {
        let mut making = Making(Vec::new(), Vec::new());
        let [inner, fun, guard, element, body, case, outer] = function(&mut making);
        let function = Function {
            name: FunctionName { name: Atom::new("f"), arity: 1 },
            variables: vec![VariableName::Numbered(0)],
            exprs: making.0,
            positions: making.1,
            body: outer,
        };
        let clauses = Clauses::of(&function);
        let found = Surroundings::of(&function, &clauses);
        let line = |id| found.position(id).map(|position| position.line);
        let (of_fun, chosen) = (clauses.of_body(inner).expect("a clause"), clauses.of_case(case));
        assert_eq!(line(element), Some(6));
        assert_eq!(found.part(element), Some(ClausePart::Body(chosen)));
        assert_eq!(found.part(body), Some(ClausePart::Body(chosen)));
        assert_eq!(found.part(guard), Some(ClausePart::Heads(chosen)));
        assert_eq!(found.part(case), Some(ClausePart::Heads(chosen)));
        // The argument is evaluated before any clause is looked at.
        assert_eq!((line(fun), found.part(fun)), (Some(4), None));
        // A fun is called from elsewhere.
        assert_eq!((line(inner), found.part(inner)), (Some(0), Some(ClausePart::Body(of_fun))));
        assert_eq!(found.position(ExprId(99)), None);
    }
}
