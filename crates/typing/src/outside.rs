//! Which calls of a fun does its type not speak of? A program that is given `fun((pos_integer()) -> atom())` should
//! not call it with 0: such a fun may refuse that, as one that a person has written would.

use crate::deeper;
use crate::environment::Types;
use crate::tree::Type;
use std::sync::Arc;
use term::canonical::{Action, Behaviour};
use term::made_up_module::{Exported, made_up_functions, made_up_module};
use term::{Fun, Term, atoms};

/// So deep, types are looked into.
const DEEPEST: usize = 12;

/// The parameters of a fun, where its type says anything of them.
type Parameters = Option<Vec<Arc<Type>>>;

impl Types {
    /// Is this call of a fun that was made up, and is among these arguments, one that its type does not speak of?
    /// Alternatives are those of the clauses of a spec. What is of one run only are holes in the key.
    pub fn is_outside(
        &self,
        alternatives: &[Vec<Arc<Type>>],
        arguments: &[Term],
        fun: &Term,
        key: &[Term],
    ) -> bool {
        let mut search =
            OutsideSearch { types: self, wanted: Some(&plain(fun)), found: Vec::new() };
        search.go_through(alternatives, arguments);
        let is_outside = |(_, parameters): &(Term, Parameters)| self.excludes(parameters, key);
        !search.found.is_empty() && search.found.iter().all(is_outside)
    }

    /// Is there a fun among these arguments that refuses a call which its type does not speak of?
    pub fn refuses_a_call(&self, alternatives: &[Vec<Arc<Type>>], arguments: &[Term]) -> bool {
        let mut search = OutsideSearch { types: self, wanted: None, found: Vec::new() };
        search.go_through(alternatives, arguments);
        search.found.iter().any(|(fun, parameters)| {
            let fun = fun.as_fun().and_then(Fun::made_up);
            let mut behaviours = fun.into_iter().flat_map(|fun| fun.behaviours());
            behaviours.any(|each| is_refusal(&each) && self.excludes(parameters, &each.key))
        })
    }

    fn excludes(&self, parameters: &Parameters, key: &[Term]) -> bool {
        let Some(parameters) = parameters else { return false };
        parameters.len() == key.len() && !self.allow_key(parameters, key)
    }
}

/// The arguments with this made-up fun refusing calls with this key.
pub fn refusing(arguments: &[Term], fun: &Term, key: &[Term]) -> Vec<Term> {
    let wanted = plain(fun);
    arguments.iter().map(|argument| refusing_within(argument, &wanted, key)).collect()
}

fn refusing_within(term: &Term, wanted: &Term, key: &[Term]) -> Term {
    let inner = |part: &Term| refusing_within(part, wanted, key);
    term::rewrite(term, &|part| {
        if let Term::Atom(name) = part {
            let functions = made_up_functions(*name)?;
            let refusing = |each: &Exported| Exported { fun: inner(&each.fun), ..each.clone() };
            return made_up_module(functions.iter().map(refusing).collect()).map(Term::Atom);
        }
        let fun = part.as_fun().and_then(Fun::made_up)?;
        if part == wanted {
            return with_refusal(part, key);
        }
        let cases = fun.cases().map(|(known, result)| (known.to_vec(), inner(result))).collect();
        let behaviours: Vec<Behaviour> = fun.behaviours().map(|each| each.map(&inner)).collect();
        Some(Term::canonical_fun(fun.arity, cases, inner(fun.otherwise), &behaviours))
    })
}

fn with_refusal(fun: &Term, key: &[Term]) -> Option<Term> {
    let fun = fun.as_fun()?.made_up()?;
    let is_other = |known: &[Term]| known != key;
    let cases = fun.cases().filter(|(known, _)| is_other(known));
    let cases = cases.map(|(known, result)| (known.to_vec(), result.clone())).collect();
    let mut behaviours: Vec<Behaviour> =
        fun.behaviours().filter(|each| is_other(&each.key)).collect();
    behaviours.push(Behaviour {
        key: key.to_vec(),
        action: Action::Raise(atoms::error),
        values: vec![Term::Atom(atoms::function_clause)],
        then: None,
    });
    Some(Term::canonical_fun(fun.arity, cases, fun.otherwise.clone(), &behaviours))
}

