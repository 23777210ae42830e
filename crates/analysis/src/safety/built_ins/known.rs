//! What can be seen in a set?

use super::{Call, sets};
use crate::deeper;
use term::{Atom, BigInt, Term};
use typing::lattice::atoms::Atoms;
use typing::lattice::integers::Integers;
use typing::lattice::lengths::Lengths;
use typing::lattice::{Cons, Kinds, Lattice, Tuples, ValueSet};

/// The only term of a set. Of floats, funs, pids and the like sets do not tell which they are.
pub fn single(lattice: &Lattice, set: &ValueSet) -> Option<Term> {
    let kinds = lattice.open(set);
    let (term, only) = if let Some(atom) = kinds.atoms.single() {
        let atoms = Atoms::one(atom);
        (Term::Atom(atom), Kinds { atoms, ..Kinds::default() })
    } else if let Some(number) = kinds.integers.single() {
        let integers = Integers::one(number.clone());
        (Term::integer(number.clone()), Kinds { integers, ..Kinds::default() })
    } else if kinds.nil {
        (Term::Nil, Kinds { nil: true, ..Kinds::default() })
    } else if kinds.bits == Some(NO_BITS) {
        (Term::binary(&[]), Kinds { bits: Some(NO_BITS), ..Kinds::default() })
    } else {
        let Tuples::These(these) = &kinds.tuples else { return None };
        let [sets] = &these[..] else { return None };
        let elements: Option<Vec<Term>> =
            sets.iter().map(|set| deeper(|| single(lattice, set))).collect();
        let only = Kinds { tuples: kinds.tuples.clone(), ..Kinds::default() };
        (Term::tuple(elements?), only)
    };
    (kinds == only).then_some(term)
}

const NO_BITS: Lengths = Lengths { size: 0, unit: 0 };

/// The least and the most of some integers, where there are such.
pub fn ends(integers: &Integers) -> (Option<&BigInt>, Option<&BigInt>) {
    (integers.lowest(), integers.highest())
}

/// Are there integers, and are all of them from `low` to `high`?
pub fn is_between(integers: &Integers, low: &BigInt, high: &BigInt) -> bool {
    matches!(ends(integers), (Some(least), Some(most)) if low <= least && most <= high)
}

/// The integers as sizes, from the least to the most: those below 0 are left out, and there may be no most.
pub fn sizes(integers: &Integers) -> Option<(u64, Option<u64>)> {
    let natural = integers.meet(&Integers::at_least(0));
    let least = u64::try_from(natural.lowest()?).ok()?;
    Some((least, natural.highest().and_then(|most| u64::try_from(most).ok())))
}

/// What a set of bits says about how many bytes there are, the last one counted if it is begun.
pub fn byte_sizes(lengths: Lengths) -> Integers {
    counts(lengths, lengths.size.div_ceil(8))
}

/// The same, whole bytes only.
pub fn whole_bytes(lengths: Lengths) -> Integers {
    counts(lengths, lengths.size / 8)
}

/// So many if there is one length, and otherwise that or more.
pub fn counts(lengths: Lengths, count: u64) -> Integers {
    match lengths.unit {
        0 => Integers::one(count.into()),
        _ => in_memory(count),
    }
}

/// No list, map or bitstring has more elements, associations or bits than this: programs have addresses of 47 bits.
pub const MOST_IN_MEMORY: u64 = 1 << 50;

/// How large something in memory can be that has so many parts at least.
pub fn in_memory(least: u64) -> Integers {
    Integers::range(least, least.max(MOST_IN_MEMORY))
}

/// The elements of the lists of a set; none if there are only empty ones.
pub fn elements(kinds: &Kinds) -> ValueSet {
    kinds.cons.as_ref().map_or(ValueSet::none(), |cons| cons.element.clone())
}

/// Such elements, one or more, and then one of these.
pub fn prepended(lattice: &Lattice, element: &ValueSet, rest: &ValueSet) -> ValueSet {
    let kinds = lattice.open(rest);
    let ends: ValueSet = Kinds { cons: None, ..kinds.clone() }.into();
    match &kinds.cons {
        Some(Cons { element: others, tail }) => {
            ValueSet::cons(sets::join(element, others), sets::join(&ends, tail))
        }
        None => ValueSet::cons(element.clone(), ends),
    }
}

/// Can the two be equal to `==`? Numbers are that if one is a float.
pub fn may_equal(lattice: &Lattice, one: &ValueSet, other: &ValueSet) -> bool {
    let (left, right) = (lattice.open(one), lattice.open(other));
    let has_parts = |kinds: &Kinds| {
        let has_tuples = !matches!(&kinds.tuples, Tuples::These(these) if these.is_empty());
        has_tuples || kinds.cons.is_some() || kinds.maps.is_some()
    };
    let is_number = |kinds: &Kinds| kinds.floats || !kinds.integers.is_empty();
    let may_be_float = left.floats || right.floats;
    (has_parts(&left) && has_parts(&right))
        || (may_be_float && is_number(&left) && is_number(&right))
        || lattice.overlap(one, other)
}

impl Call<'_> {
    /// The only term that an argument can be.
    pub fn single(&self, index: usize) -> Option<Term> {
        single(self.lattice, &self.arguments[index])
    }

    pub fn integers(&self, index: usize) -> &Integers {
        &self.kinds[index].integers
    }

    /// Is the argument an integer from `low` to `high`?
    pub fn is_integer_between(
        &self,
        index: usize,
        low: impl Into<BigInt>,
        high: impl Into<BigInt>,
    ) -> bool {
        self.is_within(index, &sets::between(low, high))
    }

    /// Is the argument one of these atoms?
    pub fn is_one_of<const N: usize>(&self, index: usize, names: [&str; N]) -> bool {
        self.is_within(index, &sets::one_of(names))
    }

    /// What an argument is if it is in a set.
    pub fn part(&self, index: usize, set: &ValueSet) -> ValueSet {
        self.lattice.meet(&self.arguments[index], set)
    }
}

/// The names of some atoms, if it is known which they are.
pub fn names(atoms: &Atoms) -> Option<Vec<Atom>> {
    match atoms {
        Atoms::These(these) => Some(these.iter().copied().collect()),
        Atoms::AllBut(_) => None,
    }
}
