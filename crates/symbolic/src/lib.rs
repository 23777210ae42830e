//! What does the search know about a value? How it came from the input, and which tests it passed.
//!
//! - [`expr`]: expressions over the input, each made once
//! - [`bits`]: those that speak of the bits of a bitstring
//! - [`shape`]: what a single test can tell about a value
//! - [`constraint`]: a test that a symbol must pass or fail
//! - [`kinds`]: of which kinds a value can be
//! - [`evaluate`]: the value of an expression for a given input; how every model is checked
//! - [`mod@print`]: expressions as people read them; [`words`]: decisions in words

pub mod bits;
pub mod constraint;
pub mod evaluate;
pub mod expr;
pub mod kinds;
pub mod print;
pub mod shape;
pub mod words;

pub use bits::{BitField, BitPiece};
pub use constraint::Constraint;
pub use evaluate::Evaluation;
pub use expr::{ActPart, Arithmetic, Comparison, Expr, Symbol, Symbols, Unary};
pub use kinds::{Basic, Kinds};
pub use shape::{Kind, Shape};
