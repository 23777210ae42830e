//! What is an Erlang value, outside of a running program?
//!
//! [`Term`] is the form in which values travel: in seeds, findings and reports, over the pipe to
//! the BEAM, in the literals of loaded code. It owns what it holds, is cheap to clone and can be
//! sent between threads. (A running program has a denser form of its own: the interpreter's
//! `Value`.)
//!
//! - [`mod@order`]: Erlang's total order, `==` and `=:=`
//! - [`mod@print`]: `~w` and `~p`
//! - [`read`]: the text of a term, as `file:consult/1` reads it
//! - [`visit`], [`any`], [`rewrite`] and [`rebuild`]: through all parts of a term; [`alike`]: of two
//! - [`pattern`]: terms with holes, and which terms they mean
//! - [`external`]: the external term format, both ways
//! - [`canonical`]: what made-up funs do besides returning answers
//! - [`weight`]: what a term takes

mod access;
mod atom;
mod bits;
pub mod built;
pub mod canonical;
mod construct;
pub mod external;
mod made_up;
pub mod made_up_module;
mod map;
mod nesting;
pub mod order;
pub mod pattern;
pub mod print;
pub mod read;
pub mod script;
mod walk;
pub mod weight;

pub use atom::{Atom, atoms};
pub use made_up::MadeUp;
pub use num_bigint::BigInt;
use std::sync::Arc;
pub use walk::{alike, any, rebuild, rewrite, visit};

/// An Erlang term. Equality (`==` in Rust) is Erlang's `=:=`; the order is the one that the keys of
/// maps have, in which every integer comes before every float (see [`mod@order`]).
#[derive(Clone)]
pub enum Term {
    /// Every integer that fits in 64 bits is this variant.
    Int(i64),
    /// An integer that does not fit in 64 bits.
    BigInt(Arc<BigInt>),
    /// Always finite: Erlang has neither infinities nor NaN.
    Float(f64),
    Atom(Atom),
    /// `[]`
    Nil,
    /// `[A, B | Tail]`
    List(Arc<List>),
    /// `{A, B}`
    Tuple(Tuple),
    /// `#{K => V}`
    Map(Arc<Map>),
    /// `<<…>>`, also of lengths that are no whole number of bytes
    Bits(Bits),
    Fun(Arc<Fun>),
    Pid(Arc<Pid>),
    Port(Arc<Port>),
    Reference(Arc<Reference>),
}

/// The elements of a tuple; behaves as the slice of them.
#[derive(Clone)]
pub struct Tuple(Arc<[Term]>);

/// A list with at least one element. The tail is `[]` for a proper list and never itself a list:
/// `[1 | [2]]` is one `List` of two elements.
#[derive(Clone)]
pub struct List {
    pub elements: Vec<Term>,
    pub tail: Term,
}

/// A map: its pairs in the order of keys that maps have (the exact order, integers before floats).
/// No key is there twice.
#[derive(Clone)]
pub struct Map {
    pairs: Vec<(Term, Term)>,
}

/// A string of bits. Those bits of the last byte that do not count are zero.
#[derive(Clone)]
pub struct Bits {
    bytes: Arc<[u8]>,
    unused: bits::Unused,
}

#[derive(Clone)]
pub enum Fun {
    /// `fun M:F/A`
    External { module: Atom, function: Atom, arity: u8 },
    /// A closure of some module's code.
    Closure(Closure),
}

/// A closure as the external format describes it.
#[derive(Clone)]
pub struct Closure {
    pub module: Atom,
    pub arity: u8,
    /// Which fun of the module, and the hash of its code, by which the BEAM finds it again.
    pub index: u32,
    pub unique: [u8; 16],
    pub old_index: u32,
    pub old_unique: i64,
    pub creator: Term,
    pub free: Vec<Term>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Pid {
    pub node: Atom,
    pub id: u32,
    pub serial: u32,
    pub creation: u32,
}

#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Port {
    pub node: Atom,
    pub id: u64,
    pub creation: u32,
}

#[derive(Clone)]
pub struct Reference {
    pub node: Atom,
    pub creation: u32,
    /// Most significant word last, as on the wire; one to five words.
    pub ids: Vec<u32>,
}
