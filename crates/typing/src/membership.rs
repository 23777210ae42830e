//! Is this term of that type? And if not, where does it fail to fit?
//!
//! Of a fun only its arity can be seen. Opaque types are looked through: Ermine asks which terms a
//! type means, not who may know. Where somebody shall be blamed ([`Types::allows`]), nothing is held
//! against a term that could be meant: what is opaque is not looked at.

use crate::deeper;
use crate::environment::Types;
use crate::tree::{MapField, Type};
use std::fmt;
use std::sync::Arc;
use term::{List, Map, Term};

/// Why a term is not of a type: what is wrong at which place of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Mismatch {
    /// From the whole term down to the part that does not fit.
    pub path: Vec<Step>,
    pub found: Term,
    pub expected: Arc<Type>,
}

/// One step down into a term.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Of a tuple, counted from 1.
    Element(usize),
    /// Of a list, counted from 1.
    Member(usize),
    /// What a list ends in.
    Tail,
    /// The value under a key of a map.
    Value(Term),
}

/// So many names may stand for each other before a term is looked at; beyond it, a type such as
/// `-type t(X) :: t([X]).` is taken for the empty type that it is.
const UNFOLDINGS: usize = 200;

impl Types {
    /// Is the term of the type?
    pub fn contains(&self, wanted: &Arc<Type>, term: &Term) -> Result<(), Mismatch> {
        let walk = Walk { types: self, is_lenient: false };
        walk.whole(wanted, term)
    }

    /// Do arguments fit one of these alternatives, as those of the clauses of a spec? None at all means
    /// any arguments.
    pub fn contain_call(&self, alternatives: &[Vec<Arc<Type>>], arguments: &[Term]) -> bool {
        let fits = |types: &Vec<Arc<Type>>| {
            let mut pairs = types.iter().zip(arguments);
            pairs.all(|(wanted, term)| self.contains(wanted, term).is_ok())
        };
        alternatives.is_empty() || alternatives.iter().any(fits)
    }

    /// May the term be meant by the type? As [`Types::contains`], but opaque types hold anything, and
    /// `#{Key := Value}` asks for a pair only if there is but one such key. That is how Erlang's own
    /// libraries and Dialyzer read them.
    pub fn allows(&self, wanted: &Arc<Type>, term: &Term) -> Result<(), Mismatch> {
        let walk = Walk { types: self, is_lenient: true };
        walk.whole(wanted, term)
    }
}

#[derive(Clone, Copy)]
struct Walk<'a> {
    types: &'a Types,
    is_lenient: bool,
}

