//! Which terms does no one expect? Those at the edges of their type, of another type, or nearly
//! right.
//!
//! Numbers stay away from sizes that a machine could just about try to allocate (a million to a
//! few billion): a call that would fill the memory teaches nothing.

use crate::deeper;
use crate::inhabitant;
use crate::random::Random;
use term::{BigInt, Bits, Pid, Port, Reference, Term, atoms};

const ATOMS: &[&str] = &[
    "a",
    "b",
    "c",
    "ok",
    "error",
    "true",
    "false",
    "undefined",
    "infinity",
    "none",
    "key",
    "value",
    "",
    "hello world",
    "Upper",
    "it's",
    "é",
    "日本",
    "→",
    "a@b",
    "_x",
    "case",
    "0",
    "utf8",
    "latin1",
    "unicode",
    "all",
    "trim",
    "big",
    "little",
    "erlang",
    "lists",
];

const FLOATS: &[f64] = &[
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    1.5,
    -2.5,
    3.0,
    42.0,
    0.1,
    1.0e-5,
    1.0e10,
    1.0e15,
    1.0e16,
    1.0e22,
    1.0e23,
    123456789.125,
    1.0e308,
    -1.0e308,
    5.0e-324,
    2.2250738585072014e-308,
    1.7976931348623157e308,
    9007199254740992.0,
    9007199254740993.0,
    1.8446744073709552e19,
    576460752303423488.0,
    -576460752303423488.0,
    std::f64::consts::PI,
    std::f64::consts::E,
];

/// Where machines change their mind about integers.
const POWERS: &[u32] = &[7, 8, 15, 16, 53, 58, 59, 60, 61, 62, 63, 64, 65, 100, 127, 128, 200];

const CHARACTERS: &[u32] = &[
    0, 9, 10, 13, 27, 32, 34, 36, 39, 47, 65, 90, 92, 97, 122, 126, 127, 128, 160, 223, 228, 255,
    256, 0x300, 0x301, 0x3B1, 0x5D0, 0x671, 0x7FF, 0x800, 0x1100, 0x1161, 0x200D, 0x2028, 0x20AC,
    0x3042, 0xAC00, 0xD7FF, 0xD800, 0xDFFF, 0xE000, 0xFB01, 0xFEFF, 0xFFFD, 0xFFFE, 0xFFFF,
    0x1_0000, 0x1_D11E, 0x1_F468, 0x1_F1E9, 0x10_FFFF, 0x11_0000,
];

/// Any term, of about so many parts.
pub fn term(random: &mut Random, size: usize) -> Term {
    match random.below(if size == 0 { 12 } else { 22 }) {
        0..=3 => integer(random),
        4..=5 => atom(random),
        6 => float(random),
        7 => Term::Nil,
        8 => bits(random),
        9 => Term::binary(text(random).as_bytes()),
        10 => identity(random),
        11 => Term::string(&text(random)),
        12..=15 => Term::list(terms(random, size)),
        16..=18 => Term::tuple(terms(random, size)),
        19 => map(random, size),
        20 => {
            let tail = term(random, 0);
            Term::list_with_tail(terms(random, size), tail)
        }
        _ => nested(random, size),
    }
}

fn terms(random: &mut Random, size: usize) -> Vec<Term> {
    let length = random.below(size.min(6) + 1);
    (0..length).map(|_| term(random, size / (length + 1))).collect()
}

fn map(random: &mut Random, size: usize) -> Term {
    let length = random.below(size.min(5) + 1);
    Term::map((0..length).map(|_| (term(random, 1), term(random, size / (length + 1)))).collect())
}

/// A term inside of a term inside of a term.
fn nested(random: &mut Random, size: usize) -> Term {
    let depth = random.below(size.min(20) + 1);
    (0..depth).fold(term(random, 0), |inner, _| match random.below(3) {
        0 => Term::list(vec![inner]),
        1 => Term::tuple(vec![inner]),
        _ => Term::map(vec![(Term::atom("k"), inner)]),
    })
}

pub fn atom(random: &mut Random) -> Term {
    let name: &&str = random.pick(ATOMS);
    Term::atom(name)
}

pub fn integer(random: &mut Random) -> Term {
    match random.below(8) {
        0..=4 => Term::Int(random.between(-4, 20)),
        5 => Term::Int(random.between(-300, 1500)),
        _ => {
            let power = BigInt::from(1) << *random.pick(POWERS);
            let number = power + random.between(-2, 2);
            Term::integer(if random.one_in(2) { number } else { -number })
        }
    }
}

