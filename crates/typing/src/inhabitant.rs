//! What is the smallest term of a type?
//!
//! Sizes are computed as Knuth generalised Dijkstra's algorithm to grammars ("A generalization of
//! Dijkstra's algorithm", 1977), in the simple form: every name begins without a term, and rounds
//! over all names improve them until nothing changes. A name that still has none is empty.

use crate::deeper;
use crate::environment::{Types, lock};
use crate::tree::{MapField, Type};
use num_traits::Signed;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use term::{Atom, BigInt, Bits, Pid, Port, Reference, Term, atoms};

/// More names than any real type reaches. Types such as `-type t(X) :: {t([X])} | X.` have a new
/// name at every level; beyond this many, names are left without a term.
const NAMES: usize = 2000;

/// More changes than this can a round over all names not bring about one after the other.
const ROUNDS: usize = 200;

impl Types {
    /// The smallest term of the type; `None` if it has none, as `none()`.
    pub fn smallest(&self, wanted: &Arc<Type>) -> Option<Term> {
        if let Some(known) = lock(&self.smallest).get(wanted) {
            return known.clone();
        }
        let found = self.find_smallest(wanted);
        lock(&self.smallest).insert(wanted.clone(), found.clone());
        found
    }

    fn find_smallest(&self, wanted: &Arc<Type>) -> Option<Term> {
        let mut search = Search {
            types: self,
            best: FxHashMap::default(),
            names: Vec::new(),
            calls_return: true,
        };
        let mut found = search.term(wanted);
        for _ in 0..ROUNDS {
            if !search.improve() {
                break;
            }
            found = search.term(wanted);
        }
        if found.is_none() {
            // All that is left is a fun that comes to no end with its results, `t() :: fun(() -> {1, t()})`.
            search.calls_return = false;
            found = search.term(wanted);
        }
        found.map(|(term, _)| term)
    }
}

/// A term and its size.
type Sized = (Term, usize);

struct Search<'a> {
    types: &'a Types,
    /// The best term so far of every name met.
    best: FxHashMap<Arc<Type>, Option<Sized>>,
    /// The names in the order in which they were met. Of two terms of a size the first one found
    /// stays, so the order must not depend on how atoms happen to be numbered.
    names: Vec<Arc<Type>>,
    /// Is a fun without a result none?
    calls_return: bool,
}

impl Search<'_> {
    /// Goes over all names once. Was any of them improved, or met for the first time?
    fn improve(&mut self) -> bool {
        let names = self.names.clone();
        let mut is_improved = false;
        for name in &names {
            let unfolded = self.types.unfold(name);
            let found = self.term(&unfolded);
            let size = |known: &Option<Sized>| known.as_ref().map_or(usize::MAX, |known| known.1);
            if size(&found) < size(&self.best[name]) {
                self.best.insert(name.clone(), found);
                is_improved = true;
            }
        }
        is_improved || self.best.len() > names.len()
    }

    fn term(&mut self, wanted: &Arc<Type>) -> Option<Sized> {
        match &**wanted {
            Type::None => None,
            Type::Union(alternatives) => {
                let found = alternatives.iter().filter_map(|each| self.term(each));
                found.reduce(|best, next| if next.1 < best.1 { next } else { best })
            }
            Type::Named { .. } | Type::Record { .. } => {
                if let Some(best) = self.best.get(wanted) {
                    let is_hopeless = best.is_none() && !self.calls_return;
                    let unfolded = is_hopeless.then(|| self.types.meaning(wanted));
                    return match unfolded.as_deref() {
                        Some(Type::Fun { parameters, .. }) => {
                            let arity = parameters.as_ref().map_or(0, Vec::len).min(255) as u8;
                            Some((Term::constant_fun(arity, Term::Nil), 2))
                        }
                        _ => best.clone(),
                    };
                }
                if self.best.len() < NAMES {
                    self.best.insert(wanted.clone(), None);
                    self.names.push(wanted.clone());
                }
                None
            }
            Type::Cons { element, tail } => {
                let (element, tail) = (self.below(element)?, self.below(tail)?);
                Some((Term::list_with_tail(vec![element.0], tail.0), element.1 + tail.1 + 1))
            }
            Type::Tuple(types) => {
                let elements: Vec<Sized> =
                    types.iter().map(|each| self.below(each)).collect::<Option<_>>()?;
                let size = 1 + elements.iter().map(|(_, size)| size).sum::<usize>();
                Some((
                    elements.into_iter().map(|(term, _)| term).collect::<term::Tuple>().into(),
                    size,
                ))
            }
            Type::Map(fields) => self.map(fields),
            Type::Fun { parameters, result } => {
                let arity = parameters.as_ref().map_or(0, Vec::len).min(255) as u8;
                // A fun that never returns: whatever it is, it may be called.
                let never_returns =
                    !self.calls_return || matches!(*self.types.meaning(result), Type::None);
                let nothing = never_returns.then_some((Term::Nil, 1));
                let (value, size) = self.below(result).or(nothing)?;
                Some((Term::constant_fun(arity, value), size + 1))
            }
            plain => plain_term(plain),
        }
    }

    fn below(&mut self, wanted: &Arc<Type>) -> Option<Sized> {
        deeper(|| self.term(wanted))
    }

    /// Required fields only. Two whose smallest keys are the same share the leftmost's pair.
    fn map(&mut self, fields: &[MapField]) -> Option<Sized> {
        let mut pairs: Vec<(Term, Term)> = Vec::new();
        let mut size = 1;
        for field in fields.iter().filter(|field| field.is_required) {
            let (key, value) = (self.below(&field.key)?, self.below(&field.value)?);
            if pairs.iter().all(|(known, _)| *known != key.0) {
                size += key.1 + value.1;
                pairs.push((key.0, value.0));
            }
        }
        Some((Term::map(pairs), size))
    }
}

