//! Which values may this be? Sets of terms that are joined, met, subtracted and compared: what an
//! analysis of programs computes with.
//!
//! A [`ValueSet`] holds terms by kind: which atoms, which integers, which tuples. Names of types stay names
//! until somebody looks inside, so `tree()` within `tree()` is the same set again and not one level more.
//! A [`Lattice`] does what needs to know what names mean.
//!
//! Every answer errs on one side. A join, a meet, a difference or a widening may hold more than it should,
//! never less. That one set is within another, or empty, is said only where it is so.
//!
//! - [`mod@integers`], [`atoms`], [`lengths`]: what is in a set of one kind
//! - [`arithmetic`]: what comes of integers
//! - [`maps`]: maps, by the keys that are known
//! - [`of_type`]: what a type allows
//! - `exact`: which sets say no more than a type does
//! - [`order`]: join, meet, difference, subset
//! - [`forgotten`]: which funs of a program a set does not name any more
//! - [`widen`]: what keeps sets that grow from growing for ever

pub mod arithmetic;
pub mod atoms;
pub(crate) mod exact;
pub mod forgotten;
pub mod integers;
pub mod lengths;
pub mod maps;
pub mod of_type;
pub mod order;
pub mod widen;

use crate::tree::Type;
use crate::{Types, deeper};
use atoms::Atoms;
use integers::Integers;
use lengths::Lengths;
use maps::Maps;
use std::cell::Cell;
use std::sync::Arc;
use term::{Atom, BigInt, Term};

/// A set of terms.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ValueSet {
    Any,
    Of(Arc<Kinds>),
}

/// The terms of a set, kind by kind.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Kinds {
    /// What these types hold belongs to it as well.
    pub names: Vec<Name>,
    pub atoms: Atoms,
    pub integers: Integers,
    pub floats: bool,
    pub nil: bool,
    pub cons: Option<Cons>,
    pub tuples: Tuples,
    pub maps: Option<Maps>,
    pub bits: Option<Lengths>,
    pub funs: Funs,
    pub pids: bool,
    pub ports: bool,
    pub references: bool,
}

/// A type that is known by its name: [`Type::Named`] or [`Type::Record`].
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Name(pub Arc<Type>);

/// Lists of one element or more. What they end in is no list, so whatever lists are in `tail` count for
/// nothing.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Cons {
    pub element: ValueSet,
    pub tail: ValueSet,
}

/// Each member of `These` stands for all tuples with such elements.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Tuples {
    All,
    These(Vec<Vec<ValueSet>>),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Funs {
    All,
    These(Vec<FunKind>),
}

/// Funs of one sort.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum FunKind {
    /// Those of a type; without parameters, of any arity.
    Typed { parameters: Option<Vec<ValueSet>>, result: ValueSet },
    /// Those that one expression of a program makes, by a number that whoever analyses it gives.
    Written { number: usize, arity: usize, captured: Vec<ValueSet> },
}

/// Computes with sets, and knows what names mean.
#[derive(Clone, Copy)]
pub struct Lattice<'a> {
    pub types: &'a Types,
    effort: Option<&'a Effort<'a>>,
}

/// How much may still be done. Sets whose types name each other in circles have many levels, and comparing them
/// is most of the work of an analysis: each level is counted where it is compared.
pub struct Effort<'a> {
    left: Cell<usize>,
    until_look: Cell<usize>,
    /// Has somebody called it off?
    is_over: &'a dyn Fn() -> bool,
}

/// After so much is looked whether somebody has called it off.
const LOOK: usize = 1000;

