//! Which code is it? Where it is in its program, and who it is wherever it is.

use runtime::convert::{CODE_BITS, INDEX_BITS};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use trace::Place;

/// A piece of code in its program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CodeId(u32);

impl CodeId {
    pub fn new(index: usize) -> CodeId {
        assert!(index < 1 << CODE_BITS, "a program has fewer than 2^{CODE_BITS} pieces of code");
        CodeId(index as u32)
    }

    /// The code that a closure of this number has.
    pub fn of_closure(number: usize) -> CodeId {
        CodeId((number & ((1 << CODE_BITS) - 1)) as u32)
    }

    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Who a fun is, in whatever order the functions of its program were lowered. No two have the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FunName {
    /// Of module and function. The BEAM has a hash of the module's code there.
    pub unique: u32,
    /// Which piece of the function.
    pub index: u32,
}

const UNIQUE_BITS: u32 = 30;

impl FunName {
    /// Which fun a closure of this number is of.
    pub fn of_closure(number: usize) -> FunName {
        let name = number >> CODE_BITS;
        let index = (name & ((1 << INDEX_BITS) - 1)) as u32;
        FunName { unique: (name >> INDEX_BITS) as u32, index }
    }

    /// What closures of it are called by: see [`CODE_BITS`].
    pub fn closure_number(self, id: CodeId) -> usize {
        let name = ((self.unique as usize) << INDEX_BITS) | self.index as usize;
        (name << CODE_BITS) | id.index()
    }
}

/// The names that are taken.
#[derive(Default)]
pub struct FunNames {
    /// For each `unique` the function, and which of its rows of pieces where it has very many.
    owners: FxHashMap<u32, (Place, u32)>,
}

impl FunNames {
    /// The name of a piece of a function. Should two functions have the same hash (one in a billion), the
    /// second has another name than it would have without the first.
    pub fn of(&mut self, home: Place, piece: u32) -> FunName {
        let owner = (home, piece >> INDEX_BITS);
        let mut hasher = FxHasher::default();
        owner.hash(&mut hasher);
        let mask = (1 << UNIQUE_BITS) - 1;
        let mut unique = (hasher.finish() >> (64 - UNIQUE_BITS)) as u32;
        while *self.owners.entry(unique).or_insert(owner) != owner {
            unique = (unique + 1) & mask;
        }
        FunName { unique, index: piece & ((1 << INDEX_BITS) - 1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::function_place;
    use core_erlang::FunctionName;
    use term::Atom;

    fn place(name: &str) -> Place {
        function_place(Atom::new("m"), FunctionName { name: Atom::new(name), arity: 1 })
    }

    #[test]
    fn names_are_found_again_in_closures() {
        let mut names = FunNames::default();
        let id = CodeId::new((1 << CODE_BITS) - 1);
        for piece in [0, 1, 1023, 1024, 5000] {
            let name = names.of(place("f"), piece);
            assert_eq!(names.of(place("f"), piece), name);
            let number = name.closure_number(id);
            assert_eq!((FunName::of_closure(number), CodeId::of_closure(number)), (name, id));
        }
        assert_ne!(names.of(place("f"), 0), names.of(place("f"), 1024));
    }

    #[test]
    fn no_two_have_the_same_name() {
        let mut names = FunNames::default();
        let first = names.of(place("f"), 3);
        // Somebody else was there before.
        let mut taken = FunNames::default();
        taken.owners.insert(first.unique, (place("g"), 0));
        let second = taken.of(place("f"), 3);
        assert_eq!((second.unique, second.index), (first.unique + 1, 3));
        assert_eq!(taken.of(place("f"), 4).unique, second.unique);
    }
}
