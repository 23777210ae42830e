//! Which terms are in one set or the other, in both, in one but not the other? And is one within the other?

use super::lengths::Lengths;
use super::maps::Maps;
use super::{Cons, FunKind, Funs, Kinds, Lattice, Name, Tuples, ValueSet, forgotten};
use crate::deeper;
use crate::tree::Type;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// So many levels down sets are compared; below, a meet is one of the two, and nothing is a subset.
const DEEPEST: usize = 12;

/// So many levels are looked at in one comparison. Types that name each other in circles, as those of abstract
/// code do, have more than anybody could wait for.
const MOST_LEVELS: usize = 1_000;

/// More names than these are looked into.
const MOST_NAMES: usize = 12;

/// More sorts of tuples than these are taken together.
pub const MOST_TUPLES: usize = 12;

/// More sorts of funs than these are all funs.
const MOST_FUNS: usize = 8;

impl Lattice<'_> {
    /// What is in one or the other.
    pub fn join(&self, one: &ValueSet, other: &ValueSet) -> ValueSet {
        let joined = join(one, other);
        match &joined {
            ValueSet::Of(kinds) if kinds.names.len() > MOST_NAMES => self.open(&joined).into(),
            _ => joined,
        }
    }

    /// What is in both.
    pub fn meet(&self, one: &ValueSet, other: &ValueSet) -> ValueSet {
        Order::new(self).meet(one, other)
    }

    /// What is in the first and not in the second.
    pub fn difference(&self, one: &ValueSet, other: &ValueSet) -> ValueSet {
        Order::new(self).difference(one, other)
    }

    /// Is all of the first in the second?
    pub fn is_subset(&self, one: &ValueSet, other: &ValueSet) -> bool {
        Order::new(self).is_subset(one, other)
    }

    /// Is every term of the set of the type? Only the type itself is asked, not the set that it makes,
    /// which may hold more.
    pub fn fits(&self, set: &ValueSet, wanted: &Arc<Type>) -> bool {
        Order::new(self).fits(set, wanted)
    }

    /// Can a term be in both?
    pub fn overlap(&self, one: &ValueSet, other: &ValueSet) -> bool {
        !self.meet(one, other).is_empty()
    }
}

/// What is in one or the other. Names stay names.
pub fn join(one: &ValueSet, other: &ValueSet) -> ValueSet {
    let (ValueSet::Of(left), ValueSet::Of(right)) = (one, other) else {
        forgotten::note(one);
        forgotten::note(other);
        return ValueSet::Any;
    };
    if left == right || other.is_empty() {
        return one.clone();
    }
    if one.is_empty() {
        return other.clone();
    }
    let mut names: Vec<Name> = left.names.clone();
    names.extend(right.names.iter().filter(|name| !left.names.contains(name)).cloned());
    deeper(|| {
        Kinds {
            names,
            atoms: left.atoms.join(&right.atoms),
            integers: left.integers.join(&right.integers),
            floats: left.floats || right.floats,
            nil: left.nil || right.nil,
            cons: either(&left.cons, &right.cons, |one, other| Cons {
                element: join(&one.element, &other.element),
                tail: join(&one.tail, &other.tail),
            }),
            tuples: join_tuples(&left.tuples, &right.tuples),
            maps: either(&left.maps, &right.maps, Maps::join),
            bits: either(&left.bits, &right.bits, |one, other| Lengths::join(*one, *other)),
            funs: join_funs(&left.funs, &right.funs),
            pids: left.pids || right.pids,
            ports: left.ports || right.ports,
            references: left.references || right.references,
        }
        .into()
    })
}

fn either<T: Clone>(
    one: &Option<T>,
    other: &Option<T>,
    join: impl FnOnce(&T, &T) -> T,
) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(join(one, other)),
        (one, other) => one.clone().or_else(|| other.clone()),
    }
}

