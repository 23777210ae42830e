//! What do the functions on lists in lists come to: iolists, and text of lists and binaries?

use super::{Call, Effect, sets, table};
use crate::deeper;
use rustc_hash::FxHashSet;
use typing::lattice::lengths::Lengths;
use typing::lattice::{Cons, Kinds, Lattice, ValueSet};

table! {
    "erlang" {
        "iolist_size"/1 = |call| on_iodata(call, sets::at_least(0)),
        "iolist_to_binary"/1 = |call| on_iodata(call, sets::binary()),
        "iolist_to_iovec"/1 = |call| on_iodata(call, ValueSet::list(sets::binary())),
        "list_to_binary"/1 = list_to_binary,
        "list_to_bitstring"/1 = list_to_bitstring,
        "crc32"/1 = |call| on_iodata(call, checksum()),
        "crc32"/2 = |call| continued(call, checksum()),
        "adler32"/1 = |call| on_iodata(call, checksum()),
        "adler32"/2 = |call| continued(call, checksum()),
        "md5"/1 = |call| on_iodata(call, digest()),
    }
    "binary" {
        "list_to_bin"/1 = list_to_binary,
    }
    "unicode" {
        "bin_is_7bit"/1 = |call| call.returns(ValueSet::boolean()),
        "characters_to_binary"/2 = |call| converted(call, sets::binary()),
        "characters_to_list"/2 = |call| converted(call, ValueSet::list(sets::character())),
    }
}

/// What may be in a list that is in a list, and so on, besides lists.
#[derive(Clone)]
struct DeepList {
    element: ValueSet,
    /// In the place of `[]` at the end of a list.
    end: ValueSet,
}

impl DeepList {
    fn bytes() -> DeepList {
        DeepList { element: sets::union([sets::byte(), sets::binary()]), end: sets::binary() }
    }

    fn bits() -> DeepList {
        let element = sets::union([sets::byte(), sets::bitstring()]);
        DeepList { element, end: sets::bitstring() }
    }

    /// Integers need not be characters: those that are not are an answer, and no exception.
    fn text() -> DeepList {
        let element = sets::union([sets::integer(), sets::binary()]);
        DeepList { element, end: sets::binary() }
    }

    /// Is the set one of such lists only?
    fn holds(&self, lattice: &Lattice, set: &ValueSet) -> bool {
        let mut holds = Holds { deep: self, lattice, seen: FxHashSet::default() };
        holds.is_list(set, &ValueSet::nil())
    }

    /// The same for what may also be no list, but what can be at the end of one.
    fn holds_with_end(&self, lattice: &Lattice, set: &ValueSet) -> bool {
        let mut holds = Holds { deep: self, lattice, seen: FxHashSet::default() };
        let ends = sets::join(&ValueSet::nil(), &self.end);
        holds.is_list(set, &ends)
    }
}

/// One walk into a set. Sets within themselves are looked at once: terms are finite.
struct Holds<'a> {
    deep: &'a DeepList,
    lattice: &'a Lattice<'a>,
    seen: FxHashSet<ValueSet>,
}

impl Holds<'_> {
    /// Is all in the set a deep list, or one of the others?
    fn is_list(&mut self, set: &ValueSet, others: &ValueSet) -> bool {
        let kinds = self.lattice.open(set);
        let rest: ValueSet = Kinds { cons: None, ..kinds.clone() }.into();
        if !self.lattice.is_subset(&rest, others) {
            return false;
        }
        let Some(Cons { element, tail }) = kinds.cons else { return true };
        let ends: ValueSet = Kinds { cons: None, ..self.lattice.open(&tail) }.into();
        if !self.lattice.is_subset(&ends, &sets::join(&ValueSet::nil(), &self.deep.end)) {
            return false;
        }
        if !self.seen.insert(element.clone()) {
            return true;
        }
        let others = sets::join(&ValueSet::nil(), &self.deep.element);
        deeper(|| self.is_list(&element, &others))
    }
}

// ---- iolists ----

fn iodata() -> ValueSet {
    sets::union([sets::any_list(), sets::binary()])
}

fn on_iodata(call: &Call, result: ValueSet) -> Effect {
    let is_safe = DeepList::bytes().holds_with_end(call.lattice, &call.arguments[0]);
    call.effect([iodata()], is_safe, result)
}

fn list_to_binary(call: &Call) -> Effect {
    let is_safe = DeepList::bytes().holds(call.lattice, &call.arguments[0]);
    call.effect([sets::any_list()], is_safe, sets::binary())
}

fn list_to_bitstring(call: &Call) -> Effect {
    let is_safe = DeepList::bits().holds(call.lattice, &call.arguments[0]);
    call.effect([sets::any_list()], is_safe, sets::bitstring())
}

fn checksum() -> ValueSet {
    sets::between(0, u32::MAX)
}

fn digest() -> ValueSet {
    ValueSet::bits(Lengths { size: 128, unit: 0 })
}

/// A checksum that goes on from another.
fn continued(call: &Call, result: ValueSet) -> Effect {
    let is_safe = call.is_within(0, &checksum())
        && DeepList::bytes().holds_with_end(call.lattice, &call.arguments[1]);
    call.effect([sets::at_least(0), iodata()], is_safe, result)
}

// ---- text ----

/// What could be converted, or that and what could not.
fn converted(call: &Call, text: ValueSet) -> Effect {
    let is_safe = DeepList::text().holds_with_end(call.lattice, &call.arguments[0])
        && call.is_one_of(1, ["utf8", "unicode", "latin1"]);
    let error = ValueSet::tuple(vec![sets::one_atom("error"), text.clone(), ValueSet::Any]);
    let incomplete =
        ValueSet::tuple(vec![sets::one_atom("incomplete"), text.clone(), sets::binary()]);
    let learned = [sets::union([sets::any_list(), sets::binary()]), ValueSet::Any];
    call.effect(learned, is_safe, sets::union([text, error, incomplete]))
}
