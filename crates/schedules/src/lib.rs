//! In which other orders could a program have run, such that it makes a difference?
//!
//! A run leaves a [`Graph`]: the events of its processes, each with what was chosen there (which message a
//! `receive` took, which writes were there before a read, which way a test went). Two runs with equal graphs
//! differ in nothing that a process can see. [`variants`] of a graph keep whatever does not happen after one
//! of the events, and choose another way there. A variant is run if it is *consistent* (some order of steps
//! and deliveries leads to it) and *feasible* (some input does), and if no run has shown it yet ([`Cover`]).
//! [`Exploration`] puts that together; every graph that some order and some input lead to is run.
//!
//! Signals leave into a queue for each pair of sender and receiver, and are delivered from there at any time:
//! see Svensson, Fredlund and Benac Earle, "A unified semantics for future Erlang", 2010. Choices are what a
//! receive reads from, as in "Stateless model checking for TSO and PSO" and its successors (Abdulla et al.),
//! rather than the order of all deliveries. Unlike those we analyse whole graphs, not the new events only, and
//! tell by covering rather than by sleep sets what has been seen: with objects, kills and data the others
//! missed graphs in tests against every interleaving.
//!
//! This crate is pure. It has never heard of who runs the program: an engine tells events in the order in
//! which they happened ([`Record`]), and follows the [`Action`]s that lead to a variant before it goes on as
//! it likes.

mod actor;
mod bits;
mod consistency;
mod cover;
mod event;
mod exploration;
mod feasibility;
mod graph;
mod hash;
mod indexing;
mod name;
#[cfg(test)]
mod tests;
mod variants;

pub use actor::{Actor, ActorId, Actors};
pub use consistency::Action;
pub use cover::Cover;
pub use event::{
    Access, EventKey, Intended, MessageKey, Object, Pending, Record, Refusal, Sent, SentKind, Step,
    Taken,
};
pub use exploration::{Exploration, Offer, Statistics, Strategy, Work};
pub use feasibility::{Answer, Conditions, Fit, Literal, NoData};
pub use graph::{Graph, Run};
pub use name::{EventId, ProcessName};
pub use variants::{Change, Choice, Variant, variants};
