//! Which map is in a node of the graph? The keys that were asked for with their values, none of those
//! that are not there, and otherwise what was there before.
//!
//! Keys that a run went through one after the other ([`Access::Key`]) are chosen in their order, by
//! trying; everything else is a choice of what to keep from the input that we start from.

#[cfg(test)]
mod agreement;

use crate::build::{Build, Built, Missing, first, nobodys};
use crate::domain::Domain;
use crate::graph::{Access, NodeId};
use crate::ranges::Range;
use crate::why::Hard;
use runtime::Heap;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::sync::Arc;
use symbolic::{Basic, Expr, Symbol};
use term::{Map, Term, order};
use typing::{MapField, Type, inhabitant};

/// Other keys might do.
const OTHER_KEYS: Missing = Missing::NotFound(Hard::Keys);

/// Larger maps are not built.
const MOST_PAIRS: u32 = 10_000;

/// So many choices of keys are tried.
const MOST_CHOICES: u32 = 3_000;

/// Keys of so many members are tried one by one.
const MOST_MEMBERS: u32 = 64;

/// A pair of the map: its key, and the node of its value if anybody looked at it.
type Pair = (Term, Option<NodeId>);

/// A key that is known or made up.
enum Key {
    /// It can be nothing else.
    Fixed(Term),
    /// It might have been another one.
    Chosen(Term),
}

impl Key {
    fn term(&self) -> &Term {
        match self {
            Key::Fixed(term) | Key::Chosen(term) => term,
        }
    }
}

/// What has to be in the map.
struct KeyPlan {
    /// Keys that must be there.
    pairs: Vec<Pair>,
    /// Those of them that can be nothing else.
    fixed: Vec<Term>,
    /// Keys that must not.
    absent: Vec<Term>,
    /// The keys in their order, as far as anybody looked at them: node of the key, and of the value.
    indexed: FxHashMap<u32, (NodeId, Option<NodeId>)>,
    /// What it means if no such map is found: another choice might have been possible.
    otherwise: Missing,
}

impl KeyPlan {
    fn new() -> KeyPlan {
        let (pairs, absent, indexed) = (Vec::new(), Vec::new(), FxHashMap::default());
        KeyPlan { pairs, fixed: Vec::new(), absent, indexed, otherwise: Missing::Nothing }
    }

    fn term_of(&mut self, key: Key) -> Term {
        match key {
            Key::Fixed(term) => term,
            Key::Chosen(term) => {
                self.otherwise = OTHER_KEYS;
                term
            }
        }
    }

    /// The key is there.
    fn have(&mut self, key: Key, value: Option<NodeId>) {
        if let Key::Fixed(term) = &key {
            self.fixed.push(term.clone());
        }
        let key = self.term_of(key);
        self.pairs.push((key, value));
    }

    /// The key is not there.
    fn lack(&mut self, key: Key) {
        let key = self.term_of(key);
        self.absent.push(key);
    }

    fn has(&self, key: &Term) -> bool {
        self.pairs.iter().any(|(known, _)| same(known, key))
    }

    fn lacks(&self, key: &Term) -> bool {
        self.absent.iter().any(|absent| same(absent, key))
    }

    /// Something was not found for this plan.
    fn or_otherwise<T>(&self, built: Built<T>) -> Built<T> {
        built.map_err(|missing| missing.max(self.otherwise))
    }
}

