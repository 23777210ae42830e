//! Do terms that are nested a million levels deep work everywhere?

use std::hash::{DefaultHasher, Hash, Hasher};
use term::print::{self, Options};
use term::{Term, external, order, read};

const LEVELS: usize = 1_000_000;

/// Nested as `wrap` does it, with something different at the bottom.
fn nested(bottom: i64, wrap: fn(Term) -> Term) -> Term {
    (0..LEVELS).fold(Term::Int(bottom), |inner, _| wrap(inner))
}

fn check(wrap: fn(Term) -> Term) {
    let (one, same, two) = (nested(1, wrap), nested(1, wrap), nested(2, wrap));
    assert!(order::compare(&one, &two).is_lt());
    assert!(order::compare_exact(&one, &same).is_eq());
    assert!(order::equal(&one, &same) && one != two);
    let hash = |term: &Term| {
        let mut hasher = DefaultHasher::new();
        term.hash(&mut hasher);
        hasher.finish()
    };
    assert_eq!(hash(&one), hash(&same));
    let bytes = external::encode(&one);
    assert!(external::decode(&bytes).unwrap() == one);
    assert_eq!(external::Reader::new(&bytes).unwrap().skip(), Ok(()));
    let text = print::write(&one);
    assert!(read::term(&text).unwrap() == one);
    // Lines are not broken: the indentation alone would be a thousand gigabytes.
    let endless = Options { line_length: 0, ..Options::LATIN1 };
    assert!(one.to_string() == text && endless.print(&one) == text);
}

#[test]
fn tuples() {
    check(|inner| Term::tuple(vec![inner]));
}

#[test]
fn lists() {
    check(|inner| Term::list(vec![inner]));
}

#[test]
fn lists_in_lines() {
    let term = nested(1, |inner| Term::list(vec![inner]));
    assert!(read::term(&Options::LATIN1.print(&term)).unwrap() == term);
}

#[test]
fn values_of_maps() {
    check(|inner| Term::map(vec![(Term::Nil, inner)]));
}

#[test]
fn keys_of_maps() {
    check(|inner| Term::map(vec![(inner, Term::Nil)]));
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
