//! How does one look at all parts of a term, or change some, however deep it is and however often a part
//! is in it?
//!
//! Parts of a term that shares them are looked at, and rewritten, once: `{X, X}` in `{Y, Y}` in … is
//! small, though its text is not. What a fun knows is no part of it.

use crate::nesting::deeper;
use crate::{Map, Term, Tuple};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Calls `each` with the term and all its parts, until it says `false` or there are none left.
/// Was everything looked at?
pub fn visit<'t>(term: &'t Term, each: &mut dyn FnMut(&'t Term) -> bool) -> bool {
    let mut pending = vec![term];
    let mut seen = FxHashSet::default();
    while let Some(term) = pending.pop() {
        if !each(term) {
            return false;
        }
        if shared(term).is_some_and(|address| !seen.insert(address)) {
            continue;
        }
        match term {
            Term::List(list) => {
                pending.push(&list.tail);
                pending.extend(list.elements.iter().rev());
            }
            Term::Tuple(elements) => pending.extend(elements.iter().rev()),
            Term::Map(map) => {
                pending.extend(map.pairs().iter().rev().flat_map(|(key, value)| [value, key]));
            }
            _ => {}
        }
    }
    true
}

/// Is the term such a one, or one of its parts?
pub fn any(term: &Term, is_such: impl Fn(&Term) -> bool) -> bool {
    !visit(term, &mut |part| !is_such(part))
}

/// The term with everything replaced that `change` has something else for; into what it gives, nobody
/// looks.
pub fn rewrite(term: &Term, change: &dyn Fn(&Term) -> Option<Term>) -> Term {
    Rewriting { change, known: FxHashMap::default() }.term(term)
}

struct Rewriting<'c> {
    change: &'c dyn Fn(&Term) -> Option<Term>,
    /// What became of parts that are shared.
    known: FxHashMap<usize, Term>,
}

impl Rewriting<'_> {
    fn term(&mut self, term: &Term) -> Term {
        let address = shared(term);
        if let Some(known) = address.and_then(|address| self.known.get(&address)) {
            return known.clone();
        }
        let rewritten = (self.change)(term).unwrap_or_else(|| deeper(|| self.parts(term)));
        if let Some(address) = address {
            self.known.insert(address, rewritten.clone());
        }
        rewritten
    }

    fn parts(&mut self, term: &Term) -> Term {
        match term {
            Term::List(list) => {
                let elements = list.elements.iter().map(|element| self.term(element)).collect();
                Term::list_with_tail(elements, self.term(&list.tail))
            }
            Term::Tuple(elements) => {
                Term::tuple(elements.iter().map(|element| self.term(element)).collect())
            }
            Term::Map(map) => {
                let pairs = map.pairs().iter();
                Term::map(pairs.map(|(key, value)| (self.term(key), self.term(value))).collect())
            }
            _ => term.clone(),
        }
    }
}

/// What tells a part that others may have too from all that are alive.
fn shared(term: &Term) -> Option<usize> {
    fn address<T: ?Sized>(part: &Arc<T>) -> Option<usize> {
        (Arc::strong_count(part) > 1).then(|| Arc::as_ptr(part).cast::<u8>().addr())
    }
    match term {
        Term::List(list) => address(list),
        Term::Tuple(Tuple(elements)) if !elements.is_empty() => address(elements),
        Term::Map(map) => address::<Map>(map),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    fn term(text: &str) -> Term {
        read::term(text).expect("it is a term")
    }

    #[test]
    fn everything_is_looked_at_in_the_order_in_which_it_is_written() {
        let mut seen = Vec::new();
        let whole = term("{a, [1, {2} | 3], #{k => v}}");
        assert!(visit(&whole, &mut |part| {
            if matches!(part, Term::Int(_) | Term::Atom(_)) {
                seen.push(part.to_string());
            }
            true
        }));
        assert_eq!(seen.join(" "), "a 1 2 3 k v");
        assert!(any(&whole, |part| *part == term("{2}")));
        assert!(!any(&whole, |part| *part == term("4")));
    }

    #[test]
    fn what_is_replaced_is_not_looked_into() {
        let doubled = |part: &Term| match part {
            Term::Int(1) => Some(term("{1, 1}")),
            _ => None,
        };
        let whole = term("[1, {1}, #{1 => 2} | 1]");
        let wanted = term("[{1, 1}, {{1, 1}}, #{{1, 1} => 2} | {1, 1}]");
        assert_eq!(rewrite(&whole, &doubled), wanted);
    }

    #[test]
    fn keys_that_become_the_same_are_one() {
        let one = |part: &Term| matches!(part, Term::Int(_)).then_some(Term::Int(1));
        assert_eq!(rewrite(&term("#{1 => a, 2 => a}"), &one), term("#{1 => a}"));
    }

    #[test]
    fn depth_takes_no_stack() {
        let mut deep = Term::Int(0);
        for _ in 0..1_000_000 {
            deep = Term::tuple(vec![deep]);
        }
        assert!(any(&deep, |part| *part == Term::Int(0)));
        let counted = rewrite(&deep, &|part| (*part == Term::Int(0)).then_some(Term::Int(1)));
        assert!(any(&counted, |part| *part == Term::Int(1)));
    }

    /// It would take longer than the universe has been there.
    #[test]
    fn what_is_shared_is_looked_at_once() {
        let mut wide = Term::list(vec![Term::Int(0)]);
        for _ in 0..100 {
            wide = Term::tuple(vec![wide.clone(), wide]);
        }
        assert!(!any(&wide, |part| *part == Term::Int(1)));
        let ones = rewrite(&wide, &|part| (*part == Term::Int(0)).then_some(Term::Int(1)));
        assert!(any(&ones, |part| *part == Term::Int(1)));
        assert!(!any(&ones, |part| *part == Term::Int(0)));
    }
}