impl Build<'_, '_> {
    pub(crate) fn map(
        &mut self,
        id: NodeId,
        wanted: &Arc<Type>,
        hint: Option<&Term>,
    ) -> Built<Term> {
        let graph = self.graph;
        let node = graph.node(id);
        let size = self.numbers.sizes.get(&graph.find(id)).copied();
        let is_free = node.children.is_empty() && node.absent.is_empty() && size.is_none();
        if (is_free || node.domain.literal.is_some())
            && let Some(term) = self.untouched(&node.domain, wanted, hint, Basic::Map)
        {
            return Ok(term);
        }
        let mut plan = self.plan(id, wanted)?;
        let before = match hint {
            Some(Term::Map(map)) => Some(&**map),
            _ => None,
        };
        let mut domain = node.domain.clone();
        if let Some(size) = size {
            (domain.map_size.low, domain.map_size.high) = (size, size);
        }
        let keys = match plan.indexed.is_empty() {
            true => self.unordered_keys(&mut plan, &domain, wanted, before),
            false => self.ordered_keys(&mut plan, &domain, wanted, before),
        };
        let keys = plan.or_otherwise(keys)?;
        if !plan.indexed.is_empty() {
            plan.otherwise = OTHER_KEYS;
        }
        let pairs = self.with_values(&plan, keys, wanted, before)?;
        let term = Term::Map(Arc::new(Map::from_pairs(pairs)));
        let fits = domain.allows(&term) && self.environment.contains(wanted, &term).is_ok();
        // Other keys or values might do.
        if fits { Ok(term) } else { Err(OTHER_KEYS) }
    }

    fn plan(&mut self, id: NodeId, wanted: &Arc<Type>) -> Built<KeyPlan> {
        let graph = self.graph;
        let node = graph.node(id);
        let mut plan = KeyPlan::new();
        for (access, child) in &node.children {
            match *access {
                Access::Key(index) => {
                    plan.indexed.entry(index).or_insert((*child, None)).0 = *child;
                }
                Access::Value(key) => match *graph.symbols.expr(key) {
                    Expr::MapKey { map, index }
                        if graph.known_node(map) == Some(graph.find(id)) =>
                    {
                        let key = graph.known_node(key).ok_or(OTHER_KEYS)?;
                        plan.indexed.insert(index, (key, Some(*child)));
                    }
                    _ => {
                        let key = self.key(key)?;
                        if plan.has(key.term()) {
                            return Err(OTHER_KEYS);
                        }
                        plan.have(key, Some(*child));
                    }
                },
                _ => return Err(Missing::Nothing),
            }
        }
        // A finite map is no part of its own keys.
        for &key in node.absent.iter().filter(|key| !graph.is_in_key(id, **key)) {
            let key = self.key(key)?;
            if plan.has(key.term()) {
                return Err(OTHER_KEYS);
            }
            plan.lack(key);
        }
        let required = self.require(&mut plan, wanted, node.hint.as_ref());
        plan.or_otherwise(required)?;
        Ok(plan)
    }

    /// The keys that the type wants, unless one of them must not be there.
    fn require(&mut self, plan: &mut KeyPlan, wanted: &Type, hint: Option<&Term>) -> Built<()> {
        let Type::Map(fields) = wanted else { return Ok(()) };
        for field in fields.iter().filter(|field| field.is_required) {
            let contains = |key: &Term| self.environment.contains(&field.key, key).is_ok();
            if plan.pairs.iter().any(|(key, _)| contains(key)) {
                continue;
            }
            let key = match singleton(&self.environment.meaning(&field.key)) {
                Some(key) if plan.lacks(&key) => return Err(Missing::Nothing),
                Some(key) => Key::Fixed(key),
                // A key that was looked at in its order may be the one.
                None if !plan.indexed.is_empty() => {
                    plan.otherwise = OTHER_KEYS;
                    continue;
                }
                None => {
                    let key = self.required_key(plan, field, wanted, hint);
                    Key::Chosen(key.ok_or(OTHER_KEYS)?)
                }
            };
            plan.have(key, None);
        }
        Ok(())
    }

    /// A key for a field of many: as it was, or the plainest.
    fn required_key(
        &self,
        plan: &KeyPlan,
        field: &MapField,
        wanted: &Type,
        hint: Option<&Term>,
    ) -> Option<Term> {
        let before = match hint {
            Some(Term::Map(map)) => map.keys().cloned().collect(),
            _ => Vec::new(),
        };
        let count = plan.absent.len() as u32 + 1;
        let smallest = self.environment.smallest(&field.key);
        let keys = before.into_iter().chain(smallest).chain(self.some_keys(wanted, count));
        let mut keys = keys.filter(|key| self.environment.contains(&field.key, key).is_ok());
        keys.find(|key| self.may_have(plan, wanted, key))
    }

