//! What must hold on a path? A conjunction of tests that symbols pass or fail.

use crate::{Shape, Symbol};
use std::fmt;

/// A symbol has a shape, or has it not. Everything is said this way: `A < B` is the symbol of that
/// comparison being the literal `true`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Constraint {
    pub symbol: Symbol,
    pub shape: Shape,
    pub holds: bool,
}

impl Constraint {
    pub fn is(symbol: Symbol, shape: Shape) -> Constraint {
        Constraint { symbol, shape, holds: true }
    }

    pub fn is_not(symbol: Symbol, shape: Shape) -> Constraint {
        Constraint { symbol, shape, holds: false }
    }
}

impl fmt::Debug for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is = if self.holds { "is" } else { "is not" };
        write!(f, "{:?} {is} {:?}", self.symbol, self.shape)
    }
}
