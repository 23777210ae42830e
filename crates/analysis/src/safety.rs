//! Which operations of a program can raise?
//!
//! - [`built_ins`]: what calls of built-ins come to

pub mod built_ins;
