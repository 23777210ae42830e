//! How does an input say "what this call returns"? Some values only the program can build: an opaque one, or
//! the state of a server. They travel as the call that builds them, `gb_trees:insert(1, a, gb_trees:empty())`.
//!
//! Such a call is a tuple. Its first element, the *label*, is an atom that no program has: it says which function
//! is called, and which element of the result is meant if that is a tuple around the value. The other elements are the
//! arguments, among which there may be more such calls. So a search makes, varies and keeps calls as it does
//! with all terms; who runs an input calls them first.

use crate::{Atom, Term};
use std::sync::atomic::{AtomicBool, Ordering};

/// All labels begin with this.
const PREFIX: &str = "$built ";

/// Has there been any label? Most processes never make one, and need not look for them.
static ARE_THERE: AtomicBool = AtomicBool::new(false);

/// A function that builds values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Constructor {
    pub module: Atom,
    pub function: Atom,
    pub arity: usize,
    /// The value is this element of what is returned, counted from 1; `None`: all of it.
    pub element: Option<usize>,
}

impl Constructor {
    /// `$built gb_trees:insert/3`, or `$built shop:init/1 2`. `None` for names that cannot be told apart in it.
    pub fn label(&self) -> Option<Atom> {
        let Constructor { module, function, arity, element } = self;
        let (module, function) = (module.name(), function.name());
        let is_plain = |name: &str| !name.is_empty() && !name.contains([' ', ':', '/']);
        if !is_plain(module) || !is_plain(function) {
            return None;
        }
        there_are_labels();
        let element = element.map_or_else(String::new, |index| format!(" {index}"));
        Some(Atom::new(&format!("{PREFIX}{module}:{function}/{arity}{element}")))
    }

    /// The same back.
    pub fn of_label(label: Atom) -> Option<Constructor> {
        let said = label.name().strip_prefix(PREFIX)?;
        let (name, element) = match said.split_once(' ') {
            Some((name, element)) => (name, Some(element.parse().ok()?)),
            None => (said, None),
        };
        let (module, name) = name.split_once(':')?;
        let (function, arity) = name.split_once('/')?;
        let arity = arity.parse().ok()?;
        Some(Constructor {
            module: Atom::new(module),
            function: Atom::new(function),
            arity,
            element,
        })
    }
}

/// The call that a term stands for, with its arguments.
pub fn call(term: &Term) -> Option<(Constructor, &[Term])> {
    let [Term::Atom(label), arguments @ ..] = term.as_tuple()? else { return None };
    if !label.name().starts_with(PREFIX) {
        return None;
    }
    let builder = Constructor::of_label(*label)?;
    (builder.arity == arguments.len()).then_some((builder, arguments))
}

/// The term that stands for a call.
pub fn term(builder: Constructor, arguments: Vec<Term>) -> Option<Term> {
    let label = Term::Atom(builder.label()?);
    Some(Term::tuple([label].into_iter().chain(arguments).collect()))
}

/// From now on there may be labels.
pub(crate) fn there_are_labels() {
    ARE_THERE.store(true, Ordering::Relaxed);
}

/// Are there labels in a term, of calls or of [scripts](crate::script), be they where they belong or alone?
pub fn has_labels(term: &Term) -> bool {
    let is_one = |name: &str| name.starts_with(PREFIX) || crate::script::is_label(name);
    let is_label = |part: &Term| part.as_atom_name().is_some_and(is_one);
    ARE_THERE.load(Ordering::Relaxed) && crate::any(term, is_label)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) {
        let term = crate::read::arguments(text).expect("terms");
        assert_eq!(Term::list(term).to_string(), text);
    }

    #[test]
    fn calls_are_written_and_read() {
        check("[gb_trees:insert(1,a,gb_trees:empty())]");
        check("['Elixir.Map.Set':new()]");
        check("[{x,element(2,shop:init([]))},queue:in([1,2],queue:new())]");
        let term = crate::read::arguments("[element(2, shop:init([]))]").expect("terms");
        let (builder, arguments) = call(&term[0]).expect("a call");
        assert_eq!((builder.element, arguments), (Some(2), &[Term::Nil][..]));
        assert!(has_labels(&Term::list(term)));
    }

    #[test]
    fn names_that_would_be_misread_have_no_label() {
        let builder = |module, function| Constructor {
            module: Atom::new(module),
            function: Atom::new(function),
            arity: 0,
            element: None,
        };
        assert_eq!(builder("a b", "c").label(), None);
        assert_eq!(builder("a", "b/c").label(), None);
        let odd = builder("日本", "'x'");
        assert_eq!(odd.label().and_then(Constructor::of_label), Some(odd));
    }

    #[test]
    fn other_tuples_are_no_calls() {
        assert_eq!(call(&Term::tuple(vec![])), None);
        let label = Constructor {
            module: Atom::new("m"),
            function: Atom::new("f"),
            arity: 2,
            element: None,
        };
        let label = Term::Atom(label.label().expect("a label"));
        assert_eq!(call(&Term::tuple(vec![label, Term::Nil])), None, "one argument is missing");
    }
}
