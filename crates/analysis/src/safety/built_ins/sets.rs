//! Which sets are rows made of?

use term::{Atom, BigInt};
use typing::lattice::atoms::Atoms;
use typing::lattice::integers::Integers;
use typing::lattice::lengths::Lengths;
use typing::lattice::maps::Maps;
use typing::lattice::order;
use typing::lattice::{Funs, Kinds, ValueSet};

pub fn integer() -> ValueSet {
    ValueSet::integers(Integers::all())
}

/// Integers from `low` to `high`.
pub fn between(low: impl Into<BigInt>, high: impl Into<BigInt>) -> ValueSet {
    ValueSet::integers(Integers::range(low, high))
}

pub fn at_least(low: impl Into<BigInt>) -> ValueSet {
    ValueSet::integers(Integers::at_least(low))
}

/// Integers that the BEAM holds in one word.
pub fn small() -> ValueSet {
    between(-(1_i64 << 59), (1_i64 << 59) - 1)
}

pub fn number() -> ValueSet {
    Kinds { integers: Integers::all(), floats: true, ..Kinds::default() }.into()
}

pub fn atom() -> ValueSet {
    ValueSet::atoms(Atoms::all())
}

pub fn one_atom(name: &str) -> ValueSet {
    ValueSet::atom(Atom::new(name))
}

pub fn one_of<const N: usize>(names: [&str; N]) -> ValueSet {
    ValueSet::atoms(Atoms::These(names.map(Atom::new).into()))
}

/// `true`, if it can be, and `false`, if it can be.
pub fn truth(can_be_true: bool, can_be_false: bool) -> ValueSet {
    let is_there = [(true, can_be_true), (false, can_be_false)];
    let these = is_there.into_iter().filter(|(_, can_be)| *can_be);
    ValueSet::atoms(Atoms::These(these.map(|(truth, _)| Atom::from_bool(truth)).collect()))
}

pub fn bitstring() -> ValueSet {
    ValueSet::bits(Lengths::ALL)
}

pub fn binary() -> ValueSet {
    binary_of(0)
}

/// Binaries of at least so many bytes.
pub fn binary_of(bytes: u64) -> ValueSet {
    ValueSet::bits(Lengths { size: bytes.saturating_mul(8), unit: 8 })
}

/// Any proper list.
pub fn proper_list() -> ValueSet {
    ValueSet::list(ValueSet::Any)
}

/// Any list, proper or not.
pub fn any_list() -> ValueSet {
    union([ValueSet::nil(), ValueSet::cons(ValueSet::Any, ValueSet::Any)])
}

/// Proper lists of one element or more.
pub fn nonempty_list(element: ValueSet) -> ValueSet {
    ValueSet::cons(element, ValueSet::nil())
}

pub fn character() -> ValueSet {
    between(0, 0x10_FFFF)
}

pub fn byte() -> ValueSet {
    between(0, 255)
}

pub fn map() -> ValueSet {
    ValueSet::maps(Some(Maps::all()))
}

pub fn fun() -> ValueSet {
    ValueSet::funs(Funs::All)
}

pub fn union<const N: usize>(sets: [ValueSet; N]) -> ValueSet {
    sets.iter().fold(ValueSet::none(), |all, each| order::join(&all, each))
}

pub fn join(one: &ValueSet, other: &ValueSet) -> ValueSet {
    order::join(one, other)
}
