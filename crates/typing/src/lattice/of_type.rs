//! Which terms does a type allow? All of them are in its set. A set may hold more where types say what
//! sets cannot: that a map has at least one key of many, or where in a list a list ends.

use super::atoms::Atoms;
use super::integers::{Integers, Range};
use super::lengths::Lengths;
use super::maps::Maps;
use super::{FunKind, Funs, ValueSet, order};
use crate::deeper;
use crate::tree::Type;
use std::sync::Arc;

impl ValueSet {
    /// What a type allows. Names in it stay names.
    pub fn of_type(wanted: &Arc<Type>) -> ValueSet {
        deeper(|| match &**wanted {
            Type::Any | Type::Variable(_) => ValueSet::Any,
            Type::None => ValueSet::none(),
            Type::Atom => ValueSet::atoms(Atoms::all()),
            Type::AtomLiteral(atom) => ValueSet::atom(*atom),
            Type::Integer { low, high } => {
                ValueSet::integers(Integers::of([Range::new(low.clone(), high.clone())]))
            }
            Type::Float => ValueSet::float(),
            Type::Nil => ValueSet::nil(),
            Type::Cons { element, tail } => {
                lists(ValueSet::of_type(element), ValueSet::of_type(tail))
            }
            Type::AnyTuple => ValueSet::tuples(),
            Type::Tuple(types) => ValueSet::tuple(types.iter().map(ValueSet::of_type).collect()),
            Type::AnyMap => ValueSet::maps(Some(Maps::all())),
            Type::Map(fields) => ValueSet::maps(Maps::of_fields(fields)),
            Type::Bits { size, unit } => ValueSet::bits(Lengths { size: *size, unit: *unit }),
            Type::Fun { parameters, result } => {
                let parameters = parameters.as_ref().map(|types| all(types));
                let kind = FunKind::Typed { parameters, result: ValueSet::of_type(result) };
                ValueSet::funs(Funs::These(vec![kind]))
            }
            Type::Pid => ValueSet::pids(),
            Type::Port => ValueSet::ports(),
            Type::Reference => ValueSet::references(),
            Type::Union(alternatives) => {
                let sets = alternatives.iter().map(ValueSet::of_type);
                sets.fold(ValueSet::none(), |all, each| order::join(&all, &each))
            }
            Type::Named { .. } | Type::Record { .. } => ValueSet::named(wanted.clone()),
        })
    }
}

fn all(types: &[Arc<Type>]) -> Vec<ValueSet> {
    types.iter().map(ValueSet::of_type).collect()
}

/// Lists whose end may be given as lists again.
fn lists(element: ValueSet, tail: ValueSet) -> ValueSet {
    match &tail {
        ValueSet::Any => ValueSet::cons(ValueSet::Any, ValueSet::Any),
        // What a name holds is not known here, and may be lists of anything.
        ValueSet::Of(kinds) if !kinds.names.is_empty() => {
            ValueSet::cons(ValueSet::Any, ValueSet::Any)
        }
        ValueSet::Of(kinds) => match &kinds.cons {
            None => ValueSet::cons(element, tail),
            Some(inner) => ValueSet::cons(
                order::join(&element, &inner.element),
                order::join(&tail, &inner.tail),
            ),
        },
    }
}
