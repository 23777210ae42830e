//! Is there anything in an external term that the BEAM would not take from it? Pids, ports and
//! references of this node that it cannot have made; and, if the option `safe` of
//! `binary_to_term/2` forbids them, atoms that do not exist yet.
//!
//! The format writes every term before its parts, so that a walk over the bytes needs to know only
//! how many terms are still to come.

use super::strings::{LARGEST_PID, PORT_BITS};
use crate::convert::REFERENCE_BITS;
use term::{Atom, atoms};

/// Are these bytes, which are not compressed, acceptable? Of bytes that are no term, any answer is
/// as good: they are refused later.
pub fn is_acceptable(bytes: &[u8], is_safe: bool) -> bool {
    let bytes = bytes.get(1..).unwrap_or_default();
    let mut scan = Scan { bytes, to_come: 1, is_safe };
    while scan.to_come > 0 {
        scan.to_come -= 1;
        match scan.term() {
            Some(true) => {}
            Some(false) => return false,
            None => return true,
        }
    }
    true
}

/// How many terms the bytes hold, parts of terms included.
pub fn parts(bytes: &[u8]) -> usize {
    let bytes = bytes.get(1..).unwrap_or_default();
    let mut scan = Scan { bytes, to_come: 1, is_safe: false };
    let mut parts = 0;
    while scan.to_come > 0 {
        scan.to_come -= 1;
        parts += 1;
        let before = scan.bytes.len();
        match scan.term() {
            // The characters of a short string become elements of a list.
            Some(_) => parts += (before - scan.bytes.len()) / 8,
            None => break,
        }
    }
    parts
}

struct Scan<'a> {
    bytes: &'a [u8],
    to_come: usize,
    is_safe: bool,
}

