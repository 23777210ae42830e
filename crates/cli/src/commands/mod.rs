//! The commands, a file each.

pub mod check;
pub mod core;
pub mod doctor;
pub mod eval;
pub mod run;