impl Walk<'_> {
    fn whole(self, wanted: &Arc<Type>, term: &Term) -> Result<(), Mismatch> {
        self.check(wanted, term, &mut Vec::new()).map_err(|mut mismatch| {
            mismatch.path.reverse();
            mismatch
        })
    }

    /// The path of a mismatch is built on the way back, so it is the wrong way round in here.
    /// `names` has the names unfolded since the term was last taken apart.
    fn check(
        self,
        wanted: &Arc<Type>,
        term: &Term,
        names: &mut Vec<Arc<Type>>,
    ) -> Result<(), Mismatch> {
        let fits = match (&**wanted, term) {
            (Type::Any | Type::Variable(_), _) => true,
            (Type::Atom, Term::Atom(_)) => true,
            (Type::AtomLiteral(literal), Term::Atom(atom)) => literal == atom,
            (Type::Integer { low, high }, Term::Int(_) | Term::BigInt(_)) => {
                let number = term.to_big_int().unwrap_or_default();
                low.as_ref().is_none_or(|low| *low <= number)
                    && high.as_ref().is_none_or(|high| number <= *high)
            }
            (Type::Float, Term::Float(_)) => true,
            (Type::Nil, Term::Nil) => true,
            (Type::Cons { element, tail }, Term::List(list)) => {
                return self.check_list(element, tail, list);
            }
            (Type::AnyTuple, Term::Tuple(_)) => true,
            (Type::Tuple(types), Term::Tuple(elements)) if types.len() == elements.len() => {
                return self.check_elements(types, elements);
            }
            (Type::AnyMap, Term::Map(_)) => true,
            (Type::Map(fields), Term::Map(map)) => {
                return self.check_map(wanted, fields, map, term);
            }
            (Type::Bits { size, unit }, Term::Bits(bits)) => {
                has_length(bits.bit_length() as u64, *size, *unit)
            }
            (Type::Fun { parameters, result }, Term::Fun(fun)) => {
                let arity = fun.arity() as usize;
                let returns_others = |fun: term::MadeUp| {
                    fun.results().any(|value| self.whole(result, value).is_err())
                };
                if fun.made_up().is_some_and(returns_others) {
                    // A fun that is known to return something else.
                    false
                } else {
                    parameters.as_ref().is_none_or(|parameters| parameters.len() == arity)
                }
            }
            (Type::Pid, Term::Pid(_)) => true,
            (Type::Port, Term::Port(_)) => true,
            (Type::Reference, Term::Reference(_)) => true,
            (Type::Union(alternatives), _) => {
                return self.check_union(wanted, alternatives, term, names);
            }
            (Type::Named { .. } | Type::Record { .. }, _) => {
                return self.check_named(wanted, term, names);
            }
            _ => false,
        };
        if fits { Ok(()) } else { Err(mismatch(wanted, term)) }
    }

    fn below(
        self,
        wanted: &Arc<Type>,
        term: &Term,
        step: impl FnOnce() -> Step,
    ) -> Result<(), Mismatch> {
        deeper(|| self.check(wanted, term, &mut Vec::new())).map_err(|mut mismatch| {
            mismatch.path.push(step());
            mismatch
        })
    }

    fn check_list(
        self,
        element: &Arc<Type>,
        tail: &Arc<Type>,
        list: &List,
    ) -> Result<(), Mismatch> {
        let members = list.elements.iter().enumerate();
        let mismatch = members
            .map(|(index, member)| self.below(element, member, || Step::Member(index + 1)))
            .chain([self.below(tail, &list.tail, || Step::Tail)])
            .find_map(Result::err);
        match mismatch {
            Some(mismatch) if !self.ends_in(element, tail, list) => Err(mismatch),
            _ => Ok(()),
        }
    }

    /// What a list ends in may be a list itself, in `maybe_improper_list(char(), [binary()])`.
    fn ends_in(self, element: &Arc<Type>, tail: &Arc<Type>, list: &List) -> bool {
        if **tail == Type::Nil {
            return false;
        }
        let fits = |(_, member): &(usize, &Term)| deeper(|| self.whole(element, member)).is_ok();
        let members = list.elements.iter().enumerate().take(MOST_SPLITS);
        members.take_while(fits).any(|(index, _)| {
            let rest = list.elements[index + 1..].to_vec();
            !rest.is_empty() && {
                let rest = Term::list_with_tail(rest, list.tail.clone());
                deeper(|| self.whole(tail, &rest)).is_ok()
            }
        })
    }

    fn check_elements(self, types: &[Arc<Type>], elements: &[Term]) -> Result<(), Mismatch> {
        for (index, (each, element)) in types.iter().zip(elements).enumerate() {
            self.below(each, element, || Step::Element(index + 1))?;
        }
        Ok(())
    }

    /// The leftmost field whose key type a key has decides what its value may be.
    fn check_map(
        self,
        wanted: &Arc<Type>,
        fields: &[MapField],
        map: &Map,
        term: &Term,
    ) -> Result<(), Mismatch> {
        for (key, value) in map.pairs() {
            let mut meant = fields.iter().filter(|field| self.whole(&field.key, key).is_ok());
            if self.is_lenient && meant.clone().any(|field| self.whole(&field.value, value).is_ok())
            {
                continue;
            }
            let field = meant.next();
            let field = field.ok_or_else(|| mismatch(wanted, term))?;
            self.below(&field.value, value, || Step::Value(key.clone()))?;
        }
        let is_there = |field: &MapField| {
            let fits = |each: &Arc<Type>, part| self.whole(each, part).is_ok();
            let mut pairs = map.pairs().iter();
            pairs.any(|(key, value)| fits(&field.key, key) && fits(&field.value, value))
        };
        let is_asked_for =
            |field: &MapField| field.is_required && (!self.is_lenient || is_single(&field.key));
        match fields.iter().all(|field| !is_asked_for(field) || is_there(field)) {
            true => Ok(()),
            false => Err(mismatch(wanted, term)),
        }
    }

    /// Of several alternatives that do not fit, the one that fits furthest explains best.
    fn check_union(
        self,
        wanted: &Arc<Type>,
        alternatives: &[Arc<Type>],
        term: &Term,
        names: &mut Vec<Arc<Type>>,
    ) -> Result<(), Mismatch> {
        let mut best = mismatch(wanted, term);
        for alternative in alternatives {
            match self.check(alternative, term, names) {
                Ok(()) => return Ok(()),
                Err(mismatch) if is_further(&mismatch.path, &best.path) => best = mismatch,
                Err(_) => {}
            }
        }
        Err(best)
    }

    /// A name that comes up again before the term was taken apart adds nothing.
    fn check_named(
        self,
        wanted: &Arc<Type>,
        term: &Term,
        names: &mut Vec<Arc<Type>>,
    ) -> Result<(), Mismatch> {
        if names.len() >= UNFOLDINGS || names.contains(wanted) {
            return Err(mismatch(wanted, term));
        }
        if self.is_lenient && self.types.is_opaque(wanted) {
            return Ok(());
        }
        names.push(wanted.clone());
        let unfolded = self.types.unfold(wanted);
        let result = deeper(|| self.check(&unfolded, term, names));
        names.pop();
        result.map_err(|inner| match inner.path.is_empty() {
            // The name says more than what it stands for.
            true => mismatch(wanted, term),
            false => inner,
        })
    }
}

