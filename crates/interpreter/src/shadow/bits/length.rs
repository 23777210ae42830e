//! How long are the bitstrings of the input? What the decisions so far say: a test that follows from
//! them is not recorded again.

use super::super::nth;
use crate::shadow::Shadow;
use runtime::Value;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use symbolic::{BitPiece, Comparison, Expr, Kind, Shape, Symbol, Symbols};
use term::{BigInt, Term};
use trace::Place;

/// What is known about the length of a part of the input.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// In this run.
    pub actual: u64,
    /// On every run that takes the same path.
    pub low: u64,
    pub high: Option<u64>,
}

pub type Rooms = FxHashMap<Symbol, Room>;

/// A length as a sum.
#[derive(Clone, Debug, Default)]
pub struct Length {
    /// What is known of it; may be below zero if there are bases.
    pub known: i64,
    /// Parts of the input whose lengths are added.
    pub bases: SmallVec<[Symbol; 2]>,
}

impl Room {
    fn fixed(&self) -> Option<u64> {
        (self.high == Some(self.low)).then_some(self.low)
    }
}

fn add(symbols: &Symbols, rooms: &Rooms, bits: Symbol, length: &mut Length) {
    match symbols.expr(bits) {
        Expr::Constant(Term::Bits(known)) => length.known += known.bit_length() as i64,
        Expr::BitSlice { size: Some(size), .. } => length.known += i64::from(*size),
        Expr::BitSlice { bits, offset, size: None } => {
            length.known -= i64::from(*offset);
            add(symbols, rooms, *bits, length);
        }
        Expr::BitConcat(pieces) => {
            for piece in pieces {
                match piece {
                    BitPiece::Bits(bits) => crate::deep(|| add(symbols, rooms, *bits, length)),
                    BitPiece::Integer { size, .. } => length.known += i64::from(*size),
                }
            }
        }
        _ => match rooms.get(&bits).and_then(Room::fixed) {
            Some(fixed) => length.known += fixed as i64,
            None => length.bases.push(bits),
        },
    }
}

