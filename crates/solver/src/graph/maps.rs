//! What do the constraints say about the maps of the input? Which keys are there, with which values,
//! which are not there, and how many there are.
//!
//! Keys that are asked about are known to differ: the run that asked decided so.

use super::{Access, Contradiction, Graph, NodeId, NumberRelation, Side, Step, part};
use crate::modules;
use crate::numeric::Relation;
use std::collections::BTreeSet;
use std::sync::Arc;
use symbolic::{Basic, Expr, Kind, Kinds, Shape, Symbol};
use term::Term;
use typing::Type;

/// Of so many keys the order is looked at.
const MOST_KEYS: u32 = 32;

impl Graph<'_> {
    /// `is_map_key(Key, Map)`, or not
    pub(super) fn has_key(&mut self, map: Symbol, key: Symbol, truth: bool) -> Step {
        let id = self.path_node(map)?;
        self.make_nodes(key)?;
        // A finite map is no part of its own keys.
        if self.is_in_key(id, key) {
            return if truth { Err(Contradiction) } else { Ok(()) };
        }
        if truth {
            self.child(id, Access::Value(key))?;
            return Ok(());
        }
        self.lack_key(id, key)
    }

    /// Is the node a part of a key?
    pub fn is_in_key(&self, id: NodeId, key: Symbol) -> bool {
        if let Some(node) = self.known_node(key) {
            return self.reaches(node, self.find(id), false);
        }
        let mut is_in = false;
        self.symbols.each_operand(key, |operand| is_in |= self.is_in_key(id, operand));
        is_in
    }

    fn lack_key(&mut self, id: NodeId, key: Symbol) -> Step {
        let node = self.node_mut(id);
        node.domain.keep(Kinds::only(&[Basic::Map]));
        node.absent.push(key);
        self.note_key(key);
        self.check(id)?;
        self.check_map(id)
    }

    pub(super) fn map_child(&mut self, parent: NodeId, access: Access) -> Step<NodeId> {
        let node = self.node(parent);
        let hint = node.hint.as_ref().and_then(|term| self.hint_of(term, access));
        let literal = node.domain.literal.as_ref().and_then(|term| self.map_part(term, access));
        let child = self.new_node(hint);
        let node = self.node_mut(parent);
        node.domain.keep(Kinds::only(&[Basic::Map]));
        node.children.insert(access, child);
        match access {
            Access::Value(key) => self.note_key(key),
            _ => self.note_key_node(child),
        }
        let node = self.node_mut(parent);
        if let Access::Key(index) = access {
            let size = &mut node.domain.map_size;
            size.low = size.low.max(index + 1);
        }
        match literal {
            Some(Some(term)) => self.be(child, &term)?,
            Some(None) => return Err(Contradiction),
            None => {}
        }
        self.check(parent)?;
        self.check_map(parent)?;
        Ok(child)
    }

    /// Which types the parts of the input have that a key is made of, is of interest.
    fn note_key(&mut self, key: Symbol) {
        let symbols = self.symbols;
        match self.known_node(key) {
            Some(node) => self.note_key_node(node),
            None => symbols.each_operand(key, |operand| self.note_key(operand)),
        }
    }

    fn note_key_node(&mut self, id: NodeId) {
        let id = self.find(id);
        self.key_types.entry(id).or_insert_with(|| Arc::new(Type::Any));
    }

    /// The part of a term; `Some(None)` if it has none. `None`: that depends on the rest of the input.
    pub(super) fn map_part(&self, term: &Term, access: Access) -> Option<Option<Term>> {
        match (term, access) {
            (Term::Map(map), Access::Value(key)) => {
                self.symbols.as_constant(key).map(|key| map.get(key).cloned())
            }
            (_, Access::Result(_)) => None,
            (Term::Atom(module), Access::Exported(function)) => {
                Some(Some(modules::exported(self.symbols, function, *module)))
            }
            (Term::Map(map), Access::Key(index)) => Some(map.keys().nth(index as usize).cloned()),
            _ => Some(part(term, access)),
        }
    }

    /// What a part was in the input that we start from, as far as that can be told.
    fn hint_of(&self, term: &Term, access: Access) -> Option<Term> {
        if let Some(part) = self.map_part(term, access) {
            return part;
        }
        let (Term::Map(map), Access::Value(key)) = (term, access) else { return None };
        let key = self.node(self.known_node(key)?).hint.as_ref()?;
        map.get(key).cloned()
    }

    /// Does what is known about a map fit together?
    pub(super) fn check_map(&mut self, id: NodeId) -> Step {
        let node = self.node(id);
        if node.absent.is_empty() && node.children.is_empty() {
            return Ok(());
        }
        let symbols = self.symbols;
        let present: Vec<Symbol> = node.keys().collect();
        let absent = node.absent.clone();
        let constants = |keys: &[Symbol]| -> Vec<Term> {
            keys.iter().filter_map(|key| symbols.as_constant(*key)).cloned().collect()
        };
        let (there, missing) = (constants(&present), constants(&absent));
        if let Some(Term::Map(map)) = &node.domain.literal
            && missing.iter().any(|key| map.contains_key(key))
        {
            return Err(Contradiction);
        }
        let indexed: Vec<NodeId> = node.indexed().collect();
        let is_impossible = |key: &Symbol| absent.contains(key) || self.is_in_key(id, *key);
        if present.iter().any(is_impossible) {
            return Err(Contradiction);
        }
        let size = &mut self.node_mut(id).domain.map_size;
        size.low = size.low.max(there.len() as u32);
        self.check(id)?;
        // What is there is not among what is missing, and the other way round.
        for key in indexed.into_iter().chain(self.nodes_of(&present)) {
            self.exclude(key, &missing)?;
        }
        for key in self.nodes_of(&absent) {
            self.exclude(key, &there)?;
        }
        Ok(())
    }

    /// Does everything that is known about maps fit together, the order of keys included?
    pub fn check_maps(&mut self) -> Step {
        for number in 0..self.nodes.len() {
            let id = NodeId(number);
            if self.find(id) == id && !self.nodes[number].children.is_empty() {
                self.check_map(id)?;
                self.check_count(id)?;
                self.check_order(id)?;
            }
        }
        Ok(())
    }

    /// There are as many keys as are known to be there and to differ.
    fn check_count(&mut self, id: NodeId) -> Step {
        let mut counted: Vec<Symbol> = Vec::new();
        let keys: Vec<Symbol> = self.node(id).keys().collect();
        for key in keys {
            if counted.iter().all(|other| self.do_differ(key, *other)) {
                counted.push(key);
            }
        }
        let size = &mut self.domain_mut(id).map_size;
        size.low = size.low.max(counted.len() as u32);
        self.check(id)
    }

    /// Is it known that two keys are not the same?
    fn do_differ(&self, one: Symbol, other: Symbol) -> bool {
        let is_excluded = |key: Symbol, constant: Symbol| {
            let constant = self.symbols.as_constant(constant);
            let domain = self.known_node(key).map(|id| &self.node(id).domain);
            constant.zip(domain).is_some_and(|(constant, domain)| !domain.allows(constant))
        };
        let are_two_keys = matches!(
            (self.symbols.expr(one), self.symbols.expr(other)),
            (Expr::MapKey { map, .. }, Expr::MapKey { map: same, .. }) if map == same
        );
        let are_constants = [one, other].iter().all(|key| self.symbols.as_constant(*key).is_some());
        are_two_keys
            || are_constants
            || is_excluded(one, other)
            || is_excluded(other, one)
            || self.differing.iter().any(|each| each.is_about(one, other))
    }

    /// If somebody looked at some keys of a map in their order, then all keys that are there have nodes:
    /// what is left for the first depends on how many follow.
    pub fn complete_keys(&mut self) -> Step {
        let maps: BTreeSet<Symbol> = self
            .of_symbol
            .keys()
            .filter_map(|symbol| match self.symbols.expr(*symbol) {
                Expr::MapKey { map, .. } => Some(*map),
                _ => None,
            })
            .collect();
        for map in maps {
            let id = self.path_node(map)?;
            let size = self.node(id).domain.map_size.low.min(MOST_KEYS);
            for index in 0..size {
                if let Some(key) = self.symbols.find(&Expr::MapKey { map, index }) {
                    self.path_node(key)?;
                }
            }
        }
        Ok(())
    }

    /// Keys come one after the other.
    fn check_order(&mut self, id: NodeId) -> Step {
        let indexed: Vec<NodeId> = self.node(id).indexed().collect();
        let forth = indexed.windows(2).map(|two| (two[0], two[1], true));
        let back = indexed.windows(2).rev().map(|two| (two[1], two[0], false));
        for (known, next, is_after) in forth.chain(back) {
            let mut domain = self.node(known).domain.clone();
            if let Some(literal) = domain.literal.clone() {
                domain.above(&literal, true);
                domain.below(&literal, true);
                self.exclude(next, &[literal])?;
            }
            match is_after {
                true => self.domain_mut(next).come_after(&domain),
                false => self.domain_mut(next).come_before(&domain),
            }
            self.check(next)?;
        }
        if self.numbers.is_empty() {
            return Ok(());
        }
        for two in indexed.windows(2) {
            self.relate_keys(two[0], two[1]);
        }
        Ok(())
    }

    /// Numbers are in their order, too.
    fn relate_keys(&mut self, first: NodeId, second: NodeId) {
        let kinds = [first, second].map(|id| self.node(id).domain.kinds);
        let are_only = |only: Kinds| kinds.iter().all(|kinds| kinds.without(only).is_empty());
        // Among keys, all integers come before all floats.
        if !are_only(Kinds::only(&[Basic::Integer])) {
            return;
        }
        let symbol = |id: NodeId| {
            let of_node = self.of_symbol.iter().find(|(symbol, node)| {
                let is_key = matches!(self.symbols.expr(**symbol), Expr::MapKey { .. });
                is_key && self.find(**node) == id
            });
            of_node.map(|(symbol, _)| Side::Symbol(*symbol))
        };
        let relation = Relation::Less;
        if let (Some(left), Some(right)) = (symbol(self.find(first)), symbol(self.find(second))) {
            self.numbers.push(NumberRelation { relation, left, right, is_exact: false });
        }
    }

    /// The nodes of those keys that are parts of the input.
    fn nodes_of(&self, keys: &[Symbol]) -> Vec<NodeId> {
        keys.iter().filter_map(|key| self.known_node(*key)).collect()
    }

    fn exclude(&mut self, id: NodeId, terms: &[Term]) -> Step {
        for term in terms {
            self.domain_mut(id).narrow(&Shape::Literal(term.clone()), false);
        }
        self.check(id)
    }

    pub(super) fn map_size(&mut self, map: Symbol, shape: &Shape, holds: bool) -> Step {
        let id = self.path_node(map)?;
        let domain = self.domain_mut(id);
        domain.keep(Kinds::only(&[Basic::Map]));
        match (shape, holds) {
            (Shape::Literal(Term::Int(size)), _) => match u32::try_from(*size) {
                Ok(size) if holds => {
                    domain.map_size.low = domain.map_size.low.max(size);
                    domain.map_size.high = domain.map_size.high.min(size);
                }
                Ok(size) => domain.map_size.excluded.push(size),
                Err(_) if holds => return Err(Contradiction),
                Err(_) => {}
            },
            (Shape::Kind(Kind::Integer | Kind::Number), false) => return Err(Contradiction),
            (Shape::Kind(Kind::Integer | Kind::Number), true) => {}
            (_, true) => return Err(Contradiction),
            (_, false) => {}
        }
        self.check(id)
    }

    /// A node is `Map#{Key => Value}`.
    pub(super) fn be_updated(
        &mut self,
        id: NodeId,
        map: Symbol,
        pairs: &[(Symbol, Option<Symbol>)],
    ) -> Step {
        self.domain_mut(id).keep(Kinds::only(&[Basic::Map]));
        self.check(id)?;
        for (key, value) in pairs {
            self.make_nodes(*key)?;
            match value {
                Some(value) => {
                    let child = self.child(id, Access::Value(*key))?;
                    self.be_expr(child, *value)?;
                }
                None => self.lack_key(id, *key)?,
            }
        }
        if is_empty_map(self.symbols.expr(map)) {
            let size = &mut self.domain_mut(id).map_size;
            size.low = size.low.max(pairs.len() as u32);
            size.high = size.high.min(pairs.len() as u32);
            self.check(id)?;
        }
        // What is below the update is left to the check of the finished input.
        Ok(())
    }

    /// `left =:= right`, where one of them is a map that the program made.
    pub(super) fn same_maps(&mut self, left: Symbol, right: Symbol) -> Step {
        let symbols = self.symbols;
        match (symbols.expr(left), symbols.expr(right)) {
            (Expr::Constant(term), Expr::MapUpdate { map, pairs })
            | (Expr::MapUpdate { map, pairs }, Expr::Constant(term)) => {
                self.update_is(*map, pairs, term)
            }
            (Expr::MapUpdate { map, pairs }, Expr::MapUpdate { map: other, pairs: others })
                if is_empty_map(symbols.expr(*map)) && is_empty_map(symbols.expr(*other)) =>
            {
                self.same_pairs(pairs, others)
            }
            (Expr::Cons(..) | Expr::Tuple(_), _) | (_, Expr::Cons(..) | Expr::Tuple(_)) => {
                Err(Contradiction)
            }
            // The finished input is checked.
            _ => Ok(()),
        }
    }

    /// `Map#{Key => Value}` is this very term.
    fn update_is(&mut self, map: Symbol, pairs: &[(Symbol, Option<Symbol>)], term: &Term) -> Step {
        let Term::Map(whole) = term else { return Err(Contradiction) };
        if is_empty_map(self.symbols.expr(map)) && whole.len() != pairs.len() {
            return Err(Contradiction);
        }
        for (key, value) in pairs {
            let Some(key) = self.symbols.as_constant(*key) else { continue };
            match (whole.get(key), value) {
                (Some(term), Some(value)) => self.be_term(*value, term)?,
                (None, None) => {}
                _ => return Err(Contradiction),
            }
        }
        Ok(())
    }

    fn same_pairs(
        &mut self,
        pairs: &[(Symbol, Option<Symbol>)],
        others: &[(Symbol, Option<Symbol>)],
    ) -> Step {
        if pairs.len() != others.len() {
            return Err(Contradiction);
        }
        let symbols = self.symbols;
        let are_constant = |pairs: &[(Symbol, Option<Symbol>)]| {
            pairs.iter().all(|(key, _)| symbols.as_constant(*key).is_some())
        };
        for (key, value) in pairs {
            match others.iter().find(|(other, _)| other == key) {
                Some((_, other)) => {
                    if let (Some(value), Some(other)) = (value, other) {
                        self.same(*value, *other)?;
                    }
                }
                None if are_constant(pairs) && are_constant(others) => return Err(Contradiction),
                None => {}
            }
        }
        Ok(())
    }
}

impl super::Node {
    /// The keys that a map is known to have.
    pub fn keys(&self) -> impl Iterator<Item = Symbol> {
        self.children.keys().filter_map(|access| match access {
            Access::Value(key) => Some(*key),
            _ => None,
        })
    }

    /// The keys that somebody looked at in their order.
    fn indexed(&self) -> impl Iterator<Item = NodeId> {
        self.children.iter().filter_map(|(access, child)| match access {
            Access::Key(_) => Some(*child),
            _ => None,
        })
    }
}

fn is_empty_map(expr: &Expr) -> bool {
    matches!(expr, Expr::Constant(Term::Map(map)) if map.is_empty())
}
