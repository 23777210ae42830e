//! How are atoms and their texts connected? The text of a symbolic atom is a list whose characters are
//! parts of the input; an atom that is made of symbolic text is its text all the same.

use super::nth;
use crate::shadow::Shadow;
use runtime::{Raise, Value};
use symbolic::{Expr, Kind, Shape};
use term::{Atom, Term, atoms};
use trace::Place;

/// The BEAM's limit.
const LONGEST_NAME: usize = 255;

const LAST_CHARACTER: usize = 0x10_ffff;

impl Shadow<'_> {
    /// `atom_to_list(Atom)`
    pub(super) fn atom_text(&mut self, here: Place, atom: Value) -> Result<Value, Raise> {
        if self.decide(here, atom, &[Shape::Kind(Kind::Atom)]) != 0 {
            return Err(Raise::badarg());
        }
        let (concrete, symbol) = self.halves(atom);
        let name = concrete.as_atom().expect("just decided").name();
        let text = self.heap.from_term(&Term::string(name));
        let recorder = &mut *self.recorder;
        let symbol = recorder.symbols.intern(Expr::AtomText(symbol));
        recorder.assume_text(symbol);
        Ok(self.heap.symbolic(text, symbol.0))
    }

    /// `list_to_atom(Text)`: is it a list, of characters, and not too long?
    pub(super) fn text_atom(&mut self, here: Place, text: Value) -> Result<Value, Raise> {
        let text = self.spine(here, text);
        let (characters, end) = self.heap.list_parts(text);
        // What is behind is not looked at.
        for character in characters.iter().take(LONGEST_NAME) {
            self.character(here, *character)?;
        }
        if characters.len() > LONGEST_NAME {
            return Err(Raise::error(atoms::system_limit));
        }
        if !end.is_nil() {
            return Err(Raise::badarg());
        }
        let name: Option<String> = characters
            .iter()
            .map(|character| self.heap.as_usize(self.heap.concrete(*character)))
            .map(|point| char::from_u32(u32::try_from(point?).ok()?))
            .collect();
        let name = name.ok_or_else(Raise::badarg)?;
        let symbol = self.reify(text);
        Ok(self.symbolic(Value::atom(Atom::new(&name)), Expr::TextAtom(symbol)))
    }

    fn character(&mut self, here: Place, character: Value) -> Result<(), Raise> {
        if !character.is_symbolic() {
            return Ok(());
        }
        // What is in the name of an atom can be in the name of another.
        if self.recorder.is_character(self.halves(character).1) {
            return Ok(());
        }
        if self.decide(nth(here, 1), character, &[Shape::Kind(Kind::Integer)]) != 0 {
            return Err(Raise::badarg());
        }
        let (first, last) = (Value::index(0), Value::index(LAST_CHARACTER));
        self.is_ordered(nth(here, 2), first, character)?;
        self.is_ordered(nth(here, 3), character, last)?;
        // Half of a pair in UTF-16 is no character.
        if self.is_ordered(nth(here, 4), character, Value::index(0xd7ff)).is_ok() {
            return Ok(());
        }
        self.is_ordered(nth(here, 5), Value::index(0xe000), character)
    }
}
