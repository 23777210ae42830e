//! What does a call of a built-in come to? For arguments of which it is known in which sets they are: what it
//! may return, whether it may raise, and what the arguments are if it returns.
//!
//! A row says nothing but what holds for every call; `tests/safety.rs` of `differential` tries to break each.
//! What is as large as memory allows does not count: adding two integers does not raise, though one of eight
//! megabytes is `system_limit`. What a program can ask for with a small number does, such as
//! `1 bsl 99999999` or a tuple of 2^24 elements.
//!
//! Funs are values here: nothing in this table calls one. What sends, spawns or writes where others read is
//! not in it either.
//!
//! - [`sets`]: the sets that rows are made of; [`known`]: what else can be seen in a set
//! - [`deep_lists`]: lists in lists, such as iolists
//! - a file for the rows of each family

mod arithmetic;
mod atoms;
mod binaries;
mod binary_search;
mod comparison;
mod deep_lists;
mod exceptions;
mod hashes;
mod known;
mod lists;
mod maps;
mod math;
mod numbers_as_text;
mod processes;
mod sets;
mod tests_of_type;
mod time;
mod tuples;

pub use known::MOST_IN_MEMORY;

use rustc_hash::FxHashMap;
use std::sync::LazyLock;
use term::Atom;
use typing::lattice::{Kinds, Lattice, ValueSet};

/// What a call of a built-in comes to, for all arguments that are in these sets.
#[derive(Clone, Debug)]
pub struct Effect {
    /// What it may return: never less than that. Empty if it never returns.
    pub result: ValueSet,
    /// May it raise? `false` is a promise.
    pub may_raise: bool,
    /// May the result be an integer of many more bits than the arguments have? Where it comes back to them, that
    /// is too large soon.
    pub grows: bool,
    /// What the arguments are known to be after it has returned, one for each.
    pub learned: Vec<ValueSet>,
}

/// A built-in, and what its calls come to.
#[derive(Clone, Copy)]
pub struct Row {
    pub module: &'static str,
    pub name: &'static str,
    pub arity: usize,
    effect: fn(&Call) -> Effect,
}

/// The rows of one file: `table! { "lists" { "member"/2 = member } }`
macro_rules! table {
    ($($module:literal { $($name:literal / $arity:literal = $effect:expr),* $(,)? })*) => {
        pub const ROWS: &[$crate::safety::built_ins::Row] = &[
            $($($crate::safety::built_ins::Row {
                module: $module,
                name: $name,
                arity: $arity,
                effect: $effect,
            },)*)*
        ];
    };
}
use table;

/// Every row of the table.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    let files = [
        arithmetic::ROWS,
        atoms::ROWS,
        binaries::ROWS,
        binary_search::ROWS,
        comparison::ROWS,
        deep_lists::ROWS,
        exceptions::ROWS,
        hashes::ROWS,
        lists::ROWS,
        maps::ROWS,
        math::ROWS,
        numbers_as_text::ROWS,
        processes::ROWS,
        tests_of_type::ROWS,
        time::ROWS,
        tuples::ROWS,
    ];
    files.into_iter().flatten()
}

static BY_NAME: LazyLock<FxHashMap<(Atom, Atom, usize), &'static Row>> = LazyLock::new(|| {
    let name = |row: &'static Row| (Atom::new(row.module), Atom::new(row.name), row.arity);
    rows().map(|row| (name(row), row)).collect()
});

/// What a call comes to; `None` for what is not in the table and may do anything.
pub fn call(lattice: &Lattice, module: Atom, name: Atom, arguments: &[ValueSet]) -> Option<Effect> {
    let row = BY_NAME.get(&(module, name, arguments.len()))?;
    if arguments.iter().any(ValueSet::is_empty) {
        let learned = vec![ValueSet::none(); arguments.len()];
        return Some(Effect { result: ValueSet::none(), may_raise: false, grows: false, learned });
    }
    let kinds = arguments.iter().map(|each| lattice.open(each)).collect();
    Some((row.effect)(&Call { lattice, arguments, kinds }))
}

/// A call that a row is asked about. No argument is the empty set.
struct Call<'a> {
    lattice: &'a Lattice<'a>,
    arguments: &'a [ValueSet],
    /// The arguments with their names looked into.
    kinds: Vec<Kinds>,
}

impl Call<'_> {
    /// It returns whatever it is called with.
    fn returns(&self, result: ValueSet) -> Effect {
        let learned = vec![ValueSet::Any; self.arguments.len()];
        Effect { result, may_raise: false, grows: false, learned }
    }

    /// It returns if the arguments are in these sets, and raises otherwise.
    fn wants<const N: usize>(&self, sets: [ValueSet; N], result: ValueSet) -> Effect {
        let is_safe = (0..N).all(|index| self.is_within(index, &sets[index]));
        self.effect(sets, is_safe, result)
    }

    /// It returns only if the arguments are in these sets.
    fn effect<const N: usize>(
        &self,
        learned: [ValueSet; N],
        is_safe: bool,
        result: ValueSet,
    ) -> Effect {
        assert_eq!(N, self.arguments.len(), "one set for each argument");
        let pairs = || self.arguments.iter().zip(&learned);
        let returns = pairs().all(|(argument, set)| self.lattice.overlap(argument, set));
        let returns = returns && !result.is_empty();
        Effect {
            result: if returns { result } else { ValueSet::none() },
            may_raise: !is_safe || !returns,
            grows: false,
            learned: learned.into(),
        }
    }

    fn is_within(&self, index: usize, set: &ValueSet) -> bool {
        self.lattice.is_subset(&self.arguments[index], set)
    }
}

#[cfg(test)]
mod tests;
