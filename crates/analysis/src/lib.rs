//! What can be told of code without running it? Static views of Core Erlang, for whoever runs it, searches
//! it or tells about it.
//!
//! - [`clauses`]: which clause is which
//! - [`outline`]: what there is to be reached in a module; [`reach`]: what a call can lead to
//! - [`free`]: which variables an expression takes from around it
//! - [`surroundings`]: which line and which clause an expression belongs to
//! - [`calls`]: which functions a function names
//! - [`operations`]: what can raise in it, and in which lines
//! - [`stub`]: whether it is only the place-holder of a built-in
//! - [`safety`]: which operations can raise, and which cannot

pub mod calls;
pub mod clauses;
pub mod free;
pub mod operations;
pub mod outline;
pub mod reach;
pub mod safety;
pub mod stub;
pub mod surroundings;
#[cfg(test)]
mod tests;

pub use clauses::{ClauseId, Clauses};
pub use operations::{OperationKind, Operations};
pub use outline::Outline;
pub use reach::Reach;
pub use surroundings::{ClausePart, Surroundings};

/// Runs one level of a walk over a tree, with enough stack for it.
pub(crate) fn deeper<R>(level: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(128 << 10, 4 << 20, level)
}