impl Shadow<'_> {
    /// How long the bitstring is, as far as that is known.
    pub(super) fn length_of(&self, bits: Symbol) -> Length {
        let recorder = &*self.recorder;
        let mut length = Length::default();
        add(&recorder.symbols, &recorder.rooms, bits, &mut length);
        length
    }

    /// A part of the input has turned out to be a bitstring.
    pub(super) fn note_length(&mut self, bits: Value) {
        let actual = self.view_of(bits).length as u64;
        let (_, symbol) = self.halves(bits);
        let room = Room { actual, low: 0, high: None };
        self.recorder.rooms.entry(symbol).or_insert(room);
    }

    pub(super) fn actual_length(&self, base: Symbol) -> u64 {
        self.room(base).actual
    }

    pub(super) fn room(&self, base: Symbol) -> Room {
        let recorder = &*self.recorder;
        *recorder.rooms.get(&base).expect("what is read was found to be a bitstring")
    }

    fn room_mut(&mut self, base: Symbol) -> &mut Room {
        self.recorder.rooms.get_mut(&base).expect("what is read was found to be a bitstring")
    }

    /// `bit_size(Bits)` of what is known to be a bitstring.
    pub(super) fn length_value(&mut self, bits: Value) -> Value {
        let concrete = Value::index(self.view_of(bits).length);
        if !bits.is_symbolic() {
            return concrete;
        }
        let (_, symbol) = self.halves(bits);
        if self.length_of(symbol).bases.is_empty() {
            return concrete;
        }
        let size = self.recorder.symbols.bit_size(symbol);
        self.recorder.assume(size, Shape::Kind(Kind::Integer));
        self.heap.symbolic(concrete, size.0)
    }

    /// Are there so many bits?
    pub(super) fn has_length(&mut self, here: Place, bits: Value, wanted: u64) -> bool {
        let truth = self.view_of(bits).length as u64 >= wanted;
        if !bits.is_symbolic() {
            return truth;
        }
        let (_, symbol) = self.halves(bits);
        let length = self.length_of(symbol);
        match length.bases[..] {
            [] => {}
            [base] => self.decide_at_least(here, base, wanted as i64 - length.known, truth),
            _ => {
                let symbols = &mut self.recorder.symbols;
                let (wanted, size) = (symbols.integer(wanted), symbols.bit_size(symbol));
                self.decide_order(here, Comparison::LessOrEqual, (wanted, size), truth);
            }
        }
        truth
    }

    fn decide_at_least(&mut self, here: Place, base: Symbol, wanted: i64, truth: bool) {
        let wanted = u64::try_from(wanted).unwrap_or(0);
        let wanted = if self.is_known_binary(base) { wanted.next_multiple_of(8) } else { wanted };
        let room = self.room(base);
        if room.low >= wanted || room.high.is_some_and(|high| high < wanted) {
            return;
        }
        let symbols = &mut self.recorder.symbols;
        let (bound, size) = (symbols.integer(wanted), symbols.bit_size(base));
        self.decide_order(here, Comparison::LessOrEqual, (bound, size), truth);
        let room = self.room_mut(base);
        if truth {
            room.low = wanted;
        } else {
            room.high = Some(wanted - 1);
        }
    }

    /// Are there just so many bits?
    pub(super) fn has_just(&mut self, here: Place, bits: Value, wanted: u64) -> bool {
        let truth = self.view_of(bits).length as u64 == wanted;
        if !bits.is_symbolic() {
            return truth;
        }
        let (_, symbol) = self.halves(bits);
        let length = self.length_of(symbol);
        match length.bases[..] {
            [] => {}
            [base] => {
                if let Ok(wanted) = u64::try_from(wanted as i64 - length.known) {
                    self.decide_just(here, base, wanted, truth);
                }
            }
            _ => {
                let size = self.recorder.symbols.bit_size(symbol);
                self.recorder.assume(size, Shape::Kind(Kind::Integer));
                let wanted = Shape::Literal(Term::from(BigInt::from(wanted)));
                self.decide_symbol(here, size, wanted, truth);
            }
        }
        truth
    }

    fn decide_just(&mut self, here: Place, base: Symbol, wanted: u64, truth: bool) {
        let room = self.room(base);
        let is_within = room.low <= wanted && room.high.is_none_or(|high| wanted <= high);
        if !is_within || self.is_known_binary(base) && !wanted.is_multiple_of(8) {
            return;
        }
        if room.fixed().is_some() {
            return;
        }
        let size = self.recorder.symbols.bit_size(base);
        self.recorder.assume(size, Shape::Kind(Kind::Integer));
        let literal = Shape::Literal(Term::from(BigInt::from(wanted)));
        self.decide_symbol(here, size, literal, truth);
        let room = self.room_mut(base);
        if truth {
            (room.low, room.high) = (wanted, Some(wanted));
        } else if room.low == wanted {
            room.low += 1;
        } else if room.high == Some(wanted) {
            room.high = Some(wanted - 1);
        }
    }

    /// It follows from what was decided that a bitstring has so many bits.
    pub(super) fn learn_length(&mut self, bits: Value, at_least: u64) {
        if !bits.is_symbolic() {
            return;
        }
        let (_, symbol) = self.halves(bits);
        let length = self.length_of(symbol);
        if let [base] = length.bases[..] {
            let at_least = u64::try_from(at_least as i64 - length.known).unwrap_or(0);
            let room = self.room_mut(base);
            room.low = room.low.max(at_least);
        }
    }

    /// Goes on with the length that a bitstring has, and lets the search try others.
    pub(super) fn settle_length(&mut self, here: Place, bits: Symbol) {
        for base in self.length_of(bits).bases {
            let actual = self.actual_length(base);
            self.decide_just(nth(here, 7), base, actual, true);
        }
    }
}