/// Does a term fit further if it fails here rather than there? What comes before the place fits. The
/// paths are the wrong way round.
fn is_further(here: &[Step], there: &[Step]) -> bool {
    for (here, there) in here.iter().rev().zip(there.iter().rev()) {
        match (here, there) {
            (Step::Element(here), Step::Element(there))
            | (Step::Member(here), Step::Member(there))
                if here != there =>
            {
                return here > there;
            }
            (Step::Tail, Step::Member(_)) => return true,
            (Step::Member(_), Step::Tail) => return false,
            _ => {}
        }
    }
    here.len() > there.len()
}

/// In so many places a list is cut in two to see whether it fits then.
const MOST_SPLITS: usize = 64;

/// Is there only one term of this type?
fn is_single(key: &Type) -> bool {
    match key {
        Type::AtomLiteral(_) | Type::Nil => true,
        Type::Integer { low, high } => low.is_some() && low == high,
        Type::Tuple(types) => types.iter().all(|each| is_single(each)),
        _ => false,
    }
}

fn mismatch(expected: &Arc<Type>, found: &Term) -> Mismatch {
    Mismatch { path: Vec::new(), found: found.clone(), expected: expected.clone() }
}

/// Is the length `size`, or `size` and a number of times `unit`?
fn has_length(length: u64, size: u64, unit: u64) -> bool {
    match unit {
        0 => length == size,
        _ => length >= size && (length - size).is_multiple_of(unit),
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not of type {}", self.found, self.expected)?;
        for (index, step) in self.path.iter().rev().enumerate() {
            write!(f, "{} {step}", if index == 0 { ", at" } else { " of" })?;
        }
        Ok(())
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Element(index) => write!(f, "element {index} of the tuple"),
            Step::Member(index) => write!(f, "element {index} of the list"),
            Step::Tail => write!(f, "the tail of the list"),
            Step::Value(key) => write!(f, "the value under {key}"),
        }
    }
}
