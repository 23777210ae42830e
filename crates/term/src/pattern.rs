//! Is a term as a pattern has it? A pattern is a term in which the atom `'_'` stands for anything.
//!
//! As in Erlang, `[a | '_']` is any list that begins with `a`, and a map has to have the keys of the
//! pattern, with values that match; what else is in it does not matter.

use crate::walk::shared;
use crate::{Atom, List, Term};
use rustc_hash::FxHashSet;

/// ```
/// use term::{pattern, read::term};
/// assert!(pattern::matches(&term("{badmatch, [a | '_']}")?, &term("{badmatch, [a, b]}")?));
/// # Ok::<(), term::read::ReadError>(())
/// ```
pub fn matches(pattern: &Term, term: &Term) -> bool {
    let anything = Term::Atom(Atom::new("_"));
    let mut pending = vec![(pattern, term)];
    let mut seen = FxHashSet::default();
    while let Some((pattern, term)) = pending.pop() {
        if *pattern == anything {
            continue;
        }
        if let (Some(pattern), Some(term)) = (shared(pattern), shared(term))
            && !seen.insert((pattern, term))
        {
            continue;
        }
        let is_alike = match (pattern, term) {
            (Term::List(pattern), Term::List(term)) => {
                let List { elements, tail } = &**pattern;
                let (wanted, found) = (elements.len(), term.elements.len());
                pending.extend(elements.iter().zip(&term.elements).rev());
                // A tail is no list: what is left over is one.
                match wanted == found {
                    true => pending.push((tail, &term.tail)),
                    false if *tail == anything => {}
                    false => return false,
                }
                wanted <= found
            }
            (Term::Tuple(pattern), Term::Tuple(term)) => {
                pending.extend(pattern.iter().zip(term.iter()).rev());
                pattern.len() == term.len()
            }
            (Term::Map(pattern), Term::Map(term)) => {
                let wanted = pattern.pairs().iter();
                let mut found = wanted.map(|(key, value)| Some((value, term.get(key)?)));
                found.all(|pair| pair.map(|pair| pending.push(pair)).is_some())
            }
            _ => pattern == term,
        };
        if !is_alike {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(pattern: &str, term: &str) -> bool {
        let read = |text: &str| crate::read::term(text).expect("it is a term");
        matches(&read(pattern), &read(term))
    }

    #[test]
    fn holes_stand_for_anything() {
        assert!(fits("'_'", "{a, 1}"));
        assert!(fits("{a, '_', [b | '_']}", "{a, {1}, [b | c]}"));
        assert!(!fits("{a, '_'}", "{a, 1, 2}"));
        assert!(!fits("1", "1.0"));
    }

    #[test]
    fn the_rest_of_a_list() {
        for list in ["[a]", "[a, b]", "[a, b | c]", "[a, [b], {c}]"] {
            assert!(fits("[a | '_']", list), "{list}");
        }
        for list in ["[]", "[b]", "a", "[b, a]"] {
            assert!(!fits("[a | '_']", list), "{list}");
        }
        assert!(fits("['_', '_' | '_']", "[1, 2, 3]"));
        assert!(!fits("['_', '_' | '_']", "[1]"));
        assert!(!fits("['_']", "[]"));
        assert!(!fits("['_']", "[1, 2]"));
        assert!(!fits("[a | b]", "[a, b]"));
        assert!(!fits("[a, b]", "[a, b | c]"));
    }

    #[test]
    fn a_map_may_have_more() {
        assert!(fits("#{k => '_'}", "#{k => 1, l => 2}"));
        assert!(fits("#{}", "#{k => 1}"));
        assert!(!fits("#{k => 1}", "#{k => 2}"));
        assert!(!fits("#{k => '_'}", "#{}"));
        assert!(!fits("#{}", "[]"));
    }

    #[test]
    fn depth_takes_no_stack() {
        let wraps: [fn(Term) -> Term; 3] = [
            |inner| Term::tuple(vec![inner]),
            |inner| Term::list(vec![inner]),
            |inner| Term::map(vec![(Term::Int(7), inner)]),
        ];
        for wrap in wraps {
            let nested = |bottom| (0..1_000_000).fold(bottom, |inner, _| wrap(inner));
            assert!(matches(&nested(Term::Int(0)), &nested(Term::Int(0))));
            assert!(!matches(&nested(Term::Int(0)), &nested(Term::Int(1))));
        }
    }
}
