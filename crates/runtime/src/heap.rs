//! Where do a run's values live? In one growing vector of words that belongs to the run.
//!
//! Values are never changed once made, so a younger value may point to an older one but never the
//! other way round. That is what makes the collector ([`crate::collect`]) simple: it can empty the
//! young part without looking at the old one. Nothing is collected while a built-in runs, so
//! built-ins hold on to values as they like.
//!
//! The bytes of bitstrings live beside the words, in [`Buffer`]s that many bitstrings may share.

use crate::collect::SWELLING_BYTES;
use crate::value::{Kind, Tag, Value};
use crate::work::{self, Refusal, Work};
use num_bigint::{BigInt, Sign};
use std::cell::Cell;
use term::{Atom, Term};

pub struct Heap {
    pub words: Vec<Value>,
    /// Everything below this place has survived a collection.
    pub old_top: usize,
    /// How many words survived the last full collection.
    pub live_after_full: usize,
    pub buffers: Vec<Buffer>,
    pub free_buffers: Vec<u32>,
    /// Buffers made since the last collection.
    pub young_buffers: Vec<u32>,
    /// Bytes in buffers, alive or not yet collected.
    pub buffer_bytes: usize,
    pub young_buffer_bytes: usize,
    /// Pids, ports, references and closures that come from outside of this run.
    pub foreign: Vec<Term>,
    /// How often it was collected since the last mark.
    pub collections: u32,
    /// The largest size, in bytes, that the heap has had.
    pub peak_bytes: usize,
    /// So many new bytes are much, however few calls they took.
    pub swelling_bytes: usize,
    /// … and so many in buffers.
    pub swelling_buffer_bytes: usize,
    /// What the run may do with it.
    pub work: Work,
    /// The last collection left out what there was no room for: the run is over.
    pub is_cut: bool,
    /// Did somebody ask which of two pids, references or closures of this run comes first? On the BEAM
    /// the answer may be another each time.
    pub has_ordered_identities: Cell<bool>,
}

/// A vector of more values than this takes memory worth counting.
const MANY: usize = 1 << 16;

/// Bytes that one or more bitstrings look into. A bitstring that ends where the buffer's bits end
/// can be appended to in place: the others only see what is before.
#[derive(Default)]
pub struct Buffer {
    pub bytes: Vec<u8>,
    pub bit_length: usize,
    pub is_used: bool,
    /// The collector has met a bitstring that looks into it.
    pub is_marked: bool,
}

/// A value taken apart by one step.
#[derive(Clone, Copy, Debug)]
pub enum View {
    Small(i64),
    /// Use [`Heap::big`].
    Big,
    Float(f64),
    Atom(Atom),
    Nil,
    /// Head and tail.
    Cons(Value, Value),
    /// Use [`Heap::elements`].
    Tuple,
    /// See [`crate::map`].
    Map,
    Bits(BitsView),
    /// A fun of either kind: see [`Heap::fun`].
    Fun,
    Pid(u64),
    Reference(u64),
    /// A pid, port, reference or closure of elsewhere.
    Foreign,
    Symbolic,
}

/// Where the bits of a bitstring are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitsView {
    pub buffer: u32,
    pub offset: usize,
    pub length: usize,
}

#[derive(Clone, Copy, Debug)]
pub enum FunView {
    /// The number of its code, and how many free variables follow.
    Closure {
        code: usize,
        free: usize,
    },
    External {
        module: Atom,
        function: Atom,
        arity: usize,
    },
}

impl Default for Heap {
    fn default() -> Heap {
        Heap::new()
    }
}

impl Heap {
    pub fn new() -> Heap {
        Heap {
            words: Vec::with_capacity(1 << 12),
            old_top: 0,
            live_after_full: 0,
            buffers: Vec::new(),
            free_buffers: Vec::new(),
            young_buffers: Vec::new(),
            buffer_bytes: 0,
            young_buffer_bytes: 0,
            foreign: Vec::new(),
            collections: 0,
            peak_bytes: 0,
            swelling_bytes: SWELLING_BYTES,
            swelling_buffer_bytes: 2 * SWELLING_BYTES,
            work: Work::default(),
            is_cut: false,
            has_ordered_identities: Cell::new(false),
        }
    }

