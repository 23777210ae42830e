//! What is assumed where the constraints leave a choice? `A == B` holds if both are one term, `A < B` if
//! both are fitting numbers or names: sufficient, and not necessary.
//!
//! So these comparisons wait until everything else is known. First comes what follows from them for
//! certain: kinds, sizes, parts that cannot be equal, circles in the order of terms. What is refuted
//! there is refuted for good. Only then is anything assumed.

use super::precedence::Precedence;
use super::{
    Access, Contradiction, Graph, NodeId, NumberRelation, Side, Step, Stop, holds_number, part,
};
use crate::numeric::Relation;
use crate::why::ShapeWhy;
use runtime::compare::deeper;
use symbolic::{Basic, Expr, Kinds, Symbol};
use term::{Term, order};

/// A comparison that waits.
#[derive(Clone, Copy, Debug)]
pub enum Guess {
    /// `left == right`
    Equal(Symbol, Symbol),
    /// `left < right`, or `left =< right`
    Ordered { left: Symbol, right: Symbol, inclusive: bool },
}

/// Something that is compared, or a part of it.
#[derive(Clone)]
pub(super) enum Operand {
    Node(NodeId),
    /// Not a part of the input, but made of such parts.
    Made(Symbol),
    Term(Term),
}

impl Operand {
    /// As a number that is compared.
    pub(super) fn side(&self) -> Side {
        match self {
            Operand::Node(id) => Side::Node(*id),
            Operand::Made(symbol) => Side::Symbol(*symbol),
            Operand::Term(term) => Side::Number(term.clone()),
        }
    }
}

/// How deep terms are looked into, and how large a tuple may be.
const DEEPEST: usize = 12;
const LARGEST: u32 = 8;

