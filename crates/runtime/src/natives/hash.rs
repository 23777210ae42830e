//! What does `phash2` give, to the number of the BEAM?
//!
//! It mixes with Bob Jenkins' hash of 1996 ("A hash function for hash table lookup"), and walks
//! terms in the BEAM's order on a stack of its own. The older `phash` is in [`super::old_hash`].
//!
//! The BEAM hashes a closure by its module and place there, which only the machine knows. A
//! closure of this run is hashed by the number of its code instead: equal closures have equal
//! hashes, but not the BEAM's.

use crate::convert::CODE_BITS;
use crate::convert::pid_id;
use crate::exception::{NativeResult, Raise};
use crate::heap::{BitsView, FunView, Heap, View};
use crate::value::{Kind, Value};
use term::{Atom, Fun, Term};

crate::natives! {
    "erlang" {
        "phash2"/1 = phash2,
        "phash2"/2 = phash2_in_range,
    }
}

fn phash2(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let hash = Mixer::hash(heap, arguments[0]);
    Ok(Value::index((hash & ((1 << 27) - 1)) as usize))
}

fn phash2_in_range(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let range = range(heap, arguments[1])?;
    let hash = u64::from(Mixer::hash(heap, arguments[0]));
    Ok(Value::index((hash % range) as usize))
}

/// From 1 to 2^32.
pub(super) fn range(heap: &Heap, value: Value) -> Result<u64, Raise> {
    match heap.as_i64(value) {
        Some(range @ 1..=0x1_0000_0000) => Ok(range as u64),
        _ => Err(Raise::badarg()),
    }
}

/// The hash of an atom's name (Weinberger's), which takes characters up to 255 as one byte.
pub(super) fn atom_hash(atom: Atom) -> u32 {
    let mut hash = 0u32;
    let mut bytes = atom.name().bytes().peekable();
    while let Some(byte) = bytes.next() {
        let character = match bytes.peek() {
            Some(&next) if byte & 0xFE == 0xC2 => {
                bytes.next();
                (byte << 6) | (next & 0x3F)
            }
            _ => byte,
        };
        hash = (hash << 4).wrapping_add(u32::from(character));
        let top = hash & 0xF000_0000;
        hash ^= top >> 24;
        hash ^= top;
    }
    hash
}

/// What `-0.0` and `0.0` have in common: their hash.
pub(super) fn float_bits(float: f64) -> u64 {
    if float == 0.0 { 0 } else { float.to_bits() }
}

pub(super) fn is_byte(value: Value) -> Option<u8> {
    value.as_small().and_then(|number| u8::try_from(number).ok())
}

/// The numbers by which pids, ports and references of any node are hashed.
pub(super) fn reference_number(number: u64) -> u32 {
    (number & 0x3_FFFF) as u32
}

/// The golden ratio, by whose multiples kinds of values are told apart.
const GOLDEN: u32 = 0x9E37_79B9;

const fn golden(times: u32) -> u32 {
    GOLDEN.wrapping_mul(times)
}

/// How `phash2` hashes a `[]` that is all there is.
const NIL_HASH: u32 = 3_468_870_702;
/// … and one within something: the number of its type on the BEAM.
const NIL_TYPE: u32 = 2;

/// What `phash2` still has to do.
enum Rest {
    Value(Value),
    /// A pair of a map is done.
    PairEnd,
    /// A map is done: the hash so far, and that of the pairs of the map around it.
    MapEnd {
        before: u32,
        pairs: u32,
    },
}

pub(super) struct Mixer<'a> {
    heap: &'a mut Heap,
    hash: u32,
    /// The hashes of the pairs of the current map: their order does not count.
    pairs: u32,
    work: Vec<Rest>,
}

/// Jenkins' mix of three words.
fn mix(mut a: u32, mut b: u32, mut c: u32) -> (u32, u32, u32) {
    for [first, second, third] in [[13, 8, 13], [12, 16, 5], [3, 10, 15]] {
        a = a.wrapping_sub(b).wrapping_sub(c) ^ (c >> first);
        b = b.wrapping_sub(c).wrapping_sub(a) ^ (a << second);
        c = c.wrapping_sub(a).wrapping_sub(b) ^ (b >> third);
    }
    (a, b, c)
}

