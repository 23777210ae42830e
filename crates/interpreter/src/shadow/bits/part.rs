//! Which bits of the input are some bits of a value? Those of a slice are further behind in the
//! whole; those of a bitstring that was put together are in its pieces.

use super::super::nth;
use crate::shadow::Shadow;
use runtime::Value;
use smallvec::SmallVec;
use symbolic::{Arithmetic, BitField, BitPiece, Comparison, Expr, Kind, Shape, Symbol, Symbols};
use term::{BigInt, Term};
use trace::Place;

/// Some bits that lie next to each other at one source.
#[derive(Clone, Copy, Debug)]
enum Part {
    /// Of a part of the input, or of a constant.
    Field { bits: Symbol, offset: u32, size: u32 },
    /// Of an integer, whose lowest `shift` bits come after these.
    Number { value: Symbol, shift: u32, size: u32 },
}

type Parts = SmallVec<[Part; 4]>;

impl Shadow<'_> {
    /// The integer that some bits are. They are known to be there.
    pub(super) fn integer_part(&mut self, here: Place, bits: Value, field: Range) -> Value {
        let Range { offset, size, is_signed, is_little } = field;
        let view = self.view_of(bits);
        let read =
            self.heap.read_integer(view, offset as usize, size as usize, is_signed, is_little);
        let concrete = read.expect("the bits are there");
        if size == 0 || !bits.is_symbolic() {
            return concrete;
        }
        let (_, symbol) = self.halves(bits);
        let mut number = self.integer_symbol(here, symbol, field);
        if field.is_signed && !self.is_one_field(number) {
            number = self.signed(here, number, size, concrete);
        }
        if matches!(self.recorder.symbols.expr(number), Expr::Constant(_)) {
            return concrete;
        }
        self.recorder.assume(number, Shape::Kind(Kind::Integer));
        self.heap.symbolic(concrete, number.0)
    }

    fn is_one_field(&mut self, number: Symbol) -> bool {
        matches!(self.recorder.symbols.expr(number), Expr::BitInteger(_))
    }

    /// What an unsigned number is in two's complement: that depends on whether it is large.
    fn signed(&mut self, here: Place, number: Symbol, size: u32, concrete: Value) -> Symbol {
        let is_negative = Comparison::Less.holds(self.heap, concrete, Value::index(0));
        let symbols = &mut self.recorder.symbols;
        let half = symbols.constant(Term::from(BigInt::from(1) << (size - 1)));
        let whole = symbols.constant(Term::from(BigInt::from(1) << size));
        let order = Comparison::LessOrEqual;
        self.decide_order(nth(here, 6), order, (half, number), is_negative);
        if !is_negative {
            return number;
        }
        self.recorder.symbols.intern(Expr::Arithmetic(Arithmetic::Subtract, number, whole))
    }

    /// The number of some bits; where they come from more than one place, an unsigned one.
    fn integer_symbol(&mut self, here: Place, bits: Symbol, field: Range) -> Symbol {
        let Range { offset, size, is_signed, is_little } = field;
        let parts = self.parts(here, bits, offset, size);
        let symbols = &mut self.recorder.symbols;
        if let [Part::Field { bits, offset, size }] = parts[..]
            && !matches!(symbols.expr(bits), Expr::Constant(_))
        {
            let is_little = is_little && size > 8;
            return symbols.bit_integer(BitField { bits, offset, size, is_signed, is_little });
        }
        if !is_little || size <= 8 {
            return joined(symbols, &parts);
        }
        // The lowest byte comes first; the highest bits, if they are less than a byte, last.
        let mut sum = symbols.integer(0);
        for place in 0..size.div_ceil(8) {
            let width = (size - 8 * place).min(8);
            let byte = Range::unsigned(offset + 8 * place, width);
            let byte = self.integer_symbol(here, bits, byte);
            let symbols = &mut self.recorder.symbols;
            let shifted = times(symbols, byte, 8 * place);
            sum = plus(symbols, shifted, sum);
        }
        sum
    }

    /// The bits from `from` on: so many of them, or all the rest. They are known to be there.
    pub(super) fn slice_part(
        &mut self,
        here: Place,
        bits: Value,
        from: usize,
        size: Option<usize>,
    ) -> Value {
        let view = self.view_of(bits);
        let concrete = self.heap.slice(view, from, size.unwrap_or(view.length - from));
        if size == Some(0) || !bits.is_symbolic() {
            return concrete;
        }
        let (_, symbol) = self.halves(bits);
        let symbol = match size {
            Some(size) => {
                let parts = self.parts(here, symbol, from as u32, size as u32);
                let pieces = parts.into_iter().map(|part| self.piece(part)).collect();
                self.concatenation(pieces)
            }
            None => self.rest(here, symbol, from as u32),
        };
        self.bits_value(concrete, symbol)
    }

    /// A bitstring of this symbol.
    pub(super) fn bits_value(&mut self, concrete: Value, symbol: Symbol) -> Value {
        if matches!(self.recorder.symbols.expr(symbol), Expr::Constant(_)) {
            return concrete;
        }
        let length = self.length_of(symbol);
        let is_known = length.bases.iter().all(|base| self.is_known_binary(*base));
        let is_binary = is_known && length.known % 8 == 0;
        let kind = if is_binary { Kind::Binary } else { Kind::Bitstring };
        self.recorder.assume(symbol, Shape::Kind(kind));
        self.heap.symbolic(concrete, symbol.0)
    }

    fn piece(&mut self, part: Part) -> BitPiece {
        let symbols = &mut self.recorder.symbols;
        match part {
            Part::Field { bits, offset, size } => {
                BitPiece::Bits(symbols.bit_slice(bits, offset, Some(size)))
            }
            Part::Number { value, shift, size } => {
                let value = shifted_right(symbols, value, shift);
                BitPiece::Integer { value, size }
            }
        }
    }

    /// All bits behind the first ones.
    fn rest(&mut self, here: Place, bits: Symbol, from: u32) -> Symbol {
        let Expr::BitConcat(pieces) = self.recorder.symbols.expr(bits) else {
            return self.recorder.symbols.bit_slice(bits, from, None);
        };
        let pieces = pieces.clone();
        let mut left = u64::from(from);
        let mut rest = Vec::new();
        for piece in pieces {
            if left == 0 {
                rest.push(piece);
                continue;
            }
            match piece {
                BitPiece::Integer { size, .. } if u64::from(size) <= left => {
                    left -= u64::from(size);
                }
                BitPiece::Integer { value, size } => {
                    // The lowest bits are the last ones.
                    rest.push(BitPiece::Integer { value, size: size - left as u32 });
                    left = 0;
                }
                BitPiece::Bits(bits) => {
                    self.length_up_to(here, bits, left);
                    let length = self.length_of(bits);
                    if length.bases.is_empty() && length.known <= left as i64 {
                        left -= length.known as u64;
                    } else {
                        let tail = self.rest(here, bits, left as u32);
                        rest.push(BitPiece::Bits(tail));
                        left = 0;
                    }
                }
            }
        }
        self.concatenation(rest)
    }

    /// The length of a piece. If it is open, and not known to be at least `wanted`, it is settled.
    fn length_up_to(&mut self, here: Place, bits: Symbol, wanted: u64) -> u64 {
        let length = self.length_of(bits);
        if let [base] = length.bases[..] {
            let least = self.room(base).low as i64 + length.known;
            if least >= wanted as i64 {
                return wanted;
            }
        }
        self.settle_length(here, bits);
        u64::try_from(self.length_of(bits).known).expect("a length")
    }

    fn parts(&mut self, here: Place, bits: Symbol, offset: u32, size: u32) -> Parts {
        let mut parts = Parts::new();
        self.collect_parts(here, bits, offset, size, &mut parts);
        parts
    }

    fn collect_parts(
        &mut self,
        here: Place,
        bits: Symbol,
        offset: u32,
        size: u32,
        parts: &mut Parts,
    ) {
        if size == 0 {
            return;
        }
        let pieces = match self.recorder.symbols.expr(bits) {
            Expr::BitConcat(pieces) => pieces.clone(),
            Expr::BitSlice { bits, offset: before, .. } => {
                let (bits, offset) = (*bits, before + offset);
                return self.collect_parts(here, bits, offset, size, parts);
            }
            _ => return parts.push(Part::Field { bits, offset, size }),
        };
        let end = u64::from(offset) + u64::from(size);
        let mut position = 0u64;
        for piece in pieces {
            if position >= end {
                break;
            }
            let length = match piece {
                BitPiece::Integer { size, .. } => u64::from(size),
                BitPiece::Bits(bits) => self.length_up_to(here, bits, end - position),
            };
            let from = u64::from(offset).max(position) - position;
            let to = (end - position).min(length);
            if from < to {
                let (first, count) = (from as u32, (to - from) as u32);
                match piece {
                    BitPiece::Bits(bits) => {
                        crate::deep(|| self.collect_parts(here, bits, first, count, parts));
                    }
                    BitPiece::Integer { value, size } => {
                        let shift = size - to as u32;
                        parts.push(Part::Number { value, shift, size: count });
                    }
                }
            }
            position += length;
        }
    }
}