impl<'a> Effort<'a> {
    pub fn new(most: usize, is_over: &'a dyn Fn() -> bool) -> Effort<'a> {
        Effort { left: Cell::new(most), until_look: Cell::new(0), is_over }
    }

    /// Nothing is left. What was computed since does not count.
    pub fn is_spent(&self) -> bool {
        self.left() == 0
    }

    pub fn left(&self) -> usize {
        self.left.get()
    }

    /// `false` if nothing is left.
    pub fn take(&self, count: usize) -> bool {
        if self.until_look.get() < count {
            self.until_look.set(LOOK);
            if (self.is_over)() {
                self.left.set(0);
            }
        }
        self.until_look.set(self.until_look.get().saturating_sub(count));
        self.left.set(self.left.get().saturating_sub(count));
        !self.is_spent()
    }
}

impl<'a> Lattice<'a> {
    /// With as much effort as it takes.
    pub fn new(types: &'a Types) -> Lattice<'a> {
        Lattice { types, effort: None }
    }

    /// Once the effort is spent, sets are not looked into any more: answers come at once, and mean nothing.
    pub fn within(types: &'a Types, effort: &'a Effort<'a>) -> Lattice<'a> {
        Lattice { types, effort: Some(effort) }
    }

    fn spend(&self, count: usize) -> bool {
        self.effort.is_none_or(|effort| effort.take(count))
    }
}

impl std::fmt::Debug for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Default for Kinds {
    /// No term at all.
    fn default() -> Kinds {
        Kinds {
            names: Vec::new(),
            atoms: Atoms::none(),
            integers: Integers::none(),
            floats: false,
            nil: false,
            cons: None,
            tuples: Tuples::These(Vec::new()),
            maps: None,
            bits: None,
            funs: Funs::These(Vec::new()),
            pids: false,
            ports: false,
            references: false,
        }
    }
}

impl Kinds {
    /// Every term.
    pub fn all() -> Kinds {
        Kinds {
            names: Vec::new(),
            atoms: Atoms::all(),
            integers: Integers::all(),
            floats: true,
            nil: true,
            cons: Some(Cons { element: ValueSet::Any, tail: ValueSet::Any }),
            tuples: Tuples::All,
            maps: Some(Maps::all()),
            bits: Some(Lengths::ALL),
            funs: Funs::All,
            pids: true,
            ports: true,
            references: true,
        }
    }

    fn is_empty(&self) -> bool {
        *self == Kinds::default()
    }
}

impl From<Kinds> for ValueSet {
    fn from(kinds: Kinds) -> ValueSet {
        ValueSet::Of(Arc::new(kinds))
    }
}

impl ValueSet {
    pub fn none() -> ValueSet {
        Kinds::default().into()
    }

    pub fn atom(atom: Atom) -> ValueSet {
        Kinds { atoms: Atoms::one(atom), ..Kinds::default() }.into()
    }

    pub fn atoms(atoms: Atoms) -> ValueSet {
        Kinds { atoms, ..Kinds::default() }.into()
    }

    pub fn boolean() -> ValueSet {
        let both = ["false", "true"].map(Atom::new);
        ValueSet::atoms(Atoms::These(both.into()))
    }

    pub fn integers(integers: Integers) -> ValueSet {
        Kinds { integers, ..Kinds::default() }.into()
    }

    pub fn integer(number: BigInt) -> ValueSet {
        ValueSet::integers(Integers::one(number))
    }

    pub fn float() -> ValueSet {
        Kinds { floats: true, ..Kinds::default() }.into()
    }

    pub fn nil() -> ValueSet {
        Kinds { nil: true, ..Kinds::default() }.into()
    }

    /// Lists of one such element or more, with such an end.
    pub fn cons(element: ValueSet, tail: ValueSet) -> ValueSet {
        if element.is_empty() || tail.is_empty() {
            return ValueSet::none();
        }
        Kinds { cons: Some(Cons { element, tail }), ..Kinds::default() }.into()
    }

    /// Proper lists, the empty one too.
    pub fn list(element: ValueSet) -> ValueSet {
        let cons = (!element.is_empty()).then(|| Cons { element, tail: ValueSet::nil() });
        Kinds { nil: true, cons, ..Kinds::default() }.into()
    }

    pub fn tuple(elements: Vec<ValueSet>) -> ValueSet {
        if elements.iter().any(ValueSet::is_empty) {
            return ValueSet::none();
        }
        Kinds { tuples: Tuples::These(vec![elements]), ..Kinds::default() }.into()
    }

    pub fn tuples() -> ValueSet {
        Kinds { tuples: Tuples::All, ..Kinds::default() }.into()
    }

    pub fn maps(maps: Option<Maps>) -> ValueSet {
        Kinds { maps, ..Kinds::default() }.into()
    }

    pub fn bits(lengths: Lengths) -> ValueSet {
        Kinds { bits: Some(lengths), ..Kinds::default() }.into()
    }

    pub fn funs(funs: Funs) -> ValueSet {
        Kinds { funs, ..Kinds::default() }.into()
    }

    pub fn pids() -> ValueSet {
        Kinds { pids: true, ..Kinds::default() }.into()
    }

    pub fn ports() -> ValueSet {
        Kinds { ports: true, ..Kinds::default() }.into()
    }

    pub fn references() -> ValueSet {
        Kinds { references: true, ..Kinds::default() }.into()
    }

    pub fn named(name: Arc<Type>) -> ValueSet {
        Kinds { names: vec![Name(name)], ..Kinds::default() }.into()
    }

    /// This very term, as far as sets can tell: of a fun they tell the arity, of a float that it is one.
    pub fn of_term(term: &Term) -> ValueSet {
        deeper(|| match term {
            Term::Int(_) | Term::BigInt(_) => {
                ValueSet::integer(term.to_big_int().unwrap_or_default())
            }
            Term::Float(_) => ValueSet::float(),
            Term::Atom(atom) => ValueSet::atom(*atom),
            Term::Nil => ValueSet::nil(),
            Term::List(list) => {
                // Many literals are long lists of numbers; few care which.
                let element = list.elements.iter().map(ValueSet::of_term);
                let element = element.reduce(|one, other| order::join(&one, &other));
                ValueSet::cons(element.unwrap_or(ValueSet::Any), ValueSet::of_term(&list.tail))
            }
            Term::Tuple(elements) => {
                ValueSet::tuple(elements.iter().map(ValueSet::of_term).collect())
            }
            Term::Map(map) => ValueSet::maps(Some(Maps::of_pairs(map.pairs()))),
            Term::Bits(bits) => ValueSet::bits(Lengths { size: bits.bit_length() as u64, unit: 0 }),
            Term::Fun(fun) => {
                let parameters = Some(vec![ValueSet::Any; fun.arity() as usize]);
                let typed = FunKind::Typed { parameters, result: ValueSet::Any };
                ValueSet::funs(Funs::These(vec![typed]))
            }
            Term::Pid(_) => ValueSet::pids(),
            Term::Port(_) => ValueSet::ports(),
            Term::Reference(_) => ValueSet::references(),
        })
    }

    /// Is there certainly nothing in it?
    pub fn is_empty(&self) -> bool {
        match self {
            ValueSet::Any => false,
            ValueSet::Of(kinds) => kinds.is_empty(),
        }
    }
}

impl<'a> Lattice<'a> {
    /// The terms of a set with its names looked into, one level.
    pub fn open(&self, set: &ValueSet) -> Kinds {
        match set {
            ValueSet::Any => Kinds::all(),
            ValueSet::Of(kinds) if kinds.names.is_empty() => Kinds::clone(kinds),
            ValueSet::Of(kinds) => {
                if !self.spend(kinds.names.len()) {
                    return Kinds::all();
                }
                let own = Kinds { names: Vec::new(), ..Kinds::clone(kinds) };
                let named = kinds.names.iter().map(|name| self.types.set_of_name(&name.0));
                match named.fold(own.into(), |all, each| order::join(&all, &each)) {
                    ValueSet::Any => Kinds::all(),
                    ValueSet::Of(open) => Arc::unwrap_or_clone(open),
                }
            }
        }
    }

    /// Is the term in the set?
    pub fn contains(&self, set: &ValueSet, term: &Term) -> bool {
        let ValueSet::Of(kinds) = set else { return true };
        deeper(|| self.kinds_contain(kinds, term))
    }

    fn kinds_contain(&self, kinds: &Kinds, term: &Term) -> bool {
        let is_there = match term {
            Term::Int(_) | Term::BigInt(_) => {
                kinds.integers.contains(&term.to_big_int().unwrap_or_default())
            }
            Term::Float(_) => kinds.floats,
            Term::Atom(atom) => kinds.atoms.contains(*atom),
            Term::Nil => kinds.nil,
            Term::List(list) => kinds.cons.as_ref().is_some_and(|cons| {
                let mut elements = list.elements.iter();
                elements.all(|each| self.contains(&cons.element, each))
                    && self.contains(&cons.tail, &list.tail)
            }),
            Term::Tuple(elements) => match &kinds.tuples {
                Tuples::All => true,
                Tuples::These(these) => these.iter().any(|sets| {
                    let mut pairs = sets.iter().zip(elements.iter());
                    sets.len() == elements.len()
                        && pairs.all(|(set, each)| self.contains(set, each))
                }),
            },
            Term::Map(map) => {
                kinds.maps.as_ref().is_some_and(|maps| maps.contains(self, map.pairs()))
            }
            Term::Bits(bits) => {
                kinds.bits.is_some_and(|lengths| lengths.contains(bits.bit_length() as u64))
            }
            Term::Fun(fun) => match &kinds.funs {
                Funs::All => true,
                Funs::These(these) => {
                    these.iter().any(|kind| self.may_be(kind, fun.arity() as usize))
                }
            },
            Term::Pid(_) => kinds.pids,
            Term::Port(_) => kinds.ports,
            Term::Reference(_) => kinds.references,
        };
        is_there || kinds.names.iter().any(|name| self.types.contains(&name.0, term).is_ok())
    }

    fn may_be(&self, kind: &FunKind, arity: usize) -> bool {
        match kind {
            FunKind::Typed { parameters: None, .. } => true,
            FunKind::Typed { parameters: Some(parameters), .. } => parameters.len() == arity,
            FunKind::Written { arity: written, .. } => *written == arity,
        }
    }
}
