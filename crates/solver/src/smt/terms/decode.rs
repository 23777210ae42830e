//! Which terms do a solver's values stand for? `(cons (int 1) nil)` read back.

use super::super::model::{Sexpr, value_of};
use super::encode::{BINARY, FUN, MAP, ODD_BITS, Vocabulary};
use crate::numeric::{Number, NumberKind};
use runtime::compare::deeper;
use term::{Bits, Term};

/// The arguments among the values that were asked for, the first of which is the atom `true`.
pub fn arguments(text: &str, vocabulary: &Vocabulary) -> Option<Vec<Term>> {
    let (Sexpr::List(pairs), _) = Sexpr::read(text)? else { return None };
    let values = pairs.iter().skip(1).map(|pair| match pair {
        Sexpr::List(pair) => term(pair.get(1)?, vocabulary),
        Sexpr::Word(_) => None,
    });
    values.collect()
}

fn term(value: &Sexpr, vocabulary: &Vocabulary) -> Option<Term> {
    deeper(|| match value {
        Sexpr::Word("nil") => Some(Term::Nil),
        Sexpr::Word("t0") => Some(Term::tuple(Vec::new())),
        Sexpr::Word(_) => None,
        Sexpr::List(parts) => {
            let (Sexpr::Word(constructor), fields) = parts.split_first()? else { return None };
            match (*constructor, fields) {
                ("int", [number]) => number_term(number, NumberKind::Integer),
                ("flt", [number]) => number_term(number, NumberKind::Float),
                ("atom", [code]) => vocabulary.atom(small(code)?).map(Term::Atom),
                ("cons", [_, _]) => list(value, vocabulary),
                ("other", [kind, id]) => other(small(kind)?, small(id)?, vocabulary),
                _ if constructor.starts_with('t') => {
                    let elements: Option<Vec<Term>> =
                        fields.iter().map(|field| term(field, vocabulary)).collect();
                    Some(Term::tuple(elements?))
                }
                _ => None,
            }
        }
    })
}

fn list(value: &Sexpr, vocabulary: &Vocabulary) -> Option<Term> {
    let mut elements = Vec::new();
    let mut rest = value;
    while let Sexpr::List(parts) = rest
        && let [Sexpr::Word("cons"), head, tail] = &parts[..]
    {
        elements.push(term(head, vocabulary)?);
        rest = tail;
    }
    Some(Term::list_with_tail(elements, term(rest, vocabulary)?))
}

/// A term that the constraints know, or another one of its kind.
fn other(kind: i64, id: i64, vocabulary: &Vocabulary) -> Option<Term> {
    let is_it = |term: &&Term| i64::from(super::encode::other_kind(term)) == kind;
    if let Some(known) = vocabulary.other(id).filter(is_it) {
        return Some(known.clone());
    }
    let byte = (id.rem_euclid(256)) as u8;
    match u32::try_from(kind).ok()? {
        BINARY => Some(Term::binary(&[byte])),
        ODD_BITS => Some(Term::Bits(Bits::new(vec![byte << 1], 7))),
        MAP => Some(Term::map(vec![(Term::Int(id), Term::Int(id))])),
        FUN => Some(Term::constant_fun(u8::try_from(id).ok()?, Term::Nil)),
        _ => None,
    }
}

fn number_term(value: &Sexpr, kind: NumberKind) -> Option<Term> {
    match value_of(value, kind)? {
        Number::Integer(integer) => Some(Term::integer(integer)),
        Number::Float(float) => Term::float(float),
    }
}

fn small(value: &Sexpr) -> Option<i64> {
    number_term(value, NumberKind::Integer)?.as_i64()
}
