//! Which sets say exactly what a type says? Only these may be taken away from another: whoever takes away
//! more than there is loses terms that are there.

use super::atoms::Atoms;
use super::integers::{Integers, Range};
use super::order::is_alike;
use super::{Kinds, Lattice, ValueSet};
use crate::deeper;
use crate::tree::{MapField, Type};
use std::sync::Arc;
use term::Atom;

impl Lattice<'_> {
    /// Sets that together hold nothing that is not in this one, and mostly all that is.
    pub(super) fn exact_parts(&self, set: &ValueSet) -> Vec<Kinds> {
        match set {
            ValueSet::Any => vec![Kinds::all()],
            ValueSet::Of(kinds) => {
                let own = Kinds { names: Vec::new(), ..Kinds::clone(kinds) };
                let named = kinds.names.iter().flat_map(|name| {
                    let parts = self.types.exact_parts(&name.0);
                    parts.iter().cloned().collect::<Vec<Kinds>>()
                });
                [own].into_iter().chain(named).filter(|part| !part.is_empty()).collect()
            }
        }
    }
}

/// Sets that together hold nothing that is not of one of the types, which are no names, and mostly all that is.
pub(crate) fn exact_parts_of(alternatives: &[Arc<Type>]) -> Vec<Kinds> {
    let exact = alternatives.iter().filter(|each| is_exact(each));
    exact
        .map(|each| match ValueSet::of_type(each) {
            ValueSet::Any => Kinds::all(),
            ValueSet::Of(kinds) => Arc::unwrap_or_clone(kinds),
        })
        .collect()
}

/// Is what [`ValueSet::of_type`] makes of the type nothing more than the type?
fn is_exact(wanted: &Arc<Type>) -> bool {
    deeper(|| match &**wanted {
        Type::Cons { element, tail } => {
            let is_end = |each: &&Arc<Type>| {
                matches!(
                    &***each,
                    Type::Nil
                        | Type::Atom
                        | Type::AtomLiteral(_)
                        | Type::Integer { .. }
                        | Type::Float
                        | Type::Bits { .. }
                )
            };
            let ends = members(tail);
            let is_anything = **element == Type::Any && **tail == Type::Any;
            is_anything || (is_exact(element) && is_exact(tail) && ends.iter().all(is_end))
        }
        Type::Tuple(types) => types.iter().all(is_exact),
        Type::Map(fields) => is_exact_map(fields),
        Type::Fun { result, .. } => **result == Type::Any,
        Type::Union(_) => is_exact_union(&members(wanted)),
        // Names stay names in a set.
        Type::Named { .. } | Type::Record { .. } => true,
        _ => true,
    })
}

/// The members of a union; another type is the only one.
fn members(wanted: &Arc<Type>) -> Vec<&Arc<Type>> {
    match &**wanted {
        Type::Union(members) => members.iter().collect(),
        _ => vec![wanted],
    }
}

/// Keys that are known come first, then at most one sort of others.
fn is_exact_map(fields: &[MapField]) -> bool {
    let known = fields.iter().take_while(|field| is_single(&field.key)).count();
    let (singles, others) = fields.split_at(known);
    let is_repeated =
        |index: usize| singles[..index].iter().any(|each| each.key == singles[index].key);
    singles.len() <= super::maps::MOST_KEYS
        && !(0..singles.len()).any(is_repeated)
        && others.len() <= 1
        && others.iter().all(|field| !field.is_required)
        && fields.iter().all(|field| is_exact(&field.key) && is_exact(&field.value))
}

fn is_single(key: &Type) -> bool {
    match key {
        Type::AtomLiteral(_) | Type::Nil => true,
        Type::Integer { low: Some(low), high: Some(high) } => low == high,
        _ => false,
    }
}

/// A join of sets is no more than they are if no two of them have lists, maps, bitstrings, funs or the same
/// sort of tuples, and numbers and atoms are few.
fn is_exact_union(members: &[&Arc<Type>]) -> bool {
    let count = |test: fn(&Type) -> bool| members.iter().filter(|each| test(each)).count();
    let kinds: [fn(&Type) -> bool; 4] = [
        |each| matches!(each, Type::Cons { .. }),
        |each| matches!(each, Type::Map(_) | Type::AnyMap),
        |each| matches!(each, Type::Bits { .. }),
        |each| matches!(each, Type::Fun { .. }),
    ];
    let tuples: Vec<Vec<ValueSet>> = members
        .iter()
        .filter_map(|each| match &***each {
            Type::Tuple(types) => Some(types.iter().map(ValueSet::of_type).collect()),
            _ => None,
        })
        .collect();
    let is_repeated =
        |index: usize| tuples[..index].iter().any(|one| is_alike(one, &tuples[index]));
    let atoms: Vec<Atom> = members
        .iter()
        .filter_map(|each| match &***each {
            Type::AtomLiteral(atom) => Some(*atom),
            _ => None,
        })
        .collect();
    let ranges: Vec<Range> = members
        .iter()
        .filter_map(|each| match &***each {
            Type::Integer { low, high } => Some(Range::new(low.clone(), high.clone())),
            _ => None,
        })
        .collect();
    let has_nested = members.iter().any(|each| matches!(***each, Type::Union(_)));
    !has_nested
        && members.iter().all(|each| is_exact(each))
        && kinds.iter().all(|kind| count(*kind) <= 1)
        && tuples.len() <= super::order::MOST_TUPLES
        && !(0..tuples.len()).any(is_repeated)
        && atoms.len() <= Atoms::MOST
        && ranges.len() <= Integers::MOST
}
