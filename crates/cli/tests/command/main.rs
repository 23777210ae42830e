//! Does the command keep what it promises? Everything that is seen of `ermine` from outside, and what
//! it is made of put together.
//!
//! They are one program, a file for each question: to link the whole house takes seconds. `cargo test -p
//! cli --test command limits::` runs those of one file.

mod api;
mod check;
mod configuration;
mod confirming;
mod erlang;
mod folder;
mod limits;
mod models;
mod nifs;
mod programs;
mod projects;
mod proofs;
mod proved;
mod ranks;
mod read_back;
mod regular_expressions;
mod repeatable;
mod screens;
mod trace;
mod walls;
mod warm;
