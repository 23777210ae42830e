//! Terms that look for trouble: the edges of every type, nested in each other at random, and the
//! same ones for the same seed.

// Every test file uses some of this.
#![allow(dead_code)]

use term::{Atom, BigInt, Bits, Closure, Map, Pid, Port, Reference, Term};

/// SplitMix64: small, and good enough to choose test cases by.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.word() % limit as u64) as usize
    }

    pub fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    pub fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }
}

/// A term of at most about this many parts.
pub fn term(random: &mut Random, size: usize) -> Term {
    if size <= 1 || random.chance(6) {
        return leaf(random);
    }
    match random.below(9) {
        0..3 => Term::tuple(terms(random, size)),
        3..5 => Term::list(terms(random, size)),
        5 => Term::list_with_tail(terms(random, size), leaf(random)),
        6..8 => map(random, size),
        _ => closure(random, size),
    }
}

/// Some terms that share a size.
fn terms(random: &mut Random, size: usize) -> Vec<Term> {
    // A tag in front makes the printer lay a tuple out in its other way.
    let mut terms = if random.chance(3) { vec![atom(random)] } else { vec![] };
    let count = random.below(size.min(12)) + 1;
    terms.extend((0..count).map(|_| term(random, (size - 1) / count)));
    terms
}

fn map(random: &mut Random, size: usize) -> Term {
    let count = random.below(size.min(16));
    let pair = |_| (term(random, size / 4 / (count + 1)), term(random, size / (count + 1)));
    Map::from_pairs((0..count).map(pair).collect()).into()
}

/// A map with more keys than the BEAM keeps in order.
pub fn large_map(random: &mut Random) -> Term {
    let count = 33 + random.below(100);
    let pair = |_| (leaf(random), Term::Int(random.below(3) as i64));
    Map::from_pairs((0..count).map(pair).collect()).into()
}

pub fn leaf(random: &mut Random) -> Term {
    match random.below(16) {
        0 | 1 => integer(random),
        2 => float(random),
        3..6 => atom(random),
        6 => Term::Nil,
        7 | 8 => Term::string(&text(random)),
        9 => Term::binary(text(random).as_bytes()),
        10 => bits(random),
        11 => Term::list((0..random.below(30)).map(|_| random.below(0x110).into()).collect()),
        12 => identity(random),
        13 => external_fun(random),
        14 => Term::tuple(vec![]),
        _ => Term::Int(random.below(5) as i64 - 2),
    }
}

pub fn integer(random: &mut Random) -> Term {
    let nudge = random.below(5) as i64 - 2;
    let power = match random.below(8) {
        0 => random.below(2200),
        1 => random.one_of(&[2039, 2040, 2041, 1023, 1024]),
        _ => random.one_of(&[7, 8, 15, 16, 27, 28, 31, 32, 52, 53, 54, 58, 59, 60, 63, 64, 65]),
    };
    let integer = (BigInt::from(1) << power) + nudge;
    Term::integer(if random.chance(2) { -integer } else { integer })
}

pub fn float(random: &mut Random) -> Term {
    let edges =
        [0.0, -0.0, 1.0, -1.5, 0.1, f64::MAX, f64::MIN_POSITIVE, 5e-324, 1e22, 1e-7, 123456789.0];
    let float = match random.below(6) {
        0 => random.one_of(&edges),
        // Around the powers of two, where integers are compared with.
        1 | 2 => {
            let power = 2f64.powi(random.below(70) as i32);
            f64::from_bits(power.to_bits() + random.below(3) as u64 - 1)
        }
        3 => random.below(100_000) as f64 / 10f64.powi(random.below(12) as i32),
        4 => random.below(1000) as f64 * 10f64.powi(random.below(40) as i32 - 20),
        _ => f64::from_bits(random.word()),
    };
    let float = if random.chance(3) { -float } else { float };
    Term::float(float).unwrap_or(Term::Float(1.0))
}

fn text(random: &mut Random) -> String {
    let alphabets = [
        "abcxyz",
        "abc XYZ_0129@.,\"'\\",
        "aåäöÿß÷×ÀÞ",
        "a→λ中😀\u{10FFFF}",
        "a\n\t\r\u{8}\u{b}\u{c}\u{1b}\u{7f}",
        "a\0\u{1}\u{9f}\u{a0}\u{85}",
        "a\u{ff}\u{100}\u{fffd}\u{fffe}",
    ];
    let alphabet: Vec<char> = random.one_of(&alphabets).chars().collect();
    let length = if random.chance(8) { random.below(200) } else { random.below(12) };
    (0..length).map(|_| random.one_of(&alphabet)).collect()
}

pub fn atom(random: &mut Random) -> Term {
    let common = ["ok", "error", "a", "b", "undefined", "true", "end", "fun", "maybe", "nil", ""];
    if random.chance(2) { Term::atom(random.one_of(&common)) } else { Term::atom(&text(random)) }
}

fn bits(random: &mut Random) -> Term {
    let length = if random.chance(6) { random.below(800) } else { random.below(60) };
    let bytes = (0..length.div_ceil(8)).map(|_| random.word() as u8).collect();
    Bits::new(bytes, length).into()
}

fn local_pid(random: &mut Random) -> Pid {
    let (id, serial) = (random.below(1 << 15) as u32, random.below(8) as u32);
    Pid { node: Atom::new("nonode@nohost"), id, serial, creation: 0 }
}

/// A pid, port or reference of our own node or of another.
fn identity(random: &mut Random) -> Term {
    let local = random.chance(2);
    let node =
        Atom::new(if local { "nonode@nohost" } else { random.one_of(&["a@b", "b@b", "ö@x"]) });
    let creation = if local { 0 } else { random.below(3) as u32 + 1 };
    let bits = if local { 15 } else { random.one_of(&[1, 15, 28, 32]) };
    let number = |random: &mut Random| random.below(1 << bits) as u32;
    match random.below(3) {
        0 if local => local_pid(random).into(),
        0 => Pid { node, id: number(random), serial: number(random), creation }.into(),
        1 if local => Port { node, id: number(random).into(), creation }.into(),
        1 => Port { node, id: random.word() >> random.below(64), creation }.into(),
        _ => {
            let words = if local { 3 } else { random.below(5) + 1 };
            // OTP hashes three words. It does not survive two keys of a large map that differ only
            // in the others, so there the first ones are as good as unique.
            let word = |_| if words > 3 { random.word() as u32 } else { number(random) };
            let ids = (0..words).map(word).collect();
            Reference { node, creation, ids }.into()
        }
    }
}

fn external_fun(random: &mut Random) -> Term {
    let mut name = || atom(random).as_atom().expect("an atom");
    let (module, function) = (name(), name());
    Term::external_fun(module, function, random.below(256) as u8)
}

fn closure(random: &mut Random, size: usize) -> Term {
    // The BEAM keeps one entry for a module, index and unique number, so the rest must follow.
    let code = random.below(20) as u32;
    let closure = Closure {
        module: Atom::new(["m", "n", "Mö d"][code as usize % 3]),
        arity: (code % 4) as u8,
        index: code % 5,
        unique: [code as u8; 16],
        old_index: code * 7,
        old_unique: i64::from(code) * 12_345_678 - 90_000_000,
        creator: local_pid(random).into(),
        free: terms(random, size.min(6)),
    };
    closure.into()
}
