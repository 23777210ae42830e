//! Which character do some bits encode, and which bits does a character become? Each range of code
//! points has a form of its own, so the ranges are what is decided.

use super::super::arithmetic::INTEGER;
use super::super::nth;
use super::part::{Range, shifted_right};
use crate::shadow::Shadow;
use core_erlang::SegmentType;
use runtime::Value;
use runtime::bits::build::SegmentKind;
use symbolic::{Arithmetic, BitPiece, Comparison, Expr, Symbol};
use trace::Place;

const FIRST_SURROGATE: usize = 0xD800;
const LAST_SURROGATE: usize = 0xDFFF;
const LAST_CHARACTER: usize = 0x10_FFFF;
const FIRST_PAIR: usize = 0x1_0000;

/// The forms of UTF-8, by the number of bytes less one: the greatest first byte, what is taken from
/// it, and the least code point that needs so many bytes.
const FORMS: [(usize, usize, usize); 4] =
    [(0x7F, 0, 0), (0xDF, 0xC0, 0x80), (0xEF, 0xE0, 0x800), (0xF4, 0xF0, FIRST_PAIR)];

/// The least first byte of more than one.
const FIRST_OF_MANY: usize = 0xC2;

impl Shadow<'_> {
    /// A segment of a pattern that is a character: its code point, and where the next one starts.
    pub(super) fn read_character(
        &mut self,
        here: Place,
        (bits, from): (Value, usize),
        kind: SegmentType,
        is_little: bool,
    ) -> Option<(Value, usize)> {
        match kind {
            SegmentType::Utf8 => self.read_utf8_symbolic(here, bits, from),
            SegmentType::Utf16 => self.read_utf16_symbolic(here, bits, from, is_little),
            _ => {
                let point = self.unit(here, bits, from, 32, is_little)?;
                self.is_code_point(here, point).then_some((point, from + 32))
            }
        }
    }

    fn read_utf8_symbolic(
        &mut self,
        here: Place,
        bits: Value,
        from: usize,
    ) -> Option<(Value, usize)> {
        let first = self.unit(here, bits, from, 8, false)?;
        if self.is_at_most(here, first, FORMS[0].0) {
            return Some((first, from + 8));
        }
        if !self.is_at_least(here, first, FIRST_OF_MANY) {
            return None;
        }
        let form = (1..4).find(|form| self.is_at_most(here, first, FORMS[*form].0))?;
        let (_, lead, least) = FORMS[form];
        let mut point = self.computed(Arithmetic::Subtract, first, lead);
        for place in 1..=form {
            let next = self.unit(here, bits, from + 8 * place, 8, false)?;
            if !self.is_at_least(here, next, 0x80) || !self.is_at_most(here, next, 0xBF) {
                return None;
            }
            point = self.computed(Arithmetic::Multiply, point, 0x40);
            let low = self.computed(Arithmetic::Subtract, next, 0x80);
            point = self.added(point, low);
        }
        // What follows from the bytes alone is not asked again.
        let is_fine = match form {
            1 => true,
            2 => {
                self.is_at_least(here, point, least)
                    && (self.is_at_most(here, point, FIRST_SURROGATE - 1)
                        || self.is_at_least(here, point, LAST_SURROGATE + 1))
            }
            _ => {
                self.is_at_least(here, point, least) && self.is_at_most(here, point, LAST_CHARACTER)
            }
        };
        is_fine.then_some((point, from + 8 * (form + 1)))
    }

    fn read_utf16_symbolic(
        &mut self,
        here: Place,
        bits: Value,
        from: usize,
        is_little: bool,
    ) -> Option<(Value, usize)> {
        let first = self.unit(here, bits, from, 16, is_little)?;
        if self.is_at_most(here, first, FIRST_SURROGATE - 1)
            || self.is_at_least(here, first, LAST_SURROGATE + 1)
        {
            return Some((first, from + 16));
        }
        if !self.is_at_most(here, first, 0xDBFF) {
            return None;
        }
        let second = self.unit(here, bits, from + 16, 16, is_little)?;
        if !self.is_at_least(here, second, 0xDC00) || !self.is_at_most(here, second, 0xDFFF) {
            return None;
        }
        let high = self.computed(Arithmetic::Subtract, first, 0xD800);
        let high = self.computed(Arithmetic::Multiply, high, 0x400);
        let low = self.computed(Arithmetic::Subtract, second, 0xDC00);
        let offset = self.added(high, low);
        Some((self.computed(Arithmetic::Add, offset, FIRST_PAIR), from + 32))
    }

    /// Some bits as a number, if they are there.
    fn unit(
        &mut self,
        here: Place,
        bits: Value,
        from: usize,
        size: u32,
        is_little: bool,
    ) -> Option<Value> {
        let end = from as u64 + u64::from(size);
        let range = Range { offset: from as u32, size, is_signed: false, is_little };
        self.has_length(nth(here, 1), bits, end).then(|| self.integer_part(here, bits, range))
    }

    /// Is the number, which is not below zero, the code point of a character?
    fn is_code_point(&mut self, here: Place, point: Value) -> bool {
        let is_low = self.is_at_most(here, point, FIRST_SURROGATE - 1);
        is_low
            || self.is_at_least(here, point, LAST_SURROGATE + 1)
                && self.is_at_most(here, point, LAST_CHARACTER)
    }

    fn is_at_least(&mut self, here: Place, number: Value, bound: usize) -> bool {
        let order = Comparison::LessOrEqual;
        self.is_decided(nth(here, 2), order, Value::index(bound), number)
    }

    fn is_at_most(&mut self, here: Place, number: Value, bound: usize) -> bool {
        let order = Comparison::LessOrEqual;
        self.is_decided(nth(here, 3), order, number, Value::index(bound))
    }

    pub(super) fn computed(&mut self, operator: Arithmetic, left: Value, right: usize) -> Value {
        self.combined(operator, left, Value::index(right))
    }

    fn added(&mut self, left: Value, right: Value) -> Value {
        self.combined(Arithmetic::Add, left, right)
    }

    /// An operation on two integers.
    pub(super) fn combined(&mut self, operator: Arithmetic, left: Value, right: Value) -> Value {
        let (one, two) = (self.heap.concrete(left), self.heap.concrete(right));
        let result = operator.compute(self.heap, one, two).expect("both are integers");
        if !left.is_symbolic() && !right.is_symbolic() {
            return result;
        }
        let (left, right) = (self.reify(left), self.reify(right));
        self.number(result, Expr::Arithmetic(operator, left, right))
    }

    // ---- building ----

    /// May the value stand in a segment for characters?
    pub(super) fn decide_character(&mut self, here: Place, value: Value) -> bool {
        if !value.is_symbolic() {
            return true;
        }
        self.decide(nth(here, 2), value, &INTEGER) == 0
            && self.is_at_least(here, value, 0)
            && self.is_code_point(here, value)
    }

    /// The bits of a character. It is known to be one.
    pub(super) fn character_pieces(
        &mut self,
        here: Place,
        value: Value,
        kind: SegmentKind,
        is_little: bool,
        pieces: &mut Vec<BitPiece>,
    ) {
        let point = self.reify(value);
        match kind {
            SegmentKind::Utf8 => {
                let form = FORMS
                    .iter()
                    .skip(1)
                    .position(|&(_, _, least)| self.is_at_most(here, value, least - 1));
                self.utf8_pieces(point, form.unwrap_or(3) as u32, pieces);
            }
            SegmentKind::Utf16 if !self.is_at_most(here, value, FIRST_PAIR - 1) => {
                let offset = self.computed(Arithmetic::Subtract, value, FIRST_PAIR);
                let offset = self.reify(offset);
                let mut units = Vec::new();
                self.constant_piece(0b110110, 6, &mut units);
                self.shifted_piece(offset, 10, 10, &mut units);
                self.constant_piece(0b110111, 6, &mut units);
                self.shifted_piece(offset, 0, 10, &mut units);
                if is_little {
                    units = self.swapped_units(offset);
                }
                pieces.extend(units);
            }
            SegmentKind::Utf16 => self.integer_pieces(point, 16, is_little, pieces),
            _ => self.integer_pieces(point, 32, is_little, pieces),
        }
    }

    fn utf8_pieces(&mut self, point: Symbol, form: u32, pieces: &mut Vec<BitPiece>) {
        if form == 0 {
            return self.shifted_piece(point, 0, 8, pieces);
        }
        // As many ones as there are bytes, a zero, and the highest bits.
        let marks = form + 1;
        self.constant_piece((1 << (marks + 1)) - 2, marks + 1, pieces);
        self.shifted_piece(point, 6 * form, 7 - marks, pieces);
        for place in (0..form).rev() {
            self.constant_piece(0b10, 2, pieces);
            self.shifted_piece(point, 6 * place, 6, pieces);
        }
    }

    /// A pair of surrogates, the lower byte of each first.
    fn swapped_units(&mut self, offset: Symbol) -> Vec<BitPiece> {
        let mut units = Vec::new();
        self.shifted_piece(offset, 10, 8, &mut units);
        self.constant_piece(0b110110, 6, &mut units);
        self.shifted_piece(offset, 18, 2, &mut units);
        self.shifted_piece(offset, 0, 8, &mut units);
        self.constant_piece(0b110111, 6, &mut units);
        self.shifted_piece(offset, 8, 2, &mut units);
        units
    }

    fn constant_piece(&mut self, number: u64, size: u32, pieces: &mut Vec<BitPiece>) {
        let value = self.recorder.symbols.integer(number);
        pieces.push(BitPiece::Integer { value, size });
    }

    fn shifted_piece(&mut self, value: Symbol, shift: u32, size: u32, pieces: &mut Vec<BitPiece>) {
        let value = shifted_right(&mut self.recorder.symbols, value, shift);
        pieces.push(BitPiece::Integer { value, size });
    }

    /// The lowest bits of an integer: all at once, or byte by byte with the lowest first.
    pub(super) fn integer_pieces(
        &mut self,
        value: Symbol,
        size: u32,
        is_little: bool,
        pieces: &mut Vec<BitPiece>,
    ) {
        if !is_little || size <= 8 {
            return self.shifted_piece(value, 0, size, pieces);
        }
        for place in 0..size.div_ceil(8) {
            self.shifted_piece(value, 8 * place, (size - 8 * place).min(8), pieces);
        }
    }
}
