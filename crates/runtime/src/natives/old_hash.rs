//! What does `phash`, the hash before `phash2`, give, to the number of the BEAM?
//!
//! It multiplies by large primes. Closures are hashed with the same limit as in [`super::hash`].

use super::hash::{Mixer, atom_hash, float_bits, is_byte, range, reference_number};
use crate::convert::CODE_BITS;
use crate::convert::pid_id;
use crate::exception::NativeResult;
use crate::heap::{BitsView, FunView, Heap, View};
use crate::value::{Kind, Value};
use term::{Atom, Fun, Term};

crate::natives! {
    "erlang" {
        "phash"/2 = phash,
    }
}

fn phash(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let range = range(heap, arguments[1])?;
    let hash = u64::from(Multiplier::hash(heap, arguments[0]));
    Ok(Value::index((hash % range + 1) as usize))
}

/// The primes by which `phash` multiplies; the first is prime number 1.
const PRIMES: [u32; 14] = [
    268_440_163,
    268_439_161,
    268_435_459,
    268_436_141,
    268_438_633,
    268_437_017,
    268_438_039,
    268_437_511,
    268_439_627,
    268_440_479,
    268_440_577,
    268_440_581,
    268_440_593,
    268_440_611,
];

const fn prime(number: usize) -> u32 {
    PRIMES[number - 1]
}

/// What `phash` still has to do.
enum HashStep {
    Value(Value),
    /// The elements of a list but the first.
    Tail(Value),
    ListEnd,
    TupleEnd(u32),
}

pub(super) struct Multiplier<'a> {
    heap: &'a mut Heap,
    hash: u32,
    steps: Vec<HashStep>,
}

impl<'a> Multiplier<'a> {
    pub(super) fn hash(heap: &'a mut Heap, value: Value) -> u32 {
        let mut multiplier = Multiplier { heap, hash: 0, steps: vec![HashStep::Value(value)] };
        while let Some(step) = multiplier.steps.pop() {
            multiplier.heap.work.pay(2);
            match step {
                HashStep::Value(value) => multiplier.value(value),
                HashStep::Tail(tail) if tail.is_cons() => multiplier.list(tail),
                HashStep::Tail(tail) => {
                    multiplier.steps.extend([HashStep::ListEnd, HashStep::Value(tail)])
                }
                HashStep::ListEnd => multiplier.hash = multiplier.hash.wrapping_mul(prime(8)),
                HashStep::TupleEnd(size) => multiplier.add(prime(9), size),
            }
        }
        multiplier.hash
    }

    fn add(&mut self, prime: u32, number: u32) {
        self.hash = self.hash.wrapping_mul(prime).wrapping_add(number);
    }

    /// The four bytes of a word.
    fn add_word(&mut self, prime: u32, word: u32) {
        for byte in word.to_le_bytes() {
            self.add(prime, u32::from(byte));
        }
    }

    /// The bytes of a digit, without an upper half that is zero.
    fn add_digit(&mut self, digit: u64) {
        self.add_word(prime(2), digit as u32);
        if digit >> 32 != 0 {
            self.add_word(prime(2), (digit >> 32) as u32);
        }
    }

    fn value(&mut self, value: Value) {
        match self.heap.view(value) {
            View::Small(number) => {
                self.add_digit(number.unsigned_abs());
                self.sign(number < 0);
            }
            View::Big => self.big(value),
            View::Float(float) => {
                let bits = float_bits(float);
                self.add(prime(6), (bits >> 32) as u32 ^ bits as u32);
            }
            View::Atom(atom) => self.add(prime(1), atom_hash(atom)),
            View::Nil => self.add(prime(3), 1),
            View::Cons(..) => self.list(value),
            View::Tuple => self.tuple(value),
            View::Map => {
                let hash = Mixer::hash(self.heap, value);
                self.add(prime(13), prime(14).wrapping_add(hash));
            }
            View::Bits(view) => self.bits(view),
            View::Fun => self.fun(value),
            View::Pid(number) => self.identifier(pid_id(number), 5, 6),
            View::Reference(number) => self.identifier(reference_number(number), 9, 10),
            View::Foreign => self.foreign(value),
            View::Symbolic => self.value(self.heap.concrete(value)),
        }
    }

