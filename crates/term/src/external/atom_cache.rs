//! Have we met this atom's name before in these bytes?
//!
//! Most of a large term is atoms, and few of them are different. The table of all atoms has a lock,
//! so a reader remembers those that it has met.

use crate::{Atom, atoms};

/// Each name has one place to be in, which it loses to the next name that comes for it.
#[derive(Default)]
pub(super) struct AtomCache<'a> {
    places: Vec<(&'a [u8], Atom)>,
}

const PLACES: usize = 1024;

impl<'a> AtomCache<'a> {
    #[inline]
    pub fn get(&self, name: &[u8]) -> Option<Atom> {
        let (known, atom) = self.places.get(place(name))?;
        (*known == name).then_some(*atom)
    }

    pub fn insert(&mut self, name: &'a [u8], atom: Atom) {
        if self.places.is_empty() {
            self.places = vec![(&[], atoms::empty); PLACES];
        }
        self.places[place(name)] = (name, atom);
    }
}

/// The length and three characters tell most names apart, and cost less than a proper hash.
#[inline]
fn place(name: &[u8]) -> usize {
    let length = name.len();
    let Some((&first, &last)) = name.first().zip(name.last()) else { return 0 };
    let middle = name[length / 2];
    let mix =
        length ^ (usize::from(first) << 2) ^ (usize::from(middle) << 4) ^ (usize::from(last) << 6);
    (mix ^ (mix >> 10)) % PLACES
}
