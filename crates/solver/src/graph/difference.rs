//! What does it take that two terms differ, or are equal? Terms of one shape differ if some part of one
//! differs from the same part of the other.
//!
//! Parts that are known to be equal cannot be the ones. If none is left, the terms cannot differ; if one
//! is, it is these two that must.

use super::guess::Operand;
use super::{Access, Contradiction, Differing, Graph, NodeId, NumberRelation, Step};
use super::{numeric_twin, relation};
use crate::numeric::Relation;
use runtime::compare::deeper;
use rustc_hash::FxHashMap;
use symbolic::{Basic, Kinds, Shape};
use term::order;

/// How deep terms are looked into, how large a tuple may be, and how many parts may be open.
const DEEPEST: usize = 64;
const LARGEST: u32 = 32;
const MOST_OPEN: usize = 8;

const CONSES: Kinds = Kinds::only(&[Basic::Cons]);
const TUPLES: Kinds = Kinds::only(&[Basic::Tuple]);

/// How two terms can differ.
enum Difference {
    /// They do, whatever else is chosen.
    Certain,
    /// They do if, and only if, one of these pairs does.
    In(Vec<(Operand, Operand)>),
}

/// Which parts of the input are equal numbers, by the comparisons themselves.
pub(super) struct EqualNumbers {
    /// By `==`, and by `=:=` only.
    equal: Classes,
    same: Classes,
}

impl EqualNumbers {
    pub(super) fn of(graph: &Graph) -> EqualNumbers {
        let mut numbers = EqualNumbers { equal: Classes::default(), same: Classes::default() };
        for each in graph.numbers.iter().filter(|each| each.relation == Relation::Equal) {
            let (left, right) = (graph.valued(&each.left), graph.valued(&each.right));
            let (Some(left), Some(right)) = (left, right) else { continue };
            numbers.equal.join(left, right);
            let is_integer = |id| graph.node(id).domain.kinds == Kinds::only(&[Basic::Integer]);
            if each.is_exact || is_integer(left) && is_integer(right) {
                numbers.same.join(left, right);
            }
        }
        numbers
    }

    fn are_one(&self, one: NodeId, other: NodeId, is_exact: bool) -> bool {
        let classes = if is_exact { &self.same } else { &self.equal };
        classes.find(one) == classes.find(other)
    }
}

/// A union-find over nodes.
#[derive(Default)]
struct Classes(FxHashMap<NodeId, NodeId>);

impl Classes {
    fn find(&self, mut id: NodeId) -> NodeId {
        while let Some(&link) = self.0.get(&id) {
            id = link;
        }
        id
    }

    fn join(&mut self, one: NodeId, other: NodeId) {
        let (one, other) = (self.find(one), self.find(other));
        if one != other {
            self.0.insert(one, other);
        }
    }
}

