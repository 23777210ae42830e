//! Which terms does a type mean?
//!
//! - [`tree`]: a type, as it is written; [`mod@print`]: its text
//! - [`form`]: how types, records and specs are read from a module's forms
//! - [`environment`]: what names mean, across modules, unfolded as needed
//! - [`built`]: which calls build a value of it
//! - [`state`]: the same for the state of a server
//! - [`membership`]: is this term of that type, and if not, where does it fail to fit?
//! - [`inhabitant`]: the smallest term of a type; [`outside`]: which calls of a fun does its type not speak of?
//! - [`lattice`]: sets of terms that an analysis computes with
//! - [`mod@generate`]: random terms of a type; [`hostile`]: terms that no one expects;
//!   [`random`]: repeatable chance
//! - [`reading`]: what a term is meant as, by its type; [`untyped`]: of which parts a type says nothing

pub mod built;
mod callbacks;
pub mod environment;
pub mod form;
pub mod generate;
pub mod hostile;
pub mod inhabitant;
pub mod lattice;
pub mod membership;
pub mod outside;
pub mod print;
pub mod random;
pub mod reading;
pub mod scope;
pub mod script;
pub mod state;
pub mod tree;
pub mod untyped;

pub use environment::{ModuleSource, Types};
pub use generate::{FunSource, Generator};
pub use membership::{Mismatch, Step};
pub use random::Random;
pub use reading::{Reading, Record};
pub use scope::Scope;
pub use tree::{MapField, Spec, SpecClause, Type};
pub use untyped::UntypedParts;

/// Runs one level of a walk over a type or a term, with enough stack for it.
pub(crate) fn deeper<R>(level: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(64 << 10, 4 << 20, level)
}