fn is_refusal(behaviour: &Behaviour) -> bool {
    behaviour.action == Action::Raise(atoms::error)
        && behaviour.values == [Term::Atom(atoms::function_clause)]
}

/// Is the fun in there, or in one of the funs in there?
fn holds(term: &Term, wanted: &Term) -> bool {
    term::any(term, |part| {
        let inner = || part.as_fun().and_then(Fun::made_up);
        part == wanted
            || inner().is_some_and(|fun| {
                let mut parts = fun.results().chain(fun.parts_of_behaviours());
                parts.any(|part| deeper(|| holds(part, wanted)))
            })
    })
}

/// The made-up fun without what is around it while it runs.
fn plain(fun: &Term) -> Term {
    let made_up = fun.as_fun().and_then(Fun::made_up);
    made_up.map_or_else(
        || fun.clone(),
        |fun| {
            let cases = fun.cases().map(|(key, result)| (key.to_vec(), result.clone())).collect();
            let behaviours: Vec<Behaviour> = fun.behaviours().collect();
            Term::canonical_fun(fun.arity, cases, fun.otherwise.clone(), &behaviours)
        },
    )
}

/// Goes through terms side by side with their types, and collects the funs there.
struct OutsideSearch<'a> {
    types: &'a Types,
    /// Only this one, if there is one.
    wanted: Option<&'a Term>,
    found: Vec<(Term, Parameters)>,
}

