//! What is a function to return, in the words of the engine? Types that it can ask for while a run is looked at;
//! the others are left unclear, and then nobody says that all results fit.

use crate::{Workbench, Workpiece};
use analysis::safety::Safety;
use interpreter::promised::{Alternative, Promised, PromisedResult};
use std::sync::Arc;
use symbolic::Kind;
use term::Term;
use typing::{Type, Types};

/// Types that are nested deeper are not looked into.
const DEEPEST: usize = 6;

/// A type with more alternatives is not asked for.
const MOST_ALTERNATIVES: usize = 40;

impl Workbench {
    /// What runs of the function ask about their results: nothing if these are known to fit, or need not.
    pub fn promised(&self, piece: &Workpiece, safety: &Safety) -> Option<PromisedResult> {
        if !piece.promises.checks_results || (safety.result_fits && !safety.has_given_up) {
            return None;
        }
        let results = &piece.promises.results;
        let first = results.first()?;
        // Of several, those count whose arguments fit, and that is for others to see.
        let is_whole = results.iter().all(|each| each == first);
        let all = Arc::new(Type::union(results.iter().cloned()));
        let promised = Reader::new(&self.environment).promised(&all, DEEPEST);
        Some(PromisedResult { promised, is_whole })
    }
}

/// So many types are read for one function.
const MOST_TYPES: usize = 2_000;

/// Reads types as what the engine can ask for.
struct Reader<'a> {
    types: &'a Types,
    /// So many types may still be read: those that name each other in circles have more than anybody could.
    left: usize,
}

impl<'a> Reader<'a> {
    fn new(types: &'a Types) -> Reader<'a> {
        Reader { types, left: MOST_TYPES }
    }

    fn promised(&mut self, wanted: &Arc<Type>, depth: usize) -> Promised {
        if depth == 0 {
            return Promised::Unclear;
        }
        let mut alternatives = Vec::new();
        match self.alternatives_of(wanted, depth, &mut alternatives) {
            Ok(()) if alternatives.len() <= MOST_ALTERNATIVES => Promised::OneOf(alternatives),
            Ok(()) => Promised::Unclear,
            Err(whole) => whole,
        }
    }

    /// Adds what the type allows, or says what the whole of it is: anything, or unclear.
    fn alternatives_of(
        &mut self,
        wanted: &Arc<Type>,
        depth: usize,
        all: &mut Vec<Alternative>,
    ) -> Result<(), Promised> {
        if self.left == 0 {
            return Err(Promised::Unclear);
        }
        self.left -= 1;
        // Nobody looks into what is opaque.
        if self.types.is_opaque(wanted) {
            return Err(Promised::Anything);
        }
        let meaning = self.types.meaning(wanted);
        let mut part = |part: &Arc<Type>| Arc::new(self.promised(part, depth - 1));
        let alternative = match &*meaning {
            Type::Any | Type::Variable(_) => return Err(Promised::Anything),
            Type::None => return Ok(()),
            Type::Union(members) => {
                return members
                    .iter()
                    .try_for_each(|member| self.alternatives_of(member, depth, all));
            }
            Type::Atom => Alternative::Kind(Kind::Atom),
            Type::AtomLiteral(atom) => Alternative::Literal(Term::Atom(*atom)),
            Type::Integer { low: None, high: None } => Alternative::Kind(Kind::Integer),
            Type::Integer { low: Some(low), high: Some(high) } if low == high => {
                Alternative::Literal(Term::from(low.clone()))
            }
            Type::Integer { low, high } => {
                Alternative::Integers { low: low.clone(), high: high.clone() }
            }
            Type::Float => Alternative::Kind(Kind::Float),
            Type::Nil => Alternative::Literal(Term::Nil),
            Type::Cons { element, tail } => {
                Alternative::List { element: part(element), end: part(tail) }
            }
            Type::AnyTuple => Alternative::Kind(Kind::Tuple),
            Type::Tuple(elements) => Alternative::Tuple(elements.iter().map(part).collect()),
            Type::AnyMap => Alternative::Kind(Kind::Map),
            Type::Map(_) => Alternative::SomeOf(Kind::Map),
            Type::Bits { size: 0, unit: 1 } => Alternative::Kind(Kind::Bitstring),
            Type::Bits { size: 0, unit: 8 } => Alternative::Kind(Kind::Binary),
            Type::Bits { .. } => Alternative::SomeOf(Kind::Bitstring),
            Type::Fun { parameters: None, .. } => Alternative::Kind(Kind::Function),
            Type::Fun { .. } => Alternative::SomeOf(Kind::Function),
            Type::Pid => Alternative::Kind(Kind::Pid),
            Type::Port => Alternative::Kind(Kind::Port),
            Type::Reference => Alternative::Kind(Kind::Reference),
            Type::Named { .. } | Type::Record { .. } => Alternative::SomeOf(Kind::Tuple),
        };
        all.push(alternative);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_any_in_a_union_is_anything() {
        let types = Types::new(Box::new(|_| None));
        let any = Arc::new(Type::Any);
        let union = Arc::new(Type::Union(vec![Arc::new(Type::INTEGER), any]));
        assert_eq!(Reader::new(&types).promised(&union, DEEPEST), Promised::Anything);
    }

    /// As types that name each other do, each level has ten times as many as the one above.
    #[test]
    fn types_that_unfold_without_end_are_read_only_so_far() {
        let types = Types::new(Box::new(|_| None));
        let mut nested = Arc::new(Type::INTEGER);
        for _ in 0..DEEPEST {
            nested = Arc::new(Type::Tuple(vec![nested; 10]));
        }
        let mut reader = Reader::new(&types);
        let found = reader.promised(&nested, DEEPEST);
        let Promised::OneOf(alternatives) = &found else { panic!("{found:?}") };
        let [Alternative::Tuple(elements)] = &alternatives[..] else { panic!("{found:?}") };
        assert_eq!(*elements[9], Promised::Unclear, "nobody had the patience to come here");
        assert_eq!(reader.left, 0);
    }

    #[test]
    fn what_is_too_deep_is_unclear_and_not_anything() {
        let types = Types::new(Box::new(|_| None));
        let mut nested = Arc::new(Type::INTEGER);
        for _ in 0..DEEPEST {
            nested = Arc::new(Type::Tuple(vec![nested]));
        }
        let mut found = Reader::new(&types).promised(&nested, DEEPEST);
        while let Promised::OneOf(alternatives) = &found {
            let [Alternative::Tuple(elements)] = &alternatives[..] else { break };
            found = Promised::clone(&elements[0]);
        }
        assert_eq!(found, Promised::Unclear);
    }
}
