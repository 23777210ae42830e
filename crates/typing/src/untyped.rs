//! Of which parts of a call does its type say nothing? Of what is `any()`: an argument, a field of a record that
//! was declared without a type, an element of a `list()`, what a `fun()` returns, and how many arguments it
//! takes. Nobody has promised that a program can do with these.

use crate::environment::Types;
use crate::tree::Type;
use std::sync::Arc;
use term::{Term, any, visit};

/// More parts than this are not looked at.
const MOST_PARTS: usize = 10_000;

/// The parts of arguments that may be anything.
#[derive(Clone, Debug, Default)]
pub struct UntypedParts {
    /// Nothing else in the call is the same.
    pub certain: Vec<Term>,
    /// They are there twice, and have a type in one of the places.
    pub doubtful: Vec<Term>,
}

impl UntypedParts {
    /// But for what is in this, which somebody has put there who knew what it is.
    pub fn outside_of(mut self, whole: &Term) -> UntypedParts {
        let is_outside = |part: &Term| !any(whole, |each| each == part);
        self.certain.retain(is_outside);
        self.doubtful.retain(is_outside);
        self
    }
}

impl Types {
    /// The parts of arguments that may be anything, by the first of these alternatives that they fit.
    pub fn untyped_parts(
        &self,
        alternatives: &[Vec<Arc<Type>>],
        arguments: &[Term],
    ) -> UntypedParts {
        let fits =
            |types: &&Vec<Arc<Type>>| self.contain_call(std::slice::from_ref(types), arguments);
        let mut search =
            UntypedSearch { types: self, found: Vec::new(), typed: Vec::new(), left: MOST_PARTS };
        match alternatives.iter().find(fits) {
            Some(types) => {
                let pending = types.iter().cloned().zip(arguments.iter().cloned());
                search.look(pending.collect());
            }
            None => arguments.iter().for_each(|term| search.untyped(term)),
        }
        let UntypedSearch { found, typed, .. } = search;
        let (doubtful, certain) = found.into_iter().partition(|part| typed.contains(part));
        UntypedParts { certain, doubtful }
    }
}

struct UntypedSearch<'a> {
    types: &'a Types,
    found: Vec<Term>,
    typed: Vec<Term>,
    /// So many parts may still be looked at.
    left: usize,
}