impl Graph<'_> {
    /// Assumes what waits, unless it is refuted.
    pub fn take_guesses(&mut self) -> Step {
        self.follow_sizes()?;
        if self.guesses.is_empty() {
            return Ok(());
        }
        let guesses = self.guesses.clone();
        self.follow_kinds(&guesses)?;
        self.follow_bounds(&guesses)?;
        for guess in &guesses {
            if let Guess::Equal(left, right) = *guess
                && self.must_differ(&self.operand(left), &self.operand(right), 0)
            {
                return Err(Contradiction);
            }
        }
        let order = Precedence::of(self, &guesses, Kinds::ALL);
        order.check(self)?;
        self.follow_differing()?;
        for guess in &guesses {
            if let Guess::Equal(left, right) = *guess {
                self.be_equal(&self.operand(left), &self.operand(right))?;
            }
        }
        let names = Precedence::of(self, &guesses, NAMES);
        names.choose(self)?;
        for guess in guesses {
            if let Guess::Ordered { left, right, inclusive } = guess {
                self.be_ordered(left, right, inclusive)?;
            }
        }
        Ok(())
    }

    // ---- what follows ----

    /// Tuples and maps of one size.
    fn follow_sizes(&mut self) -> Step {
        let equal = self.numbers.iter().filter(|each| each.relation == Relation::Equal);
        let pairs: Vec<(NodeId, NodeId)> = equal
            .filter_map(|each| Some((self.sized(&each.left)?, self.sized(&each.right)?)))
            .collect();
        for (left, right) in pairs {
            for (here, there) in [(left, right), (right, left)] {
                let there = &self.node(there).domain;
                let (kinds, arity, map_size) =
                    (there.kinds, there.arity.clone(), there.map_size.clone());
                let domain = self.domain_mut(here);
                // A tuple and a map may be of one size as well.
                if (domain.kinds, kinds) == (TUPLES, TUPLES) {
                    domain.arity.narrow(&arity);
                } else if (domain.kinds, kinds) == (MAPS, MAPS) {
                    domain.map_size.narrow(&map_size);
                }
                self.check(here)?;
            }
        }
        Ok(())
    }

    /// The kinds that the other side leaves, until nothing changes.
    fn follow_kinds(&mut self, guesses: &[Guess]) -> Step {
        loop {
            let mut is_new = false;
            for guess in guesses {
                let (left, right, of_left, of_right) = match *guess {
                    Guess::Equal(left, right) => {
                        let (one, other) = (self.kinds_of(left), self.kinds_of(right));
                        (left, right, other.with_equals(), one.with_equals())
                    }
                    Guess::Ordered { left, right, .. } => {
                        let (low, high) = (self.kinds_of(left), self.kinds_of(right));
                        (left, right, high.and_before(), low.and_after())
                    }
                };
                for (symbol, kinds) in [(left, of_left), (right, of_right)] {
                    is_new |= self.keep_kinds(symbol, kinds)?;
                }
            }
            if !is_new {
                return Ok(());
            }
        }
    }

    /// Names between names: what comes after one comes after all that this comes after.
    fn follow_bounds(&mut self, guesses: &[Guess]) -> Step {
        // Every round may take a bound from one part of the input to the next.
        for _ in guesses {
            for guess in guesses {
                let Guess::Ordered { left, right, inclusive } = *guess else { continue };
                let (Some(left), Some(right)) = (self.name(left), self.name(right)) else {
                    continue;
                };
                let bound = |known: &Option<(Term, bool)>, literal: &Option<Term>| {
                    let (bound, is_allowed) =
                        literal.clone().map(|literal| (literal, true)).or(known.clone())?;
                    Some((bound, is_allowed && inclusive))
                };
                let domain = &self.node(left).domain;
                let low = bound(&domain.lower, &domain.literal);
                let domain = &self.node(right).domain;
                let high = bound(&domain.upper, &domain.literal);
                if let Some((low, inclusive)) = low {
                    self.domain_mut(right).above(&low, inclusive);
                }
                if let Some((high, inclusive)) = high {
                    self.domain_mut(left).below(&high, inclusive);
                }
                self.check(left)?;
                self.check(right)?;
            }
        }
        Ok(())
    }

    /// A part of the input that can only be an atom.
    fn name(&self, symbol: Symbol) -> Option<NodeId> {
        let id = self.known_node(symbol).filter(|_| self.is_path(symbol))?;
        (self.node(id).domain.kinds == NAMES).then_some(id)
    }

    /// `true`: there are fewer than before.
    fn keep_kinds(&mut self, symbol: Symbol, kinds: Kinds) -> Step<bool> {
        let before = self.kinds_of(symbol);
        if before.intersect(kinds).is_empty() {
            return Err(Contradiction);
        }
        let Some(id) = self.known_node(symbol).filter(|_| !before.without(kinds).is_empty()) else {
            return Ok(false);
        };
        self.domain_mut(id).keep(kinds);
        self.check(id)?;
        Ok(true)
    }

    fn kinds_of(&self, symbol: Symbol) -> Kinds {
        if self.is_path(symbol) {
            return self.known_node(symbol).map_or(Kinds::ALL, |id| self.node(id).domain.kinds);
        }
        self.symbols.kinds(symbol)
    }

    pub(super) fn operand(&self, symbol: Symbol) -> Operand {
        match (self.known_node(symbol), self.symbols.expr(symbol)) {
            (Some(id), _) if self.is_path(symbol) => Operand::Node(id),
            (_, Expr::Constant(term)) => Operand::Term(term.clone()),
            _ => Operand::Made(symbol),
        }
    }

    pub(super) fn kinds_of_operand(&self, operand: &Operand) -> Kinds {
        match operand {
            Operand::Node(id) => self.node(*id).domain.kinds,
            Operand::Made(symbol) => self.kinds_of(*symbol),
            Operand::Term(term) => Kinds::only(&[Basic::of(term)]),
        }
    }

    pub(super) fn part_of(&self, operand: &Operand, access: Access) -> Option<Operand> {
        match operand {
            Operand::Node(id) => self.node(*id).children.get(&access).map(|id| Operand::Node(*id)),
            Operand::Term(term) => part(term, access).map(Operand::Term),
            Operand::Made(symbol) => {
                let symbol = match (self.symbols.expr(*symbol), access) {
                    (Expr::Cons(head, _), Access::Head) => *head,
                    (Expr::Cons(_, tail), Access::Tail) => *tail,
                    (Expr::Tuple(parts), Access::Element(index)) => *parts.get(index as usize)?,
                    _ => return None,
                };
                Some(self.operand(symbol))
            }
        }
    }

    /// How many elements a tuple has at least and at most.
    pub(super) fn size_of(&self, operand: &Operand) -> (u32, u32) {
        match operand {
            Operand::Node(id) => {
                let arity = &self.node(*id).domain.arity;
                (arity.low, arity.high)
            }
            Operand::Term(Term::Tuple(elements)) => (elements.len() as u32, elements.len() as u32),
            Operand::Made(symbol) => match self.symbols.expr(*symbol) {
                Expr::Tuple(parts) => (parts.len() as u32, parts.len() as u32),
                _ => (0, u32::MAX),
            },
            Operand::Term(_) => (0, u32::MAX),
        }
    }

    /// Is it certain that `left == right` does not hold?
    pub(super) fn must_differ(&self, left: &Operand, right: &Operand, depth: usize) -> bool {
        let (one, other) = (self.kinds_of_operand(left), self.kinds_of_operand(right));
        if one.with_equals().intersect(other).is_empty() {
            return true;
        }
        if let (Some(one), Some(other)) = (self.sole(left, depth), self.sole(right, depth)) {
            return !order::equal(&one, &other);
        }
        if self.is_inside(left, right) || self.is_inside(right, left) {
            return true;
        }
        if let (Operand::Node(one), Operand::Node(other)) = (left, right)
            && self.is_told_apart(*one, *other)
        {
            return true;
        }
        if depth == DEEPEST || one != other {
            return false;
        }
        let part_differs = |access: Access| {
            let parts = (self.part_of(left, access), self.part_of(right, access));
            matches!(parts, (Some(one), Some(other)) if self.must_differ(&one, &other, depth + 1))
        };
        if one == CONSES {
            return part_differs(Access::Head) || part_differs(Access::Tail);
        }
        if one == TUPLES {
            let ((low, high), (other_low, other_high)) = (self.size_of(left), self.size_of(right));
            let most = low.max(other_low).min(LARGEST);
            return low > other_high
                || other_low > high
                || (0..most).any(|index| part_differs(Access::Element(index)));
        }
        if let (true, Operand::Node(left), Operand::Node(right)) = (one == MAPS, left, right) {
            return self.values_differ(*left, *right, depth);
        }
        false
    }

    /// Is the first a part of the second? Then it is smaller.
    fn is_inside(&self, inner: &Operand, outer: &Operand) -> bool {
        match (inner, outer) {
            (Operand::Node(inner), Operand::Node(outer)) => {
                self.find(*inner) != self.find(*outer) && self.holds(*outer, *inner)
            }
            (Operand::Node(node), Operand::Made(symbol)) => {
                let parts: &[Symbol] = match self.symbols.expr(*symbol) {
                    Expr::Cons(head, tail) => &[*head, *tail],
                    Expr::Tuple(parts) => parts,
                    _ => &[],
                };
                parts.iter().any(|part| match self.operand(*part) {
                    Operand::Node(part) => self.holds(part, *node),
                    part => self.is_inside(inner, &part),
                })
            }
            _ => false,
        }
    }

    /// Is it the same, or a part of it? (What a fun returns is none.)
    fn holds(&self, outer: NodeId, inner: NodeId) -> bool {
        let (outer, inner) = (self.find(outer), self.find(inner));
        let is_part = |access: &Access| {
            !matches!(access, Access::Result(_) | Access::Text | Access::Exported(_))
        };
        outer == inner
            || self.node(outer).children.iter().any(|(access, child)| {
                is_part(access) && runtime::compare::deeper(|| self.holds(*child, inner))
            })
    }

    /// Does a constraint say that two parts of the input are not equal, or not of one size?
    fn is_told_apart(&self, one: NodeId, other: NodeId) -> bool {
        let pair = [Some(self.find(one)), Some(self.find(other))];
        let are_they = |left: Option<NodeId>, right: Option<NodeId>| {
            pair == [left, right] || pair == [right, left]
        };
        let is_in_order = |guess: &Guess| match *guess {
            Guess::Ordered { left, right, inclusive } => {
                !inclusive && are_they(self.known_node(left), self.known_node(right))
            }
            Guess::Equal(..) => false,
        };
        let is_compared = |each: &NumberRelation| {
            let differ = match each.relation {
                Relation::NotEqual => !each.is_exact,
                relation => relation == Relation::Less,
            };
            let is_size = |left, right| are_they(self.sized(left), self.sized(right));
            let is_value = |left, right| are_they(self.valued(left), self.valued(right));
            differ && (is_size(&each.left, &each.right) || is_value(&each.left, &each.right))
        };
        self.is_unequal(one, other)
            || self.guesses.iter().any(is_in_order)
            || self.numbers.iter().any(is_compared)
            || matches!((self.bit_length(one), self.bit_length(other)),
                (Some(one), Some(other)) if !order::equal(one, other))
    }

    /// The part of the input that is meant.
    pub(super) fn valued(&self, side: &Side) -> Option<NodeId> {
        match side {
            Side::Symbol(symbol) if self.is_path(*symbol) => self.known_node(*symbol),
            Side::Node(id) => Some(self.find(*id)),
            _ => None,
        }
    }

    /// How many bits a bitstring has, where a constraint says so.
    fn bit_length(&self, id: NodeId) -> Option<&Term> {
        let id = self.find(id);
        self.numbers.iter().find_map(|each| match (&each.left, &each.right) {
            (Side::Symbol(symbol), Side::Number(length)) if each.relation == Relation::Equal => {
                let Expr::BitSize(bits) = *self.symbols.expr(*symbol) else { return None };
                (self.known_node(bits) == Some(id)).then_some(length)
            }
            _ => None,
        })
    }

    /// The tuple or map whose size is meant.
    fn sized(&self, side: &Side) -> Option<NodeId> {
        match side {
            Side::Symbol(symbol) => match self.symbols.expr(*symbol) {
                Expr::TupleSize(whole) | Expr::MapSize(whole) => self.known_node(*whole),
                _ => None,
            },
            Side::Node(_) | Side::Number(_) => None,
        }
    }

    /// Have two maps values that must differ under keys that are the same?
    fn values_differ(&self, left: NodeId, right: NodeId, depth: usize) -> bool {
        let values = |id: NodeId| {
            let children = self.node(id).children.iter();
            children.filter_map(|(access, child)| match access {
                Access::Value(key) => Some((*key, *child)),
                _ => None,
            })
        };
        let is_same = |one: Symbol, other: Symbol| {
            one == other
                || matches!((self.known_node(one), self.known_node(other)),
                    (Some(one), Some(other)) if one == other)
        };
        values(left).any(|(key, one)| {
            values(right).any(|(other_key, other)| {
                is_same(key, other_key)
                    && self.must_differ(&Operand::Node(one), &Operand::Node(other), depth + 1)
            })
        })
    }

    /// The one term that it can be.
    pub(super) fn sole(&self, operand: &Operand, depth: usize) -> Option<Term> {
        if let Operand::Term(term) = operand {
            return Some(term.clone());
        }
        if let Operand::Node(id) = operand
            && let Some(literal) = &self.node(*id).domain.literal
        {
            return Some(literal.clone());
        }
        if depth == DEEPEST {
            return None;
        }
        let part = |access: Access| self.sole(&self.part_of(operand, access)?, depth + 1);
        let kinds = self.kinds_of_operand(operand);
        if kinds == Kinds::only(&[Basic::Nil]) {
            return Some(Term::Nil);
        }
        if kinds == CONSES {
            return Some(Term::list_with_tail(vec![part(Access::Head)?], part(Access::Tail)?));
        }
        if kinds == TUPLES {
            let (low, high) = self.size_of(operand);
            let elements = (low == high && high <= LARGEST)
                .then(|| (0..high).map(|index| part(Access::Element(index))).collect());
            return elements.flatten().map(Term::tuple);
        }
        let is_empty = |id: &NodeId| self.node(*id).domain.map_size.high == 0;
        let has_no_bits = |id: NodeId| self.bit_length(id).and_then(Term::as_i64) == Some(0);
        match operand {
            Operand::Node(id) if kinds.without(BITSTRINGS).is_empty() && has_no_bits(*id) => {
                Some(Term::binary(&[]))
            }
            Operand::Node(id) if kinds == MAPS && is_empty(id) => Some(Term::map(Vec::new())),
            _ => None,
        }
    }

    // ---- what is assumed ----

    fn be_equal(&mut self, left: &Operand, right: &Operand) -> Step {
        let (of_left, of_right) = (self.kinds_of_operand(left), self.kinds_of_operand(right));
        let is_number = |kinds: Kinds| kinds.without(Kinds::NUMBERS).is_empty();
        if is_number(of_left) && is_number(of_right) {
            let (left, right) = (left.side(), right.side());
            let relation = Relation::Equal;
            self.numbers.push(NumberRelation { relation, left, right, is_exact: false });
            return Ok(());
        }
        let (one, other) = (self.sole(left, 0), self.sole(right, 0));
        if let (Some(one), Some(other)) = (&one, &other)
            && order::equal(one, other)
        {
            return Ok(());
        }
        // Terms of one shape are equal if their parts are.
        if let Some(parts) = self.same_parts(left, right, of_left, of_right) {
            return parts.iter().try_for_each(|(one, other)| deeper(|| self.be_equal(one, other)));
        }
        // What is equal and not the same has numbers in it: both are some, if they can be.
        if let (Operand::Node(one), Operand::Node(other)) = (left, right)
            && self.must_be_others(*one, *other)
        {
            return self.assuming_if(true, |graph| graph.be_equal_numbers(*one, *other));
        }
        // Numbers inside may also be equal without being the same.
        let may_hold_number = |kinds: Kinds, sole: Option<Term>| match sole {
            Some(term) => holds_number(&term),
            None => !kinds.without(Kinds::WITHOUT_NUMBERS).is_empty(),
        };
        let is_assumed = may_hold_number(of_left, one) && may_hold_number(of_right, other);
        self.assuming_if(is_assumed, |graph| graph.be_same(left, right))
    }

    fn be_equal_numbers(&mut self, one: NodeId, other: NodeId) -> Step {
        for id in [one, other] {
            self.domain_mut(id).keep(Kinds::NUMBERS);
            self.check(id)?;
        }
        for (relation, is_exact) in [(Relation::Equal, false), (Relation::NotEqual, true)] {
            let (left, right) = (Side::Node(one), Side::Node(other));
            self.numbers.push(NumberRelation { relation, left, right, is_exact });
        }
        Ok(())
    }

    fn be_same(&mut self, left: &Operand, right: &Operand) -> Step {
        match (left, right) {
            (Operand::Node(one), Operand::Node(other)) => self.unite(*one, *other),
            (Operand::Node(id), Operand::Term(term)) | (Operand::Term(term), Operand::Node(id)) => {
                self.be(*id, term)
            }
            (Operand::Node(id), Operand::Made(symbol))
            | (Operand::Made(symbol), Operand::Node(id)) => self.be_expr(*id, *symbol),
            (Operand::Made(symbol), Operand::Term(term))
            | (Operand::Term(term), Operand::Made(symbol)) => self.be_term(*symbol, term),
            (Operand::Made(one), Operand::Made(other)) => self.same(*one, *other),
            (Operand::Term(one), Operand::Term(other)) => {
                if order::equal(one, other) {
                    Ok(())
                } else {
                    Err(Contradiction)
                }
            }
        }
    }

    fn be_ordered(&mut self, left: Symbol, right: Symbol, inclusive: bool) -> Step {
        let (low, high) = (self.kinds_of(left), self.kinds_of(right));
        // Names are chosen by now.
        if low.are_before(high) || (low, high) == (NAMES, NAMES) {
            return Ok(());
        }
        let can_be_numbers = |kinds: Kinds| !kinds.intersect(Kinds::NUMBERS).is_empty();
        if !can_be_numbers(low) || !can_be_numbers(high) {
            return Err(Stop::GaveUp(ShapeWhy::CertainOrder));
        }
        let relation = if inclusive { Relation::LessOrEqual } else { Relation::Less };
        self.compare_numbers(relation, left, right, false)?;
        self.be_numbers(&[left, right])
    }
}

const NAMES: Kinds = Kinds::only(&[Basic::Atom]);
const TUPLES: Kinds = Kinds::only(&[Basic::Tuple]);
const BITSTRINGS: Kinds = Kinds::only(&[Basic::Binary, Basic::OddBits]);
const MAPS: Kinds = Kinds::only(&[Basic::Map]);
const CONSES: Kinds = Kinds::only(&[Basic::Cons]);
