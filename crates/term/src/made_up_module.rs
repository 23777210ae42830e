//! Which modules does a search make up? Those whose functions are made-up funs, for programs that call the
//! functions of a module that they are given: `Module:init(Arguments)`.
//!
//! Such a module travels as an atom, as every module does, and its functions are kept beside the names of
//! atoms, as long as the process lives. The name is made of what the functions do: equal modules are equal
//! atoms, whoever made them, and no two modules share a name.

use crate::external;
use crate::{Atom, Term, visit};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

/// What a made-up module exports.
#[derive(Clone, PartialEq, Debug)]
pub struct Exported {
    pub name: Atom,
    /// A made-up fun.
    pub fun: Term,
    /// Whose `-callback` says of which type it is.
    pub behaviour: Option<Atom>,
}

impl Exported {
    pub fn arity(&self) -> u8 {
        self.fun.as_fun().map_or(0, |fun| fun.arity())
    }
}

type Functions = Arc<[Exported]>;

static MODULES: LazyLock<RwLock<FxHashMap<Atom, Functions>>> = LazyLock::new(RwLock::default);

/// All made-up modules are called like this, with a number.
const PREFIX: &str = "callback_";

/// So many are made up in the life of a process. Their names are never freed.
const MOST: usize = 1 << 18;

/// The module with these functions; `None` if there are none, if one of them is no made-up fun, or if too
/// many modules were made up before.
pub fn made_up_module(mut functions: Vec<Exported>) -> Option<Atom> {
    let is_made_up = |each: &Exported| each.fun.as_fun().is_some_and(|fun| fun.made_up().is_some());
    if functions.is_empty() || !functions.iter().all(is_made_up) {
        return None;
    }
    functions.sort_by(|one, other| {
        (one.name.name(), one.arity()).cmp(&(other.name.name(), other.arity()))
    });
    let bytes = external::encode(&to_term(&functions));
    let number = fingerprint(&bytes);
    let mut modules = MODULES.write().unwrap_or_else(PoisonError::into_inner);
    if modules.len() >= MOST {
        return None;
    }
    for again in 0_u64.. {
        let name = Atom::new(&format!("{PREFIX}{:08x}", (number.wrapping_add(again)) as u32));
        match modules.get(&name) {
            Some(known) if external::encode(&to_term(known)) == bytes => return Some(name),
            Some(_) => {}
            None => {
                modules.insert(name, functions.into());
                return Some(name);
            }
        }
    }
    None
}

/// What a module exports that was made up; `None` for all others.
pub fn made_up_functions(module: Atom) -> Option<Functions> {
    if !module.name().starts_with(PREFIX) {
        return None;
    }
    MODULES.read().unwrap_or_else(PoisonError::into_inner).get(&module).cloned()
}

/// The function of this name in a module that was made up.
pub fn made_up_function(module: Atom, name: Atom, arity: usize) -> Option<Term> {
    let functions = made_up_functions(module)?;
    let is_it = |each: &&Exported| each.name == name && usize::from(each.arity()) == arity;
    functions.iter().find(is_it).map(|each| each.fun.clone())
}

/// `[{init, Fun, gen_server}, …]`, with `[]` where there is no behaviour.
pub fn to_term(functions: &[Exported]) -> Term {
    let function = |each: &Exported| {
        let behaviour = each.behaviour.map_or(Term::Nil, Term::Atom);
        Term::tuple(vec![Term::Atom(each.name), each.fun.clone(), behaviour])
    };
    Term::list(functions.iter().map(function).collect())
}

/// The same back.
pub fn of_term(term: &Term) -> Option<Vec<Exported>> {
    let function = |each: &Term| match each.as_tuple()? {
        [Term::Atom(name), fun @ Term::Fun(_), behaviour] => {
            let behaviour = behaviour.as_atom();
            Some(Exported { name: *name, fun: fun.clone(), behaviour })
        }
        _ => None,
    };
    term.as_list()?.iter().map(function).collect()
}

/// Has any module been made up in the life of this process?
pub fn are_there_any() -> bool {
    !MODULES.read().unwrap_or_else(PoisonError::into_inner).is_empty()
}

/// The modules in these terms that were made up, and those in what they do, each once.
pub fn made_up_modules(terms: &[Term]) -> Vec<Atom> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut pending: Vec<Term> = terms.to_vec();
    while let Some(term) = pending.pop() {
        visit(&term, &mut |part| {
            match part {
                Term::Atom(name) if seen.insert(*name) => {
                    if let Some(functions) = made_up_functions(*name) {
                        found.push(*name);
                        pending.extend(functions.iter().map(|each| each.fun.clone()));
                    }
                }
                Term::Fun(fun) => {
                    if let Some(fun) = fun.made_up() {
                        pending.extend(fun.results().cloned());
                        pending.extend(fun.parts_of_behaviours().cloned());
                        pending.extend(fun.cases().flat_map(|(key, _)| key.iter().cloned()));
                    }
                }
                _ => {}
            }
            true
        });
    }
    found
}

/// The same number on every machine (FNV-1a, folded).
fn fingerprint(bytes: &[u8]) -> u64 {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    hash ^ (hash >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exported(name: &str, value: i64) -> Exported {
        let fun = Term::constant_fun(1, Term::Int(value));
        Exported { name: Atom::new(name), fun, behaviour: None }
    }

    #[test]
    fn equal_modules_are_equal_atoms() {
        let module = |functions: &[(&str, i64)]| {
            made_up_module(functions.iter().map(|(name, value)| exported(name, *value)).collect())
        };
        let one = module(&[("init", 1), ("stop", 2)]).expect("a module");
        assert_eq!(module(&[("stop", 2), ("init", 1)]), Some(one), "in any order");
        assert_ne!(module(&[("init", 1), ("stop", 3)]), Some(one));
        assert_eq!(module(&[]), None);
        let init = made_up_function(one, Atom::new("init"), 1);
        assert_eq!(init, Some(Term::constant_fun(1, Term::Int(1))));
        assert_eq!(made_up_function(one, Atom::new("init"), 2), None);
        assert!(made_up_functions(Atom::new("callback_of_somebody")).is_none());
    }

    #[test]
    fn modules_within_modules_are_found() {
        let inner = made_up_module(vec![exported("go", 7)]).expect("a module");
        let fun = Term::constant_fun(0, Term::list(vec![Term::Atom(inner)]));
        let outer = Exported { name: Atom::new("next"), fun, behaviour: None };
        let outer = made_up_module(vec![outer]).expect("a module");
        let terms = [Term::tuple(vec![Term::Atom(outer), Term::Atom(outer)])];
        assert_eq!(made_up_modules(&terms), [outer, inner]);
    }
}