    /// A key that somebody asked for.
    fn key(&mut self, symbol: Symbol) -> Built<Key> {
        let graph = self.graph;
        match graph.symbols.as_constant(symbol) {
            Some(term) => Ok(Key::Fixed(term.clone())),
            None => self.key_term(symbol).map(Key::Chosen),
        }
    }

    /// The term of a key: of a part of the input, or computed from such.
    fn key_term(&mut self, symbol: Symbol) -> Built<Term> {
        let graph = self.graph;
        if graph.is_path(symbol) {
            let id = graph.known_node(symbol).ok_or(OTHER_KEYS)?;
            let wanted = graph.key_types.get(&id).cloned();
            return self.node(id, &wanted.unwrap_or_else(|| Arc::new(Type::Any)));
        }
        match graph.symbols.expr(symbol).clone() {
            Expr::Constant(term) => Ok(term),
            Expr::Cons(head, tail) => {
                let (head, tail) = (self.key_term(head)?, self.key_term(tail)?);
                Ok(Term::list_with_tail(vec![head], tail))
            }
            Expr::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.key_term(*part));
                Ok(Term::tuple(parts.collect::<Built<Vec<Term>>>()?))
            }
            Expr::Arithmetic(operator, left, right) => {
                let mut heap = Heap::new();
                let (left, right) = (self.key_term(left)?, self.key_term(right)?);
                let (left, right) = (heap.from_term(&left), heap.from_term(&right));
                let result = operator.compute(&mut heap, left, right);
                // Other operands might have a result.
                Ok(heap.to_term(result.map_err(|_| OTHER_KEYS)?))
            }
            Expr::Unary(operator, operand) => {
                let mut heap = Heap::new();
                let operand = self.key_term(operand)?;
                let operand = heap.from_term(&operand);
                let result = operator.compute(&mut heap, operand);
                Ok(heap.to_term(result.map_err(|_| OTHER_KEYS)?))
            }
            _ => Err(OTHER_KEYS),
        }
    }

    /// What must be there, and as much of what was there before as fits.
    fn unordered_keys(
        &mut self,
        plan: &mut KeyPlan,
        domain: &Domain,
        wanted: &Type,
        before: Option<&Map>,
    ) -> Built<Vec<Pair>> {
        let mut keys = std::mem::take(&mut plan.pairs);
        let is_new = |keys: &[Pair], key: &Term| !keys.iter().any(|(known, _)| same(known, key));
        let least = keys.len() as u32;
        let kept: Vec<Term> = before
            .iter()
            .flat_map(|map| map.keys())
            .filter(|key| is_new(&keys, key) && self.may_have(plan, wanted, key))
            .cloned()
            .collect();
        let size = nearest_size(domain, least, least + kept.len() as u32);
        let size = size.ok_or(Missing::Nothing)?;
        if size > MOST_PAIRS {
            return Err(Missing::NotFound(Hard::Large));
        }
        let mut fresh = kept.into_iter().chain(self.some_keys(wanted, size));
        while (keys.len() as u32) < size {
            plan.otherwise = OTHER_KEYS;
            let key = fresh.next().ok_or(OTHER_KEYS)?;
            if is_new(&keys, &key) && self.may_have(plan, wanted, &key) {
                keys.push((key, None));
            }
        }
        Ok(keys)
    }

    /// May a key be in the map that nobody asked for?
    fn may_have(&self, plan: &KeyPlan, wanted: &Type, key: &Term) -> bool {
        !plan.lacks(key) && self.value_type(wanted, key).is_some()
    }

    /// The type of a key's value; `None` if there is no such key in a map of this type.
    fn value_type(&self, wanted: &Type, key: &Term) -> Option<Arc<Type>> {
        match wanted {
            Type::Map(fields) => self.field(fields, key).map(|field| field.value.clone()),
            _ => Some(Arc::new(Type::Any)),
        }
    }

    fn field<'f>(&self, fields: &'f [MapField], key: &Term) -> Option<&'f MapField> {
        fields.iter().find(|field| self.environment.contains(&field.key, key).is_ok())
    }

    /// Keys to choose from, the plainest first.
    fn some_keys(&self, wanted: &Type, count: u32) -> Vec<Term> {
        let Type::Map(fields) = wanted else { return plain_keys(count) };
        let mut keys = Vec::new();
        for field in fields {
            for alternative in self.environment.alternatives(&field.key) {
                keys.extend(self.members_of(&alternative, count));
            }
        }
        keys
    }

    /// Terms of one alternative of a type that differ, the plainest first.
    fn members_of(&self, alternative: &Arc<Type>, count: u32) -> Vec<Term> {
        let smallest = self.environment.smallest(alternative);
        match (&**alternative, smallest) {
            // Longer and longer, of what comes first.
            (Type::Cons { .. }, Some(Term::List(list))) => {
                let (element, tail) = (list.elements[0].clone(), list.tail.clone());
                let of_length = |length: u32| {
                    Term::list_with_tail(vec![element.clone(); length as usize], tail.clone())
                };
                let lists = (1..=count.min(MOST_MEMBERS) + 1).map(of_length);
                lists.filter(|list| self.environment.contains(alternative, list).is_ok()).collect()
            }
            // One element is another.
            (Type::Tuple(elements), Some(Term::Tuple(smallest))) => {
                let mut tuples = vec![Term::Tuple(smallest.clone())];
                for (index, element) in elements.iter().enumerate() {
                    let alternatives = self.environment.alternatives(element);
                    for other in alternatives.iter().flat_map(|each| plain_members(each, count)) {
                        let mut parts = smallest.to_vec();
                        parts[index] = other;
                        tuples.push(Term::tuple(parts));
                    }
                }
                tuples
            }
            (plain, smallest) => {
                let members = plain_members(plain, count);
                if members.is_empty() { smallest.into_iter().collect() } else { members }
            }
        }
    }

    fn with_values(
        &mut self,
        plan: &KeyPlan,
        keys: Vec<Pair>,
        wanted: &Type,
        before: Option<&Map>,
    ) -> Built<Vec<(Term, Term)>> {
        let mut pairs = Vec::new();
        for (index, (key, node)) in (0..).zip(keys) {
            let is_fixed = plan.fixed.iter().any(|fixed| same(fixed, &key))
                || plan.indexed.get(&index).is_some_and(|(id, _)| self.is_literal(*id));
            let value = match (self.value_type(wanted, &key), node) {
                (None, _) => Err(Missing::Nothing),
                (Some(wanted), Some(node)) => self.node(node, &wanted),
                (Some(wanted), None) => self.free_value(&key, &wanted, before),
            };
            // Another key might have another value, where there may be another one. Only a pid does not
            // become anything else by that.
            let value = value.map_err(|missing| match missing {
                Missing::Nothing if is_fixed => missing,
                Missing::Identifier => missing,
                _ => missing.max(plan.otherwise),
            })?;
            pairs.push((key, value));
        }
        Ok(pairs)
    }

    /// Can a part of the input be only one term?
    fn is_literal(&self, id: NodeId) -> bool {
        self.graph.node(id).domain.literal.is_some()
    }

    fn free_value(&mut self, key: &Term, wanted: &Arc<Type>, before: Option<&Map>) -> Built<Term> {
        let before = before.and_then(|map| map.get(key)).cloned();
        let before = before.filter(|value| self.environment.contains(wanted, value).is_ok());
        let value = before.or_else(|| match **wanted {
            Type::Any => Some(Term::Int(0)),
            _ => self.environment.smallest(wanted),
        });
        value.ok_or(Missing::NotFound(Hard::Types))
    }
}

