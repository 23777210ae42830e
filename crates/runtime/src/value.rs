//! What is a value of a running program? One tagged word that is copied freely.
//!
//! Small integers, atoms, `[]`, pids and references live in the word itself; everything else is a
//! place in the run's [`Heap`](crate::heap::Heap). Any value may be *symbolic*: then the word
//! points to a pair of the concrete value and the name of its symbol. A value that is not symbolic
//! costs nothing extra, because the fast paths test for the tag they want and a symbol has none of
//! these.

use term::{Atom, atoms};

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value(pub u64);

/// The three low bits of a [`Value`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u64)]
pub enum Tag {
    /// An integer of 61 bits.
    Small = 0,
    Atom = 1,
    /// `[]`, a pid or a reference: see [`Immediate`].
    Immediate = 2,
    /// Two words: head and tail.
    Cons = 3,
    /// A header and the elements.
    Tuple = 4,
    /// A header, which says the kind, and what the kind has.
    Boxed = 5,
    /// Two words: the concrete value and the symbol's number.
    Symbolic = 6,
    /// Never a value: the first word of a tuple or box, or a forwarding mark of the collector.
    Header = 7,
}

const TAG_BITS: u32 = 3;
const IMMEDIATE_BITS: u32 = 6;
const NIL: u64 = Tag::Immediate as u64;
const PID: u64 = (1 << TAG_BITS) | Tag::Immediate as u64;
const REFERENCE: u64 = (2 << TAG_BITS) | Tag::Immediate as u64;
const IMMEDIATE_MASK: u64 = (1 << IMMEDIATE_BITS) - 1;

/// What a word with the tag [`Tag::Immediate`] is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Immediate {
    Nil,
    /// A process of this run, by number.
    Pid(u64),
    /// A reference made in this run, by number.
    Reference(u64),
}

impl Value {
    pub const NIL: Value = Value(NIL);
    pub const TRUE: Value = Value::atom(atoms::true_);
    pub const FALSE: Value = Value::atom(atoms::false_);
    pub const OK: Value = Value::atom(atoms::ok);
    pub const UNDEFINED: Value = Value::atom(atoms::undefined);
    pub const SMALL_MAX: i64 = (1 << 60) - 1;
    pub const SMALL_MIN: i64 = -(1 << 60);

    #[inline(always)]
    pub fn tag(self) -> Tag {
        const TAGS: [Tag; 8] = [
            Tag::Small,
            Tag::Atom,
            Tag::Immediate,
            Tag::Cons,
            Tag::Tuple,
            Tag::Boxed,
            Tag::Symbolic,
            Tag::Header,
        ];
        TAGS[(self.0 & 7) as usize]
    }

    /// The small integer `number`, if it is small.
    #[inline(always)]
    pub const fn small(number: i64) -> Option<Value> {
        if number >= Value::SMALL_MIN && number <= Value::SMALL_MAX {
            Some(Value((number << TAG_BITS) as u64))
        } else {
            None
        }
    }

    /// For numbers that are small by their nature: lengths, indexes, characters.
    #[inline(always)]
    pub fn index(number: usize) -> Value {
        Value((number as u64) << TAG_BITS)
    }

    pub const fn atom(atom: Atom) -> Value {
        Value(((atom.number() as u64) << TAG_BITS) | Tag::Atom as u64)
    }

    #[inline(always)]
    pub const fn bool(truth: bool) -> Value {
        if truth { Value::TRUE } else { Value::FALSE }
    }

    pub fn pid(number: u64) -> Value {
        Value((number << IMMEDIATE_BITS) | PID)
    }

    pub fn reference(number: u64) -> Value {
        Value((number << IMMEDIATE_BITS) | REFERENCE)
    }

    /// A value of this tag at a place in the heap.
    #[inline(always)]
    pub fn pointer(tag: Tag, place: usize) -> Value {
        Value(((place as u64) << TAG_BITS) | tag as u64)
    }

    /// Where a pointer points.
    #[inline(always)]
    pub fn place(self) -> usize {
        (self.0 >> TAG_BITS) as usize
    }

    #[inline(always)]
    pub fn as_small(self) -> Option<i64> {
        if self.is_small() { Some((self.0 as i64) >> TAG_BITS) } else { None }
    }

    /// The number in a value that is known to be a small integer.
    #[inline(always)]
    pub fn small_number(self) -> i64 {
        debug_assert!(self.is_small());
        (self.0 as i64) >> TAG_BITS
    }

    #[inline(always)]
    pub fn is_small(self) -> bool {
        self.0 & 7 == Tag::Small as u64
    }

    #[inline(always)]
    pub fn as_atom(self) -> Option<Atom> {
        if self.0 & 7 == Tag::Atom as u64 {
            Some(Atom::from_number((self.0 >> TAG_BITS) as u32))
        } else {
            None
        }
    }

    #[inline(always)]
    pub fn is_atom(self) -> bool {
        self.0 & 7 == Tag::Atom as u64
    }