impl<'a> Scan<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.bytes.split_at_checked(count)?;
        self.bytes = rest;
        Some(taken)
    }

    /// A number of this many bytes.
    fn number(&mut self, bytes: usize) -> Option<u64> {
        let add = |number, &byte: &u8| (number << 8) | u64::from(byte);
        Some(self.take(bytes)?.iter().fold(0, add))
    }

    fn length(&mut self, bytes: usize) -> Option<usize> {
        self.number(bytes).map(|length| length as usize)
    }

    fn skip(&mut self, count: usize) -> Option<bool> {
        self.take(count).map(|_| true)
    }

    fn expect(&mut self, terms: usize) -> Option<bool> {
        self.to_come = self.to_come.checked_add(terms)?;
        Some(true)
    }

    /// One term without its parts: `false` if it is not acceptable, `None` if there is nothing
    /// more to scan.
    fn term(&mut self) -> Option<bool> {
        let tag = self.take(1)?[0];
        match tag {
            // Integers and floats.
            97 => self.skip(1),
            98 => self.skip(4),
            70 => self.skip(8),
            99 => self.skip(31),
            110 | 111 => {
                let length = self.length(if tag == 110 { 1 } else { 4 })?;
                self.skip(length + 1)
            }
            // Tuples, lists and maps.
            104 | 105 => {
                let arity = self.length(if tag == 104 { 1 } else { 4 })?;
                self.expect(arity)
            }
            106 => Some(true),
            107 => {
                let length = self.length(2)?;
                self.skip(length)
            }
            108 => {
                let length = self.length(4)?;
                self.expect(length + 1)
            }
            116 => {
                let pairs = self.length(4)?;
                self.expect(2 * pairs)
            }
            // Bitstrings.
            109 | 77 => {
                let length = self.length(4)?;
                self.skip(length + usize::from(tag == 77))
            }
            // Funs: module, function and arity; or the old names, the creator and the variables.
            113 => self.expect(3),
            112 => {
                self.skip(4 + 1 + 16 + 4)?;
                let free = self.length(4)?;
                self.expect(4 + free)
            }
            88 | 103 => self.pid(tag == 88),
            89 | 102 | 120 => self.port(tag),
            90 | 101 | 114 => self.reference(tag),
            _ => self.atom(tag).map(|atom| atom.is_some() || !self.is_safe),
        }
    }

    /// The atom of this tag, if it exists.
    fn atom(&mut self, tag: u8) -> Option<Option<Atom>> {
        let length = self.length(if matches!(tag, 115 | 119) { 1 } else { 2 })?;
        let name = self.take(length)?;
        match tag {
            115 | 100 => {
                let name: String = name.iter().map(|&byte| char::from(byte)).collect();
                Some(Atom::existing(&name))
            }
            119 | 118 => Some(Atom::existing(std::str::from_utf8(name).ok()?)),
            _ => None,
        }
    }

    /// The name of a node: `false` if it may not be used.
    fn node(&mut self) -> Option<(bool, Option<Atom>)> {
        let tag = self.take(1)?[0];
        let node = self.atom(tag)?;
        Some((node.is_some() || !self.is_safe, node))
    }

    fn creation(&mut self, is_wide: bool) -> Option<u64> {
        self.number(if is_wide { 4 } else { 1 })
    }

    fn pid(&mut self, is_wide: bool) -> Option<bool> {
        let (is_known, node) = self.node()?;
        let (id, serial) = (self.number(4)?, self.number(4)?);
        let creation = self.creation(is_wide)?;
        let fits = id <= LARGEST_PID.0.into() && serial <= LARGEST_PID.1.into();
        Some(is_known && (fits || !is_here(node, creation)))
    }

    fn port(&mut self, tag: u8) -> Option<bool> {
        let (is_known, node) = self.node()?;
        let id = self.number(if tag == 120 { 8 } else { 4 })?;
        let creation = self.creation(tag != 102)?;
        Some(is_known && (id >> PORT_BITS == 0 || !is_here(node, creation)))
    }

    fn reference(&mut self, tag: u8) -> Option<bool> {
        let words = if tag == 101 { 1 } else { self.length(2)? };
        let (is_known, node) = self.node()?;
        if tag == 101 {
            self.skip(4)?;
            self.creation(false)?;
            return Some(is_known);
        }
        let creation = self.creation(tag == 90)?;
        let first = self.number(4)?;
        self.skip(4 * words.checked_sub(1)?)?;
        let fits = words <= 3 && first >> REFERENCE_BITS == 0;
        Some(is_known && (fits || !is_here(node, creation)))
    }
}

fn is_here(node: Option<Atom>, creation: u64) -> bool {
    node == Some(atoms::nonode_nohost) && creation == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::{Pid, Term, external};

    #[test]
    fn new_atoms_are_found_wherever_they_are() {
        let known = Term::map(vec![
            (Term::atom("ok"), Term::list(vec![1.5f64.to_bits().into(), Term::binary(b"x")])),
            (Term::Int(1), Term::external_fun(Atom::new("lists"), Atom::new("map"), 2)),
        ]);
        let mut bytes = external::encode(&Term::tuple(vec![known, Term::string("abc")]));
        assert!(is_acceptable(&bytes, true));
        bytes[2] = 3;
        bytes.extend(b"\x77\x11never seen before");
        assert!(!is_acceptable(&bytes, true));
        assert!(is_acceptable(&bytes, false));
    }

    #[test]
    fn pids_that_this_node_cannot_have_made() {
        let pid = |node, id| {
            let pid = Pid { node, id, serial: 0, creation: 0 };
            external::encode(&Term::tuple(vec![pid.into()]))
        };
        assert!(is_acceptable(&pid(atoms::nonode_nohost, LARGEST_PID.0), false));
        assert!(!is_acceptable(&pid(atoms::nonode_nohost, LARGEST_PID.0 + 1), false));
        assert!(is_acceptable(&pid(atoms::ok, LARGEST_PID.0 + 1), false));
    }
}
