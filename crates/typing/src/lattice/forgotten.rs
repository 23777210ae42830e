//! Which funs of a program has a set forgotten? Where sets become anything, the funs that were written in the
//! program are among the rest, and nobody would know any more that they can be called.
//!
//! So whatever makes a set larger says here which funs are not named in it any more. Whoever analyses a program
//! asks for them ([`take`]). They are kept by thread, since sets are computed deep inside of each other; an
//! analysis runs in one thread from its beginning to its end.

use super::{FunKind, Funs, Tuples, ValueSet};
use std::cell::RefCell;

thread_local! {
    static FORGOTTEN: RefCell<Vec<FunKind>> = const { RefCell::new(Vec::new()) };
}

/// A set that is taken for anything from now on.
pub fn note(set: &ValueSet) {
    each_written(set, &mut |kind| {
        FORGOTTEN.with_borrow_mut(|forgotten| {
            if !forgotten.contains(kind) {
                forgotten.push(kind.clone());
            }
        });
    });
}

/// The same of some funs.
pub(super) fn note_funs(funs: &Funs) {
    if let Funs::These(these) = funs
        && !these.is_empty()
    {
        note(&ValueSet::funs(funs.clone()));
    }
}

/// The same of some tuples.
pub(super) fn note_tuples(tuples: &Tuples) {
    if let Tuples::These(these) = tuples {
        these.iter().flatten().for_each(note);
    }
}

/// What was forgotten since somebody asked.
pub fn take() -> Vec<FunKind> {
    FORGOTTEN.take()
}

/// Shows the funs of the program in a set and inside of its terms. What these hold themselves nobody can get
/// at without calling them.
pub fn each_written(set: &ValueSet, visit: &mut dyn FnMut(&FunKind)) {
    let mut pending: Vec<&ValueSet> = vec![set];
    while let Some(set) = pending.pop() {
        let ValueSet::Of(kinds) = set else { continue };
        if let Funs::These(funs) = &kinds.funs {
            funs.iter()
                .filter(|kind| matches!(kind, FunKind::Written { .. }))
                .for_each(&mut *visit);
        }
        if let Tuples::These(these) = &kinds.tuples {
            pending.extend(these.iter().flatten());
        }
        if let Some(cons) = &kinds.cons {
            pending.extend([&cons.element, &cons.tail]);
        }
        if let Some(maps) = &kinds.maps {
            pending.extend(maps.known.values().map(|known| &known.value));
            pending.extend(maps.others.iter().flat_map(|(key, value)| [key, value]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Types;
    use crate::lattice::{Lattice, order, widen};

    fn written(number: usize) -> ValueSet {
        let kind = FunKind::Written { number, arity: 1, captured: Vec::new() };
        ValueSet::funs(Funs::These(vec![kind]))
    }

    fn forgotten() -> Vec<usize> {
        let number = |kind: FunKind| match kind {
            FunKind::Written { number, .. } => number,
            FunKind::Typed { .. } => panic!("that is none of the program"),
        };
        take().into_iter().map(number).collect()
    }

    #[test]
    fn what_becomes_anything_is_noted() {
        take();
        order::join(&written(1), &written(2));
        assert_eq!(forgotten(), [], "both are still named");
        order::join(&ValueSet::tuple(vec![written(1)]), &ValueSet::Any);
        assert_eq!(forgotten(), [1]);
        let all = ValueSet::funs(Funs::All);
        order::join(&all, &written(3));
        assert_eq!(forgotten(), [3]);
        let deep = (0..4).fold(written(4), |inner, _| ValueSet::tuple(vec![inner]));
        widen::shallow(&deep, 2);
        assert_eq!(forgotten(), [4]);
        let many = (10..30).fold(ValueSet::none(), |all, each| order::join(&all, &written(each)));
        assert_eq!(many, all);
        assert_eq!(forgotten().len(), 20);
    }

    #[test]
    fn deep_meets_forget() {
        take();
        let types = Types::new(Box::new(|_| None));
        let nested = |inner: ValueSet| (0..40).fold(inner, |inner, _| ValueSet::tuple(vec![inner]));
        let met = Lattice::new(&types).meet(&nested(ValueSet::Any), &nested(written(5)));
        let mut is_named = false;
        each_written(&met, &mut |_| is_named = true);
        assert!(is_named || forgotten() == [5]);
    }
}
