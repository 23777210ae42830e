//! Which funs does a search make up? Those that look their arguments up in a table, `fun(1) -> true;
//! (_) -> false end`, or do something for them: see [`Behaviour`].
//!
//! Such a fun travels as a closure of a module that nobody has ([`Closure::MADE_UP`]); whoever runs it
//! knows what to do with what it holds: the value for all other arguments, a list of cases, what it does
//! where it does not only answer, and, while it runs, the local variables around it.

use crate::canonical::{Behaviour, Hole};
use crate::nesting::deeper;
use crate::{Atom, Closure, Fun, Pid, Term, atoms, order};

/// What is in a fun that was made up.
#[derive(Clone, Copy)]
pub struct MadeUp<'a> {
    pub arity: u8,
    /// What it returns for all arguments that no case is about.
    pub otherwise: &'a Term,
    cases: &'a [Term],
    behaviours: &'a [Term],
}

impl<'a> MadeUp<'a> {
    /// What it does for some keys instead of returning an answer. No key is there twice.
    pub fn behaviours(self) -> impl DoubleEndedIterator<Item = Behaviour> + ExactSizeIterator {
        let behaviour = move |term: &Term| Behaviour::of(term, self.arity, &Term::clone);
        self.behaviours
            .iter()
            .map(move |term| behaviour(term).expect("checked when it was looked into"))
    }

    /// Does it do anything but return answers?
    pub fn only_answers(self) -> bool {
        self.behaviours.is_empty()
    }

    /// Does it name local variables, its own or those around it? It may where it does more than to answer.
    pub fn knows_locals(self) -> bool {
        let is_one = |part: &Term| match part {
            Term::Fun(fun) => deeper(|| fun.made_up().is_some_and(|fun| fun.knows_locals())),
            part => Hole::of(part).is_some(),
        };
        let mut keys = self.cases().flat_map(|(key, _)| key);
        !self.only_answers()
            || keys.any(|part| crate::any(part, is_one))
            || self.results().any(|result| crate::any(result, is_one))
    }

    /// What it does for this key.
    pub fn behaviour(self, key: &[Term]) -> Option<Behaviour> {
        self.behaviours().find(|behaviour| are_equal(&behaviour.key, key))
    }

    /// What its behaviours pass, and how they go on.
    pub fn parts_of_behaviours(self) -> impl Iterator<Item = &'a Term> {
        self.behaviours.iter().flat_map(|term| match term.as_tuple() {
            Some([_, _, Term::Tuple(values), Term::Nil]) => values.iter().collect(),
            Some([_, _, Term::Tuple(values), then]) => values.iter().chain([then]).collect(),
            _ => Vec::new(),
        })
    }

    /// What its behaviours compare their arguments with.
    pub fn keys_of_behaviours(self) -> impl Iterator<Item = &'a Term> {
        self.behaviours.iter().flat_map(|term| match term.as_tuple() {
            Some([Term::Tuple(key), ..]) => key.iter(),
            _ => [].iter(),
        })
    }

    /// Arguments, and what the fun returns for them. No arguments are there twice.
    pub fn cases(
        self,
    ) -> impl DoubleEndedIterator<Item = (&'a [Term], &'a Term)> + ExactSizeIterator {
        self.cases.iter().map(|case| {
            let (arguments, result) = as_case(case).expect("checked when it was looked into");
            (arguments, result)
        })
    }

    /// What the fun returns for these arguments.
    pub fn result(self, arguments: &[Term]) -> &'a Term {
        let is_it = |(known, _): &(&[Term], &Term)| are_equal(known, arguments);
        self.cases().find(is_it).map_or(self.otherwise, |(_, result)| result)
    }

    /// Is there a fun in what it compares its arguments with? Erlang has no notation for such a
    /// case: a fun is no pattern, and no guard names one.
    pub fn knows_funs(self) -> bool {
        let mut arguments = self.cases().flat_map(|(arguments, _)| arguments);
        arguments.any(|argument| crate::any(argument, |part| matches!(part, Term::Fun(_))))
    }

    /// Everything that it can return.
    pub fn results(self) -> impl Iterator<Item = &'a Term> {
        self.cases().map(|(_, result)| result).chain([self.otherwise])
    }
}