/// Keys in their order.
impl Build<'_, '_> {
    fn ordered_keys(
        &mut self,
        plan: &mut KeyPlan,
        domain: &Domain,
        wanted: &Type,
        before: Option<&Map>,
    ) -> Built<Vec<Pair>> {
        let last = plan.indexed.keys().max().map_or(0, |last| last + 1);
        let least = last.max(plan.pairs.len() as u32);
        let wish = before.map_or(least, |map| map.len() as u32);
        let members = self.members(wanted);
        let most = members.as_ref().map_or(u32::MAX, |members| members.len() as u32);
        let nearest = nearest_size(domain, least, wish.max(least)).ok_or(Missing::Nothing)?;
        let other = nearest_size(domain, least, least).ok_or(Missing::Nothing)?;
        if nearest.min(other) > MOST_PAIRS {
            return Err(Missing::NotFound(Hard::Large));
        }
        plan.pairs.sort_by(|one, other| order::compare_exact(&one.0, &other.0));
        let mut sizes = vec![nearest, other, nearest + 1, nearest + 2];
        sizes.retain(|size| domain.map_size.allows(*size));
        // If there are only so many keys, everything can be tried.
        if members.is_some() && plan.otherwise == Missing::Nothing {
            sizes.extend((least..=most).filter(|size| domain.map_size.allows(*size)));
        } else {
            plan.otherwise = OTHER_KEYS;
        }
        let mut keys = Vec::new();
        first(sizes.into_iter().filter(|size| *size <= most), |size| {
            let mut fresh = match &members {
                Some(members) => members.clone(),
                None => self.some_keys(wanted, size + 2),
            };
            fresh.sort_by(order::compare_exact);
            let kept = before.map(|map| map.keys().cloned().collect()).unwrap_or_default();
            let mut choice = KeyChoice { size, wanted, kept, fresh, left: MOST_CHOICES };
            keys.clear();
            self.choose_keys(plan, &mut choice, &mut keys)
        })?;
        for (index, (key, _)) in keys.iter().enumerate() {
            if let Some((node, _)) = plan.indexed.get(&(index as u32)) {
                self.settle(*node, key.clone());
            }
        }
        Ok(keys)
    }

