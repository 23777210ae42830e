//! Where does a search begin, if nobody says? With the smallest arguments of the spec, or with a
//! few plain ones of different kinds.

use crate::Subject;
use std::sync::Arc;
use term::{Fun, Map, Term};
use trace::Input;

pub fn seeds(subject: &Subject) -> Vec<Input> {
    if !subject.types.is_empty() {
        let smallest = |types: &Vec<Arc<typing::Type>>| {
            let arguments: Option<Vec<Term>> =
                types.iter().map(|wanted| subject.environment.smallest(wanted)).collect();
            arguments.map(Input::new)
        };
        return subject.types.iter().filter_map(smallest).collect();
    }
    if subject.arity == 0 {
        return vec![Input::new(Vec::new())];
    }
    let map = Term::Map(Arc::new(Map::from_pairs(Vec::new())));
    let plain =
        [Term::Int(0), Term::Nil, Term::atom("a"), Term::tuple(vec![]), Term::binary(&[]), map];
    plain.map(|term| Input::new(vec![term; subject.arity])).into()
}

/// The funs in an input that nobody made up.
pub fn own_funs(input: &Input) -> Vec<Term> {
    let mut funs = Vec::new();
    for argument in &input.arguments {
        term::visit(argument, &mut |part| {
            if is_own_fun(part) && !funs.contains(part) {
                funs.push(part.clone());
            }
            true
        });
    }
    funs
}

/// Is there a closure in it that nobody made up?
pub fn has_closures(input: &Input) -> bool {
    let is_closure = |part: &Term| match part {
        Term::Fun(fun) => matches!(**fun, Fun::Closure(_)) && fun.made_up().is_none(),
        _ => false,
    };
    input.arguments.iter().any(|argument| term::any(argument, is_closure))
}

fn is_own_fun(term: &Term) -> bool {
    matches!(term, Term::Fun(fun) if fun.made_up().is_none())
}

/// The same input with something plain in the place of every argument that has such a fun in it.
pub fn without_own_funs(subject: &Subject, input: &Input) -> Option<Input> {
    let plain = |types: Option<&Vec<Arc<typing::Type>>>| {
        let plainer = |(number, argument): (usize, &Term)| match term::any(argument, is_own_fun) {
            true => match types {
                Some(types) => subject.environment.smallest(types.get(number)?),
                None => Some(term::rewrite(argument, &|part| match part {
                    Term::Fun(fun) if fun.made_up().is_none() => {
                        Some(Term::constant_fun(fun.arity(), Term::Int(0)))
                    }
                    _ => None,
                })),
            },
            false => Some(argument.clone()),
        };
        let arguments = input.arguments.iter().enumerate().map(plainer);
        arguments.collect::<Option<Vec<Term>>>().filter(|arguments| subject.allows(arguments))
    };
    let arguments = match subject.types.is_empty() {
        true => plain(None),
        false => subject.types.iter().find_map(|types| plain(Some(types))),
    };
    arguments.map(|arguments| input.with_arguments(arguments))
}