/// Jenkins' hash of bytes.
fn block_hash(bytes: &[u8], initial: u32) -> u32 {
    let word =
        |bytes: &[u8]| bytes.iter().rev().fold(0u32, |word, &byte| (word << 8) | u32::from(byte));
    let (mut a, mut b, mut c) = (GOLDEN, GOLDEN, initial);
    let blocks = bytes.chunks_exact(12);
    let rest = blocks.remainder();
    for block in blocks {
        a = a.wrapping_add(word(&block[..4]));
        b = b.wrapping_add(word(&block[4..8]));
        c = c.wrapping_add(word(&block[8..]));
        (a, b, c) = mix(a, b, c);
    }
    let part = |from: usize, to: usize| word(&rest[from.min(rest.len())..to.min(rest.len())]);
    // The lowest byte of the last word is for the length.
    c = c.wrapping_add(bytes.len() as u32).wrapping_add(part(8, 11) << 8);
    mix(a.wrapping_add(part(0, 4)), b.wrapping_add(part(4, 8)), c).2
}

impl<'a> Mixer<'a> {
    pub(super) fn hash(heap: &'a mut Heap, value: Value) -> u32 {
        let work = vec![Rest::Value(value)];
        let mut mixer = Mixer { heap, hash: 0, pairs: 0, work };
        while let Some(work) = mixer.work.pop() {
            mixer.heap.work.pay(4);
            match work {
                Rest::Value(value) => mixer.value(value),
                Rest::PairEnd => {
                    mixer.pairs ^= mixer.hash;
                    mixer.hash = 0;
                }
                Rest::MapEnd { before, pairs } => {
                    mixer.hash = before;
                    mixer.add(mixer.pairs, golden(19));
                    mixer.pairs = pairs;
                }
            }
        }
        mixer.hash
    }

    fn add(&mut self, number: u32, constant: u32) {
        self.add_two(number, 0, constant);
    }

    fn add_two(&mut self, first: u32, second: u32, constant: u32) {
        let (a, b) = (constant.wrapping_add(first), constant.wrapping_add(second));
        self.hash = mix(a, b, self.hash).2;
    }

    fn value(&mut self, value: Value) {
        match self.heap.view(value) {
            View::Small(number) => self.small(number),
            View::Big => self.big(value),
            View::Float(float) => {
                let bits = float_bits(float);
                self.add_two((bits >> 32) as u32, bits as u32, golden(12));
            }
            View::Atom(atom) => self.atom(atom),
            View::Nil if self.hash == 0 => self.hash = NIL_HASH,
            View::Nil => self.add(NIL_TYPE, golden(2)),
            View::Cons(..) => self.list(value),
            View::Tuple => self.tuple(value),
            View::Map => self.map(value),
            View::Bits(view) => self.bits(view),
            View::Fun => self.fun(value),
            View::Pid(number) => self.add(pid_id(number), golden(5)),
            View::Reference(number) => self.add(reference_number(number), golden(7)),
            View::Foreign => self.foreign(value),
            View::Symbolic => self.value(self.heap.concrete(value)),
        }
    }

    fn atom(&mut self, atom: Atom) {
        match self.hash {
            0 => self.hash = atom_hash(atom),
            _ => self.add(atom_hash(atom), golden(3)),
        }
    }

    fn small(&mut self, number: i64) {
        if !(-(1 << 27)..1 << 27).contains(&number) {
            return self.digit(number.unsigned_abs(), number < 0);
        }
        if number < 0 {
            self.add(number.unsigned_abs() as u32, GOLDEN);
        }
        self.add(number as u32, GOLDEN);
    }

    fn digit(&mut self, digit: u64, is_negative: bool) {
        let constant = if is_negative { golden(10) } else { golden(11) };
        self.add_two(digit as u32, (digit >> 32) as u32, constant);
    }

    fn big(&mut self, value: Value) {
        let is_negative = self.heap.kind(value) == Kind::BigNegative;
        for digit in self.heap.payload(value).to_vec() {
            self.digit(digit.0, is_negative);
        }
    }

    /// Four bytes in a row, as in a string, are mixed as one word.
    fn list(&mut self, mut list: Value) {
        let (mut word, mut count) = (0u32, 0);
        while list.is_cons()
            && let Some(byte) = is_byte(self.heap.head(list))
        {
            word = (word << 8) | u32::from(byte);
            count += 1;
            if count == 4 {
                self.add(word, golden(4));
                (word, count) = (0, 0);
            }
            list = self.heap.tail(list);
        }
        if count > 0 {
            self.add(word, golden(4));
        }
        if list.is_cons() {
            self.work.push(Rest::Value(self.heap.tail(list)));
            self.work.push(Rest::Value(self.heap.head(list)));
        } else {
            self.work.push(Rest::Value(list));
        }
    }

    fn tuple(&mut self, tuple: Value) {
        self.add(self.heap.elements(tuple).len() as u32, golden(9));
        let elements = self.heap.elements(tuple);
        self.work.extend(elements.iter().rev().map(|&element| Rest::Value(element)));
    }