    fn sign(&mut self, is_negative: bool) {
        let factor = if is_negative { prime(4) } else { prime(3) };
        self.hash = self.hash.wrapping_mul(factor);
    }

    fn big(&mut self, value: Value) {
        let digits = self.heap.payload(value).to_vec();
        let (last, others) = digits.split_last().expect("a big integer has digits");
        for digit in others {
            self.add_word(prime(2), digit.0 as u32);
            self.add_word(prime(2), (digit.0 >> 32) as u32);
        }
        self.add_digit(last.0);
        self.sign(self.heap.kind(value) == Kind::BigNegative);
    }

    fn list(&mut self, mut list: Value) {
        while let Some(byte) = is_byte(self.heap.head(list)) {
            self.add(prime(2), u32::from(byte));
            list = self.heap.tail(list);
            if !list.is_cons() {
                self.steps.push(HashStep::Tail(list));
                return;
            }
        }
        self.steps.push(HashStep::Tail(self.heap.tail(list)));
        self.steps.push(HashStep::Value(self.heap.head(list)));
    }

    fn tuple(&mut self, tuple: Value) {
        let elements = self.heap.elements(tuple);
        self.steps.push(HashStep::TupleEnd(elements.len() as u32));
        self.steps.extend(elements.iter().rev().map(|&element| HashStep::Value(element)));
    }

    fn bits(&mut self, view: BitsView) {
        let (whole, rest) = (view.length / 8, view.length % 8);
        self.heap.work.pay(view.byte_size() as u64);
        let bytes = self.heap.owned_bytes(view);
        for &byte in &bytes[..whole] {
            self.add(prime(1), u32::from(byte));
        }
        if rest > 0 {
            self.add(prime(1), u32::from(bytes[whole] >> (8 - rest)));
            self.add(prime(12), rest as u32);
        }
        self.add(prime(4), whole as u32);
    }

    /// A pid, port or reference.
    fn identifier(&mut self, number: u32, first: usize, second: usize) {
        self.add_word(prime(first), number);
        self.hash = self.hash.wrapping_mul(prime(second));
    }

    fn fun(&mut self, fun: Value) {
        match self.heap.fun(fun).expect("a fun") {
            FunView::External { module, function, arity } => {
                self.external_fun(module, function, arity as u32);
            }
            FunView::Closure { code, free } => {
                self.add(prime(10), free as u32);
                self.add(prime(1), (code >> CODE_BITS) as u32);
                let free = self.heap.free_variables(fun);
                self.steps.extend(free.iter().rev().map(|&value| HashStep::Value(value)));
            }
        }
    }

    fn external_fun(&mut self, module: Atom, function: Atom, arity: u32) {
        self.add(prime(11), arity);
        self.add(prime(1), atom_hash(module));
        self.add(prime(1), atom_hash(function));
    }

    fn foreign(&mut self, value: Value) {
        match self.heap.foreign_term(value).expect("a foreign term").clone() {
            Term::Pid(pid) => self.identifier(pid.id, 5, 6),
            Term::Port(port) => {
                if port.id >> 32 != 0 {
                    self.add_word(prime(11), (port.id >> 32) as u32);
                }
                self.identifier(port.id as u32, 9, 10);
            }
            Term::Reference(reference) => self.identifier(reference.ids[0], 9, 10),
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
                self.add(prime(10), closure.free.len() as u32);
                self.add(prime(1), atom_hash(closure.module));
                self.add(prime(2), closure.old_index);
                self.add(prime(2), closure.old_unique as u32);
                for free in closure.free.iter().rev() {
                    let value = self.heap.from_term(free);
                    self.steps.push(HashStep::Value(value));
                }
            }
        }
    }
}