impl OutsideSearch<'_> {
    fn go_through(&mut self, alternatives: &[Vec<Arc<Type>>], arguments: &[Term]) {
        let fits = |types: &&Vec<Arc<Type>>| {
            let types = std::slice::from_ref(*types);
            self.types.contain_call(types, arguments)
        };
        if alternatives.is_empty() {
            let any = Arc::new(Type::Any);
            arguments.iter().for_each(|argument| self.part(&any, argument, DEEPEST));
        }
        let fitting: Vec<&Vec<Arc<Type>>> = alternatives.iter().filter(fits).collect();
        for types in fitting {
            for (wanted, argument) in types.iter().zip(arguments) {
                self.part(wanted, argument, DEEPEST);
            }
        }
    }

    /// Here nothing is said of funs.
    fn untyped(&mut self, term: &Term) {
        let Some(wanted) = self.wanted else { return };
        if holds(term, wanted) {
            self.found.push((wanted.clone(), None));
        }
    }

    fn part(&mut self, wanted: &Arc<Type>, term: &Term, depth: usize) {
        if depth == 0 {
            return self.untyped(term);
        }
        for alternative in self.types.alternatives(wanted) {
            deeper(|| self.alternative(&alternative, term, depth - 1));
        }
    }

    /// What the functions of a module are given is said by its behaviour.
    fn module(&mut self, functions: &[Exported], depth: usize) {
        for each in functions {
            let arity = u32::from(each.arity());
            let behaviour = each.behaviour;
            match behaviour.and_then(|behaviour| self.types.callback(behaviour, each.name, arity)) {
                Some(wanted) => self.part(&wanted, &each.fun, depth),
                None => self.untyped(&each.fun),
            }
        }
    }

    fn alternative(&mut self, wanted: &Type, term: &Term, depth: usize) {
        match (wanted, term) {
            (_, Term::Atom(name)) => {
                let functions = made_up_functions(*name);
                self.module(functions.as_deref().unwrap_or_default(), depth);
            }
            (Type::Any | Type::Variable(_) | Type::AnyTuple | Type::AnyMap, _) => {
                self.untyped(term);
            }
            (Type::Fun { parameters, result }, Term::Fun(fun)) => {
                let Some(fun) = fun.made_up() else { return };
                if self.wanted.is_none_or(|wanted| wanted == term) {
                    self.found.push((term.clone(), parameters.clone()));
                }
                fun.results().for_each(|value| self.part(result, value, depth));
                for behaviour in fun.behaviours() {
                    behaviour.values.iter().for_each(|value| self.untyped(value));
                    behaviour.then.iter().for_each(|then| self.following(result, then, depth));
                }
            }
            (Type::Tuple(types), Term::Tuple(elements)) if types.len() == elements.len() => {
                for (wanted, element) in types.iter().zip(elements.iter()) {
                    self.part(wanted, element, depth);
                }
            }
            (Type::Cons { element, tail }, Term::List(list)) => {
                list.elements.iter().for_each(|each| self.part(element, each, depth));
                self.part(tail, &list.tail, depth);
            }
            (Type::Map(fields), Term::Map(map)) => {
                for (key, value) in map.pairs() {
                    for field in fields {
                        if self.types.contains(&field.key, key).is_ok() {
                            self.part(&field.value, value, depth);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    /// What goes on with the result of a call is called by nobody else, and returns the same.
    fn following(&mut self, result: &Arc<Type>, then: &Term, depth: usize) {
        let Some(fun) = then.as_fun().and_then(Fun::made_up) else { return };
        fun.results().for_each(|value| self.part(result, value, depth));
        for behaviour in fun.behaviours() {
            behaviour.values.iter().for_each(|value| self.untyped(value));
            behaviour.then.iter().for_each(|then| deeper(|| self.following(result, then, depth)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::canonical::{Hole, HoleKind};

    fn fun(parameters: Vec<Type>, result: Type) -> Type {
        let parameters = parameters.into_iter().map(Arc::new).collect();
        Type::Fun { parameters: Some(parameters), result: Arc::new(result) }
    }

    fn positive() -> Type {
        Type::Integer { low: Some(1.into()), high: None }
    }

    #[test]
    fn what_the_type_of_a_fun_does_not_speak_of() {
        let types = Types::new(Box::new(|_| None));
        let is_outside = |wanted: Type, argument: &Term, fun: &Term, key: &[Term]| {
            let arguments = [argument.clone()];
            types.is_outside(&[vec![Arc::new(wanted)]], &arguments, fun, key)
        };
        let plain = Term::constant_fun(1, Term::Int(1));
        let takes_positive = || fun(vec![positive()], Type::INTEGER);
        assert!(is_outside(takes_positive(), &plain, &plain, &[Term::Int(0)]));
        assert!(!is_outside(takes_positive(), &plain, &plain, &[Term::Int(1)]));
        assert!(!is_outside(fun(vec![Type::Any], Type::INTEGER), &plain, &plain, &[Term::Nil]));
        assert!(!is_outside(Type::Any, &plain, &plain, &[Term::Nil]), "nothing is said");
        // The same fun in two places: one of the types is enough.
        let both = Type::Tuple(vec![
            Arc::new(takes_positive()),
            Arc::new(fun(vec![Type::Nil], Type::INTEGER)),
        ]);
        let pair = Term::tuple(vec![plain.clone(), plain.clone()]);
        assert!(!is_outside(both.clone(), &pair, &plain, &[Term::Nil]));
        assert!(is_outside(both, &pair, &plain, &[Term::Int(0)]));
        // What a fun returns.
        let outer = Term::constant_fun(0, plain.clone());
        let returns = fun(vec![], takes_positive());
        assert!(is_outside(returns, &outer, &plain, &[Term::Int(-1)]));
        // Of a fun that is passed, only the number of its parameters is known.
        let hole = Hole { number: 0, kind: HoleKind::Function(1) }.to_term();
        let takes =
            |arity: usize| fun(vec![fun(vec![positive(); arity], Type::Any)], Type::INTEGER);
        assert!(!is_outside(takes(1), &plain, &plain, std::slice::from_ref(&hole)));
        assert!(is_outside(takes(2), &plain, &plain, &[hole]));
    }

    #[test]
    fn a_fun_that_refuses_what_its_type_does_not_speak_of() {
        let types = Types::new(Box::new(|_| None));
        let alternatives = [vec![Arc::new(fun(vec![positive()], Type::INTEGER))]];
        let arguments = [Term::constant_fun(1, Term::Int(1))];
        assert!(!types.refuses_a_call(&alternatives, &arguments));
        let refuses = |key: i64| refusing(&arguments, &arguments[0], &[Term::Int(key)]);
        assert!(types.refuses_a_call(&alternatives, &refuses(0)));
        assert!(!types.refuses_a_call(&alternatives, &refuses(1)), "its type says that it takes 1");
        let text = refuses(0)[0].to_string();
        assert_eq!(text, "fun(0) -> error(function_clause); (_) -> 1 end");
    }
}
