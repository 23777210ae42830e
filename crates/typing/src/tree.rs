//! What is a type? A tree that says what the source says, with built-in abbreviations spelled out.
//!
//! Names of user-defined types stay names ([`Type::Named`]): recursive types are finite trees this
//! way, and whoever walks one unfolds only as far as it needs
//! ([`Types::unfold`](crate::Types::unfold)).

use std::sync::Arc;
use term::{Atom, BigInt};

#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Type {
    /// `any()`, `term()`, `dynamic()`, `_`
    Any,
    /// `none()`, `no_return()`: no term at all
    None,
    /// `atom()`
    Atom,
    /// `ok`
    AtomLiteral(Atom),
    /// `integer()`, `0..255`, `-1`, `pos_integer()`: both ends belong to it
    Integer {
        low: Option<BigInt>,
        high: Option<BigInt>,
    },
    /// `float()`
    Float,
    /// `[]`
    Nil,
    /// `nonempty_maybe_improper_list(Element, Tail)`: one element or more, and then a tail.
    /// `[T, ...]` has the tail `[]`; every other kind of list is a union with it.
    Cons {
        element: Arc<Type>,
        tail: Arc<Type>,
    },
    /// `tuple()`
    AnyTuple,
    /// `{A, B}`
    Tuple(Vec<Arc<Type>>),
    /// `map()`
    AnyMap,
    /// `#{K := V, K => V}`
    Map(Vec<MapField>),
    /// `<<_:Size, _:_*Unit>>`
    Bits {
        size: u64,
        unit: u64,
    },
    /// `fun()`, `fun((…) -> R)`, `fun((A, B) -> R)`: without parameters, any number of them fits
    Fun {
        parameters: Option<Vec<Arc<Type>>>,
        result: Arc<Type>,
    },
    Pid,
    Port,
    Reference,
    /// `A | B`
    Union(Vec<Arc<Type>>),
    /// `X`, bound by a spec's `when` or by the parameters of a parametric type
    Variable(Atom),
    /// `name(A, B)` or `module:name(A, B)`
    Named {
        module: Atom,
        name: Atom,
        arguments: Vec<Arc<Type>>,
    },
    /// `#name{field :: T}`: a record of that module, some fields with a narrower type
    Record {
        module: Atom,
        name: Atom,
        overrides: Vec<(Atom, Arc<Type>)>,
    },
}

/// `Key := Value` or `Key => Value`
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct MapField {
    pub key: Arc<Type>,
    pub value: Arc<Type>,
    /// `:=`: at least one pair of this kind is there.
    pub is_required: bool,
}

/// A `-spec` or `-callback`: its clauses are alternatives.
#[derive(Clone, PartialEq, Eq)]
pub struct Spec {
    pub clauses: Vec<SpecClause>,
}

/// `(A, B) -> R when X :: T`
#[derive(Clone, PartialEq, Eq)]
pub struct SpecClause {
    pub parameters: Vec<Arc<Type>>,
    pub result: Arc<Type>,
    pub constraints: Vec<(Atom, Arc<Type>)>,
}

/// The largest code point.
const LAST_CHARACTER: i64 = 0x10_FFFF;

impl Type {
    /// `integer()`
    pub const INTEGER: Type = Type::Integer { low: None, high: None };

    /// `bitstring()`
    pub const BITSTRING: Type = Type::Bits { size: 0, unit: 1 };

    /// `binary()`
    pub const BINARY: Type = Type::Bits { size: 0, unit: 8 };

    pub fn range(low: i64, high: i64) -> Type {
        Type::Integer { low: Some(low.into()), high: Some(high.into()) }
    }

    pub fn at_least(low: i64) -> Type {
        Type::Integer { low: Some(low.into()), high: None }
    }

    /// `A | B`; a union of one is that one, and unions in unions are spliced.
    pub fn union(alternatives: impl IntoIterator<Item = Arc<Type>>) -> Type {
        let mut flat: Vec<Arc<Type>> = Vec::new();
        for alternative in alternatives {
            match &*alternative {
                Type::Union(inner) => flat.extend(inner.iter().cloned()),
                Type::None => {}
                _ => flat.push(alternative),
            }
        }
        match flat.len() {
            0 => Type::None,
            1 => flat[0].as_ref().clone(),
            _ => Type::Union(flat),
        }
    }

    /// `[Element]`
    pub fn list(element: Arc<Type>) -> Type {
        Type::maybe_improper_list(element, Arc::new(Type::Nil))
    }

    /// `[Element, ...]`
    pub fn nonempty_list(element: Arc<Type>) -> Type {
        Type::Cons { element, tail: Arc::new(Type::Nil) }
    }

    /// `maybe_improper_list(Element, Tail)`: `[]`, or elements and then a tail of that type or `[]`.
    pub fn maybe_improper_list(element: Arc<Type>, tail: Arc<Type>) -> Type {
        let nil = Arc::new(Type::Nil);
        let cons = Type::nonempty_maybe_improper_list(element, tail);
        Type::union([nil, Arc::new(cons)])
    }

