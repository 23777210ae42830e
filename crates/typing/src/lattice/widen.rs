//! What keeps a set that grows from growing for ever? After a few steps nothing in it can grow any more:
//! ranges go on to round numbers and then to no bound, and what is nested too deep is anything.

use super::maps::{Known, Maps};
use super::{Cons, FunKind, Funs, Kinds, Lattice, Name, Tuples, ValueSet, forgotten};
use crate::deeper;
use crate::tree::Type;
use std::sync::Arc;

/// So deep a set that was widened may be.
const DEEPEST: usize = 5;

/// So many sets a set that is bounded may be made of.
const LARGEST: usize = 500;

/// So deep the arguments of a name may be.
const DEEPEST_NAME: usize = 3;

impl Lattice<'_> {
    /// What holds both, where the second is the first a step later.
    pub fn widen(&self, before: &ValueSet, now: &ValueSet) -> ValueSet {
        let joined = self.join(before, now);
        bounded(&widen(before, &joined), DEEPEST)
    }
}

impl ValueSet {
    /// How many sets it is made of.
    pub fn size(&self) -> usize {
        let ValueSet::Of(kinds) = self else { return 1 };
        let tuples = match &kinds.tuples {
            Tuples::All => 0,
            Tuples::These(these) => these.iter().flatten().map(ValueSet::size).sum(),
        };
        let cons = kinds.cons.as_ref().map_or(0, |cons| cons.element.size() + cons.tail.size());
        let maps = kinds.maps.as_ref().map_or(0, |maps| {
            let known: usize = maps.known.values().map(|known| known.value.size()).sum();
            known + maps.others.as_ref().map_or(0, |(key, value)| key.size() + value.size())
        });
        let funs = match &kinds.funs {
            Funs::All => 0,
            Funs::These(these) => these.iter().map(fun_size).sum(),
        };
        1 + tuples + cons + maps + funs
    }
}

fn fun_size(kind: &FunKind) -> usize {
    match kind {
        FunKind::Typed { parameters, result } => {
            let parameters = parameters.iter().flatten();
            parameters.map(ValueSet::size).sum::<usize>() + result.size()
        }
        FunKind::Written { captured, .. } => captured.iter().map(ValueSet::size).sum(),
    }
}

/// Ranges that grew go on to where they will not grow much more.
fn widen(before: &ValueSet, joined: &ValueSet) -> ValueSet {
    let (ValueSet::Of(old), ValueSet::Of(new)) = (before, joined) else { return joined.clone() };
    if old == new {
        return joined.clone();
    }
    deeper(|| {
        let tuples = match (&old.tuples, &new.tuples) {
            (Tuples::These(old), Tuples::These(new)) => {
                let widened = new.iter().enumerate().map(|(index, sets)| {
                    // A join keeps the place of what was there.
                    let was = old.get(index).filter(|was| was.len() == sets.len());
                    match was {
                        Some(was) => {
                            was.iter().zip(sets).map(|(was, set)| widen(was, set)).collect()
                        }
                        None => sets.clone(),
                    }
                });
                Tuples::These(widened.collect())
            }
            _ => new.tuples.clone(),
        };
        let maps = match (&old.maps, &new.maps) {
            (Some(old), Some(new)) => Some(widen_maps(old, new)),
            _ => new.maps.clone(),
        };
        Kinds {
            integers: new.integers.widen(&old.integers),
            cons: match (&old.cons, &new.cons) {
                (Some(old), Some(new)) => Some(Cons {
                    element: widen(&old.element, &new.element),
                    tail: widen(&old.tail, &new.tail),
                }),
                _ => new.cons.clone(),
            },
            tuples,
            maps,
            ..Kinds::clone(new)
        }
        .into()
    })
}

fn widen_maps(old: &Maps, new: &Maps) -> Maps {
    let widened = |(key, known): (&term::Term, &Known)| {
        let value = match old.known.get(key) {
            Some(was) => widen(&was.value, &known.value),
            None => known.value.clone(),
        };
        (key.clone(), Known { value, is_required: known.is_required })
    };
    let others = match (&old.others, &new.others) {
        (Some((key, value)), Some((new_key, new_value))) => {
            Some((widen(key, new_key), widen(value, new_value)))
        }
        _ => new.others.clone(),
    };
    Maps { known: new.known.iter().map(widened).collect(), others }
}

/// The same, and below so many levels anything; below fewer, if it is still large then.
pub fn bounded(set: &ValueSet, mut levels: usize) -> ValueSet {
    let mut small = shallow(set, levels);
    while small.size() > LARGEST && levels > 0 {
        levels -= 1;
        small = shallow(set, levels);
    }
    small
}

/// The same, and below so many levels anything.
pub fn shallow(set: &ValueSet, levels: usize) -> ValueSet {
    let ValueSet::Of(kinds) = set else { return ValueSet::Any };
    let has_parts = kinds.cons.is_some()
        || !matches!(&kinds.tuples, Tuples::These(these) if these.is_empty())
        || kinds.maps.is_some()
        || !matches!(&kinds.funs, Funs::These(these) if these.is_empty());
    let is_name_deep = |name: &Name| depth(&name.0) > DEEPEST_NAME;
    if (has_parts && levels == 0) || kinds.names.iter().any(is_name_deep) {
        forgotten::note(set);
        return ValueSet::Any;
    }
    if !has_parts {
        return set.clone();
    }
    let below = |set: &ValueSet| shallow(set, levels - 1);
    let all = |sets: &[ValueSet]| sets.iter().map(below).collect::<Vec<_>>();
    Kinds {
        // What a list holds is no deeper than the list.
        cons: kinds
            .cons
            .as_ref()
            .map(|cons| Cons { element: below(&cons.element), tail: below(&cons.tail) }),
        tuples: match &kinds.tuples {
            Tuples::All => Tuples::All,
            Tuples::These(these) => Tuples::These(these.iter().map(|sets| all(sets)).collect()),
        },
        maps: kinds.maps.as_ref().map(|maps| Maps {
            known: maps
                .known
                .iter()
                .map(|(key, known)| {
                    let value = below(&known.value);
                    (key.clone(), Known { value, is_required: known.is_required })
                })
                .collect(),
            others: maps.others.as_ref().map(|(key, value)| (below(key), below(value))),
        }),
        funs: match &kinds.funs {
            Funs::All => Funs::All,
            Funs::These(these) => {
                Funs::These(these.iter().map(|kind| shallow_fun(kind, &all)).collect())
            }
        },
        ..Kinds::clone(kinds)
    }
    .into()
}

fn shallow_fun(kind: &FunKind, all: &dyn Fn(&[ValueSet]) -> Vec<ValueSet>) -> FunKind {
    match kind {
        // A type is as deep as it was written.
        FunKind::Typed { .. } => kind.clone(),
        FunKind::Written { number, arity, captured } => {
            FunKind::Written { number: *number, arity: *arity, captured: all(captured) }
        }
    }
}

fn depth(of: &Arc<Type>) -> usize {
    let children = of.children();
    children.into_iter().map(|child| deeper(|| depth(child)) + 1).max().unwrap_or_default()
}
