//! Of which types are the local variables of a made-up fun? What its type says of its parameters: in
//! `fun((fun((integer()) -> atom())) -> ok)` the local variable takes integers.

use crate::{Type, Types};
use std::collections::BTreeMap;
use std::sync::Arc;
use term::canonical::{Action, Hole, HoleKind, Passed, Structure};
use term::{Atom, Term};

/// The types of local variables by their numbers. Those that are not there may be anything.
#[derive(Clone, Default, Debug)]
pub struct Scope {
    locals: BTreeMap<u32, Arc<Type>>,
}

/// What a local variable takes and returns, called with as many arguments as it has parameters.
pub struct Signature {
    pub parameters: Option<Vec<Arc<Type>>>,
    pub result: Arc<Type>,
}

impl Signature {
    pub fn parameter(&self, number: usize) -> Arc<Type> {
        let known = self.parameters.as_ref().and_then(|parameters| parameters.get(number));
        known.cloned().unwrap_or_else(|| Arc::new(Type::Any))
    }
}

impl Scope {
    /// With the variables that a key binds.
    pub fn with(&self, types: &Types, parameters: Option<&[Arc<Type>]>, key: &[Term]) -> Scope {
        let mut inner = self.clone();
        for (wanted, part) in parameters.unwrap_or_default().iter().zip(key) {
            inner.bind(types, wanted, part);
        }
        inner
    }

    fn bind(&mut self, types: &Types, wanted: &Arc<Type>, part: &Term) {
        let alternatives = types.alternatives(wanted);
        if let Some(hole) = Hole::of(part) {
            let is_such = |alternative: &&Arc<Type>| match (hole.kind, &***alternative) {
                (HoleKind::Function(arity), Type::Fun { parameters, .. }) => parameters
                    .as_ref()
                    .is_none_or(|parameters| parameters.len() == usize::from(arity)),
                (HoleKind::Pid, Type::Pid)
                | (HoleKind::Port, Type::Port)
                | (HoleKind::Reference, Type::Reference)
                | (_, Type::Variable(_)) => true,
                _ => false,
            };
            // What is of a kind is of its type, whatever was said about the parameter.
            let of_kind = match hole.kind {
                HoleKind::Function(_) => None,
                HoleKind::Pid => Some(Arc::new(Type::Pid)),
                HoleKind::Port => Some(Arc::new(Type::Port)),
                HoleKind::Reference => Some(Arc::new(Type::Reference)),
            };
            if let Some(found) = alternatives.iter().find(is_such).cloned().or(of_kind) {
                self.locals.entry(hole.number).or_insert(found);
            }
            return;
        }
        for alternative in &alternatives {
            match (&**alternative, part) {
                (Type::Tuple(wanted), Term::Tuple(parts)) if wanted.len() == parts.len() => {
                    for (wanted, part) in wanted.iter().zip(parts.iter()) {
                        self.bind(types, wanted, part);
                    }
                }
                (Type::Cons { element, .. }, Term::List(list)) => {
                    list.elements.iter().for_each(|part| self.bind(types, element, part));
                }
                (Type::Map(fields), Term::Map(map)) => {
                    for (field, value) in fields.iter().flat_map(|field| {
                        map.pairs().iter().filter_map(move |(key, value)| {
                            types.contains(&field.key, key).is_ok().then_some((field, value))
                        })
                    }) {
                        self.bind(types, &field.value, value);
                    }
                }
                _ => {}
            }
        }
    }

    fn local(&self, number: u32) -> Arc<Type> {
        self.locals.get(&number).cloned().unwrap_or_else(|| Arc::new(Type::Any))
    }

    /// What a local variable takes and returns.
    pub fn signature(&self, local: u32) -> Signature {
        match &*self.local(local) {
            Type::Fun { parameters, result } => {
                Signature { parameters: parameters.clone(), result: result.clone() }
            }
            _ => Signature { parameters: None, result: Arc::new(Type::Any) },
        }
    }

    /// Of which type it is what a call returns, or what comes in its place.
    pub fn given(&self, action: &Action) -> Option<Arc<Type>> {
        let returned = self.signature(action.called()?).result;
        Some(match action {
            Action::Attempt { .. } => {
                let caught = Arc::new(Type::AtomLiteral(Atom::new("caught")));
                Arc::new(Type::union([returned, caught]))
            }
            _ => returned,
        })
    }

    /// Of which type the value with this number is, of those that an action needs.
    pub fn value(
        &self,
        types: &Types,
        action: &Action,
        number: usize,
        result: &Arc<Type>,
    ) -> Arc<Type> {
        let (Action::Call { passed: parts, .. }
        | Action::Attempt { passed: parts, .. }
        | Action::Build { parts, .. }) = action
        else {
            return Arc::new(Type::Any);
        };
        let mut values =
            (0..).zip(parts).filter(|(_, part)| **part == Passed::Value).map(|(at, _)| at);
        match (values.nth(number), action) {
            (Some(at), Action::Build { structure, parts }) => {
                let places = self.places(types, *structure, parts, result).into_iter();
                Arc::new(Type::union(places.map(|places| places[at].clone())))
            }
            (Some(at), Action::Call { local, .. } | Action::Attempt { local, .. }) => {
                self.signature(*local).parameter(at)
            }
            _ => Arc::new(Type::Any),
        }
    }