/// Tuples that begin with the same atom, or with none, are of one sort.
pub fn is_alike(one: &[ValueSet], other: &[ValueSet]) -> bool {
    let tag = |sets: &[ValueSet]| match sets.first() {
        Some(ValueSet::Of(kinds)) => {
            kinds.atoms.single().filter(|atom| *kinds == Arc::new(only(*atom)))
        }
        _ => None,
    };
    one.len() == other.len() && tag(one) == tag(other)
}

fn only(atom: term::Atom) -> Kinds {
    Kinds { atoms: super::atoms::Atoms::one(atom), ..Kinds::default() }
}

fn join_tuples(one: &Tuples, other: &Tuples) -> Tuples {
    let (Tuples::These(left), Tuples::These(right)) = (one, other) else {
        forgotten::note_tuples(one);
        forgotten::note_tuples(other);
        return Tuples::All;
    };
    let mut joined = left.clone();
    gather(&mut joined, right.iter().cloned(), is_alike);
    if joined.len() > MOST_TUPLES {
        let all = std::mem::take(&mut joined);
        gather(&mut joined, all, |one, other| one.len() == other.len());
    }
    if joined.len() > MOST_TUPLES {
        forgotten::note_tuples(&Tuples::These(joined));
        return Tuples::All;
    }
    Tuples::These(joined)
}

/// Adds sorts of tuples; those that are alike become one.
fn gather(
    all: &mut Vec<Vec<ValueSet>>,
    more: impl IntoIterator<Item = Vec<ValueSet>>,
    is_alike: impl Fn(&[ValueSet], &[ValueSet]) -> bool,
) {
    for sets in more {
        match all.iter_mut().find(|known| is_alike(known, &sets)) {
            Some(known) => {
                known.iter_mut().zip(&sets).for_each(|(one, other)| *one = join(one, other));
            }
            None => all.push(sets),
        }
    }
}

fn join_funs(one: &Funs, other: &Funs) -> Funs {
    let (Funs::These(left), Funs::These(right)) = (one, other) else {
        forgotten::note_funs(one);
        forgotten::note_funs(other);
        return Funs::All;
    };
    let mut joined = left.clone();
    for kind in right {
        if joined.contains(kind) {
            continue;
        }
        let same = joined.iter_mut().find_map(|known| captured_by_same(known, kind));
        match same {
            Some((known, captured)) => {
                known.iter_mut().zip(captured).for_each(|(one, other)| *one = join(one, other));
            }
            None => joined.push(kind.clone()),
        }
    }
    if joined.len() > MOST_FUNS {
        forgotten::note_funs(&Funs::These(joined));
        return Funs::All;
    }
    Funs::These(joined)
}

/// What two funs of one expression hold.
fn captured_by_same<'k>(
    one: &'k mut FunKind,
    other: &'k FunKind,
) -> Option<(&'k mut Vec<ValueSet>, &'k [ValueSet])> {
    match (one, other) {
        (
            FunKind::Written { number, captured, .. },
            FunKind::Written { number: same, captured: more, .. },
        ) if number == same => Some((captured, more)),
        _ => None,
    }
}

/// One comparison of sets: how deep it is, and what it takes for granted on the way.
pub struct Order<'a> {
    pub lattice: &'a Lattice<'a>,
    depth: usize,
    /// So many levels may still be looked at.
    left: usize,
    /// What is being shown: within itself it may be taken as shown, since terms are finite.
    assumed: FxHashSet<(ValueSet, ValueSet)>,
}

