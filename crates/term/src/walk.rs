//! How does one look at all parts of a term, or of two side by side, or change some, however deep it is and however often a part
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
    Rewriting { change, finish: &|term| term, known: FxHashMap::default() }.term(term)
}

/// The term as `finish` makes it anew, once all that is in it has been made anew.
pub fn rebuild(term: &Term, finish: &dyn Fn(Term) -> Term) -> Term {
    Rewriting { change: &|_| None, finish, known: FxHashMap::default() }.term(term)
}

/// Are two terms alike? `each` says so of both, and of all their parts that are in the same places.
/// `None`: that is a question of their parts, of which there must be as many, or of `=:=` if there are
/// none.
pub fn alike<'t>(
    left: &'t Term,
    right: &'t Term,
    each: &mut dyn FnMut(&'t Term, &'t Term) -> Option<bool>,
) -> bool {
    let mut pending = vec![(left, right)];
    let mut seen = FxHashSet::default();
    while let Some((left, right)) = pending.pop() {
        match each(left, right) {
            Some(true) => continue,
            Some(false) => return false,
            None => {}
        }
        if let (Some(left), Some(right)) = (shared(left), shared(right))
            && !seen.insert((left, right))
        {
            continue;
        }
        let is_alike = match (left, right) {
            (Term::List(left), Term::List(right)) => {
                pending.push((&left.tail, &right.tail));
                pending.extend(left.elements.iter().zip(&right.elements).rev());
                left.elements.len() == right.elements.len()
            }
            (Term::Tuple(left), Term::Tuple(right)) => {
                pending.extend(left.iter().zip(right.iter()).rev());
                left.len() == right.len()
            }
            (Term::Map(left), Term::Map(right)) => {
                let pairs = left.pairs().iter().zip(right.pairs()).rev();
                pending.extend(
                    pairs.flat_map(|(left, right)| [(&left.1, &right.1), (&left.0, &right.0)]),
                );
                left.len() == right.len()
            }
            _ => left == right,
        };
        if !is_alike {
            return false;
        }
    }
    true
}

struct Rewriting<'c> {
    change: &'c dyn Fn(&Term) -> Option<Term>,
    finish: &'c dyn Fn(Term) -> Term,
    /// What became of parts that are shared.
    known: FxHashMap<usize, Term>,
}

impl Rewriting<'_> {
    fn term(&mut self, term: &Term) -> Term {
        let address = shared(term);
        if let Some(known) = address.and_then(|address| self.known.get(&address)) {
            return known.clone();
        }
        // Whoever changes a part may go on in there in the same way, so this is a level too.
        let rewritten = deeper(|| match (self.change)(term) {
            Some(changed) => changed,
            None => (self.finish)(self.parts(term)),
        });
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
pub(crate) fn shared(term: &Term) -> Option<usize> {
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
    fn what_is_inside_is_made_first() {
        let without_ones = |term: Term| match &term {
            Term::List(list) => {
                let others = list.elements.iter().filter(|element| **element != Term::Int(1));
                Term::list_with_tail(others.cloned().collect(), list.tail.clone())
            }
            Term::Tuple(elements) if elements.is_empty() => Term::Int(1),
            _ => term,
        };
        assert_eq!(rebuild(&term("[1, {[1], 2}, {} | {}]"), &without_ones), term("[{[], 2} | 1]"));
    }

    #[test]
    fn two_terms_are_compared_place_by_place() {
        let holes = |left: &Term, _: &Term| (*left == Term::atom("_")).then_some(true);
        let is_alike = |left: &str, right: &str| {
            alike(&term(left), &term(right), &mut |left, right| holes(left, right))
        };
        assert!(is_alike("{a, ['_', 2 | 3], #{k => '_'}}", "{a, [1, 2 | 3], #{k => [v]}}"));
        assert!(!is_alike("{a, b}", "{a, b, c}"));
        assert!(!is_alike("['_']", "[1, 2]"));
        assert!(!is_alike("#{k => v}", "#{l => v}"));
        assert!(!is_alike("1", "1.0"));
        assert!(!is_alike("{}", "[]"));
        let mut seen = Vec::new();
        let whole = term("{a, [1, {2} | 3], #{k => v}}");
        alike(&whole, &whole, &mut |part, _| {
            seen.extend(part.as_i64());
            None
        });
        assert_eq!(seen, [1, 2, 3]);
    }

    #[test]
    fn depth_takes_no_stack() {
        let wraps: [fn(Term) -> Term; 4] = [
            |inner| Term::tuple(vec![inner]),
            |inner| Term::list(vec![inner]),
            |inner| Term::map(vec![(Term::Int(7), inner)]),
            |inner| Term::list_with_tail(vec![Term::Int(7)], Term::tuple(vec![inner])),
        ];
        for wrap in wraps {
            let nested = || (0..1_000_000).fold(Term::Int(0), |inner, _| wrap(inner));
            let deep = nested();
            assert!(any(&deep, |part| *part == Term::Int(0)));
            let one = |part: &Term| (*part == Term::Int(0)).then_some(Term::Int(1));
            let counted = rewrite(&deep, &one);
            assert!(any(&counted, |part| *part == Term::Int(1)));
            let same = rebuild(&deep, &|part| one(&part).unwrap_or(part));
            assert!(alike(&same, &counted, &mut |_, _| None));
            assert!(alike(&deep, &nested(), &mut |_, _| None));
            assert!(!alike(&deep, &counted, &mut |_, _| None));
        }
    }

    #[test]
    fn whoever_changes_a_part_may_go_on_in_there() {
        fn unwrapped(term: &Term) -> Term {
            rewrite(term, &|part| part.as_tuple().map(|elements| unwrapped(&elements[0])))
        }
        let deep = (0..1_000_000).fold(Term::Int(0), |inner, _| Term::tuple(vec![inner]));
        assert_eq!(unwrapped(&deep), Term::Int(0));
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
        let again = rebuild(&ones, &|part| part);
        assert!(alike(&again, &ones, &mut |_, _| None));
    }
}