impl UntypedSearch<'_> {
    /// Terms with their types, and their parts with theirs.
    fn look(&mut self, mut pending: Vec<(Arc<Type>, Term)>) {
        while let Some((wanted, term)) = pending.pop() {
            if self.left == 0 {
                return;
            }
            self.left -= 1;
            let alternatives = self.types.record_alternatives(&wanted);
            let is_any = |each: &Type| matches!(each, Type::Any | Type::Variable(_));
            if alternatives.iter().any(|(each, _)| is_any(each)) {
                self.untyped(&term);
                continue;
            }
            let fitting = match &alternatives[..] {
                [(only, _)] => Some(only),
                several => several
                    .iter()
                    .map(|(each, _)| each)
                    .find(|each| self.types.contains(each, &term).is_ok()),
            };
            if let Some(fitting) = fitting {
                self.typed.push(term.clone());
                self.parts(fitting, &term, &mut pending);
            }
        }
    }

    fn parts(&mut self, wanted: &Type, term: &Term, pending: &mut Vec<(Arc<Type>, Term)>) {
        match (wanted, term) {
            (Type::Cons { element, tail }, Term::List(list)) => {
                pending.extend(list.elements.iter().map(|each| (element.clone(), each.clone())));
                // The end of a list is nothing that somebody gives.
                if list.tail != Term::Nil {
                    pending.push((tail.clone(), list.tail.clone()));
                }
            }
            (Type::Tuple(wanted), Term::Tuple(elements)) => {
                pending.extend(wanted.iter().cloned().zip(elements.iter().cloned()));
            }
            (Type::Map(fields), Term::Map(map)) => {
                for (key, value) in map.pairs() {
                    let is_it = |key_type: &Arc<Type>| self.types.contains(key_type, key).is_ok();
                    if let Some(field) = fields.iter().find(|field| is_it(&field.key)) {
                        pending.push((field.key.clone(), key.clone()));
                        pending.push((field.value.clone(), value.clone()));
                    }
                }
            }
            (Type::AnyTuple, Term::Tuple(elements)) => {
                elements.iter().for_each(|each| self.untyped(each));
            }
            (Type::AnyMap, Term::Map(map)) => {
                for (key, value) in map.pairs() {
                    self.untyped(key);
                    self.untyped(value);
                }
            }
            (Type::Fun { parameters, result }, Term::Fun(fun)) => {
                if parameters.is_none() {
                    self.typed.pop();
                    self.found.push(term.clone());
                }
                if let Some(made_up) = fun.made_up() {
                    let answers = made_up.cases().map(|(_, answer)| answer);
                    let answers = answers.chain([made_up.otherwise]);
                    pending.extend(answers.map(|answer| (result.clone(), answer.clone())));
                }
            }
            _ => {}
        }
    }

    /// A term of which nothing is said: nor of its parts.
    fn untyped(&mut self, term: &Term) {
        let mut funs = Vec::new();
        visit(term, &mut |part| {
            self.found.push(part.clone());
            if let Term::Fun(fun) = part {
                funs.extend(fun.made_up());
            }
            self.left = self.left.saturating_sub(1);
            self.left > 0
        });
        for made_up in funs {
            let answers = made_up.cases().map(|(_, answer)| answer);
            self.found.extend(answers.chain([made_up.otherwise]).cloned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MapField;

    fn check(wanted: Type, text: &str, parts: &str) {
        let types = Types::new(Box::new(|_| None));
        let term = term::read::term(text).expect("a term");
        let mut found = types.untyped_parts(&[vec![Arc::new(wanted)]], &[term]).certain;
        found.sort();
        found.dedup();
        let parts = term::read::term(parts).expect("a term");
        let mut parts = parts.as_list().expect("a list").to_vec();
        parts.sort();
        assert_eq!(found, parts, "{text}");
    }

    fn list(element: Type) -> Type {
        Type::union([
            Arc::new(Type::Nil),
            Arc::new(Type::Cons { element: Arc::new(element), tail: Arc::new(Type::Nil) }),
        ])
    }

    #[test]
    fn what_is_any() {
        check(Type::Any, "{a, [1]}", "[{a, [1]}, a, [1], 1, []]");
        check(Type::Atom, "a", "[]");
        check(Type::union([Arc::new(Type::Atom), Arc::new(Type::Any)]), "a", "[a]");
        check(list(Type::Any), "[7]", "[7]");
        check(list(Type::Any), "[]", "[]");
        check(Type::AnyTuple, "{7}", "[7]");
        check(Type::AnyMap, "#{7 => 8}", "[7, 8]");
        check(Type::Tuple(vec![Arc::new(Type::INTEGER), Arc::new(Type::Any)]), "{1, 2}", "[2]");
        let field = |key, value| MapField {
            key: Arc::new(key),
            value: Arc::new(value),
            is_required: false,
        };
        let map = Type::Map(vec![field(Type::Atom, Type::Any), field(Type::INTEGER, Type::Atom)]);
        check(map, "#{a => 7, 1 => b}", "[7]");
    }

    #[test]
    fn what_is_there_twice() {
        let types = Types::new(Box::new(|_| None));
        let wanted = vec![Arc::new(list(Type::INTEGER)), Arc::new(Type::Any)];
        let parts = types.untyped_parts(&[wanted], &[Term::Nil, Term::Nil]);
        assert_eq!((parts.certain, parts.doubtful), (vec![], vec![Term::Nil]));
    }

    #[test]
    fn what_funs_return() {
        let types = Types::new(Box::new(|_| None));
        let fun = Term::made_up_fun(1, vec![(vec![Term::Int(5)], Term::Int(6))], Term::Int(7));
        let parts = |parameters, result| {
            let wanted = Type::Fun { parameters, result: Arc::new(result) };
            types.untyped_parts(&[vec![Arc::new(wanted)]], std::slice::from_ref(&fun)).certain
        };
        assert_eq!(parts(None, Type::INTEGER), std::slice::from_ref(&fun));
        let mut answers = parts(Some(vec![Arc::new(Type::Any)]), Type::Any);
        answers.sort();
        assert_eq!(answers, [Term::Int(6), Term::Int(7)]);
        assert!(parts(Some(vec![Arc::new(Type::Any)]), Type::INTEGER).is_empty());
    }
}