    /// Does what is handed on without looking at it fit where it goes?
    pub fn hands_on(&self, types: &Types, action: &Action, result: &Arc<Type>) -> bool {
        match action {
            Action::Answer | Action::Raise(_) => true,
            Action::Return(local) => self.fits(types, result, *local),
            Action::Build { structure, parts } => {
                !self.places(types, *structure, parts, result).is_empty()
            }
            Action::Call { local, passed } | Action::Attempt { local, passed } => {
                let signature = self.signature(*local);
                (0..).zip(passed).all(|(at, passed)| match passed {
                    Passed::Value => true,
                    Passed::Local(other) => self.fits(types, &signature.parameter(at), *other),
                })
            }
        }
    }

    /// Of which types the parts of something new are, once for each alternative of the result's type in which
    /// the local variables have their places.
    fn places(
        &self,
        types: &Types,
        structure: Structure,
        parts: &[Passed],
        result: &Arc<Type>,
    ) -> Vec<Vec<Arc<Type>>> {
        let any = || Arc::new(Type::Any);
        let of_one = |alternative: &Arc<Type>| match (structure, &**alternative) {
            (_, Type::Any) | (Structure::Tuple, Type::AnyTuple) => {
                Some(parts.iter().map(|_| any()).collect())
            }
            (Structure::Tuple, Type::Tuple(elements)) if elements.len() == parts.len() => {
                Some(elements.clone())
            }
            (Structure::List | Structure::OpenList, Type::Cons { element, tail }) => {
                let mut places = vec![element.clone(); parts.len()];
                if structure == Structure::OpenList {
                    // What comes after it is such a list again.
                    *places.last_mut()? =
                        Arc::new(Type::union([alternative.clone(), tail.clone()]));
                } else if types.contains(tail, &Term::Nil).is_err() {
                    return None;
                }
                Some(places)
            }
            _ => None,
        };
        let has_places = |places: &Vec<Arc<Type>>| {
            places.iter().zip(parts).all(|(place, part)| match part {
                Passed::Value => true,
                Passed::Local(local) => self.fits(types, place, *local),
            })
        };
        types.alternatives(result).iter().filter_map(of_one).filter(has_places).collect()
    }

    fn fits(&self, types: &Types, wanted: &Arc<Type>, local: u32) -> bool {
        let is_open = |each: &Arc<Type>| matches!(**each, Type::Any);
        let local = self.local(local);
        let mut alternatives = types.alternatives(wanted).into_iter();
        alternatives.any(|alternative| is_open(&alternative) || alternative == local)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Type;
    use term::canonical::Behaviour;

    fn fun(parameters: Vec<Type>, result: Type) -> Type {
        let parameters = parameters.into_iter().map(Arc::new).collect();
        Type::Fun { parameters: Some(parameters), result: Arc::new(result) }
    }

    fn call(key: Vec<Term>, value: Term, answer: Term) -> Behaviour {
        let action = Action::Call { local: 0, passed: vec![Passed::Value] };
        let then = Some(Term::constant_fun(1, answer));
        Behaviour { key, action, values: vec![value], then }
    }

    /// `fun(({ok, fun((integer()) -> atom())}) -> integer())`
    #[test]
    fn a_fun_keeps_its_promises_in_both_directions() {
        let types = Types::new(Box::new(|_| None));
        let inner = fun(vec![Type::range(0, 9)], Type::Atom);
        let pair = Type::Tuple(vec![
            Arc::new(Type::AtomLiteral(Atom::new("ok"))),
            Arc::new(inner.clone()),
        ]);
        let wanted = Arc::new(fun(vec![pair], Type::range(0, 9)));
        let hole = Hole { number: 0, kind: HoleKind::Function(1) }.to_term();
        let key = vec![Term::tuple(vec![Term::atom("ok"), hole])];
        let fits = |behaviour: Behaviour| {
            let fun = Term::canonical_fun(1, Vec::new(), Term::Int(0), &[behaviour]);
            types.contains(&wanted, &fun).is_ok()
        };
        assert!(fits(call(key.clone(), Term::Int(3), Term::Int(4))));
        assert!(!fits(call(key.clone(), Term::Int(10), Term::Int(4))), "it takes no 10");
        assert!(!fits(call(key.clone(), Term::Int(3), Term::Int(10))), "it returns no 10");
        let mut hands_back = call(key, Term::Nil, Term::Nil);
        (hands_back.action, hands_back.then) = (Action::Return(0), None);
        hands_back.values.clear();
        assert!(!fits(hands_back), "it returns no funs");
    }

    #[test]
    fn what_is_handed_on_is_of_the_type_that_is_wanted() {
        let types = Types::new(Box::new(|_| None));
        let reference = Arc::new(Type::Reference);
        let hole = Hole { number: 0, kind: HoleKind::Reference }.to_term();
        let scope = Scope::default().with(&types, Some(std::slice::from_ref(&reference)), &[hole]);
        let optional = Arc::new(Type::union([reference, Arc::new(Type::Nil)]));
        assert!(scope.hands_on(&types, &Action::Return(0), &optional));
        assert!(scope.hands_on(&types, &Action::Return(0), &Arc::new(Type::Any)));
        assert!(!scope.hands_on(&types, &Action::Return(0), &Arc::new(Type::Pid)));
    }
}
