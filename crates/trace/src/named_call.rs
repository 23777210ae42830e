//! Which functions does the input name? Where a program calls `Module:Name(…)` and the module is a part of the
//! input, whatever happens in that function is the doing of whoever named it.

use crate::Place;
use term::Atom;

/// A call of a function of a module that the input has named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NamedCall {
    /// Where the program calls it.
    pub place: Place,
    pub module: Atom,
}
