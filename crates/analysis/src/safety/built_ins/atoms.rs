//! What do the functions that make text of atoms and atoms of text come to? An atom has at most 255
//! characters.

use super::known::names;
use super::{Call, Effect, sets, table};
use term::{Atom, atoms};
use typing::lattice::ValueSet;
use typing::lattice::lengths::Lengths;

table! {
    "erlang" {
        "atom_to_list"/1 = atom_to_list,
        "atom_to_binary"/1 = |call| {
            let result = encoded(call, |atom| Some(atom.name().len()));
            call.wants([sets::atom()], result)
        },
        "atom_to_binary"/2 = atom_to_binary,
        "list_to_atom"/1 = list_to_atom,
        "list_to_existing_atom"/1 = list_to_atom,
        "binary_to_atom"/1 = |call| call.effect([sets::binary()], is_no_bits(call), sets::atom()),
        "binary_to_atom"/2 = binary_to_atom,
        "binary_to_existing_atom"/1 = |call| call.effect([sets::binary()], false, sets::atom()),
        "binary_to_existing_atom"/2 =
            |call| call.effect([sets::binary(), encoding()], false, sets::atom()),
    }
}

const MOST_CHARACTERS: u64 = 255;

fn encoding() -> ValueSet {
    sets::one_of(["utf8", "unicode", "latin1"])
}

fn atom_to_list(call: &Call) -> Effect {
    let result = match names(&call.kinds[0].atoms) {
        Some(atoms) if !atoms.contains(&atoms::empty) => sets::nonempty_list(sets::character()),
        _ => ValueSet::list(sets::character()),
    };
    call.wants([sets::atom()], result)
}

/// A binary of as many bytes as the names of the first argument have.
fn encoded(call: &Call, bytes: impl Fn(Atom) -> Option<usize>) -> ValueSet {
    let Some(atoms) = names(&call.kinds[0].atoms) else { return sets::binary() };
    let sizes = atoms.into_iter().filter_map(bytes);
    let sets = sizes.map(|bytes| ValueSet::bits(Lengths { size: 8 * bytes as u64, unit: 0 }));
    sets.fold(ValueSet::none(), |all, each| sets::join(&all, &each))
}

fn is_latin1(atom: Atom) -> bool {
    atom.name().chars().all(|character| u32::from(character) <= 255)
}

fn atom_to_binary(call: &Call) -> Effect {
    let atoms = names(&call.kinds[0].atoms);
    let has_latin1 = atoms.is_some_and(|atoms| atoms.into_iter().all(is_latin1));
    let is_utf8 = call.is_one_of(1, ["utf8", "unicode"]);
    let is_safe = call.is_within(0, &sets::atom())
        && call.is_within(1, &encoding())
        && (is_utf8 || has_latin1);
    let result = match is_utf8 {
        true => encoded(call, |atom| Some(atom.name().len())),
        false => sets::binary(),
    };
    call.effect([sets::atom(), encoding()], is_safe, result)
}

/// Lists may be too long, and which atoms exist is not known.
fn list_to_atom(call: &Call) -> Effect {
    let text = ValueSet::list(sets::character());
    call.effect([text], false, sets::atom())
}

fn is_no_bits(call: &Call) -> bool {
    call.is_within(0, &ValueSet::bits(Lengths { size: 0, unit: 0 }))
}

/// Every byte is a character of Latin-1; not all bytes are UTF-8.
fn binary_to_atom(call: &Call) -> Effect {
    let is_short = match call.kinds[0].bits {
        Some(Lengths { size, unit: 0 }) => size <= 8 * MOST_CHARACTERS,
        _ => false,
    };
    let is_latin1 = call.is_one_of(1, ["latin1"]);
    let is_safe = call.is_within(0, &sets::binary())
        && call.is_within(1, &encoding())
        && (is_no_bits(call) || (is_latin1 && is_short));
    call.effect([sets::binary(), encoding()], is_safe, sets::atom())
}
