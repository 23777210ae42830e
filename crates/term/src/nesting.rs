//! How do we walk terms that are nested a million levels deep without using up the stack?
//!
//! Walks are plain recursion, each level of which asks [`deeper`] for room: when the stack is
//! nearly used up, the walk goes on in a fresh piece of stack. Dropping is a walk too, one that Rust
//! starts by itself, often and everywhere; there we switch to a list of what is left to drop.

use crate::{Closure, Fun, List, Map, Term, Tuple};
use std::sync::Arc;

/// One level of any walk here takes far less than this.
const RED_ZONE: usize = 64 * 1024;
const PIECE: usize = 4 * 1024 * 1024;

/// Runs one level of a walk, with enough stack for it.
#[inline]
pub(crate) fn deeper<R>(level: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(RED_ZONE, PIECE, level)
}

fn stack_is_nearly_used_up() -> bool {
    stacker::remaining_stack().is_none_or(|left| left < RED_ZONE)
}

/// Drops terms one after the other: each gives its children to the list before it goes.
fn drop_in_turn(mut pending: Vec<Term>) {
    while let Some(mut term) = pending.pop() {
        match &mut term {
            Term::Tuple(tuple) => take_from_tuple(tuple, &mut pending),
            Term::List(list) => {
                if let Some(list) = Arc::get_mut(list) {
                    take_from_list(list, &mut pending);
                }
            }
            Term::Map(map) => {
                if let Some(map) = Arc::get_mut(map) {
                    take_from_map(map, &mut pending);
                }
            }
            Term::Fun(fun) => {
                if let Some(Fun::Closure(closure)) = Arc::get_mut(fun) {
                    take_from_closure(closure, &mut pending);
                }
            }
            _ => {}
        }
    }
}

/// Moves what is itself nested out of a place, so that what remains drops without recursion.
fn take(term: &mut Term, pending: &mut Vec<Term>) {
    if matches!(term, Term::Tuple(_) | Term::List(_) | Term::Map(_) | Term::Fun(_)) {
        pending.push(std::mem::replace(term, Term::Nil));
    }
}

fn take_from_tuple(tuple: &mut Tuple, pending: &mut Vec<Term>) {
    // Someone else's tuple stays as it is.
    if let Some(elements) = Arc::get_mut(&mut tuple.0) {
        elements.iter_mut().for_each(|element| take(element, pending));
    }
}

fn take_from_list(list: &mut List, pending: &mut Vec<Term>) {
    list.elements.iter_mut().for_each(|element| take(element, pending));
    take(&mut list.tail, pending);
}

fn take_from_map(map: &mut Map, pending: &mut Vec<Term>) {
    for (key, value) in &mut map.pairs {
        take(key, pending);
        take(value, pending);
    }
}

fn take_from_closure(closure: &mut Closure, pending: &mut Vec<Term>) {
    closure.free.iter_mut().for_each(|free| take(free, pending));
    take(&mut closure.creator, pending);
}

macro_rules! drop_without_overflow {
    ($container:ty, $take:ident) => {
        impl Drop for $container {
            #[inline]
            fn drop(&mut self) {
                if stack_is_nearly_used_up() {
                    let mut pending = Vec::new();
                    $take(self, &mut pending);
                    drop_in_turn(pending);
                }
            }
        }
    };
}

drop_without_overflow!(Tuple, take_from_tuple);
drop_without_overflow!(List, take_from_list);
drop_without_overflow!(Map, take_from_map);
drop_without_overflow!(Closure, take_from_closure);

#[cfg(test)]
mod tests {
    use super::*;

    const LEVELS: usize = 1_000_000;

    fn nested(wrap: impl Fn(Term) -> Term) -> Term {
        (0..LEVELS).fold(Term::Nil, |inner, _| wrap(inner))
    }

    #[test]
    fn a_million_levels_are_dropped() {
        drop(nested(|inner| Term::tuple(vec![inner])));
        drop(nested(|inner| Term::list(vec![inner, Term::Int(1)])));
        drop(nested(|inner| Map::from_pairs(vec![(Term::Int(1), inner)]).into()));
        drop(nested(|inner| Map::from_pairs(vec![(inner, Term::Int(1))]).into()));
    }

    #[test]
    fn a_shared_part_survives() {
        let shared = Term::tuple(vec![Term::Int(7), Term::tuple(vec![])]);
        drop((0..LEVELS).fold(shared.clone(), |inner, _| Term::tuple(vec![inner])));
        assert_eq!(shared.as_tuple().unwrap()[0].as_i64(), Some(7));
    }
}