    /// All keys that a map of the type can have, if these are few.
    fn members(&self, wanted: &Type) -> Option<Vec<Term>> {
        let Type::Map(fields) = wanted else { return None };
        let mut members = Vec::new();
        for field in fields {
            for alternative in self.environment.alternatives(&field.key) {
                match &*alternative {
                    Type::Integer { low: Some(low), high: Some(high) } => {
                        let count = u32::try_from(high.clone() - low.clone() + 1).ok();
                        let count = count.filter(|count| *count <= MOST_MEMBERS)?;
                        members.extend((0..count).map(|step| Term::from(low.clone() + step)));
                    }
                    other => members.push(singleton(other)?),
                }
            }
        }
        Some(members)
    }

    /// Goes on choosing keys after those that are chosen.
    fn choose_keys(
        &mut self,
        plan: &KeyPlan,
        choice: &mut KeyChoice,
        keys: &mut Vec<Pair>,
    ) -> Built<()> {
        if keys.len() as u32 == choice.size {
            let is_there = |key: &Term| keys.iter().any(|(known, _)| same(known, key));
            let are_all = plan.pairs.iter().all(|(key, _)| is_there(key));
            return if are_all { Ok(()) } else { Err(Missing::Nothing) };
        }
        let index = keys.len() as u32;
        let KeyCandidates { terms, otherwise } = self.candidates(plan, choice, keys);
        let mut missing = otherwise;
        for key in terms {
            if choice.left == 0 {
                return Err(OTHER_KEYS);
            }
            choice.left -= 1;
            let known = plan.pairs.iter().find(|(known, _)| same(known, &key));
            let indexed = plan.indexed.get(&index).and_then(|(_, value)| *value);
            let value = known.and_then(|(_, value)| *value).or(indexed);
            keys.push((key, value));
            match self.choose_keys(plan, choice, keys) {
                Ok(()) => return Ok(()),
                Err(other) => missing = missing.max(other),
            }
            keys.pop();
        }
        Err(missing)
    }

