//! Which functions does the user mean? A [`Functions`] is some, by their names.
//!
//! | written | means |
//! |---|---|
//! | `my_module` | all functions of the module |
//! | `{my_module, my_function}` | those of this name |
//! | `{my_module, my_function, 2}` | one |
//! | `'_'` | all |
//!
//! In the place of each name and of the arity there may be `'_'`, which is any; a `*` in a name stands
//! for any characters: `'*_pb'`.

use anyhow::{Result, bail};
use core_erlang::FunctionName;
use std::fmt;
use term::{Atom, Term};

#[derive(Clone, Debug, PartialEq)]
pub struct Functions {
    pub module: Name,
    pub function: Name,
    /// `None`: any.
    pub arity: Option<u32>,
}

/// A name that may have holes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Name(pub Atom);

pub const FORMS: &str = "write my_module, {my_module, f} or {my_module, f, 1}, with '_' for any";

impl Functions {
    pub fn read(term: &Term) -> Result<Functions> {
        let (module, function, arity) = match (term, term.as_tuple()) {
            (Term::Atom(module), _) => (*module, Atom::new("_"), None),
            (_, Some([Term::Atom(module), Term::Atom(function)])) => (*module, *function, None),
            (_, Some([Term::Atom(module), Term::Atom(function), arity])) => {
                (*module, *function, Some(arity))
            }
            _ => bail!("{term} names no functions; {FORMS}"),
        };
        let arity = match arity {
            None => None,
            Some(Term::Atom(any)) if any.name() == "_" => None,
            Some(number) => match number.as_usize().filter(|number| *number <= 255) {
                Some(number) => Some(number as u32),
                None => bail!("{term}: {number} is no arity; {FORMS}"),
            },
        };
        Ok(Functions { module: Name(module), function: Name(function), arity })
    }

    pub fn contains(&self, module: Atom, function: FunctionName) -> bool {
        self.module.is(module)
            && self.function.is(function.name)
            && self.arity.is_none_or(|arity| arity == function.arity)
    }

    /// The only function that it can be.
    pub fn one(&self) -> Option<(Atom, FunctionName)> {
        let function = FunctionName { name: self.function.one()?, arity: self.arity? };
        Some((self.module.one()?, function))
    }
}

impl fmt::Display for Functions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Functions { module: Name(module), function: Name(function), arity } = self;
        let (module, name) = (Term::Atom(*module), Term::Atom(*function));
        match arity {
            Some(arity) => write!(f, "{{{module}, {name}, {arity}}}"),
            None if function.name() == "_" => write!(f, "{module}"),
            None => write!(f, "{{{module}, {name}}}"),
        }
    }
}

impl Name {
    pub fn is(self, name: Atom) -> bool {
        self.0 == name || self.0.name() == "_" || has_form(self.0.name(), name.name())
    }

    /// The only one that it can be.
    pub fn one(self) -> Option<Atom> {
        let name = self.0.name();
        (name != "_" && !name.contains('*')).then_some(self.0)
    }
}

/// Is the name as the form has it, where each `*` stands for any characters?
fn has_form(form: &str, name: &str) -> bool {
    let mut parts = form.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let Some(last) = parts.next_back() else { return rest.is_empty() };
    for part in parts {
        match rest.find(part) {
            Some(index) => rest = &rest[index + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contains(text: &str, module: &str, name: &str, arity: u32) -> bool {
        let functions = Functions::read(&term::read::term(text).expect("a term")).expect(text);
        let function = FunctionName { name: Atom::new(name), arity };
        assert_eq!(functions.to_string().replace(", ", ","), text.replace(", ", ","));
        functions.contains(Atom::new(module), function)
    }

    #[test]
    fn names_and_holes() {
        assert!(contains("m", "m", "f", 1));
        assert!(!contains("m", "n", "f", 1));
        assert!(contains("'_'", "n", "f", 1));
        assert!(contains("{m, f}", "m", "f", 3));
        assert!(!contains("{m, f}", "m", "g", 3));
        assert!(contains("{'_', f, 3}", "m", "f", 3));
        assert!(!contains("{m, f, 2}", "m", "f", 3));
        assert!(contains("{m, '_', 2}", "m", "g", 2));
    }

    #[test]
    fn stars() {
        assert!(contains("'*_pb'", "msg_pb", "f", 1));
        assert!(!contains("'*_pb'", "msg_pbx", "f", 1));
        assert!(contains("'a*b*c'", "a-xb-c", "f", 1));
        assert!(!contains("'ab*ba'", "aba", "f", 1));
        assert!(contains("{m, 'to_*'}", "m", "to_list", 1));
        assert!(contains("{m, '*', 2}", "m", "*", 2));
        assert!(!has_form("a*b*b", "ab"));
    }

    #[test]
    fn what_names_none() {
        for text in ["1", "{m}", "{m, f, x}", "{m, f, -1}", "{m, f, 256}", "\"m\"", "{m, 1, f}"] {
            let term = term::read::term(text).expect("a term");
            let error = Functions::read(&term).expect_err(text).to_string();
            assert!(error.contains(FORMS), "{error}");
        }
    }
}
