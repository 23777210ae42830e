//! Which behaviours of funs have been tried? How many that differ, and how large they were: `no crash found` says
//! no more of a program that calls funs of the input.

use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};
use term::made_up_module::made_up_functions;
use term::{MadeUp, Term, external};
use trace::Input;

/// The funs and modules that were made up, of the runs that called some.
#[derive(Default, Debug)]
pub struct Behaviours {
    /// By hash.
    tried: FxHashSet<u64>,
    /// In clauses, those of funs in them included.
    pub largest: usize,
}

/// Of larger ones not all clauses are counted.
const MOST_CLAUSES: usize = 1000;

impl Behaviours {
    pub(crate) fn note(&mut self, input: &Input) {
        let mut funs = Vec::new();
        for argument in &input.arguments {
            term::visit(argument, &mut |part| {
                match part {
                    Term::Fun(_) => funs.push(part.clone()),
                    Term::Atom(name) => {
                        let functions = made_up_functions(*name);
                        let functions = functions.iter().flat_map(|functions| functions.iter());
                        funs.extend(functions.map(|each| each.fun.clone()));
                    }
                    _ => {}
                }
                true
            });
        }
        let mut hasher = FxHasher::default();
        let mut clauses = 0;
        for fun in &funs {
            external::encode(fun).hash(&mut hasher);
            if let Some(fun) = fun.as_fun().and_then(|fun| fun.made_up()) {
                clauses += clauses_of(fun);
            }
        }
        self.tried.insert(hasher.finish());
        self.largest = self.largest.max(clauses);
    }

    /// How many differ.
    pub fn count(&self) -> usize {
        self.tried.len()
    }
}

fn clauses_of(fun: MadeUp) -> usize {
    let mut clauses = 0;
    let mut pending = vec![fun];
    while let Some(fun) = pending.pop()
        && clauses < MOST_CLAUSES
    {
        clauses += 1 + fun.cases().len() + fun.behaviours().len();
        let inner = fun.results().chain(fun.parts_of_behaviours());
        pending.extend(inner.filter_map(|part| part.as_fun()?.made_up()));
    }
    clauses
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_ones_are_counted_with_their_clauses() {
        let mut behaviours = Behaviours::default();
        let constant = Term::constant_fun(1, Term::Nil);
        let cases = vec![(vec![Term::Int(1)], constant.clone())];
        let larger = Term::made_up_fun(1, cases, constant.clone());
        for fun in [&constant, &larger, &constant] {
            behaviours.note(&Input::new(vec![Term::Nil, Term::tuple(vec![fun.clone()])]));
        }
        assert_eq!((behaviours.count(), behaviours.largest), (2, 4));
    }
}