    /// Is there memory for so many bytes more? Unwinds if not, before anybody takes them.
    pub fn allow(&self, more: usize) {
        let taken = self.bytes().saturating_add(self.work.bytes());
        if taken.saturating_add(more) > self.work.most_bytes() {
            work::refuse(Refusal::OutOfMemory);
        }
    }

    /// Makes room for so many words.
    #[inline(always)]
    pub(crate) fn room(&mut self, words: usize) {
        if self.words.capacity() - self.words.len() < words {
            self.grow(words);
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, words: usize) {
        if let Some(refusal) = self.work.look() {
            work::refuse(refusal);
        }
        self.allow(words * size_of::<Value>());
        // Twice as much is enough for long, but whoever is near the limit is asked again there.
        let needed = self.words.len() + words;
        let most = self.work.most_bytes() / size_of::<Value>();
        let wanted = needed.max((2 * self.words.capacity()).min(most));
        self.words.reserve_exact(wanted - self.words.len());
    }

    /// How many bytes the heap takes now.
    pub fn bytes(&self) -> usize {
        self.words.len() * size_of::<Value>() + self.buffer_bytes
    }

    // ---- making values ----

    #[inline(always)]
    pub fn cons(&mut self, head: Value, tail: Value) -> Value {
        self.room(2);
        let place = self.words.len();
        self.words.push(head);
        self.words.push(tail);
        Value::pointer(Tag::Cons, place)
    }

    /// `[Elements… | Tail]`
    pub fn list_with_tail(&mut self, elements: &[Value], tail: Value) -> Value {
        elements.iter().rev().fold(tail, |tail, &head| self.cons(head, tail))
    }

    pub fn list(&mut self, elements: &[Value]) -> Value {
        self.list_with_tail(elements, Value::NIL)
    }

    pub fn tuple(&mut self, elements: &[Value]) -> Value {
        self.room(elements.len() + 1);
        let place = self.words.len();
        self.words.push(Value::header(Kind::Tuple, elements.len()));
        self.words.extend_from_slice(elements);
        Value::pointer(Tag::Tuple, place)
    }

    pub fn boxed(&mut self, kind: Kind, words: &[Value]) -> Value {
        self.room(words.len() + 1);
        let place = self.words.len();
        self.words.push(Value::header(kind, words.len()));
        self.words.extend_from_slice(words);
        Value::pointer(Tag::Boxed, place)
    }

    #[inline]
    pub fn float(&mut self, number: f64) -> Value {
        debug_assert!(number.is_finite());
        self.boxed(Kind::Float, &[Value(number.to_bits())])
    }

    #[inline]
    pub fn int(&mut self, number: i64) -> Value {
        match Value::small(number) {
            Some(value) => value,
            None => self.big_from_digits(number < 0, &[number.unsigned_abs()]),
        }
    }

    pub fn integer(&mut self, number: &BigInt) -> Value {
        if let Ok(number) = i64::try_from(number) {
            return self.int(number);
        }
        let (sign, digits) = number.to_u64_digits();
        self.big_from_digits(sign == Sign::Minus, &digits)
    }

    fn big_from_digits(&mut self, is_negative: bool, digits: &[u64]) -> Value {
        let kind = if is_negative { Kind::BigNegative } else { Kind::BigPositive };
        self.room(digits.len() + 1);
        let place = self.words.len();
        self.words.push(Value::header(kind, digits.len()));
        self.words.extend(digits.iter().map(|&digit| Value(digit)));
        Value::pointer(Tag::Boxed, place)
    }

    /// A string as the list of its characters.
    pub fn string(&mut self, text: &str) -> Value {
        let mut list = Value::NIL;
        for character in text.chars().rev() {
            list = self.cons(Value::index(character as usize), list);
        }
        list
    }

    pub fn external_fun(&mut self, module: Atom, function: Atom, arity: usize) -> Value {
        self.boxed(Kind::ExternalFun, &[module.into(), function.into(), Value::index(arity)])
    }

    pub fn closure(&mut self, code: usize, free: &[Value]) -> Value {
        self.room(free.len() + 2);
        let place = self.words.len();
        self.words.push(Value::header(Kind::Closure, free.len() + 1));
        self.words.push(Value::index(code));
        self.words.extend_from_slice(free);
        Value::pointer(Tag::Boxed, place)
    }

    /// A value that is `concrete`, and known to the search as the symbol of this number.
    pub fn symbolic(&mut self, concrete: Value, symbol: u32) -> Value {
        debug_assert!(!concrete.is_symbolic());
        self.room(2);
        let place = self.words.len();
        self.words.push(concrete);
        self.words.push(Value::index(symbol as usize));
        Value::pointer(Tag::Symbolic, place)
    }

    /// A pid, port, reference or closure of elsewhere.
    pub fn foreign(&mut self, term: Term) -> Value {
        let number = self.foreign.iter().position(|known| *known == term).unwrap_or_else(|| {
            self.foreign.push(term);
            self.foreign.len() - 1
        });
        self.boxed(Kind::Foreign, &[Value(number as u64)])
    }

    // ---- looking at values ----

    #[inline(always)]
    pub fn word(&self, place: usize) -> Value {
        self.words[place]
    }

    #[inline(always)]
    pub fn head(&self, cons: Value) -> Value {
        debug_assert!(cons.is_cons());
        self.words[cons.place()]
    }

    #[inline(always)]
    pub fn tail(&self, cons: Value) -> Value {
        debug_assert!(cons.is_cons());
        self.words[cons.place() + 1]
    }

    /// The words behind the header of a tuple or box.
    #[inline(always)]
    pub fn payload(&self, value: Value) -> &[Value] {
        let place = value.place();
        let size = self.words[place].header_size();
        &self.words[place + 1..place + 1 + size]
    }

    #[inline(always)]
    pub fn elements(&self, tuple: Value) -> &[Value] {
        debug_assert!(tuple.is_tuple());
        self.payload(tuple)
    }

    /// The elements of a value that may be a tuple.
    #[inline(always)]
    pub fn as_tuple(&self, value: Value) -> Option<&[Value]> {
        if value.is_tuple() { Some(self.payload(value)) } else { None }
    }

    #[inline(always)]
    pub fn kind(&self, boxed: Value) -> Kind {
        debug_assert!(boxed.is_boxed());
        self.words[boxed.place()].header_kind()
    }

    pub fn is_kind(&self, value: Value, kind: Kind) -> bool {
        value.is_boxed() && self.kind(value) == kind
    }

    #[inline(always)]
    pub fn as_float(&self, value: Value) -> Option<f64> {
        if value.is_boxed() && self.kind(value) == Kind::Float {
            Some(f64::from_bits(self.words[value.place() + 1].0))
        } else {
            None
        }
    }

    pub fn is_integer(&self, value: Value) -> bool {
        value.is_small() || self.is_big(value)
    }

    pub fn is_big(&self, value: Value) -> bool {
        value.is_boxed() && matches!(self.kind(value), Kind::BigPositive | Kind::BigNegative)
    }

    /// The number in a value that is a big integer.
    pub fn big(&self, value: Value) -> BigInt {
        let sign = match self.kind(value) {
            Kind::BigNegative => Sign::Minus,
            _ => Sign::Plus,
        };
        let digits = self
            .payload(value)
            .iter()
            .flat_map(|word| [word.0 as u32, (word.0 >> 32) as u32])
            .collect();
        BigInt::new(sign, digits)
    }

    /// Any integer.
    pub fn as_bigint(&self, value: Value) -> Option<BigInt> {
        match value.as_small() {
            Some(number) => Some(number.into()),
            None if self.is_big(value) => Some(self.big(value)),
            None => None,
        }
    }

    /// An integer that fits in 64 bits.
    pub fn as_i64(&self, value: Value) -> Option<i64> {
        match value.as_small() {
            Some(number) => Some(number),
            None if self.is_big(value) => {
                let digits = self.payload(value);
                match (digits, self.kind(value)) {
                    ([digit], Kind::BigPositive) => i64::try_from(digit.0).ok(),
                    ([digit], _) => 0i64.checked_sub_unsigned(digit.0),
                    _ => None,
                }
            }
            None => None,
        }
    }

    /// An integer from 0 that fits in `usize`.
    pub fn as_usize(&self, value: Value) -> Option<usize> {
        self.as_i64(value).and_then(|number| usize::try_from(number).ok())
    }

    pub fn as_bits(&self, value: Value) -> Option<BitsView> {
        if !self.is_kind(value, Kind::Bits) {
            return None;
        }
        let payload = self.payload(value);
        Some(BitsView {
            buffer: payload[0].0 as u32,
            offset: payload[1].0 as usize,
            length: payload[2].0 as usize,
        })
    }

    pub fn is_map(&self, value: Value) -> bool {
        value.is_boxed() && matches!(self.kind(value), Kind::FlatMap | Kind::TreeMap)
    }

    pub fn is_fun(&self, value: Value) -> bool {
        self.fun(value).is_some()
            || self.foreign_term(value).is_some_and(|t| matches!(t, Term::Fun(_)))
    }

    pub fn fun(&self, value: Value) -> Option<FunView> {
        if !value.is_boxed() {
            return None;
        }
        let payload = self.payload(value);
        match self.kind(value) {
            Kind::Closure => Some(FunView::Closure {
                code: payload[0].small_number() as usize,
                free: payload.len() - 1,
            }),
            Kind::ExternalFun => Some(FunView::External {
                module: payload[0].as_atom().expect("an external fun has a module"),
                function: payload[1].as_atom().expect("an external fun has a name"),
                arity: payload[2].small_number() as usize,
            }),
            _ => None,
        }
    }

    /// The free variables of a closure.
    pub fn free_variables(&self, closure: Value) -> &[Value] {
        &self.payload(closure)[1..]
    }

    pub fn foreign_term(&self, value: Value) -> Option<&Term> {
        if self.is_kind(value, Kind::Foreign) {
            Some(&self.foreign[self.payload(value)[0].0 as usize])
        } else {
            None
        }
    }

    /// The concrete value behind a symbol, or the value itself. Looks one step deep only.
    #[inline]
    pub fn concrete(&self, value: Value) -> Value {
        if value.is_symbolic() { self.words[value.place()] } else { value }
    }

    /// The number of a value's symbol.
    pub fn symbol(&self, value: Value) -> Option<u32> {
        if value.is_symbolic() {
            Some(self.words[value.place() + 1].small_number() as u32)
        } else {
            None
        }
    }

    pub fn view(&self, value: Value) -> View {
        match value.tag() {
            Tag::Small => View::Small(value.small_number()),
            Tag::Atom => View::Atom(value.as_atom().expect("tagged as an atom")),
            Tag::Immediate => match value.as_immediate().expect("tagged as immediate") {
                crate::value::Immediate::Nil => View::Nil,
                crate::value::Immediate::Pid(number) => View::Pid(number),
                crate::value::Immediate::Reference(number) => View::Reference(number),
            },
            Tag::Cons => View::Cons(self.head(value), self.tail(value)),
            Tag::Tuple => View::Tuple,
            Tag::Symbolic => View::Symbolic,
            Tag::Boxed => match self.kind(value) {
                Kind::Float => View::Float(self.as_float(value).expect("a float")),
                Kind::BigPositive | Kind::BigNegative => View::Big,
                Kind::Bits => View::Bits(self.as_bits(value).expect("a bitstring")),
                Kind::FlatMap | Kind::TreeMap => View::Map,
                Kind::Closure | Kind::ExternalFun => View::Fun,
                Kind::Foreign => View::Foreign,
                kind @ (Kind::Tuple | Kind::MapNode | Kind::RawTrace) => {
                    panic!("no program holds a bare {kind:?}")
                }
            },
            Tag::Header => panic!("a header is not a value"),
        }
    }

    /// The elements of a proper list; `None` for anything else.
    pub fn proper_list(&self, list: Value) -> Option<Vec<Value>> {
        let (elements, tail) = self.list_parts(list);
        tail.is_nil().then_some(elements)
    }

    /// The elements of a list and what is behind the last.
    pub fn list_parts(&self, mut list: Value) -> (Vec<Value>, Value) {
        let mut elements = Vec::new();
        while list.is_cons() {
            // The vector is about to double.
            if elements.len() == elements.capacity() && elements.len() > MANY {
                self.allow(2 * elements.len() * size_of::<Value>());
            }
            elements.push(self.head(list));
            list = self.tail(list);
        }
        self.work.pay(elements.len() as u64);
        (elements, list)
    }
}
