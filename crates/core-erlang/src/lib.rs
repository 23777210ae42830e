//! What does a module say? Core Erlang as OTP's compiler leaves it, without any interpretation.
//!
//! - [`tree`]: the tree of one function; [`walk`]: what its expressions and patterns are made of
//! - [`module`]: a module: exports, attributes, specs and types, its functions decoded on demand
//! - [`wire`]: the form in which the Erlang half sends a module, and the cache keeps it
//! - [`mod@print`]: readable Core Erlang

pub mod module;
pub mod print;
pub mod tree;
pub mod walk;
pub mod wire;

pub use module::Module;
pub use tree::{
    Clause, Expr, ExprId, Function, FunctionName, MapOperator, MapPair, MapPatternPair, Pattern,
    PatternSegment, Position, Segment, SegmentType, Variable, VariableName,
};