impl<'a> Order<'a> {
    pub fn new(lattice: &'a Lattice<'a>) -> Order<'a> {
        Order { lattice, depth: 0, left: MOST_LEVELS, assumed: FxHashSet::default() }
    }

    fn is_too_deep(&self) -> bool {
        self.depth >= DEEPEST || self.left == 0
    }

    /// One level down; what it is if that is too deep, or too much.
    fn below<R>(&mut self, otherwise: R, level: impl FnOnce(&mut Self) -> R) -> R {
        if self.is_too_deep() || !self.lattice.spend(1) {
            return otherwise;
        }
        self.left -= 1;
        self.depth += 1;
        let result = deeper(|| level(self));
        self.depth -= 1;
        result
    }

    pub fn meet(&mut self, one: &ValueSet, other: &ValueSet) -> ValueSet {
        match (one, other) {
            (ValueSet::Any, set) | (set, ValueSet::Any) => return set.clone(),
            _ if one == other => return one.clone(),
            _ => {}
        }
        // What both know by name they share, whatever it is; the rest is looked into.
        if let Some((shared, left, right)) = shared_names(one, other) {
            // A fun that is only in one of them may be of what they share.
            forgotten::note(&left);
            forgotten::note(&right);
            let rest = self.meet(&left, &right);
            return join(&shared, &rest);
        }
        if self.is_too_deep() {
            forgotten::note(other);
        }
        self.below(one.clone(), |order| {
            let (left, right) = (order.lattice.open(one), order.lattice.open(other));
            order.meet_kinds(&left, &right).into()
        })
    }

    fn meet_kinds(&mut self, left: &Kinds, right: &Kinds) -> Kinds {
        Kinds {
            names: Vec::new(),
            atoms: left.atoms.meet(&right.atoms),
            integers: left.integers.meet(&right.integers),
            floats: left.floats && right.floats,
            nil: left.nil && right.nil,
            cons: both(&left.cons, &right.cons).and_then(|(one, other)| {
                let element = self.meet(&one.element, &other.element);
                let tail = self.meet(&one.tail, &other.tail);
                let is_there = !element.is_empty() && !tail.is_empty();
                is_there.then_some(Cons { element, tail })
            }),
            tuples: self.meet_tuples(&left.tuples, &right.tuples),
            maps: both(&left.maps, &right.maps).and_then(|(one, other)| one.meet(other, self)),
            bits: both(&left.bits, &right.bits).and_then(|(one, other)| one.meet(*other)),
            funs: meet_funs(&left.funs, &right.funs),
            pids: left.pids && right.pids,
            ports: left.ports && right.ports,
            references: left.references && right.references,
        }
    }

    fn meet_tuples(&mut self, one: &Tuples, other: &Tuples) -> Tuples {
        let (left, right) = match (one, other) {
            (Tuples::All, these) | (these, Tuples::All) => return these.clone(),
            (Tuples::These(left), Tuples::These(right)) => (left, right),
        };
        let mut met: Vec<Vec<ValueSet>> = Vec::new();
        for one in left {
            for other in right.iter().filter(|other| other.len() == one.len()) {
                let pairs = one.iter().zip(other);
                let sets: Vec<ValueSet> = pairs.map(|(one, other)| self.meet(one, other)).collect();
                if !sets.iter().any(ValueSet::is_empty) {
                    met.push(sets);
                }
            }
        }
        // There may be as many as both have together; a join keeps that few.
        join_tuples(&Tuples::These(Vec::new()), &Tuples::These(met))
    }

    pub fn difference(&mut self, one: &ValueSet, other: &ValueSet) -> ValueSet {
        if other.is_empty() || one.is_empty() {
            return one.clone();
        }
        if *other == ValueSet::Any || one == other {
            return ValueSet::none();
        }
        // What has the same name in both is gone, whatever it is.
        if let Some((_, rest, _)) = shared_names(one, other) {
            return self.difference(&rest, other);
        }
        self.below(one.clone(), |order| {
            let parts = order.lattice.exact_parts(other);
            // A name that is not touched stays a name.
            let open = order.lattice.open(one);
            let has_names = matches!(one, ValueSet::Of(kinds) if !kinds.names.is_empty());
            if has_names && parts.iter().all(|part| order.meet_kinds(&open, part).is_empty()) {
                return one.clone();
            }
            order.without(open, &parts).into()
        })
    }

    /// What is in none of these, each of which holds nothing but what it says.
    fn without(&mut self, kinds: Kinds, parts: &[Kinds]) -> Kinds {
        parts.iter().fold(kinds, |rest, part| self.kinds_without(&rest, part))
    }

    fn kinds_without(&mut self, left: &Kinds, right: &Kinds) -> Kinds {
        Kinds {
            names: Vec::new(),
            atoms: left.atoms.difference(&right.atoms),
            integers: left.integers.difference(&right.integers),
            floats: left.floats && !right.floats,
            nil: left.nil && !right.nil,
            cons: match (&left.cons, &right.cons) {
                (Some(one), Some(other)) => self.cons_without(one, other),
                (cons, _) => cons.clone(),
            },
            tuples: self.tuples_without(&left.tuples, &right.tuples),
            maps: match (&left.maps, &right.maps) {
                (Some(one), Some(other)) => one.difference(other, self),
                (maps, _) => maps.clone(),
            },
            bits: match (left.bits, right.bits) {
                (Some(one), Some(other)) => one.difference(other),
                (bits, _) => bits,
            },
            funs: funs_without(&left.funs, &right.funs),
            pids: left.pids && !right.pids,
            ports: left.ports && !right.ports,
            references: left.references && !right.references,
        }
    }

    /// A list that has one element outside may have others inside, so the elements stay as they are.
    fn cons_without(&mut self, one: &Cons, other: &Cons) -> Option<Cons> {
        if !self.is_subset(&one.element, &other.element) {
            return Some(one.clone());
        }
        let tail = self.difference(&one.tail, &other.tail);
        // What is in a tail and a list does not count.
        let ends = Kinds { cons: None, ..self.lattice.open(&tail) };
        (!ends.is_empty()).then(|| Cons { element: one.element.clone(), tail })
    }

    fn tuples_without(&mut self, one: &Tuples, other: &Tuples) -> Tuples {
        let (left, right) = match (one, other) {
            (_, Tuples::All) => return Tuples::These(Vec::new()),
            (Tuples::All, _) => return Tuples::All,
            (Tuples::These(left), Tuples::These(right)) => (left, right),
        };
        let mut rest = Vec::new();
        'sorts: for sets in left {
            let mut sets = sets.clone();
            for other in right {
                if other.len() != sets.len() {
                    continue;
                }
                let mut outside = Vec::new();
                for (index, (one, other)) in sets.iter().zip(other).enumerate() {
                    if !self.is_subset(one, other) {
                        outside.push(index);
                    }
                }
                match *outside {
                    [] => continue 'sorts,
                    // Only this element can make a difference.
                    [index] => sets[index] = self.difference(&sets[index], &other[index]),
                    _ => {}
                }
            }
            if !sets.iter().any(ValueSet::is_empty) {
                rest.push(sets);
            }
        }
        Tuples::These(rest)
    }

    pub fn is_subset(&mut self, one: &ValueSet, other: &ValueSet) -> bool {
        match (one, other) {
            (_, ValueSet::Any) => return true,
            _ if one == other || one.is_empty() => return true,
            (ValueSet::Of(left), ValueSet::Of(right)) => {
                let is_named = !left.names.is_empty()
                    && left.names.iter().all(|name| right.names.contains(name));
                let unnamed = Kinds { names: Vec::new(), ..Kinds::clone(left) };
                if is_named && self.is_subset(&unnamed.into(), other) {
                    return true;
                }
            }
            (ValueSet::Any, _) => {}
        }
        let both = (one.clone(), other.clone());
        if self.assumed.contains(&both) {
            return true;
        }
        self.assumed.insert(both.clone());
        let is_subset = self.below(false, |order| {
            let parts = order.lattice.exact_parts(other);
            let open = order.lattice.open(one);
            order.without(open, &parts).is_empty()
        });
        // What was shown on the way may have been taken for granted because of this.
        if !is_subset {
            self.assumed.clear();
        }
        is_subset
    }

    /// Is every term of the set of the type?
    pub fn fits(&mut self, set: &ValueSet, wanted: &Arc<Type>) -> bool {
        let parts = self.lattice.types.exact_parts(wanted);
        let open = self.lattice.open(set);
        self.without(open, &parts).is_empty()
    }
}

