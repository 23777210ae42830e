//! Which kinds can a value have? The recorder asks this before it calls a way possible, the solver before it
//! calls a value possible.
//!
//! A [`Kind`] is what a type test tells; kinds of that sort overlap. A [`Basic`] kind excludes all
//! others, and [`Kinds`] is a set of these.

use crate::{ActPart, Expr, Kind, Shape, Symbol, Symbols};
use term::Term;

/// One bit per kind of term that excludes all others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kinds(u16);

/// In Erlang's order of terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Basic {
    Integer,
    Float,
    Atom,
    Reference,
    Fun,
    Port,
    Pid,
    Tuple,
    Map,
    Nil,
    Cons,
    Binary,
    /// A bitstring that is no binary.
    OddBits,
}

impl Basic {
    pub const ALL: [Basic; 13] = [
        Basic::Integer,
        Basic::Float,
        Basic::Atom,
        Basic::Reference,
        Basic::Fun,
        Basic::Port,
        Basic::Pid,
        Basic::Tuple,
        Basic::Map,
        Basic::Nil,
        Basic::Cons,
        Basic::Binary,
        Basic::OddBits,
    ];

    pub fn of(term: &Term) -> Basic {
        match term {
            Term::Int(_) | Term::BigInt(_) => Basic::Integer,
            Term::Float(_) => Basic::Float,
            Term::Atom(_) => Basic::Atom,
            Term::Nil => Basic::Nil,
            Term::List(_) => Basic::Cons,
            Term::Tuple(_) => Basic::Tuple,
            Term::Map(_) => Basic::Map,
            Term::Bits(bits) if bits.is_binary() => Basic::Binary,
            Term::Bits(_) => Basic::OddBits,
            Term::Fun(_) => Basic::Fun,
            Term::Pid(_) => Basic::Pid,
            Term::Port(_) => Basic::Port,
            Term::Reference(_) => Basic::Reference,
        }
    }

    /// Where the kind is in the order of terms: kinds of one rank mix.
    pub fn rank(self) -> u8 {
        match self {
            Basic::Integer | Basic::Float => 0,
            Basic::Binary | Basic::OddBits => 20,
            other => other as u8,
        }
    }
}

impl Kinds {
    pub const ALL: Kinds = Kinds((1 << 13) - 1);
    pub const NONE: Kinds = Kinds(0);
    /// Kinds of terms in which there is no number.
    pub const WITHOUT_NUMBERS: Kinds = Kinds(
        1 << Basic::Atom as u8
            | 1 << Basic::Nil as u8
            | 1 << Basic::Pid as u8
            | 1 << Basic::Port as u8
            | 1 << Basic::Reference as u8
            | 1 << Basic::Binary as u8
            | 1 << Basic::OddBits as u8,
    );
    pub const NUMBERS: Kinds = Kinds(1 << Basic::Integer as u8 | 1 << Basic::Float as u8);

    pub const fn only(kinds: &[Basic]) -> Kinds {
        let (mut bits, mut index) = (0, 0);
        while index < kinds.len() {
            bits |= 1 << kinds[index] as u8;
            index += 1;
        }
        Kinds(bits)
    }

    pub fn contains(self, kind: Basic) -> bool {
        self.0 & (1 << kind as u8) != 0
    }

    pub fn intersect(self, other: Kinds) -> Kinds {
        Kinds(self.0 & other.0)
    }

