//! The commands, a file each.

pub mod check;
pub mod completions;
pub mod core;
pub mod doctor;
pub mod eval;
pub mod init;
pub mod man;
pub mod run;
pub mod trace;