    fn map(&mut self, map: Value) {
        let size = self.heap.map_size(map);
        self.add(size as u32, golden(16));
        if size == 0 {
            return;
        }
        self.work.push(Rest::MapEnd { before: self.hash, pairs: self.pairs });
        (self.hash, self.pairs) = (0, 0);
        for (key, value) in self.heap.map_pairs(map) {
            self.work.extend([Rest::PairEnd, Rest::Value(value), Rest::Value(key)]);
        }
    }

    fn bits(&mut self, view: BitsView) {
        let initial = golden(13).wrapping_add(self.hash);
        if view.length == 0 {
            self.hash = initial;
            return;
        }
        let (whole, rest) = (view.length / 8, view.length % 8);
        self.heap.work.pay(view.byte_size() as u64 / 4);
        let bytes = self.heap.view_bytes(view);
        let last = bytes.last().copied().unwrap_or_default();
        self.hash = block_hash(&bytes[..whole], initial);
        if rest > 0 {
            self.add_two(rest as u32, u32::from(last >> (8 - rest)), golden(15));
        }
    }

    fn fun(&mut self, fun: Value) {
        match self.heap.fun(fun).expect("a fun") {
            FunView::External { module, function, arity } => {
                self.external_fun(module, function, arity as u32);
            }
            FunView::Closure { code, free } => {
                self.add_two(free as u32, (code >> CODE_BITS) as u32, GOLDEN);
                let free = self.heap.free_variables(fun);
                self.work.extend(free.iter().rev().map(|&value| Rest::Value(value)));
            }
        }
    }

    fn external_fun(&mut self, module: Atom, function: Atom, arity: u32) {
        self.add_two(arity, atom_hash(module), GOLDEN);
        self.add(atom_hash(function), golden(14));
    }

    fn foreign(&mut self, value: Value) {
        match self.heap.foreign_term(value).expect("a foreign term").clone() {
            Term::Pid(pid) => self.add(pid.id, golden(5)),
            Term::Port(port) => {
                self.add_two(port.id as u32, (port.id >> 32) as u32, golden(6));
            }
            Term::Reference(reference) => self.add(reference.ids[0], golden(7)),
            Term::Fun(fun) => self.foreign_fun(&fun),
            _ => unreachable!("no other terms are foreign"),
        }
    }

    fn foreign_fun(&mut self, fun: &Fun) {
        match fun {
            Fun::External { module, function, arity } => {
                self.external_fun(*module, *function, u32::from(*arity));
            }
            Fun::Closure(closure) => {
                self.add_two(closure.free.len() as u32, atom_hash(closure.module), GOLDEN);
                self.add_two(closure.old_index, closure.old_unique as u32, GOLDEN);
                for free in closure.free.iter().rev() {
                    let value = self.heap.from_term(free);
                    self.work.push(Rest::Value(value));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::natives::old_hash::Multiplier;

    /// The terms, and what OTP 25 gives for `phash2(T)` and `phash(T, 1 bsl 32)`.
    #[test]
    fn hashes_are_those_of_the_beam() {
        for (text, mixed, multiplied) in BEAM {
            let mut heap = Heap::new();
            let term = term::read::term(text).expect("a term");
            let value = heap.from_term(&term);
            assert_eq!(Mixer::hash(&mut heap, value) & ((1 << 27) - 1), mixed, "{text}");
            assert_eq!(Multiplier::hash(&mut heap, value).wrapping_add(1), multiplied, "{text}");
        }
    }

    #[test]
    fn depth_does_not_matter() {
        let mut heap = Heap::new();
        let deep = (0..1_000_000).fold(Value::NIL, |inner, _| heap.tuple(&[inner]));
        Mixer::hash(&mut heap, deep);
        Multiplier::hash(&mut heap, deep);
    }

    #[rustfmt::skip]
    const BEAM: [(&str, u32, u32); 14] = [
        ("[]", 113427502, 2),
        ("ok", 1883, 1884),
        ("-1", 44071773, 1680185270),
        ("134217728", 12354923, 2147483673),
        ("-100000000000000000000000", 18169946, 3247199805),
        ("1.5", 10380315, 1073217537),
        ("\"string\"", 31110239, 1614551779),
        ("[a,b|c]", 31100305, 547313567),
        ("{}", 87486268, 1),
        ("{a,[1,2,3,4,5,1000]}", 5925149, 1111570703),
        ("<<>>", 13708901, 1),
        ("<<1,2,3,4,5,6,7,8,9,10,11,12,13>>", 92101820, 2025222233),
        ("<<1,2,5:3>>", 31620904, 2826779294),
        ("#{a => 1, [b] => #{}}", 22596837, 1633214729),
    ];
}