    /// What the next key may be: after the last one, and not after any that has to come yet.
    fn candidates(&mut self, plan: &KeyPlan, choice: &KeyChoice, keys: &[Pair]) -> KeyCandidates {
        let index = keys.len() as u32;
        let previous = keys.last().map(|(key, _)| key);
        let is_after = |key: &Term| {
            previous.is_none_or(|previous| order::compare_exact(previous, key) == Ordering::Less)
        };
        let next = plan.pairs.iter().map(|(key, _)| key).find(|key| is_after(key)).cloned();
        let mut candidates = match plan.indexed.get(&index) {
            Some((node, _)) => self.key_candidates(*node, previous, next.as_ref(), choice),
            None => KeyCandidates::all(choice.around(None, previous, next.as_ref())),
        };
        let must_follow = plan.pairs.iter().filter(|(key, _)| is_after(key)).count() as u32;
        let is_last_chance = must_follow >= choice.size - index;
        candidates.terms.retain(|key| {
            let is_next = next.as_ref().is_some_and(|next| same(next, key));
            is_after(key)
                && next
                    .as_ref()
                    .is_none_or(|next| order::compare_exact(key, next) != Ordering::Greater)
                && (is_next || !is_last_chance)
                && (is_next || self.may_have(plan, choice.wanted, key))
        });
        candidates
    }

    /// What a key may be that somebody looked at.
    fn key_candidates(
        &mut self,
        node: NodeId,
        previous: Option<&Term>,
        next: Option<&Term>,
        choice: &KeyChoice,
    ) -> KeyCandidates {
        let graph = self.graph;
        let id = graph.find(node);
        if let Some(literal) = &graph.node(id).domain.literal {
            return KeyCandidates::all(vec![literal.clone()]);
        }
        let known = self.settled(id).or_else(|| self.numbers.values.get(&id).cloned());
        if let Some(known) = known {
            return KeyCandidates::some(vec![known]);
        }
        if !graph.node(id).children.is_empty() {
            // Its parts were looked at too: they are built in one way of many.
            let wanted = graph.key_types.get(&id).cloned();
            let term = self.unsettled(id, &wanted.unwrap_or_else(|| Arc::new(Type::Any)));
            return KeyCandidates::some(term.into_iter().collect());
        }
        let mut domain = graph.node(id).domain.clone();
        let mut candidates = choice.around(graph.node(id).hint.as_ref(), previous, next);
        if let Some(previous) = previous {
            domain.above(previous, true);
            domain.excluded.insert(previous.clone());
        }
        if let Some(next) = next {
            domain.below(next, true);
        }
        candidates.extend(some_members(&domain));
        let own = &graph.node(id).domain;
        candidates.retain(|key| own.allows(key));
        KeyCandidates::all(candidates)
    }
}

/// What a key may be.
struct KeyCandidates {
    terms: Vec<Term>,
    /// What it means if none of them fits.
    otherwise: Missing,
}

impl KeyCandidates {
    /// All that there are, if those that are fresh are.
    fn all(terms: Vec<Term>) -> KeyCandidates {
        KeyCandidates { terms, otherwise: Missing::Nothing }
    }

    /// There may be others.
    fn some(terms: Vec<Term>) -> KeyCandidates {
        KeyCandidates { terms, otherwise: OTHER_KEYS }
    }
}

/// The state of choosing keys.
struct KeyChoice<'t> {
    size: u32,
    wanted: &'t Type,
    /// Keys that were there before.
    kept: Vec<Term>,
    fresh: Vec<Term>,
    left: u32,
}

impl KeyChoice<'_> {
    /// Keys to choose from, between two others.
    fn around(
        &self,
        hint: Option<&Term>,
        previous: Option<&Term>,
        next: Option<&Term>,
    ) -> Vec<Term> {
        let known = hint.into_iter().chain(next).chain(&self.kept).chain(&self.fresh);
        known.cloned().chain(after(previous)).collect()
    }
}

fn same(one: &Term, other: &Term) -> bool {
    order::exactly_equal(one, other)
}