/// What two sets have under the same names, and what else is in each of them; `None` if they share no name.
fn shared_names(one: &ValueSet, other: &ValueSet) -> Option<(ValueSet, ValueSet, ValueSet)> {
    let (ValueSet::Of(left), ValueSet::Of(right)) = (one, other) else { return None };
    let (shared, rest): (Vec<Name>, Vec<Name>) =
        left.names.iter().cloned().partition(|name| right.names.contains(name));
    if shared.is_empty() {
        return None;
    }
    let further = right.names.iter().filter(|name| !shared.contains(name)).cloned().collect();
    let without = |kinds: &Kinds, names: Vec<Name>| Kinds { names, ..Kinds::clone(kinds) }.into();
    let (left, right) = (without(left, rest), without(right, further));
    Some((Kinds { names: shared, ..Kinds::default() }.into(), left, right))
}

fn both<'k, T>(one: &'k Option<T>, other: &'k Option<T>) -> Option<(&'k T, &'k T)> {
    one.as_ref().zip(other.as_ref())
}

/// The funs of one kind that may be of the other: how many parameters they take is all that can be seen.
fn meet_funs(one: &Funs, other: &Funs) -> Funs {
    let (left, right) = match (one, other) {
        (Funs::All, these) | (these, Funs::All) => return these.clone(),
        (Funs::These(left), Funs::These(right)) => (left, right),
    };
    let arity = |kind: &FunKind| match kind {
        FunKind::Typed { parameters, .. } => parameters.as_ref().map(Vec::len),
        FunKind::Written { arity, .. } => Some(*arity),
    };
    let fit = |one: &FunKind, other: &FunKind| match (arity(one), arity(other)) {
        (Some(one), Some(other)) => one == other,
        _ => true,
    };
    // The more that is said of a fun, the better: what is written says most, what has no arity least.
    let (mut met, mut further) = (Vec::new(), Vec::new());
    for one in left {
        for other in right.iter().filter(|other| fit(one, other)) {
            let (better, _) = match (one, other) {
                (FunKind::Written { .. }, _) => (one, other),
                (_, FunKind::Written { .. }) => (other, one),
                _ if arity(one).is_some() => (one, other),
                _ => (other, one),
            };
            let kinds =
                if matches!(better, FunKind::Written { .. }) { &mut met } else { &mut further };
            if !kinds.contains(better) {
                kinds.push(better.clone());
            }
        }
    }
    met.append(&mut further);
    Funs::These(met)
}

/// What a fun does cannot be seen in it, so a fun is of a type only if the type says nothing else.
fn funs_without(one: &Funs, other: &Funs) -> Funs {
    let (left, right) = match (one, other) {
        (_, Funs::All) => return Funs::These(Vec::new()),
        (Funs::All, _) => return Funs::All,
        (Funs::These(left), Funs::These(right)) => (left, right),
    };
    let is_any = |result: &ValueSet| *result == ValueSet::Any;
    let fits = |one: &FunKind, other: &FunKind| match (one, other) {
        _ if one == other => true,
        (_, FunKind::Typed { parameters: None, result }) => is_any(result),
        (FunKind::Typed { parameters: Some(one), .. }, FunKind::Typed { parameters, result }) => {
            is_any(result) && parameters.as_ref().is_some_and(|other| other.len() == one.len())
        }
        (FunKind::Written { arity, .. }, FunKind::Typed { parameters, result }) => {
            is_any(result) && parameters.as_ref().is_some_and(|other| other.len() == *arity)
        }
        _ => false,
    };
    let is_left = |one: &&FunKind| !right.iter().any(|other| fits(one, other));
    Funs::These(left.iter().filter(is_left).cloned().collect())
}
