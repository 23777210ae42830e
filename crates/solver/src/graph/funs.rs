//! What do funs of the input return? Every call of one is a part of it, as an element is of a tuple.
//!
//! Two calls may turn out to have the same arguments and different results. That depends on the rest
//! of the input, so it is left to [`crate::repair`].

use super::{Access, Graph, NodeId, Step};
use symbolic::{ActPart, Basic, Evaluation, Expr, Kinds, Shape, Symbol};

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

    /// The calls of funs of the input that matter, each with its node.
    pub fn calls(&self) -> impl Iterator<Item = (Symbol, NodeId)> {
        let children = self.nodes.iter().flat_map(|node| &node.children);
        children.filter_map(|(access, child)| match access {
            Access::Result(call) => Some((*call, self.find(*child))),
            _ => None,
        })
    }
}
