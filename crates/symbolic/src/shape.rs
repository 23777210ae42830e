//! What can one test tell about a value? Its shape: a constructor, a literal, or a type.

use std::fmt;
use term::{Term, order};

#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Shape {
    /// It is this very term (`=:=`): an atom, a number, `[]` …
    Literal(Term),
    /// `[_ | _]`
    Cons,
    /// A tuple of so many elements.
    Tuple(u32),
    /// A fun of so many parameters.
    Fun(u32),
    /// A type test: `is_integer` and the like.
    Kind(Kind),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Kind {
    Atom,
    Binary,
    Bitstring,
    Boolean,
    Float,
    Function,
    Integer,
    List,
    Map,
    Number,
    Pid,
    Port,
    Reference,
    Tuple,
}

impl Shape {
    pub fn fits(&self, term: &Term) -> bool {
        match self {
            Shape::Literal(literal) => order::exactly_equal(literal, term),
            Shape::Cons => matches!(term, Term::List(_)),
            Shape::Tuple(size) => {
                matches!(term, Term::Tuple(elements) if elements.len() == *size as usize)
            }
            Shape::Fun(arity) => {
                matches!(term, Term::Fun(fun) if u32::from(fun.arity()) == *arity)
            }
            Shape::Kind(kind) => kind.fits(term),
        }
    }
}

/// How shapes relate, for every value.
impl Shape {
    /// Which truth value a test of a truth value leaves; `None`: either, or none.
    pub fn truth(&self, holds: bool) -> Option<bool> {
        let allows = |truth: bool| self.fits(&Term::bool(truth)) == holds;
        match (allows(true), allows(false)) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
        }
    }

    /// Does whatever has this shape have the other too?
    pub fn implies(&self, other: &Shape) -> bool {
        match (self, other) {
            (Shape::Literal(term), other) => other.fits(term),
            (Shape::Cons, Shape::Cons) => true,
            (Shape::Cons, Shape::Kind(kind)) => *kind == Kind::List,
            (Shape::Tuple(left), Shape::Tuple(right)) => left == right,
            (Shape::Tuple(_), Shape::Kind(kind)) => *kind == Kind::Tuple,
            (Shape::Fun(left), Shape::Fun(right)) => left == right,
            (Shape::Fun(_), Shape::Kind(kind)) => *kind == Kind::Function,
            (Shape::Kind(left), Shape::Kind(right)) => left.implies(*right),
            _ => false,
        }
    }

    /// Can a value have this shape and the other?
    pub fn may_be(&self, other: &Shape) -> bool {
        match (self, other) {
            (Shape::Literal(term), other) | (other, Shape::Literal(term)) => other.fits(term),
            (Shape::Cons, Shape::Kind(kind)) | (Shape::Kind(kind), Shape::Cons) => {
                *kind == Kind::List
            }
            (Shape::Tuple(_), Shape::Kind(kind)) | (Shape::Kind(kind), Shape::Tuple(_)) => {
                *kind == Kind::Tuple
            }
            (Shape::Cons, Shape::Cons) => true,
            (Shape::Tuple(left), Shape::Tuple(right)) => left == right,
            (Shape::Fun(left), Shape::Fun(right)) => left == right,
            (Shape::Fun(_), Shape::Kind(kind)) | (Shape::Kind(kind), Shape::Fun(_)) => {
                *kind == Kind::Function
            }
            (Shape::Cons | Shape::Tuple(_) | Shape::Fun(_), _) => false,
            (Shape::Kind(left), Shape::Kind(right)) => left.implies(*right) || right.implies(*left),
        }
    }
}

impl Kind {
    /// Is every value of this kind of the other too?
    pub fn implies(self, other: Kind) -> bool {
        self == other
            || matches!(
                (self, other),
                (Kind::Boolean, Kind::Atom)
                    | (Kind::Binary, Kind::Bitstring)
                    | (Kind::Integer | Kind::Float, Kind::Number)
            )
    }

    pub fn fits(self, term: &Term) -> bool {
        match self {
            Kind::Atom => matches!(term, Term::Atom(_)),
            Kind::Binary => matches!(term, Term::Bits(bits) if bits.is_binary()),
            Kind::Bitstring => matches!(term, Term::Bits(_)),
            Kind::Boolean => {
                matches!(term, Term::Atom(term::atoms::true_ | term::atoms::false_))
            }
            Kind::Float => matches!(term, Term::Float(_)),
            Kind::Function => matches!(term, Term::Fun(_)),
            Kind::Integer => matches!(term, Term::Int(_) | Term::BigInt(_)),
            Kind::List => matches!(term, Term::Nil | Term::List(_)),
            Kind::Map => matches!(term, Term::Map(_)),
            Kind::Number => matches!(term, Term::Int(_) | Term::BigInt(_) | Term::Float(_)),
            Kind::Pid => matches!(term, Term::Pid(_)),
            Kind::Port => matches!(term, Term::Port(_)),
            Kind::Reference => matches!(term, Term::Reference(_)),
            Kind::Tuple => matches!(term, Term::Tuple(_)),
        }
    }
}

impl Kind {
    /// As the type is called in Erlang.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Atom => "atom",
            Kind::Binary => "binary",
            Kind::Bitstring => "bitstring",
            Kind::Boolean => "boolean",
            Kind::Float => "float",
            Kind::Function => "function",
            Kind::Integer => "integer",
            Kind::List => "list",
            Kind::Map => "map",
            Kind::Number => "number",
            Kind::Pid => "pid",
            Kind::Port => "port",
            Kind::Reference => "reference",
            Kind::Tuple => "tuple",
        }
    }
}

/// For people: `42`, `[_|_]`, `integer`.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shape::Kind(kind) => f.write_str(kind.name()),
            other => fmt::Debug::fmt(other, f),
        }
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shape::Literal(term) => write!(f, "{term}"),
            Shape::Cons => write!(f, "[_|_]"),
            Shape::Tuple(size) => write!(f, "tuple of {size}"),
            Shape::Fun(arity) => write!(f, "fun/{arity}"),
            Shape::Kind(kind) => write!(f, "{kind:?}"),
        }
    }
}
