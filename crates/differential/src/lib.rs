//! Does Ermine do what the BEAM does? Thousands of calls, run on both and compared.
//!
//! - [`outcome`]: what a call came to, and when two of these are the same
//! - [`beam_side`], [`ermine_side`]: how a call is run on either
//! - [`arguments`]: what functions are called with; [`hints`]: what random terms do not think of;
//!   [`funs`]: the funs among them
//! - [`sequence`]: calls that belong together, such as those on one table
//! - [`campaign`]: many calls of many functions, and what differed; [`known`]: what may differ
//! - [`attack`]: what the safety analysis says about built-ins, tried on the BEAM; [`members`]: the terms of
//!   sets for that
//! - [`proofs`]: functions that are called proved, at random in a plain `erl`
//! - [`built_ins`]: every built-in of OTP, and what Ermine does about it

pub mod arguments;
pub mod attack;
pub mod beam_side;
pub mod built_ins;
pub mod campaign;
pub mod ermine_side;
pub mod funs;
pub mod hints;
pub mod known;
pub mod members;
pub mod outcome;
pub mod proofs;
pub mod sequence;

use std::path::PathBuf;

/// The folder `tests/differential` of the repository.
pub fn data_folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/differential"))
}
