//! Which map is in a node of the graph? The keys that were asked for with their values, none of those
//! that are not there, and otherwise what was there before.
//!
//! Keys that a run went through one after the other ([`Access::Key`]) are chosen in their order, by
//! trying; everything else is a choice of what to keep from the input that we start from.

#[cfg(test)]
mod agreement;

use crate::build::Build;
use crate::domain::{Basic, Domain};
use crate::graph::{Access, NodeId};
use crate::ranges::Range;
use runtime::Heap;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::sync::Arc;
use symbolic::{Expr, Symbol};
use term::{Map, Term, order};
use typing::{MapField, Type};

/// Larger maps are not built.
const MOST_PAIRS: u32 = 10_000;

/// So many choices of keys are tried.
const MOST_CHOICES: u32 = 3_000;

/// Keys of so many members are tried one by one.
const MOST_MEMBERS: u32 = 64;

/// A pair of the map: its key, and the node of its value if anybody looked at it.
type Pair = (Term, Option<NodeId>);

/// What has to be in the map.
#[derive(Default)]
struct Plan {
    /// Keys that must be there.
    pairs: Vec<Pair>,
    /// Keys that must not.
    absent: Vec<Term>,
    /// The keys in their order, as far as anybody looked at them: node of the key, and of the value.
    indexed: FxHashMap<u32, (NodeId, Option<NodeId>)>,
    /// Another choice might have been possible.
    is_choice: bool,
}

