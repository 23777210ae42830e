//! Do terms that are nested a million levels deep work everywhere?

use std::hash::{DefaultHasher, Hash, Hasher};
use term::print::{self, Options};
use term::{Term, external, order, read};

const LEVELS: usize = 1_000_000;

/// Nested as `wrap` does it, which is two levels, with a number at the bottom.
fn nested(bottom: i64, wrap: fn(Term) -> Term) -> Term {
    (0..LEVELS / 2).fold(Term::Int(bottom), |inner, _| wrap(inner))
}

fn check(wrap: fn(Term) -> Term) {
    let (one, two) = (nested(1, wrap), nested(2, wrap));
    assert!(order::compare(&one, &two).is_lt());
    let bytes = external::encode(&one);
    let decoded = external::decode(&bytes).unwrap();
    assert!(order::compare_exact(&one, &decoded).is_eq());
    assert!(one == decoded && one != two);
    assert_eq!(hash(&one), hash(&decoded));
    assert_eq!(external::Reader::new(&bytes).unwrap().skip(), Ok(()));
    let text = print::write(&one);
    assert!(read::term(&text).unwrap() == one);
    // Lines are not broken: the indentation alone would be a thousand gigabytes.
    let endless = Options { line_length: 0, ..Options::LATIN1 };
    assert!(one.to_string() == text && endless.print(&one) == text);
}

fn hash(term: &Term) -> u64 {
    let mut hasher = DefaultHasher::new();
    term.hash(&mut hasher);
    hasher.finish()
}

#[test]
fn tuples_and_lists() {
    check(|inner| Term::tuple(vec![Term::list(vec![inner])]));
}

#[test]
fn keys_and_values_of_maps() {
    check(|inner| Term::map(vec![(Term::map(vec![(Term::Nil, inner)]), Term::Nil)]));
}

#[test]
fn lists_in_lines() {
    let term = nested(1, |inner| Term::list(vec![Term::list(vec![inner])]));
    assert!(read::term(&Options::LATIN1.print(&term)).unwrap() == term);
}

#[test]
fn tails_and_binaries_in_a_text() {
    let tails = "[a|".repeat(LEVELS) + "[]" + &"]".repeat(LEVELS);
    assert_eq!(read::term(&tails).unwrap().as_list().unwrap().len(), LEVELS);
    let binaries = "<<".repeat(LEVELS) + &"/binary>>".repeat(LEVELS - 1);
    assert!(read::term(&binaries).is_err());
    let parentheses = "(".repeat(LEVELS) + "a" + &")".repeat(LEVELS);
    assert_eq!(read::term(&parentheses), Ok(Term::atom("a")));
}

#[test]
fn tails_in_bytes() {
    let mut bytes = vec![external::VERSION];
    for _ in 0..LEVELS {
        // A list of one element, whose tail comes next.
        bytes.extend([108, 0, 0, 0, 1, 97, 7]);
    }
    bytes.push(106);
    assert_eq!(external::decode(&bytes).unwrap().as_list().unwrap().len(), LEVELS);
}
