//! What are the modules that a call is given, and that nobody has? Their source, so that one can paste it into
//! files.

use crate::room;
use term::made_up_module::{made_up_functions, made_up_modules};
use term::{Atom, Term, print};

/// A module that was made up.
pub struct MadeUp {
    pub name: Atom,
    /// A form in each line.
    pub forms: Vec<String>,
}

/// In bytes; nobody reads more of one function.
const LONGEST_FORM: usize = 20_000;

/// The modules among these arguments that were made up.
pub fn made_up(arguments: &[Term]) -> Vec<MadeUp> {
    let forms = |name: Atom| made_up_functions(name).map(|all| print::module_source(name, &all));
    let modules = made_up_modules(arguments).into_iter();
    modules.filter_map(|name| Some(MadeUp { name, forms: forms(name)? })).collect()
}

impl MadeUp {
    /// For people.
    pub fn lines(&self) -> Vec<String> {
        self.forms.iter().map(|form| room::text(form, LONGEST_FORM)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::made_up_module::{Exported, made_up_module};

    #[test]
    fn a_module_is_shown_with_those_that_it_names() {
        let module = |name: &str, result: Term| {
            let fun = Term::constant_fun(1, result);
            let exported = Exported { name: Atom::new(name), fun, behaviour: None };
            made_up_module(vec![exported]).expect("a module")
        };
        let inner = module("go", Term::atom("ok"));
        let outer = module("next", Term::Atom(inner));
        let made_up = made_up(&[Term::Nil, Term::list(vec![Term::Atom(outer)])]);
        let names: Vec<Atom> = made_up.iter().map(|module| module.name).collect();
        assert_eq!(names, [outer, inner]);
        let expected = format!("next(_) -> {}.", inner.name());
        assert_eq!(made_up[0].lines()[1..], ["-export([next/1]).".to_owned(), expected]);
        assert!(super::made_up(&[Term::atom("lists")]).is_empty());
    }
}