pub fn float(random: &mut Random) -> Term {
    if random.one_in(3) {
        let number = f64::from_bits(random.word());
        return Term::float(number).unwrap_or(Term::Float(7.25));
    }
    Term::Float(*random.pick(FLOATS))
}

pub fn character(random: &mut Random) -> i64 {
    match random.below(3) {
        0 => i64::from(*random.pick(CHARACTERS)),
        _ => random.between(32, 126),
    }
}

/// A short text of letters from all over the world.
pub fn text(random: &mut Random) -> String {
    let length = random.below(10);
    let characters = (0..length).map(|_| u32::try_from(character(random)).ok());
    characters.map(|point| point.and_then(char::from_u32).unwrap_or('x')).collect()
}

/// A bitstring of up to some dozens of bits.
pub fn bits(random: &mut Random) -> Term {
    let most = if random.one_in(4) { 130 } else { 40 };
    let length = random.below(most);
    bits_of_length(random, length)
}

pub fn bits_of_length(random: &mut Random, length: usize) -> Term {
    let bytes = (0..length.div_ceil(8)).map(|_| match random.below(3) {
        0 => 0,
        1 => random.between(32, 126) as u8,
        _ => random.word() as u8,
    });
    Bits::new(bytes.collect(), length).into()
}

/// A pid, port, reference or fun. All but the fun are of the node itself, where there never was any
/// with these numbers, so that no one is disturbed and every side prints them alike.
fn identity(random: &mut Random) -> Term {
    match random.below(4) {
        0 => pid(random),
        1 => port(random),
        2 => reference(random),
        _ => inhabitant::fun(random.below(4)),
    }
}

pub fn pid(random: &mut Random) -> Term {
    let id = 30_000 + random.below(9) as u32;
    Pid { node: atoms::nonode_nohost, id, serial: 7, creation: 0 }.into()
}

pub fn port(random: &mut Random) -> Term {
    Port { node: atoms::nonode_nohost, id: 90_000 + random.below(9) as u64, creation: 0 }.into()
}

pub fn reference(random: &mut Random) -> Term {
    let ids = vec![random.below(9) as u32, 77, 78];
    Reference { node: atoms::nonode_nohost, creation: 0, ids }.into()
}

/// The term with one thing about it changed.
pub fn spoil(random: &mut Random, good: &Term) -> Term {
    if random.one_in(4) {
        return term(random, 3);
    }
    match good {
        Term::Int(_) | Term::BigInt(_) => spoil_integer(random, good),
        Term::List(list) => {
            let mut elements = list.elements.clone();
            let mut tail = list.tail.clone();
            match random.below(4) {
                0 => tail = term(random, 1),
                1 => drop(elements.remove(random.below(elements.len()))),
                _ => spoil_one(random, &mut elements),
            }
            Term::list_with_tail(elements, tail)
        }
        Term::Tuple(tuple) => {
            let mut elements = tuple.to_vec();
            match random.below(4) {
                0 => elements.push(term(random, 1)),
                1 => drop(elements.pop()),
                _ => spoil_one(random, &mut elements),
            }
            Term::tuple(elements)
        }
        Term::Map(map) if !map.is_empty() => {
            let mut pairs = map.pairs().to_vec();
            let index = random.below(pairs.len());
            match random.below(3) {
                0 => drop(pairs.remove(index)),
                1 => pairs[index].0 = deeper(|| spoil(random, &pairs[index].0)),
                _ => pairs[index].1 = deeper(|| spoil(random, &pairs[index].1)),
            }
            Term::map(pairs)
        }
        Term::Bits(bits) if bits.bit_length() > 0 => {
            Bits::new(bits.bytes().to_vec(), random.below(bits.bit_length())).into()
        }
        Term::Atom(atom) => match random.below(2) {
            0 => Term::string(atom.name()),
            _ => Term::binary(atom.name().as_bytes()),
        },
        _ => term(random, 2),
    }
}

fn spoil_one(random: &mut Random, elements: &mut [Term]) {
    if elements.is_empty() {
        return;
    }
    let index = random.below(elements.len());
    elements[index] = deeper(|| spoil(random, &elements[index]));
}

fn spoil_integer(random: &mut Random, good: &Term) -> Term {
    let number = good.to_big_int().unwrap_or_default();
    match random.below(4) {
        0 => Term::integer(-number - 1),
        1 => Term::integer(number + random.between(-3, 3)),
        2 => good.as_i64().map_or(Term::Float(0.5), |number| Term::Float(number as f64)),
        _ => integer(random),
    }
}