fn plain_term(wanted: &Type) -> Option<Sized> {
    let term = match wanted {
        Type::Integer { low, high } => {
            closest_to_zero(low.as_ref(), high.as_ref()).map(Term::integer)?
        }
        Type::Any | Type::Variable(_) | Type::Nil => Term::Nil,
        Type::Atom => Term::atom("a"),
        Type::AtomLiteral(atom) => Term::Atom(*atom),
        Type::Float => Term::Float(0.0),
        Type::AnyTuple => Term::tuple(vec![]),
        Type::AnyMap => Term::map(vec![]),
        Type::Bits { size, .. } => {
            let size = *size as usize;
            let bits = Bits::new(vec![0; size.div_ceil(8)], size);
            return Some((bits.into(), 1 + size / 8));
        }
        Type::Pid => pid(0),
        Type::Port => port(0),
        Type::Reference => reference(0),
        _ => return None,
    };
    let size = match &term {
        Term::BigInt(number) => 1 + number.bits() as usize / 64,
        _ => 1,
    };
    Some((term, size))
}

fn closest_to_zero(low: Option<&BigInt>, high: Option<&BigInt>) -> Option<BigInt> {
    match (low, high) {
        (Some(low), Some(high)) if low > high => None,
        (Some(low), _) if low.is_positive() => Some(low.clone()),
        (_, Some(high)) if high.is_negative() => Some(high.clone()),
        _ => Some(BigInt::ZERO),
    }
}

/// A fun of that arity which is there on every node, though it may do nothing useful.
pub(crate) fn fun(arity: usize) -> Term {
    let (module, function) = match arity {
        0 => ("erlang", "node"),
        1 => ("erlang", "is_atom"),
        2 => ("erlang", "=:="),
        3 => ("lists", "keyfind"),
        _ => ("lists", "no_such_function"),
    };
    Term::external_fun(Atom::new(module), Atom::new(function), arity.min(255) as u8)
}

/// So many identifiers of a kind are made up: enough to differ from each other.
pub const NOBODYS: u32 = 16;

/// Is it an identifier that was made up here, and nobody's on any node?
pub fn is_nobodys(term: &Term) -> bool {
    match term {
        Term::Pid(_) => (0..NOBODYS).any(|number| pid(number) == *term),
        Term::Port(_) => (0..NOBODYS).any(|number| port(number) == *term),
        Term::Reference(_) => (0..NOBODYS).any(|number| reference(number) == *term),
        _ => false,
    }
}

/// The last ones there can be, from the end: on no node does anybody have them.
pub fn pid(number: u32) -> Term {
    Pid { node: atoms::nonode_nohost, id: 0x7fff - number, serial: 0x1fff, creation: 0 }.into()
}

pub fn port(number: u32) -> Term {
    let id = 0xfff_ffff - u64::from(number);
    Port { node: atoms::nonode_nohost, id, creation: 0 }.into()
}

pub fn reference(number: u32) -> Term {
    const NO_RUN_HAS_SO_MANY: u32 = 1 << 12;
    let ids = vec![number, 0, NO_RUN_HAS_SO_MANY];
    Reference { node: atoms::nonode_nohost, creation: 0, ids }.into()
}
