//! Which messages can a `receive` take? What its patterns leave open, anybody may have sent; a
//! reference that is bound around it can only come from who was given it.
//!
//! The compiler writes `receive {Ref, X} -> … end`, with `Ref` bound before, as a clause with a guard:
//! `<{_1, X}> when _1 =:= Ref`.

use super::Lowering;
use crate::code::{Awaited, Operand};
use core_erlang::{Clause, Expr, ExprId, Variable};
use term::atoms;

impl Lowering<'_> {
    /// Is it `primop recv_peek_message()`?
    pub(super) fn is_peek(&self, id: ExprId) -> bool {
        self.is_primop(id, "recv_peek_message")
    }

    fn is_primop(&self, id: ExprId, wanted: &str) -> bool {
        matches!(self.function.expr(id), Expr::Primop { name, .. } if name.name() == wanted)
    }

    /// What the clauses of a `receive` ask of a message. `body` is what comes after looking whether
    /// there is one, and which; `None` if it is not as the compiler writes it.
    pub(super) fn awaited(&self, variables: &[Variable], body: ExprId) -> Option<Awaited> {
        let &[found, message] = variables else { return None };
        let there_is_one = self.clauses_of(body, found)?.first()?;
        let clauses = self.clauses_of(there_is_one.body, message)?;
        let takes = |clause: &&Clause| match self.function.expr(clause.body) {
            // The message stays where it is.
            Expr::Seq { first, .. } => !self.is_primop(*first, "recv_next"),
            _ => true,
        };
        Some(clauses.iter().filter(takes).map(|clause| self.anchors(clause)).collect())
    }

    fn clauses_of(&self, id: ExprId, on: Variable) -> Option<&[Clause]> {
        let Expr::Case { argument, clauses } = self.function.expr(id) else { return None };
        let is_it = matches!(self.function.expr(*argument), Expr::Variable(it) if *it == on);
        is_it.then_some(clauses)
    }

    /// Variables from around the clause that a part of the message must be equal to.
    fn anchors(&self, clause: &Clause) -> Box<[Operand]> {
        let (mut pending, mut bound) = (vec![clause.guard], Vec::new());
        let mut anchors = Vec::new();
        while let Some(id) = pending.pop() {
            match self.function.expr(id) {
                Expr::Let { variables, argument, body } => {
                    if let [variable] = **variables {
                        bound.push((variable, *argument));
                    }
                    pending.push(*body);
                }
                // Each is looked at once: a guard that names it twice says nothing new.
                Expr::Variable(variable) => {
                    if let Some(at) = bound.iter().position(|(bound, _)| bound == variable) {
                        pending.push(bound.swap_remove(at).1);
                    }
                }
                Expr::Call { module, name, arguments }
                    if self.function.literal_atom(*module) == Some(atoms::erlang) =>
                {
                    match self.function.literal_atom(*name).map(|name| name.name()) {
                        Some("and") => pending.extend_from_slice(arguments),
                        Some("=:=") => anchors.extend(arguments.iter().copied()),
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        // What the pattern binds has no place yet.
        let place = |id: ExprId| match self.function.expr(id) {
            Expr::Variable(variable) => self.builder.binding(*variable),
            _ => None,
        };
        anchors.into_iter().filter_map(place).collect()
    }
}