/// Which bits, and how they are read.
#[derive(Clone, Copy)]
pub(super) struct Range {
    pub offset: u32,
    pub size: u32,
    pub is_signed: bool,
    pub is_little: bool,
}

impl Range {
    pub fn unsigned(offset: u32, size: u32) -> Range {
        Range { offset, size, is_signed: false, is_little: false }
    }
}

/// The number that the parts make one after the other.
fn joined(symbols: &mut Symbols, parts: &[Part]) -> Symbol {
    let mut sum = symbols.integer(0);
    for part in parts {
        let (number, size) = match *part {
            Part::Field { bits, offset, size } => (field(symbols, bits, offset, size), size),
            Part::Number { value, shift, size } => (low_bits(symbols, value, shift, size), size),
        };
        sum = times(symbols, sum, size);
        sum = plus(symbols, sum, number);
    }
    sum
}

fn field(symbols: &mut Symbols, bits: Symbol, offset: u32, size: u32) -> Symbol {
    if let Expr::Constant(Term::Bits(known)) = symbols.expr(bits) {
        let number = symbolic::bits::number_of(known, offset as usize, size as usize);
        return symbols.constant(Term::from(number));
    }
    symbols.bit_integer(BitField { bits, offset, size, is_signed: false, is_little: false })
}