fn are_equal(known: &[Term], arguments: &[Term]) -> bool {
    known.iter().zip(arguments).all(|(known, argument)| order::exactly_equal(known, argument))
}

fn as_elements(list: &Term) -> Option<&[Term]> {
    match list {
        Term::Nil => Some(&[]),
        Term::List(list) if list.is_proper() => Some(&list.elements),
        _ => None,
    }
}

fn as_case(term: &Term) -> Option<(&[Term], &Term)> {
    let Term::Tuple(case) = term else { return None };
    let [Term::Tuple(arguments), result] = &case[..] else { return None };
    Some((arguments, result))
}

impl Closure {
    /// The module of funs that Ermine makes up.
    pub const MADE_UP: &str = "ermine_fun";

    /// What is in it, if it was made up: see [`Term::made_up_fun`].
    pub fn made_up(&self) -> Option<MadeUp<'_>> {
        if self.module.name() != Closure::MADE_UP {
            return None;
        }
        let [otherwise, cases, behaviours, _] = &self.free[..] else { return None };
        let (cases, behaviours) = (as_elements(cases)?, as_elements(behaviours)?);
        let is_case = |case: &Term| {
            as_case(case).is_some_and(|(arguments, _)| arguments.len() == usize::from(self.arity))
        };
        let is_behaviour = |term: &Term| Behaviour::of(term, self.arity, &Term::clone).is_some();
        let is_one = cases.iter().all(is_case) && behaviours.iter().all(is_behaviour);
        is_one.then_some(MadeUp { arity: self.arity, otherwise, cases, behaviours })
    }
}

impl Fun {
    /// What is in it, if it was made up.
    pub fn made_up(&self) -> Option<MadeUp<'_>> {
        match self {
            Fun::Closure(closure) => closure.made_up(),
            Fun::External { .. } => None,
        }
    }

    /// A fun that was made up, as it is while it runs with these local variables around it.
    pub fn within(&self, locals: &[Term]) -> Option<Term> {
        let Fun::Closure(closure) = self else { return None };
        let mut closure = closure.clone();
        *closure.free.last_mut()? = Term::list(locals.to_vec());
        Some(Fun::Closure(closure).into())
    }
}

impl Term {
    /// `fun(A1, …) -> R1; … (_, …) -> Otherwise end`, with this many parameters.
    pub fn made_up_fun(arity: u8, cases: Vec<(Vec<Term>, Term)>, otherwise: Term) -> Term {
        Term::canonical_fun(arity, cases, otherwise, &[])
    }

    /// The same with what it does besides.
    pub fn canonical_fun(
        arity: u8,
        cases: Vec<(Vec<Term>, Term)>,
        otherwise: Term,
        behaviours: &[Behaviour],
    ) -> Term {
        let case = |(arguments, result)| Term::tuple(vec![Term::tuple(arguments), result]);
        let closure = Closure {
            module: Atom::new(Closure::MADE_UP),
            arity,
            // Funs are told apart by this number: those of different arity are different.
            index: u32::from(arity),
            unique: [0; 16],
            old_index: u32::from(arity),
            old_unique: 0,
            creator: Pid { node: atoms::nonode_nohost, id: 0, serial: 0, creation: 0 }.into(),
            free: vec![
                otherwise,
                Term::list(cases.into_iter().map(case).collect()),
                Term::list(behaviours.iter().map(Behaviour::to_term).collect()),
                // Nothing is around it before it runs.
                Term::Nil,
            ],
        };
        Fun::Closure(closure).into()
    }