impl Build<'_, '_> {
    pub(crate) fn map(
        &mut self,
        id: NodeId,
        wanted: &Arc<Type>,
        hint: Option<&Term>,
    ) -> Option<Term> {
        let graph = self.graph;
        let node = graph.node(id);
        let size = self.numbers.sizes.get(&graph.find(id)).copied();
        let is_free = node.children.is_empty() && node.absent.is_empty() && size.is_none();
        if (is_free || node.domain.literal.is_some())
            && let Some(term) = self.untouched(&node.domain, wanted, hint, Basic::Map)
        {
            return Some(term);
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
        let keys = self.or_unknown_choice(keys, &plan)?;
        plan.is_choice |= !plan.indexed.is_empty();
        let pairs = self.with_values(keys, wanted, before);
        let pairs = self.or_unknown_choice(pairs, &plan)?;
        let term = Term::Map(Arc::new(Map::from_pairs(pairs)));
        let fits = domain.allows(&term) && self.environment.contains(wanted, &term).is_ok();
        if !fits {
            // Other keys or values might do.
            self.is_incomplete = true;
            return None;
        }
        Some(term)
    }

    fn or_unknown_choice<T>(&mut self, found: Option<T>, plan: &Plan) -> Option<T> {
        self.is_incomplete |= found.is_none() && plan.is_choice;
        found
    }

    fn plan(&mut self, id: NodeId, wanted: &Arc<Type>) -> Option<Plan> {
        let graph = self.graph;
        let node = graph.node(id);
        let mut plan = Plan::default();
        for (access, child) in &node.children {
            match *access {
                Access::Key(index) => {
                    plan.indexed.entry(index).or_insert((*child, None)).0 = *child;
                }
                Access::Value(key) => match *graph.symbols.expr(key) {
                    Expr::MapKey { map, index }
                        if graph.known_node(map) == Some(graph.find(id)) =>
                    {
                        let key = graph.known_node(key)?;
                        plan.indexed.insert(index, (key, Some(*child)));
                    }
                    _ => {
                        plan.is_choice |= graph.symbols.as_constant(key).is_none();
                        let key = self.key(key)?;
                        if plan.pairs.iter().any(|(known, _)| same(known, &key)) {
                            self.is_incomplete = true;
                            return None;
                        }
                        plan.pairs.push((key, Some(*child)));
                    }
                },
                _ => return None,
            }
        }
        // A finite map is no part of its own keys.
        for &key in node.absent.iter().filter(|key| !graph.is_in_key(id, **key)) {
            let key = self.key(key)?;
            if plan.pairs.iter().any(|(known, _)| same(known, &key)) {
                self.is_incomplete = true;
                return None;
            }
            plan.absent.push(key);
        }
        self.require(&mut plan, wanted, node.hint.as_ref())?;
        Some(plan)
    }

    /// The keys that the type wants. `None`: one of them must not be there.
    fn require(&mut self, plan: &mut Plan, wanted: &Type, hint: Option<&Term>) -> Option<()> {
        let Type::Map(fields) = wanted else { return Some(()) };
        for field in fields.iter().filter(|field| field.is_required) {
            let contains = |key: &Term| self.environment.contains(&field.key, key).is_ok();
            if plan.pairs.iter().any(|(key, _)| contains(key)) {
                continue;
            }
            let key = match singleton(&self.environment.meaning(&field.key)) {
                Some(key) if plan.absent.iter().any(|absent| same(absent, &key)) => return None,
                Some(key) => key,
                None => {
                    plan.is_choice = true;
                    // A key that was looked at in its order may be the one.
                    if !plan.indexed.is_empty() {
                        continue;
                    }
                    let key = self.required_key(plan, field, wanted, hint);
                    self.is_incomplete |= key.is_none();
                    key?
                }
            };
            plan.pairs.push((key, None));
        }
        Some(())
    }

    /// A key for a field of many: as it was, or the plainest.
    fn required_key(
        &self,
        plan: &Plan,
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

    /// The term of a key: of a part of the input, or computed from such.
    fn key(&mut self, symbol: Symbol) -> Option<Term> {
        let graph = self.graph;
        if graph.is_path(symbol) {
            let id = graph.known_node(symbol)?;
            let wanted = graph.key_types.get(&id).cloned();
            return self.node(id, &wanted.unwrap_or_else(|| Arc::new(Type::Any)));
        }
        match graph.symbols.expr(symbol).clone() {
            Expr::Constant(term) => Some(term),
            Expr::Cons(head, tail) => {
                let (head, tail) = (self.key(head)?, self.key(tail)?);
                Some(Term::list_with_tail(vec![head], tail))
            }
            Expr::Tuple(parts) => {
                let parts: Option<Vec<Term>> = parts.iter().map(|part| self.key(*part)).collect();
                Some(Term::tuple(parts?))
            }
            Expr::Arithmetic(operator, left, right) => {
                let mut heap = Heap::new();
                let (left, right) = (self.key(left)?, self.key(right)?);
                let (left, right) = (heap.from_term(&left), heap.from_term(&right));
                let result = operator.compute(&mut heap, left, right).ok()?;
                Some(heap.to_term(result))
            }
            Expr::Unary(operator, operand) => {
                let mut heap = Heap::new();
                let operand = self.key(operand)?;
                let operand = heap.from_term(&operand);
                let result = operator.compute(&mut heap, operand).ok()?;
                Some(heap.to_term(result))
            }
            _ => {
                self.is_incomplete = true;
                None
            }
        }
    }

    /// What must be there, and as much of what was there before as fits.
    fn unordered_keys(
        &mut self,
        plan: &mut Plan,
        domain: &Domain,
        wanted: &Type,
        before: Option<&Map>,
    ) -> Option<Vec<Pair>> {
        let mut keys = std::mem::take(&mut plan.pairs);
        let is_new = |keys: &[Pair], key: &Term| !keys.iter().any(|(known, _)| same(known, key));
        let least = keys.len() as u32;
        let kept: Vec<Term> = before
            .iter()
            .flat_map(|map| map.keys())
            .filter(|key| is_new(&keys, key) && self.may_have(plan, wanted, key))
            .cloned()
            .collect();
        let size = nearest_size(domain, least, least + kept.len() as u32)?;
        if size > MOST_PAIRS {
            self.is_incomplete = true;
            return None;
        }
        let mut fresh = kept.into_iter().chain(self.some_keys(wanted, size));
        while (keys.len() as u32) < size {
            plan.is_choice = true;
            let key = fresh.next()?;
            if is_new(&keys, &key) && self.may_have(plan, wanted, &key) {
                keys.push((key, None));
            }
        }
        Some(keys)
    }

    /// May a key be in the map that nobody asked for?
    fn may_have(&self, plan: &Plan, wanted: &Type, key: &Term) -> bool {
        !plan.absent.iter().any(|absent| same(absent, key))
            && self.value_type(wanted, key).is_some()
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
                match &*alternative {
                    Type::Integer { low, high } => {
                        let start = match (low, high) {
                            (Some(low), _) => low.clone(),
                            (None, Some(high)) => high.clone() - count,
                            (None, None) => 0.into(),
                        };
                        let numbers = (0..=count).map(|step| Term::from(start.clone() + step));
                        keys.extend(numbers);
                    }
                    Type::Atom => keys.extend(plain_atoms(count)),
                    Type::Any | Type::Variable(_) => keys.extend(plain_keys(count)),
                    Type::Float => keys.extend((0..=count).map(|step| Term::Float(step.into()))),
                    _ => keys.extend(self.environment.smallest(&alternative)),
                }
            }
        }
        keys
    }

    fn with_values(
        &mut self,
        keys: Vec<Pair>,
        wanted: &Type,
        before: Option<&Map>,
    ) -> Option<Vec<(Term, Term)>> {
        let mut pairs = Vec::new();
        for (key, node) in keys {
            let wanted = self.value_type(wanted, &key)?;
            let value = match node {
                Some(node) => self.node(node, &wanted)?,
                None => self.free_value(&key, &wanted, before)?,
            };
            pairs.push((key, value));
        }
        Some(pairs)
    }

    fn free_value(&mut self, key: &Term, wanted: &Arc<Type>, before: Option<&Map>) -> Option<Term> {
        let before = before.and_then(|map| map.get(key)).cloned();
        let before = before.filter(|value| self.environment.contains(wanted, value).is_ok());
        before.or_else(|| match **wanted {
            Type::Any => Some(Term::Int(0)),
            _ => self.environment.smallest(wanted),
        })
    }
}