/// Some bits of an integer.
fn low_bits(symbols: &mut Symbols, value: Symbol, shift: u32, size: u32) -> Symbol {
    let mask = (BigInt::from(1) << size) - 1;
    let is_small = largest(symbols, value).is_some_and(|largest| largest >> shift <= mask);
    let value = shifted_right(symbols, value, shift);
    if is_small {
        return value;
    }
    if let Expr::Constant(term) = symbols.expr(value)
        && let Some(number) = term.to_big_int()
    {
        // Two's complement, also of what is below zero.
        let number = number & mask;
        return symbols.constant(Term::from(number));
    }
    let mask = symbols.constant(Term::from(mask));
    symbols.intern(Expr::Arithmetic(Arithmetic::BitAnd, value, mask))
}

pub(super) fn shifted_right(symbols: &mut Symbols, value: Symbol, shift: u32) -> Symbol {
    if shift == 0 {
        return value;
    }
    if let Expr::Constant(term) = symbols.expr(value)
        && let Some(number) = term.to_big_int()
    {
        return symbols.constant(Term::from(number >> shift));
    }
    let shift = symbols.integer(shift.into());
    symbols.intern(Expr::Arithmetic(Arithmetic::ShiftRight, value, shift))
}

/// The largest that an expression can be that is never below zero.
fn largest(symbols: &Symbols, value: Symbol) -> Option<BigInt> {
    match symbols.expr(value) {
        Expr::Constant(term) => term.to_big_int().filter(|number| *number >= BigInt::ZERO),
        Expr::BitInteger(field) if !field.is_signed => Some(field.range().1),
        Expr::Arithmetic(Arithmetic::BitAnd, _, mask) => {
            largest(symbols, *mask).filter(|_| matches!(symbols.expr(*mask), Expr::Constant(_)))
        }
        _ => None,
    }
}

fn times(symbols: &mut Symbols, number: Symbol, places: u32) -> Symbol {
    let factor = BigInt::from(1) << places;
    match symbols.expr(number) {
        Expr::Constant(term) => {
            let product = term.to_big_int().expect("an integer") * factor;
            symbols.constant(Term::from(product))
        }
        _ if places == 0 => number,
        _ => {
            let factor = symbols.constant(Term::from(factor));
            symbols.intern(Expr::Arithmetic(Arithmetic::Multiply, number, factor))
        }
    }
}

fn plus(symbols: &mut Symbols, left: Symbol, right: Symbol) -> Symbol {
    let number = |symbol: Symbol| match symbols.expr(symbol) {
        Expr::Constant(term) => term.to_big_int(),
        _ => None,
    };
    match (number(left), number(right)) {
        (Some(left), Some(right)) => symbols.constant(Term::from(left + right)),
        (Some(zero), None) if zero == BigInt::ZERO => right,
        (None, Some(zero)) if zero == BigInt::ZERO => left,
        _ => symbols.intern(Expr::Arithmetic(Arithmetic::Add, left, right)),
    }
}