    pub fn without(self, other: Kinds) -> Kinds {
        Kinds(self.0 & !other.0)
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    fn ranks(self) -> impl Iterator<Item = u8> {
        self.iter().map(Basic::rank)
    }

    fn of_ranks(is_one: impl Fn(u8) -> bool) -> Kinds {
        let kinds = Basic::ALL.into_iter().filter(|kind| is_one(kind.rank()));
        Kinds(kinds.fold(0, |bits, kind| bits | 1 << kind as u8))
    }

    /// The kinds of terms that may be equal to one of these by `==`.
    pub fn with_equals(self) -> Kinds {
        let has_numbers = !self.intersect(Kinds::NUMBERS).is_empty();
        if has_numbers { Kinds(self.0 | Kinds::NUMBERS.0) } else { self }
    }

    /// The kinds of terms that may come before one of these, or be equal to it.
    pub fn and_before(self) -> Kinds {
        let last = self.ranks().max();
        Kinds::of_ranks(|rank| last.is_some_and(|last| rank <= last))
    }

    /// The kinds of terms that may come after one of these, or be equal to it.
    pub fn and_after(self) -> Kinds {
        let first = self.ranks().min();
        Kinds::of_ranks(|rank| first.is_some_and(|first| rank >= first))
    }

    /// Do all terms of these kinds come before all of those?
    pub fn are_before(self, others: Kinds) -> bool {
        match (self.ranks().max(), others.ranks().min()) {
            (Some(last), Some(first)) => last < first,
            _ => true,
        }
    }

    pub fn iter(self) -> impl Iterator<Item = Basic> {
        Basic::ALL.into_iter().filter(move |kind| self.contains(*kind))
    }

    /// Those that a type test finds.
    pub fn of(kind: Kind) -> Kinds {
        match kind {
            Kind::Atom | Kind::Boolean => Kinds::only(&[Basic::Atom]),
            Kind::Binary => Kinds::only(&[Basic::Binary]),
            Kind::Bitstring => Kinds::only(&[Basic::Binary, Basic::OddBits]),
            Kind::Float => Kinds::only(&[Basic::Float]),
            Kind::Function => Kinds::only(&[Basic::Fun]),
            Kind::Integer => Kinds::only(&[Basic::Integer]),
            Kind::List => Kinds::only(&[Basic::Nil, Basic::Cons]),
            Kind::Map => Kinds::only(&[Basic::Map]),
            Kind::Number => Kinds::only(&[Basic::Integer, Basic::Float]),
            Kind::Pid => Kinds::only(&[Basic::Pid]),
            Kind::Port => Kinds::only(&[Basic::Port]),
            Kind::Reference => Kinds::only(&[Basic::Reference]),
            Kind::Tuple => Kinds::only(&[Basic::Tuple]),
        }
    }
}

impl Kinds {
    /// Can a value of one of these kinds have this shape?
    pub fn may_have(self, shape: &Shape) -> bool {
        match shape {
            Shape::Literal(term) => self.contains(Basic::of(term)),
            Shape::Cons => self.contains(Basic::Cons),
            Shape::Tuple(_) => self.contains(Basic::Tuple),
            Shape::Fun(_) => self.contains(Basic::Fun),
            Shape::Kind(kind) => !self.intersect(Kinds::of(*kind)).is_empty(),
        }
    }
}

impl Symbols {
    /// The kinds that the value of an expression can be of, by its form alone: a part of the input can
    /// be anything.
    pub fn kinds(&self, symbol: Symbol) -> Kinds {
        match self.expr(symbol) {
            Expr::Constant(term) => Kinds::only(&[Basic::of(term)]),
            Expr::Cons(..) => Kinds::only(&[Basic::Cons]),
            Expr::Tuple(_) => Kinds::only(&[Basic::Tuple]),
            Expr::MapUpdate { .. } | Expr::MapMerge { .. } => Kinds::only(&[Basic::Map]),
            Expr::BitSlice { .. } | Expr::BitConcat(_) => {
                Kinds::only(&[Basic::Binary, Basic::OddBits])
            }
            Expr::Compare(..)
            | Expr::Has(..)
            | Expr::HasKey { .. }
            | Expr::TooLarge(..)
            | Expr::TextAtom(_) => Kinds::only(&[Basic::Atom]),
            Expr::Arithmetic(..) | Expr::Unary(..) => Kinds::NUMBERS,
            Expr::TupleSize(_) | Expr::MapSize(_) | Expr::BitSize(_) | Expr::BitInteger(_) => {
                Kinds::only(&[Basic::Integer])
            }
            Expr::BitFloat(_) => Kinds::only(&[Basic::Float]),
            Expr::Lookup { .. }
            | Expr::Argument(_)
            | Expr::Head(_)
            | Expr::Tail(_)
            | Expr::Element { .. }
            | Expr::MapValue { .. }
            | Expr::MapKey { .. }
            | Expr::AtomText(_)
            | Expr::Returned { .. }
            | Expr::Acts { part: ActPart::Value(_), .. }
            | Expr::Otherwise(_) => Kinds::ALL,
            Expr::Exported { .. } => Kinds::only(&[Basic::Atom, Basic::Fun]),
            Expr::Acts { part: ActPart::Action, .. } => Kinds::only(&[Basic::Atom, Basic::Tuple]),
            Expr::Acts { part: ActPart::Catches, .. } => Kinds::only(&[Basic::Atom]),
            Expr::Acts { part: ActPart::Then, .. } => Kinds::only(&[Basic::Fun]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TESTS: [Kind; 14] = [
        Kind::Atom,
        Kind::Binary,
        Kind::Bitstring,
        Kind::Boolean,
        Kind::Float,
        Kind::Function,
        Kind::Integer,
        Kind::List,
        Kind::Map,
        Kind::Number,
        Kind::Pid,
        Kind::Port,
        Kind::Reference,
        Kind::Tuple,
    ];

    fn terms() -> Vec<Term> {
        vec![
            Term::Int(1),
            Term::Float(1.0),
            Term::atom("a"),
            Term::bool(true),
            Term::Nil,
            Term::list(vec![Term::Nil]),
            Term::tuple(vec![Term::Nil]),
            Term::map(vec![]),
            Term::binary(&[1]),
            Term::Bits(term::Bits::new(vec![128], 1)),
            Term::constant_fun(1, Term::Nil),
        ]
    }

    #[test]
    fn what_a_term_is_its_kind_may_have() {
        for term in terms() {
            let kinds = Kinds::only(&[Basic::of(&term)]);
            let shapes =
                [Shape::Literal(term.clone()), Shape::Cons, Shape::Tuple(1), Shape::Fun(1)];
            for shape in shapes.into_iter().chain(TESTS.map(Shape::Kind)) {
                assert!(kinds.may_have(&shape) || !shape.fits(&term), "{term} {shape}");
            }
            for test in TESTS.into_iter().filter(|test| *test != Kind::Boolean) {
                assert_eq!(kinds.may_have(&Shape::Kind(test)), test.fits(&term), "{term} {test:?}");
            }
        }
    }

    #[test]
    fn the_form_of_an_expression_tells_its_kinds() {
        let mut symbols = Symbols::new();
        let input = symbols.argument(0);
        let size = symbols.intern(Expr::TupleSize(input));
        let pair = symbols.intern(Expr::Cons(size, input));
        assert_eq!(symbols.kinds(input), Kinds::ALL);
        assert!(symbols.kinds(size).may_have(&Shape::Literal(Term::Int(7))));
        assert!(!symbols.kinds(size).may_have(&Shape::Kind(Kind::Float)));
        assert!(!symbols.kinds(pair).may_have(&Shape::Literal(Term::Nil)));
    }
}
