//! What does a running program compute with? Its values, and the built-ins that are plain functions
//! of them.
//!
//! - [`value`], [`heap`], [`collect`]: tagged words, where they live, and which are still needed
//! - [`compare`], [`mod@map`], [`convert`]: their order, maps of them, and the way in and out
//! - [`parts`]: what is in them; [`plain`]: they without their symbols
//! - [`bits`]: bitstrings, built and taken apart
//! - [`number`]: arithmetic on them; [`operator`]: the operators, by name
//! - [`mod@natives`]: built-in functions in Rust, a file per family
//! - [`exception`]: how a built-in fails; [`work`]: how it is stopped

pub mod bits;
pub mod collect;
pub mod compare;
pub mod convert;
pub mod exception;
pub mod heap;
pub mod map;
pub mod natives;
pub mod number;
pub mod operator;
pub mod parts;
pub mod plain;
pub mod value;
pub mod work;

pub use exception::{Class, Incomplete, NativeResult, Raise};
pub use heap::{BitsView, FunView, Heap, View};
pub use value::Value;
