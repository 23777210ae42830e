//! Where in a text is a part of a term? [`Placed`] is a term that knows it, of itself and its parts.

use super::Position;
use crate::Term;

/// The places of all parts of a term, as they were written.
pub struct Places(Vec<(Position, usize)>);

/// A term and where it is written.
#[derive(Clone, Copy)]
pub struct Placed<'a> {
    pub term: &'a Term,
    pub place: Position,
    places: &'a [(Position, usize)],
    /// Of it among the places.
    index: usize,
}

impl Places {
    pub(super) fn new(places: Vec<(Position, usize)>) -> Places {
        Places(places)
    }

    /// The term that has these places.
    pub fn of<'a>(&'a self, term: &'a Term) -> Placed<'a> {
        Placed { term, place: self.0[0].0, places: &self.0, index: 0 }
    }
}

impl<'a> Placed<'a> {
    /// The elements of a tuple or a proper list. Those of a text are where the text is.
    pub fn elements(self) -> Option<Vec<Placed<'a>>> {
        let elements = self.term.as_tuple().or_else(|| self.term.as_list())?;
        let end = self.places[self.index].1;
        let mut next = self.index + 1;
        let placed = elements.iter().map(|term| {
            let index = if next < end { next } else { self.index };
            next = self.places[index].1.max(next);
            Placed { term, place: self.places[index].0, places: self.places, index }
        });
        Some(placed.collect())
    }
}
