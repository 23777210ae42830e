//! What is known about an atom that is made of text? That its text is that text.

use super::{Contradiction, Graph, Step};
use symbolic::{Kind, Shape, Symbol};
use term::Term;

impl Graph<'_> {
    /// A test of `list_to_atom(Text)`.
    pub(super) fn text_atom(&mut self, text: Symbol, shape: &Shape, holds: bool) -> Step {
        self.make_nodes(text)?;
        match (shape, holds) {
            (Shape::Literal(Term::Atom(name)), true) => {
                self.be_term(text, &Term::string(name.name()))
            }
            (Shape::Kind(Kind::Boolean), true) => {
                // One of two texts: the finished input is checked.
                self.leave_to_the_check()
            }
            (Shape::Kind(Kind::Atom), false) => Err(Contradiction),
            (Shape::Kind(Kind::Atom), true) | (_, false) => Ok(()),
            (_, true) => Err(Contradiction),
        }
    }
}