    pub fn nonempty_maybe_improper_list(element: Arc<Type>, tail: Arc<Type>) -> Type {
        let tail = match &*tail {
            Type::Any | Type::Nil => tail,
            _ => Arc::new(Type::union([Arc::new(Type::Nil), tail])),
        };
        Type::Cons { element, tail }
    }

    /// `fun()`
    pub fn any_fun() -> Type {
        Type::Fun { parameters: None, result: Arc::new(Type::Any) }
    }

    pub fn boolean() -> Type {
        Type::union(["false", "true"].map(|name| Arc::new(Type::AtomLiteral(Atom::new(name)))))
    }

    pub fn character() -> Type {
        Type::range(0, LAST_CHARACTER)
    }

    /// The types directly below this one.
    pub fn children(&self) -> Vec<&Arc<Type>> {
        match self {
            Type::Cons { element, tail } => vec![element, tail],
            Type::Tuple(types) | Type::Union(types) => types.iter().collect(),
            Type::Map(fields) => {
                fields.iter().flat_map(|field| [&field.key, &field.value]).collect()
            }
            Type::Fun { parameters, result } => {
                parameters.iter().flatten().chain([result]).collect()
            }
            Type::Named { arguments, .. } => arguments.iter().collect(),
            Type::Record { overrides, .. } => overrides.iter().map(|(_, each)| each).collect(),
            _ => Vec::new(),
        }
    }

    /// The same type with every type directly below it replaced.
    pub fn map_children(&self, change: &mut dyn FnMut(&Arc<Type>) -> Arc<Type>) -> Type {
        let mut all = |types: &[Arc<Type>]| types.iter().map(&mut *change).collect::<Vec<_>>();
        match self {
            Type::Tuple(types) => Type::Tuple(all(types)),
            Type::Union(types) => Type::union(all(types)),
            Type::Named { module, name, arguments } => {
                Type::Named { module: *module, name: *name, arguments: all(arguments) }
            }
            Type::Cons { element, tail } => {
                Type::Cons { element: change(element), tail: change(tail) }
            }
            Type::Map(fields) => Type::Map(
                fields
                    .iter()
                    .map(|field| MapField {
                        key: change(&field.key),
                        value: change(&field.value),
                        is_required: field.is_required,
                    })
                    .collect(),
            ),
            Type::Fun { parameters, result } => Type::Fun {
                parameters: parameters
                    .as_ref()
                    .map(|types| types.iter().map(&mut *change).collect()),
                result: change(result),
            },
            Type::Record { module, name, overrides } => Type::Record {
                module: *module,
                name: *name,
                overrides: overrides.iter().map(|(field, each)| (*field, change(each))).collect(),
            },
            _ => self.clone(),
        }
    }

    /// The type as that module writes it: names of its own types stand there without the module.
    pub fn in_module(self: &Arc<Type>, home: Atom) -> Arc<Type> {
        crate::deeper(|| {
            let inner = match self.children().is_empty() {
                true => self.clone(),
                false => Arc::new(self.map_children(&mut |child| child.in_module(home))),
            };
            match &*inner {
                Type::Named { module, name, arguments } if *module == home => {
                    Arc::new(Type::Named {
                        module: term::atoms::empty,
                        name: *name,
                        arguments: arguments.clone(),
                    })
                }
                _ => inner,
            }
        })
    }

    /// The type with what its variables stand for. A variable that is not listed stays.
    pub fn substitute(self: &Arc<Type>, bindings: &[(Atom, Arc<Type>)]) -> Arc<Type> {
        if bindings.is_empty() {
            return self.clone();
        }
        match &**self {
            Type::Variable(name) => {
                let bound = bindings.iter().find(|(variable, _)| variable == name);
                bound.map_or_else(|| self.clone(), |(_, bound)| bound.clone())
            }
            other if other.children().is_empty() => self.clone(),
            other => Arc::new(other.map_children(&mut |child| child.substitute(bindings))),
        }
    }
}

impl SpecClause {
    /// The parameters with variables replaced by what `when` says of them. A variable of which it
    /// says nothing, or that is bound in terms of itself, is `any()`.
    pub fn closed_parameters(&self) -> Vec<Arc<Type>> {
        self.parameters.iter().map(|parameter| self.close(parameter)).collect()
    }

    pub fn closed_result(&self) -> Arc<Type> {
        self.close(&self.result)
    }

    fn close(&self, open: &Arc<Type>) -> Arc<Type> {
        self.close_below(open, &mut Vec::new())
    }

    fn close_below(&self, open: &Arc<Type>, inside: &mut Vec<Atom>) -> Arc<Type> {
        match &**open {
            Type::Variable(name) => {
                let bound = self.constraints.iter().find(|(variable, _)| variable == name);
                match bound {
                    Some((_, bound)) if !inside.contains(name) => {
                        inside.push(*name);
                        let closed = self.close_below(bound, inside);
                        inside.pop();
                        closed
                    }
                    _ => Arc::new(Type::Any),
                }
            }
            other if other.children().is_empty() => open.clone(),
            other => Arc::new(other.map_children(&mut |child| self.close_below(child, inside))),
        }
    }
}
