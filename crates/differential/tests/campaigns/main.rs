//! Does Ermine do what the BEAM does? Thousands of calls on both, a file for each kind of them.
//!
//! `cargo test -p differential --test campaigns natives::` runs those of one file.

mod built_ins;
mod compiler;
mod library;
mod natives;
mod safety;
