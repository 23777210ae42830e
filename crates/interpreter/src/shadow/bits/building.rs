//! What does `<<…>>` make of symbolic values? The decisions are those on which the BEAM's errors
//! depend, in its order: all sizes, then all values. What is built is symbolic again.

use super::super::arithmetic::{INTEGER, NUMBER};
use super::super::nth;
use crate::shadow::Shadow;
use runtime::Value;
use runtime::bits::build::{Segment, SegmentKind};
use symbolic::{BitPiece, Comparison, Expr, Symbol};
use term::Term;
use trace::Place;

/// A bitstring of more pieces is a piece of its own, so that building one bit by bit does not copy
/// all of it each time.
const MOST_PIECES: usize = 64;

/// A bitstring of more is not followed: put together with itself again and again, it would soon have
/// more pieces than there is memory for.
const MOST_PIECES_IN_ALL: u32 = 1 << 18;

impl Shadow<'_> {
    /// Decides all that matters for building the segments, and leaves their concrete values. The
    /// pieces of the result, if it depends on the input and there is one.
    pub(crate) fn settle_segments(
        &mut self,
        here: Place,
        segments: &mut [Segment],
    ) -> Option<Vec<BitPiece>> {
        let is_symbolic = |segment: &Segment| {
            segment.value.is_symbolic() || segment.size.is_some_and(|size| size.is_symbolic())
        };
        if !segments.iter().any(is_symbolic) {
            return None;
        }
        let mut settled = segments.to_vec();
        let are_fine = self.settle_sizes(here, &mut settled);
        let mut pieces = Vec::new();
        let is_fine =
            are_fine && settled.iter().all(|segment| self.settle_value(here, segment, &mut pieces));
        for (segment, settled) in segments.iter_mut().zip(settled) {
            segment.value = self.heap.concrete(settled.value);
            segment.size = settled.size.map(|size| self.heap.concrete(size));
        }
        is_fine.then_some(pieces)
    }

    fn settle_sizes(&mut self, here: Place, segments: &mut [Segment]) -> bool {
        let is_whole =
            |segment: &Segment| segment.kind == SegmentKind::Binary && segment.size.is_none();
        for (number, segment) in segments.iter_mut().enumerate() {
            let is_fine = match segment.size {
                Some(size) if size.is_symbolic() => self.settle_size(here, segment, size),
                // What is appended to counts as a value.
                None if is_whole(segment) && number > 0 => {
                    self.is_bits_symbolic(nth(here, 1), segment.value)
                }
                None if segment.kind == SegmentKind::Utf32 => {
                    self.decide_character(here, segment.value)
                }
                _ => true,
            };
            if !is_fine {
                return false;
            }
        }
        true
    }

    fn settle_size(&mut self, here: Place, segment: &mut Segment, size: Value) -> bool {
        let most = Value::index(segment.most_units());
        let is_size = self.decide(nth(here, 4), size, &INTEGER) == 0
            && self.is_decided(nth(here, 4), Comparison::LessOrEqual, Value::index(0), size)
            && self.is_decided(nth(here, 6), Comparison::LessOrEqual, size, most);
        if is_size {
            segment.size = Some(self.pin(nth(here, 5), size));
        }
        is_size
    }

    /// Is the value one that the segment can have? Its bits are added.
    fn settle_value(&mut self, here: Place, segment: &Segment, pieces: &mut Vec<BitPiece>) -> bool {
        let value = segment.value;
        let size = segment.size.and_then(|size| self.heap.as_usize(size));
        let size = size.unwrap_or(1).saturating_mul(segment.unit);
        let size = u32::try_from(size).unwrap_or(u32::MAX);
        match segment.kind {
            SegmentKind::Integer => {
                if value.is_symbolic() && self.decide(nth(here, 2), value, &INTEGER) != 0 {
                    return false;
                }
                if !self.heap.is_integer(self.heap.concrete(value)) {
                    return false;
                }
                let number = self.reify(value);
                self.integer_pieces(number, size, segment.is_little, pieces);
                true
            }
            SegmentKind::Float => {
                if value.is_symbolic() {
                    self.decide(nth(here, 2), value, &NUMBER);
                    self.pin(nth(here, 5), value);
                }
                self.float_piece(segment, pieces)
            }
            SegmentKind::Binary if segment.size.is_none() => {
                let is_fine = self.is_bits_symbolic(nth(here, 1), value)
                    && self.is_multiple_symbolic(nth(here, 2), value, 0, segment.unit as u64);
                if is_fine {
                    let whole = self.reify(value);
                    pieces.push(BitPiece::Bits(whole));
                }
                is_fine
            }
            SegmentKind::Binary => {
                let is_fine = self.is_bits_symbolic(nth(here, 1), value)
                    && self.has_length(nth(here, 3), value, size.into());
                if is_fine {
                    let part = self.slice_part(here, value, 0, Some(size as usize));
                    let part = self.reify(part);
                    pieces.push(BitPiece::Bits(part));
                }
                is_fine
            }
            SegmentKind::Utf8 | SegmentKind::Utf16 | SegmentKind::Utf32 => {
                let is_fine = self.decide_character(here, value)
                    && self.heap.is_integer(self.heap.concrete(value));
                if is_fine {
                    self.character_pieces(here, value, segment.kind, segment.is_little, pieces);
                }
                is_fine
            }
        }
    }

    /// A float is what it is in this run: that was decided.
    fn float_piece(&mut self, segment: &Segment, pieces: &mut Vec<BitPiece>) -> bool {
        let concrete = Segment { value: self.heap.concrete(segment.value), ..*segment };
        let Ok(bits) = self.heap.construct(&[concrete]) else { return false };
        let bits = self.reify(bits);
        pieces.push(BitPiece::Bits(bits));
        true
    }

    /// The bitstring that was built from the pieces.
    pub(crate) fn built_bits(&mut self, concrete: Value, pieces: Vec<BitPiece>) -> Value {
        // The size alone came from the input, and that was decided. Half a gigabyte of zeros is not built
        // a second time to know it.
        if pieces.iter().all(|piece| self.is_constant_piece(piece)) {
            return concrete;
        }
        let symbol = self.concatenation(pieces);
        if self.recorder.symbols.size(symbol) > MOST_PIECES_IN_ALL {
            let value = self.heap.symbolic(concrete, symbol.0);
            return self.concretise("bitstrings of very many parts", value);
        }
        self.bits_value(concrete, symbol)
    }

    /// The pieces one after the other. Those of a piece are pieces themselves, and bits that lie next
    /// to each other in the input are one piece.
    pub(super) fn concatenation(&mut self, pieces: Vec<BitPiece>) -> Symbol {
        let mut flat: Vec<BitPiece> = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let piece = self.as_slice(piece);
            let symbols = &mut self.recorder.symbols;
            match piece {
                BitPiece::Integer { size: 0, .. } => {}
                BitPiece::Bits(bits) => match symbols.expr(bits) {
                    Expr::BitConcat(inner) if inner.len() <= MOST_PIECES => {
                        flat.extend(inner.iter());
                    }
                    Expr::Constant(Term::Bits(bits)) if bits.is_empty() => {}
                    Expr::BitSlice { size: Some(0), .. } => {}
                    _ => self.append(&mut flat, bits),
                },
                BitPiece::Integer { .. } => flat.push(piece),
            }
        }
        let are_constant = flat.iter().all(|piece| self.is_constant_piece(piece));
        let symbols = &mut self.recorder.symbols;
        match flat[..] {
            [BitPiece::Bits(bits)] => bits,
            _ => {
                let concat = symbols.intern(Expr::BitConcat(flat.into()));
                if are_constant { self.evaluated(concat) } else { concat }
            }
        }
    }

    fn is_constant_piece(&self, piece: &BitPiece) -> bool {
        let (BitPiece::Bits(symbol) | BitPiece::Integer { value: symbol, .. }) = *piece;
        matches!(self.recorder.symbols.expr(symbol), Expr::Constant(_))
    }

    /// What does not depend on the input after all.
    fn evaluated(&mut self, symbol: Symbol) -> Symbol {
        let symbols = &mut self.recorder.symbols;
        let term = symbolic::Evaluation::new(symbols, &[]).term(symbol);
        symbols.constant(term.expect("constants make a bitstring"))
    }

    /// An integer that was read from just as many bits is these bits.
    fn as_slice(&mut self, piece: BitPiece) -> BitPiece {
        let BitPiece::Integer { value, size } = piece else { return piece };
        let symbols = &mut self.recorder.symbols;
        match *symbols.expr(value) {
            Expr::BitInteger(field) if field.size == size && !field.is_little => {
                BitPiece::Bits(symbols.bit_slice(field.bits, field.offset, Some(size)))
            }
            _ => piece,
        }
    }

    fn append(&mut self, flat: &mut Vec<BitPiece>, bits: Symbol) {
        let symbols = &mut self.recorder.symbols;
        if let Some(BitPiece::Bits(last)) = flat.last_mut()
            && let Expr::BitSlice { bits: base, offset, size: Some(size) } = *symbols.expr(*last)
            && let Expr::BitSlice { bits: next_base, offset: next, size: more } =
                *symbols.expr(bits)
            && base == next_base
            && offset + size == next
        {
            *last = symbols.bit_slice(base, offset, more.map(|more| size + more));
            return;
        }
        flat.push(BitPiece::Bits(bits));
    }
}