/// The allowed size that is nearest to a wish, and no less than the least.
fn nearest_size(domain: &Domain, least: u32, wish: u32) -> Option<u32> {
    let sizes = &domain.map_size;
    let start = wish.max(sizes.low).min(sizes.high).max(least);
    let reach = sizes.excluded.len() as u32 + 1;
    (0..=reach)
        .flat_map(|step| [start.checked_sub(step), start.checked_add(step)])
        .flatten()
        .find(|&size| size >= least && sizes.allows(size))
}

/// Members of a type without parts, if it has many.
fn plain_members(alternative: &Type, count: u32) -> Vec<Term> {
    match alternative {
        Type::Integer { low, high } => {
            let start = match (low, high) {
                (Some(low), _) => low.clone(),
                (None, Some(high)) => high.clone() - count,
                (None, None) => 0.into(),
            };
            (0..=count).map(|step| Term::from(start.clone() + step)).collect()
        }
        Type::Atom => plain_atoms(count),
        Type::Any | Type::Variable(_) => plain_keys(count),
        Type::Float => (0..=count).map(|step| Term::Float(step.into())).collect(),
        Type::Bits { size: 0, unit: 1 | 8 } => {
            let letters = (b'a'..=b'z').map(|letter| Term::binary(&[letter]));
            let longer = (2..=count.min(MOST_MEMBERS))
                .map(|length| Term::binary(&vec![b'a'; length as usize]));
            letters.chain(longer).take(count as usize + 1).collect()
        }
        Type::Pid => nobodys(inhabitant::pid),
        Type::Port => nobodys(inhabitant::port),
        Type::Reference => nobodys(inhabitant::reference),
        _ => Vec::new(),
    }
}

fn plain_atoms(count: u32) -> Vec<Term> {
    let letters = ('a'..='z').map(String::from);
    let numbered = (0..count).map(|number| format!("k{number}"));
    letters.chain(numbered).map(|name| Term::atom(&name)).take(count as usize + 1).collect()
}

fn plain_keys(count: u32) -> Vec<Term> {
    let mut keys = plain_atoms(count);
    keys.extend((0..=count).map(|number| Term::Int(number.into())));
    keys
}

/// Terms that come after another one.
fn after(previous: Option<&Term>) -> Vec<Term> {
    let mut terms = Vec::new();
    match previous {
        Some(Term::Atom(name)) => terms.push(Term::atom(&format!("{}a", name.name()))),
        Some(term) => {
            if let Some(number) = term.to_big_int() {
                terms.push(Term::from(number + 1));
            }
        }
        None => {}
    }
    // Some kinds that come late in the order of terms.
    terms.extend([Term::tuple(vec![]), Term::Nil, Term::list(vec![Term::Int(0)])]);
    terms.push(Term::binary(&[]));
    terms
}

/// One member of each kind that a domain has.
fn some_members(domain: &Domain) -> Vec<Term> {
    let mut members = Vec::new();
    if domain.kinds.contains(Basic::Integer) {
        members.extend(domain.nearest_integer(&Range::ALL, &0.into()).map(Term::from));
    }
    if domain.kinds.contains(Basic::Atom) {
        members.extend(domain.some_atom(None).map(Term::Atom));
        members.extend(domain.names.iter().flatten().map(|name| Term::Atom(*name)));
    }
    if domain.kinds.contains(Basic::Float) {
        members.extend(domain.some_float(None).map(Term::Float));
    }
    let tuples = domain.arities().take(1).filter(|size| *size < 256);
    members.extend(tuples.map(|size| Term::tuple(vec![Term::Int(0); size as usize])));
    members.extend([Term::Nil, Term::list(vec![Term::Int(0)])]);
    members.extend([Term::binary(&[]), Term::map(vec![])]);
    members.retain(|term| domain.allows(term));
    members
}

/// The only term of a type.
pub fn singleton(wanted: &Type) -> Option<Term> {
    match wanted {
        Type::AtomLiteral(name) => Some(Term::Atom(*name)),
        Type::Nil => Some(Term::Nil),
        Type::Integer { low: Some(low), high: Some(high) } if low == high => {
            Some(Term::from(low.clone()))
        }
        _ => None,
    }
}