    #[inline(always)]
    pub fn is_cons(self) -> bool {
        self.0 & 7 == Tag::Cons as u64
    }

    #[inline(always)]
    pub fn is_nil(self) -> bool {
        self.0 == NIL
    }

    #[inline(always)]
    pub fn is_tuple(self) -> bool {
        self.0 & 7 == Tag::Tuple as u64
    }

    #[inline(always)]
    pub fn is_boxed(self) -> bool {
        self.0 & 7 == Tag::Boxed as u64
    }

    #[inline(always)]
    pub fn is_symbolic(self) -> bool {
        // Compiled out, it shows what an idle symbolic half costs: see scripts/idle-symbols.sh.
        !cfg!(without_symbols) && self.0 & 7 == Tag::Symbolic as u64
    }

    /// Does the word hold all there is, so that equal words are equal values and vice versa?
    #[inline(always)]
    pub fn is_immediate(self) -> bool {
        self.0 & 7 <= Tag::Immediate as u64
    }

    pub fn as_immediate(self) -> Option<Immediate> {
        if self.0 & 7 != Tag::Immediate as u64 {
            return None;
        }
        let number = self.0 >> IMMEDIATE_BITS;
        Some(match self.0 & IMMEDIATE_MASK {
            PID => Immediate::Pid(number),
            REFERENCE => Immediate::Reference(number),
            _ => Immediate::Nil,
        })
    }

    pub fn as_pid(self) -> Option<u64> {
        match self.as_immediate() {
            Some(Immediate::Pid(number)) => Some(number),
            _ => None,
        }
    }

    pub fn as_reference(self) -> Option<u64> {
        match self.as_immediate() {
            Some(Immediate::Reference(number)) => Some(number),
            _ => None,
        }
    }

    /// `true` and `false` as a truth value.
    pub fn as_bool(self) -> Option<bool> {
        if self == Value::TRUE {
            Some(true)
        } else if self == Value::FALSE {
            Some(false)
        } else {
            None
        }
    }
}

impl From<Atom> for Value {
    fn from(atom: Atom) -> Value {
        Value::atom(atom)
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Value {
        Value::bool(truth)
    }
}

/// The first word of a tuple or box: its kind and how many words follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u64)]
pub enum Kind {
    Tuple = 0,
    /// The bits of the number.
    Float = 1,
    /// The digits, least significant first.
    BigPositive = 2,
    BigNegative = 3,
    /// Buffer, offset in bits, length in bits.
    Bits = 4,
    /// The keys in order, then the values in the order of the keys.
    FlatMap = 5,
    /// The number of pairs, then the root [`Kind::MapNode`].
    TreeMap = 6,
    /// Key, value, left, right, number of pairs.
    MapNode = 7,
    /// Number of the code, then the free variables.
    Closure = 8,
    /// Module, function, arity.
    ExternalFun = 9,
    /// A pid, port, reference or closure of elsewhere: its number in the run's table.
    Foreign = 10,
    /// A stack trace not yet spelled out: see the interpreter's `stacktrace`.
    RawTrace = 11,
}

const KIND_BITS: u32 = 5;

impl Kind {
    const ALL: [Kind; 12] = [
        Kind::Tuple,
        Kind::Float,
        Kind::BigPositive,
        Kind::BigNegative,
        Kind::Bits,
        Kind::FlatMap,
        Kind::TreeMap,
        Kind::MapNode,
        Kind::Closure,
        Kind::ExternalFun,
        Kind::Foreign,
        Kind::RawTrace,
    ];

    /// Are the words that follow the header plain numbers rather than values?
    pub fn is_raw(self) -> bool {
        matches!(
            self,
            Kind::Float | Kind::BigPositive | Kind::BigNegative | Kind::Bits | Kind::Foreign
        )
    }
}

impl Value {
    #[inline(always)]
    pub const fn header(kind: Kind, size: usize) -> Value {
        Value(((size as u64) << (TAG_BITS + KIND_BITS)) | ((kind as u64) << TAG_BITS) | 7)
    }

    #[inline(always)]
    pub fn header_kind(self) -> Kind {
        Kind::ALL[((self.0 >> TAG_BITS) & ((1 << KIND_BITS) - 1)) as usize]
    }

    #[inline(always)]
    pub fn header_size(self) -> usize {
        (self.0 >> (TAG_BITS + KIND_BITS)) as usize
    }

    /// The mark that the collector leaves where an object was.
    #[inline(always)]
    pub fn forward(place: usize) -> Value {
        Value(((place as u64) << (TAG_BITS + KIND_BITS)) | (FORWARD << TAG_BITS) | 7)
    }

    #[inline(always)]
    pub fn as_forward(self) -> Option<usize> {
        let mask = (1 << (TAG_BITS + KIND_BITS)) - 1;
        if self.0 & mask == (FORWARD << TAG_BITS) | 7 {
            Some((self.0 >> (TAG_BITS + KIND_BITS)) as usize)
        } else {
            None
        }
    }
}

const FORWARD: u64 = 31;
