//! Where in the program does the input decide? At an expression of a function, by names and numbers that
//! mean the same to everybody.

use core_erlang::{ExprId, FunctionName};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use term::Atom;

/// An expression of the program, and which of the decisions there. It makes a decision the same as one of
/// another run, on every machine and every engine, whenever and however they have lowered the code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    pub module: Atom,
    pub function: FunctionName,
    pub expr: ExprId,
    /// The how-manieth decision that lowering makes of the expression.
    pub nth: u32,
    /// Of the names. Places are hashed at every decision of every run, and names take long. Functions
    /// that share it by chance are still told apart: it is no more than a part of the hash.
    hash: u64,
}

impl Place {
    pub fn new(module: Atom, function: FunctionName, expr: ExprId, nth: u32) -> Place {
        let mut hasher = FxHasher::default();
        (module, function).hash(&mut hasher);
        Place { module, function, expr, nth, hash: hasher.finish() }
    }

    /// Another place of the same function.
    #[inline]
    pub fn at(self, expr: ExprId, nth: u32) -> Place {
        Place { expr, nth, ..self }
    }
}

impl Hash for Place {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
        state.write_u64(u64::from(self.expr.0) << 32 | u64::from(self.nth));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustc_hash::FxHashSet;

    #[test]
    fn places_are_told_apart_by_all_that_they_are() {
        let name = |name, arity| FunctionName { name: Atom::new(name), arity };
        let place = |module, function, expr, nth| {
            Place::new(Atom::new(module), function, ExprId(expr), nth)
        };
        let different = [
            place("m", name("f", 1), 2, 3),
            place("n", name("f", 1), 2, 3),
            place("m", name("g", 1), 2, 3),
            place("m", name("f", 2), 2, 3),
            place("m", name("f", 1), 3, 3),
            place("m", name("f", 1), 2, 4),
            place("m", name("f", 1), 3, 2),
        ];
        assert_eq!(different.iter().collect::<FxHashSet<_>>().len(), different.len());
        assert_eq!(different[0].at(ExprId(3), 2), different[6]);
    }

    #[test]
    fn functions_with_the_same_hash_are_still_two() {
        let name = FunctionName { name: Atom::new("f"), arity: 1 };
        let one = Place::new(Atom::new("m"), name, ExprId(0), 0);
        let other = Place { module: Atom::new("n"), ..one };
        assert_ne!(one, other);
        assert_eq!([one, other].into_iter().collect::<FxHashSet<_>>().len(), 2);
    }
}