    /// `fun(_, …) -> Value end`
    pub fn constant_fun(arity: u8, value: Term) -> Term {
        Term::made_up_fun(arity, Vec::new(), value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    fn fun(cases: &[(&str, &str)], otherwise: &str) -> Term {
        let term = |text: &str| read::term(text).expect("a term");
        let arguments = |text: &str| term(text).as_list().expect("arguments").to_vec();
        let cases: Vec<(Vec<Term>, Term)> =
            cases.iter().map(|(known, result)| (arguments(known), term(result))).collect();
        let arity = cases.first().map_or(0, |(known, _)| known.len()) as u8;
        Term::made_up_fun(arity, cases, term(otherwise))
    }

    #[test]
    fn written_as_erlang() {
        assert_eq!(fun(&[], "ok").to_string(), "fun() -> ok end");
        let two = fun(&[("[1, a]", "true"), ("[[1 | 2], {}]", "[]")], "false");
        assert_eq!(two.to_string(), "fun(1, a) -> true; ([1|2], {}) -> []; (_, _) -> false end");
        let map = fun(&[("[1, #{a => 1}, {#{}}]", "ok")], "no");
        let guards = "A2 =:= #{a => 1}, A3 =:= {#{}}";
        let text = format!("fun(1, A2, A3) when {guards} -> ok; (_, _, _) -> no end");
        assert_eq!(map.to_string(), text);
    }

    #[test]
    fn what_has_no_notation() {
        let knows_funs = |arguments: &str| {
            let fun = fun(&[(arguments, "ok")], "no");
            fun.as_fun().and_then(|fun| fun.made_up()).expect("it was made up").knows_funs()
        };
        assert!(!knows_funs("[1, #{a => {b, []}}]"));
        assert!(knows_funs("[1, #{a => {b, [fun lists:map/2 | c]}}]"));
    }

    #[test]
    fn who_knows_locals() {
        let knows = |fun: &Term| {
            fun.as_fun().and_then(|fun| fun.made_up()).expect("made up").knows_locals()
        };
        let hole = Hole { number: 0, kind: crate::canonical::HoleKind::Pid }.to_term();
        let plain = fun(&[("[1]", "ok")], "no");
        let names = Term::constant_fun(0, Term::list(vec![hole.clone()]));
        let binds = Term::made_up_fun(1, vec![(vec![hole], Term::Nil)], Term::Nil);
        assert!(!knows(&plain) && !knows(&Term::constant_fun(1, plain.clone())));
        assert!(knows(&names) && knows(&binds) && knows(&Term::constant_fun(1, names.clone())));
    }

    #[test]
    fn what_is_around_a_fun_tells_it_apart() {
        let plain = Term::constant_fun(0, Term::Nil);
        let within = |locals: &[Term]| Hole::fill_within(&plain, locals);
        assert_eq!(within(&[]), plain);
        assert_eq!(within(&[Term::Int(1)]), within(&[Term::Int(1)]));
        assert_ne!(within(&[Term::Int(1)]), plain);
        assert_ne!(within(&[Term::Int(1)]), within(&[Term::Int(2)]));
        let fun = within(&[Term::Int(1)]);
        assert!(fun.as_fun().and_then(|fun| fun.made_up()).is_some());
    }

    #[test]
    fn answers() {
        let fun = fun(&[("[1]", "one"), ("[1.0]", "float"), ("[[]]", "none")], "other");
        let fun = fun.as_fun().and_then(|fun| fun.made_up()).expect("it was made up");
        let answer = |text: &str| fun.result(&[read::term(text).expect("a term")]).to_string();
        assert_eq!(["1", "1.0", "[]", "2"].map(answer), ["one", "float", "none", "other"]);
        assert_eq!(fun.results().count(), 4);
    }

    #[test]
    fn only_what_was_made_up() {
        let external = Fun::External { module: atoms::true_, function: atoms::true_, arity: 1 };
        assert!(external.made_up().is_none());
        let Term::Fun(fun) = fun(&[("[1]", "one")], "other") else { unreachable!("it is a fun") };
        let Fun::Closure(made) = (*fun).clone() else { unreachable!("it is a closure") };
        let with = |free: Vec<Term>| {
            let mut other = made.clone();
            other.free = free;
            other
        };
        assert!(with(made.free.clone()).made_up().is_some());
        let nils = |list: Term| vec![Term::Nil, list, Term::Nil, Term::Nil];
        assert!(with(nils(Term::Nil)).made_up().is_some());
        assert!(with(nils(Term::list(vec![Term::Nil]))).made_up().is_none());
        let mut no_behaviour = nils(Term::Nil);
        no_behaviour[2] = Term::list(vec![Term::Nil]);
        assert!(with(no_behaviour).made_up().is_none());
        assert!(with(vec![Term::Nil]).made_up().is_none());
        let mut other = made.clone();
        other.module = Atom::new("other");
        assert!(other.made_up().is_none());
    }
}