impl Graph<'_> {
    /// Are they known to be equal, part by part?
    pub(super) fn cannot_differ(&self, differing: &Differing, numbers: &EqualNumbers) -> bool {
        matches!(self.difference(differing, numbers), Difference::In(open) if open.is_empty())
    }

    /// Nothing is known to be equal that must differ; and where one part is left that can differ, it does.
    pub fn follow_differing(&mut self) -> Step {
        if self.differing.is_empty() {
            return Ok(());
        }
        let numbers = EqualNumbers::of(self);
        for differing in self.differing.clone() {
            if let Difference::In(open) = self.difference(&differing, &numbers) {
                match open.as_slice() {
                    [] => return Err(Contradiction),
                    [(one, other)] => self.be_apart(one, other, differing.is_exact)?,
                    _ => {}
                }
            }
        }
        Ok(())
    }

    fn difference(&self, differing: &Differing, numbers: &EqualNumbers) -> Difference {
        let Differing { left, right, is_exact } = *differing;
        if left == right {
            return Difference::In(Vec::new());
        }
        let mut open = Vec::new();
        let (left, right) = (self.operand(left), self.operand(right));
        let is_certain = self.open_parts(&left, &right, is_exact, numbers, 0, &mut open);
        if is_certain { Difference::Certain } else { Difference::In(open) }
    }

    /// Adds the parts that may differ. `true`: some differ for certain.
    fn open_parts(
        &self,
        left: &Operand,
        right: &Operand,
        is_exact: bool,
        numbers: &EqualNumbers,
        depth: usize,
        open: &mut Vec<(Operand, Operand)>,
    ) -> bool {
        self.patience.step(1);
        match (left, right) {
            (Operand::Node(one), Operand::Node(other))
                if self.find(*one) == self.find(*other)
                    || numbers.are_one(self.find(*one), self.find(*other), is_exact) =>
            {
                return false;
            }
            (Operand::Made(one), Operand::Made(other)) if one == other => return false,
            _ => {}
        }
        let (one, other) = (self.kinds_of_operand(left), self.kinds_of_operand(right));
        let alike = if is_exact { one } else { one.with_equals() };
        if alike.intersect(other).is_empty() {
            return true;
        }
        if let (Some(one), Some(other)) = (self.sole(left, 0), self.sole(right, 0)) {
            let are_equal = if is_exact { order::exactly_equal } else { order::equal };
            return !are_equal(&one, &other);
        }
        // What is not looked into may differ as a whole.
        let parts = if open.len() < MOST_OPEN && depth < DEEPEST {
            self.same_parts(left, right, one, other)
        } else {
            None
        };
        let Some(parts) = parts else {
            open.push((left.clone(), right.clone()));
            return false;
        };
        parts.iter().any(|(one, other)| {
            deeper(|| self.open_parts(one, other, is_exact, numbers, depth + 1, open))
        })
    }

    /// The parts of two terms of one shape, if all of them are known: the terms are equal if, and only
    /// if, these are.
    pub(super) fn same_parts(
        &self,
        left: &Operand,
        right: &Operand,
        of_left: Kinds,
        of_right: Kinds,
    ) -> Option<Vec<(Operand, Operand)>> {
        let both =
            |access: Access| Some((self.part_of(left, access)?, self.part_of(right, access)?));
        if of_left != of_right {
            return None;
        }
        if of_left == CONSES {
            return [Access::Head, Access::Tail].into_iter().map(both).collect();
        }
        let ((low, high), sizes) = (self.size_of(left), self.size_of(right));
        if of_left != TUPLES || low != high || (low, high) != sizes || high > LARGEST {
            return None;
        }
        (0..high).map(|index| both(Access::Element(index))).collect()
    }

    /// Must two parts be different terms, even if they are equal?
    pub(super) fn must_be_others(&self, one: NodeId, other: NodeId) -> bool {
        let pair = [self.find(one), self.find(other)];
        let is_pair = |one: NodeId, other: NodeId| {
            let told = [self.find(one), self.find(other)];
            told == pair || told == [pair[1], pair[0]]
        };
        let is_told = |differing: &Differing| {
            let nodes = (self.known_node(differing.left), self.known_node(differing.right));
            matches!(nodes, (Some(one), Some(other)) if is_pair(one, other))
        };
        self.differing.iter().any(is_told)
            || self.parts_apart.iter().any(|(one, other)| is_pair(*one, *other))
    }

    /// These two differ, as far as that can be said of one of them.
    fn be_apart(&mut self, left: &Operand, right: &Operand, is_exact: bool) -> Step {
        let is_number =
            |operand: &Operand| self.kinds_of_operand(operand).without(Kinds::NUMBERS).is_empty();
        if is_number(left) && is_number(right) {
            let (left, right) = (left.side(), right.side());
            let relation = Relation::NotEqual;
            self.numbers.push(NumberRelation { relation, left, right, is_exact });
            return Ok(());
        }
        for (operand, other) in [(left, right), (right, left)] {
            let Operand::Node(id) = *operand else { continue };
            let Some(term) = self.sole(other, 0) else { continue };
            if relation::has_parts(&term) {
                continue;
            }
            let twin = numeric_twin(&term).filter(|_| !is_exact);
            let domain = self.domain_mut(id);
            for literal in std::iter::once(term).chain(twin) {
                domain.narrow(&Shape::Literal(literal), false);
            }
            return self.check(id);
        }
        if let (Operand::Node(one), Operand::Node(other)) = (left, right) {
            self.parts_apart.push((*one, *other));
        }
        Ok(())
    }
}