/// Keys in their order.
impl Build<'_, '_> {
    fn ordered_keys(
        &mut self,
        plan: &mut Plan,
        domain: &Domain,
        wanted: &Type,
        before: Option<&Map>,
    ) -> Option<Vec<Pair>> {
        let last = plan.indexed.keys().max().map_or(0, |last| last + 1);
        let least = last.max(plan.pairs.len() as u32);
        let wish = before.map_or(least, |map| map.len() as u32);
        let members = self.members(wanted);
        let most = members.as_ref().map_or(u32::MAX, |members| members.len() as u32);
        let nearest = nearest_size(domain, least, wish.max(least))?;
        let other = nearest_size(domain, least, least)?;
        if nearest.min(other) > MOST_PAIRS {
            self.is_incomplete = true;
            return None;
        }
        plan.pairs.sort_by(|one, other| order::compare_exact(&one.0, &other.0));
        let mut sizes = vec![nearest, other, nearest + 1, nearest + 2];
        sizes.retain(|size| domain.map_size.allows(*size));
        // If there are only so many keys, everything can be tried.
        if members.is_some() && !plan.is_choice {
            sizes.extend((least..=most).filter(|size| domain.map_size.allows(*size)));
        } else {
            plan.is_choice = true;
        }
        let mut keys = Vec::new();
        let is_found = sizes.into_iter().filter(|size| *size <= most).any(|size| {
            let mut fresh = match &members {
                Some(members) => members.clone(),
                None => self.some_keys(wanted, size + 2),
            };
            fresh.sort_by(order::compare_exact);
            let kept = before.map(|map| map.keys().cloned().collect()).unwrap_or_default();
            let mut choice = Choice { size, wanted, kept, fresh, left: MOST_CHOICES };
            keys.clear();
            self.choose_keys(plan, &mut choice, &mut keys)
        });
        if !is_found {
            return None;
        }
        for (index, (key, _)) in keys.iter().enumerate() {
            if let Some((node, _)) = plan.indexed.get(&(index as u32)) {
                self.settle(*node, key.clone());
            }
        }
        Some(keys)
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
    fn choose_keys(&mut self, plan: &Plan, choice: &mut Choice, keys: &mut Vec<Pair>) -> bool {
        if keys.len() as u32 == choice.size {
            return plan
                .pairs
                .iter()
                .all(|(key, _)| keys.iter().any(|(known, _)| same(known, key)));
        }
        let index = keys.len() as u32;
        for key in self.candidates(plan, choice, keys) {
            if choice.left == 0 {
                self.is_incomplete = true;
                return false;
            }
            choice.left -= 1;
            let known = plan.pairs.iter().find(|(known, _)| same(known, &key));
            let indexed = plan.indexed.get(&index).and_then(|(_, value)| *value);
            let value = known.and_then(|(_, value)| *value).or(indexed);
            keys.push((key, value));
            if self.choose_keys(plan, choice, keys) {
                return true;
            }
            keys.pop();
        }
        false
    }

    /// What the next key may be: after the last one, and not after any that has to come yet.
    fn candidates(&mut self, plan: &Plan, choice: &Choice, keys: &[Pair]) -> Vec<Term> {
        let index = keys.len() as u32;
        let previous = keys.last().map(|(key, _)| key);
        let is_after = |key: &Term| {
            previous.is_none_or(|previous| order::compare_exact(previous, key) == Ordering::Less)
        };
        let next = plan.pairs.iter().map(|(key, _)| key).find(|key| is_after(key)).cloned();
        let mut candidates = Vec::new();
        let node = plan.indexed.get(&index).map(|(node, _)| *node);
        match node {
            Some(node) => {
                self.key_candidates(node, previous, next.as_ref(), choice, &mut candidates)
            }
            None => {
                candidates.extend(next.clone());
                candidates.extend(choice.kept.iter().cloned());
                candidates.extend(choice.fresh.iter().cloned());
                candidates.extend(after(previous));
            }
        }
        let must_follow = plan.pairs.iter().filter(|(key, _)| is_after(key)).count() as u32;
        let is_last_chance = must_follow >= choice.size - index;
        candidates.retain(|key| {
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
        choice: &Choice,
        candidates: &mut Vec<Term>,
    ) {
        let graph = self.graph;
        let id = graph.find(node);
        let known = self.settled(id).or_else(|| self.numbers.values.get(&id).cloned());
        if let Some(known) = known.or_else(|| graph.node(id).domain.literal.clone()) {
            candidates.push(known);
            return;
        }
        if !graph.node(id).children.is_empty() {
            // Its parts were looked at too: there is one way to build it.
            let wanted = graph.key_types.get(&id).cloned();
            let term = self.unsettled(id, &wanted.unwrap_or_else(|| Arc::new(Type::Any)));
            candidates.extend(term);
            return;
        }
        let mut domain = graph.node(id).domain.clone();
        candidates.extend(graph.node(id).hint.clone());
        candidates.extend(next.cloned());
        candidates.extend(choice.kept.iter().cloned());
        candidates.extend(choice.fresh.iter().cloned());
        candidates.extend(after(previous));
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
    }
}

/// The state of choosing keys.
struct Choice<'t> {
    size: u32,
    wanted: &'t Type,
    /// Keys that were there before.
    kept: Vec<Term>,
    fresh: Vec<Term>,
    left: u32,
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
