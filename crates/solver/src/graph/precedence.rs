//! Which parts of the input come before which? Every term has its place in the order of terms, so what
//! follows through others holds as well, a circle is a proof, and names can be chosen one after the other.

use super::guess::{Guess, Operand};
use super::{Contradiction, Graph, NodeId, Step};
use symbolic::{Kinds, Symbol};
use term::Term;

/// The parts of the input that are ordered, and how: `<` or `=<`, directly or through others.
pub(super) struct Precedence {
    nodes: Vec<NodeId>,
    /// `Some(true)`: strictly before.
    before: Vec<Vec<Option<bool>>>,
}

impl Precedence {
    /// Of the parts that can only be of these kinds.
    pub(super) fn of(graph: &Graph, guesses: &[Guess], kinds: Kinds) -> Precedence {
        let mut precedence = Precedence { nodes: Vec::new(), before: Vec::new() };
        for guess in guesses {
            let (left, right, is_strict, is_mutual) = match *guess {
                Guess::Equal(left, right) => (left, right, false, true),
                Guess::Ordered { left, right, inclusive } => (left, right, !inclusive, false),
            };
            let node = |symbol: Symbol| {
                let id = graph.known_node(symbol).filter(|_| graph.is_path(symbol))?;
                graph.node(id).domain.kinds.without(kinds).is_empty().then_some(id)
            };
            if let (Some(left), Some(right)) = (node(left), node(right)) {
                let (left, right) = (precedence.index(left), precedence.index(right));
                precedence.add(left, right, is_strict);
                if is_mutual {
                    precedence.add(right, left, is_strict);
                }
            }
        }
        precedence.close();
        precedence.sharpen(graph);
        precedence.close();
        precedence
    }

    /// What is not after another and must differ from it is before it.
    fn sharpen(&mut self, graph: &Graph) {
        for (index, row) in self.before.iter_mut().enumerate() {
            for (other, strict) in row.iter_mut().enumerate() {
                if *strict == Some(false) && graph.is_unequal(self.nodes[index], self.nodes[other])
                {
                    *strict = Some(true);
                }
            }
        }
    }

    fn index(&mut self, id: NodeId) -> usize {
        if let Some(index) = self.nodes.iter().position(|known| *known == id) {
            return index;
        }
        self.nodes.push(id);
        self.before.iter_mut().for_each(|row| row.push(None));
        self.before.push(vec![None; self.nodes.len()]);
        self.nodes.len() - 1
    }

    fn add(&mut self, left: usize, right: usize, is_strict: bool) {
        let known = &mut self.before[left][right];
        *known = Some(known.unwrap_or(false) | is_strict);
    }

    /// What follows through others.
    fn close(&mut self) {
        let count = self.nodes.len();
        for middle in 0..count {
            for left in 0..count {
                let Some(first) = self.before[left][middle] else { continue };
                for right in 0..count {
                    if let Some(second) = self.before[middle][right] {
                        self.add(left, right, first | second);
                    }
                }
            }
        }
    }

    /// Nothing comes before itself. What is neither before nor after another is equal to it, and the
    /// same if there are no numbers in it.
    pub(super) fn check(&self, graph: &mut Graph) -> Step {
        for (index, &id) in self.nodes.iter().enumerate() {
            if self.before[index][index] == Some(true) {
                return Err(Contradiction);
            }
            for (other, &other_id) in self.nodes.iter().enumerate().skip(index + 1) {
                if self.before[index][other].is_none() || self.before[other][index].is_none() {
                    continue;
                }
                let (left, right) = (Operand::Node(id), Operand::Node(other_id));
                if graph.must_differ(&left, &right, 0) || graph.is_unequal(id, other_id) {
                    return Err(Contradiction);
                }
                let kinds = graph.node(id).domain.kinds;
                if kinds.without(Kinds::WITHOUT_NUMBERS).is_empty() {
                    graph.unite(id, other_id)?;
                }
            }
        }
        Ok(())
    }

    /// A name for each, the first first.
    pub(super) fn choose(&self, graph: &mut Graph) -> Step {
        let after = |index: usize| {
            let row = self.before[index].iter().enumerate();
            row.filter_map(move |(other, strict)| Some((other, (*strict)?)))
        };
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by_key(|index| std::cmp::Reverse(after(*index).count()));
        // What is before something is below what that is below.
        for &index in order.iter().rev() {
            for (other, is_strict) in after(index) {
                let domain = &graph.node(self.nodes[other]).domain;
                let literal = domain.literal.clone().map(|literal| (literal, true));
                if let Some((bound, inclusive)) = literal.or_else(|| domain.upper.clone()) {
                    let domain = graph.domain_mut(self.nodes[index]);
                    domain.below(&bound, inclusive && !is_strict);
                    graph.check(self.nodes[index])?;
                }
            }
        }
        for &index in &order {
            let id = self.nodes[index];
            let node = graph.node(id);
            let wish = node.hint.as_ref().and_then(Term::as_atom);
            let is_open = node.domain.literal.is_none();
            let name = node.domain.some_atom(wish).map(Term::Atom);
            let name = graph.assuming_if(is_open, |graph| {
                let name = name.ok_or(Contradiction)?;
                graph.be(id, &name)?;
                Ok(name)
            })?;
            for (other, is_strict) in after(index) {
                graph.domain_mut(self.nodes[other]).above(&name, !is_strict);
                graph.check(self.nodes[other])?;
            }
        }
        Ok(())
    }
}
