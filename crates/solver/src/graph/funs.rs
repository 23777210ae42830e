//! What do funs of the input return? Every call of one is a part of it, as an element is of a tuple.
//!
//! Two calls whose arguments are known to be the same return the same. Others may turn out to have the same
//! arguments and different results: that depends on the rest of the input, so it is left to
//! [`crate::repair`].

use super::difference::EqualNumbers;
use super::{Access, Differing, Graph, NodeId, Step};
use crate::modules;
use symbolic::{ActPart, Basic, Evaluation, Expr, Kinds, Shape, Symbol};
use term::Term;

/// So many calls of one fun are compared with each other.
const MOST_CALLS: usize = 32;

impl Graph<'_> {
    /// What the fun returns in the call of this symbol. That it is called tells something about it.
    pub(super) fn result_child(&mut self, parent: NodeId, call: Symbol) -> Step<NodeId> {
        let (symbols, start) = (self.symbols, self.start);
        let before = self.before.get_or_insert_with(|| Evaluation::new(symbols, start));
        let hint = before.term(call);
        let child = self.new_node(hint);
        let node = self.node_mut(parent);
        match symbols.expr(call) {
            Expr::Returned { arguments, .. } | Expr::Acts { key: arguments, .. } => {
                node.domain.narrow(&Shape::Fun(arguments.len() as u32), true);
            }
            _ => node.domain.keep(Kinds::only(&[Basic::Fun])),
        }
        node.children.insert(Access::Result(call), child);
        self.check(parent)?;
        Ok(child)
    }

    /// The function that a module has, or that it has none. That it is asked for tells that it is an atom.
    pub(super) fn exported_child(&mut self, parent: NodeId, function: Symbol) -> Step<NodeId> {
        let (symbols, start) = (self.symbols, self.start);
        let before = self.before.get_or_insert_with(|| Evaluation::new(symbols, start));
        let hint = before.term(function);
        let child = self.new_node(hint);
        let node = self.node_mut(parent);
        node.domain.keep(Kinds::only(&[Basic::Atom]));
        node.children.insert(Access::Exported(function), child);
        if let Some(Term::Atom(module)) = node.domain.literal.clone() {
            self.be(child, &modules::exported(symbols, function, module))?;
        }
        self.check(parent)?;
        Ok(child)
    }

    /// Two funs turned out to be one: it returns one thing for the same arguments.
    pub(super) fn unite_results(&mut self, fun: NodeId) -> Step {
        let symbols = self.symbols;
        let mut known: Vec<(&[Symbol], Option<ActPart>, NodeId)> = Vec::new();
        let children = self.node(fun).children.clone();
        for (access, child) in children {
            let Access::Result(call) = access else { continue };
            let (arguments, part) = match symbols.expr(call) {
                Expr::Returned { arguments, .. } => (arguments, None),
                Expr::Acts { key, part, .. } => (key, Some(*part)),
                _ => continue,
            };
            let is_same = |(others, other, _): &&(&[Symbol], Option<ActPart>, NodeId)| {
                *others == &arguments[..] && *other == part
            };
            match known.iter().find(is_same) {
                Some(&(_, _, other)) => self.unite(other, child)?,
                None => known.push((arguments, part, child)),
            }
        }
        Ok(())
    }

    /// A fun returns one thing for arguments that are known to be the same.
    pub fn follow_calls(&mut self) -> Step {
        let numbers = EqualNumbers::of(self);
        for fun in (0..self.nodes.len()).map(NodeId) {
            let children = self.nodes[fun.0].children.iter();
            let calls: Vec<(Symbol, NodeId)> = children
                .filter_map(|(access, child)| match access {
                    Access::Result(call) => Some((*call, *child)),
                    _ => None,
                })
                .take(MOST_CALLS)
                .collect();
            for (number, &(call, result)) in calls.iter().enumerate() {
                for &(earlier, other) in &calls[..number] {
                    if self.is_same_call(call, earlier, &numbers) {
                        self.unite(other, result)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn is_same_call(&self, call: Symbol, other: Symbol, numbers: &EqualNumbers) -> bool {
        let (Expr::Returned { arguments, .. }, Expr::Returned { arguments: others, .. }) =
            (self.symbols.expr(call), self.symbols.expr(other))
        else {
            return false;
        };
        let mut pairs = arguments.iter().zip(others.iter());
        arguments.len() == others.len()
            && pairs.all(|(&left, &right)| {
                self.cannot_differ(&Differing { left, right, is_exact: true }, numbers)
            })
    }

    /// The calls of funs of the input that matter, each with its node.
    pub fn calls(&self) -> impl Iterator<Item = (Symbol, NodeId)> {
        let children = self.nodes.iter().flat_map(|node| &node.children);
        children.filter_map(|(access, child)| match access {
            Access::Result(call) => Some((*call, self.find(*child))),
            _ => None,
        })
    }
}
