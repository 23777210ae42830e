//! Does a segment of a pattern match? If there are enough bits, and these are what it wants.

use super::super::arithmetic::INTEGER;
use super::super::nth;
use super::part::Range;
use crate::code::SegmentShape;
use crate::segment;
use crate::shadow::Shadow;
use core_erlang::SegmentType;
use runtime::Value;
use symbolic::{Arithmetic, BitField, Comparison, Expr, Kind, Shape};
use trace::Place;

/// The position behind everything, however much that is.
const ALL: usize = 1 << 48;

impl Shadow<'_> {
    /// A match of a symbolic value with `<<…>>` starts.
    pub(crate) fn start_bits_symbolic(&mut self, here: Place, value: Value) -> bool {
        self.is_bits_symbolic(here, value)
    }

    /// Has everything been read?
    pub(crate) fn end_bits_symbolic(&mut self, here: Place, bits: Value, position: usize) -> bool {
        position == ALL || self.has_just(here, bits, position as u64)
    }

    /// One segment, where its size or the bitstring is symbolic: its value and where the next one
    /// starts.
    pub(crate) fn read_bits_symbolic(
        &mut self,
        here: Place,
        (bits, from): (Value, usize),
        size: Option<Value>,
        shape: SegmentShape,
        is_wanted: bool,
    ) -> Option<(Value, usize)> {
        let size = match size {
            Some(size) if size.is_symbolic() => {
                Some(self.segment_size(here, (bits, from), size, shape.unit)?)
            }
            other => other,
        };
        if !bits.is_symbolic() {
            return segment::read(self.heap, bits, from, size, shape, is_wanted);
        }
        let end = match (size, shape.kind) {
            (Some(size), _) => {
                let length = self.heap.as_usize(size)?.checked_mul(shape.unit as usize)?;
                from.checked_add(length).filter(|end| *end <= u32::MAX as usize)?
            }
            (None, SegmentType::Binary) => {
                if !self.is_multiple_symbolic(nth(here, 1), bits, from, shape.unit.into()) {
                    return None;
                }
                let rest = self.slice_part(here, bits, from, None);
                return Some((rest, ALL));
            }
            (None, kind) => return self.read_character(here, (bits, from), kind, shape.little),
        };
        if !self.has_length(nth(here, 1), bits, end as u64) {
            return None;
        }
        let range = Range {
            offset: from as u32,
            size: (end - from) as u32,
            is_signed: shape.signed,
            is_little: shape.little,
        };
        let value = match shape.kind {
            SegmentType::Float => self.float_part(here, bits, range)?,
            _ if !is_wanted => Value::NIL,
            SegmentType::Binary => self.slice_part(here, bits, from, Some(end - from)),
            _ => self.integer_part(here, bits, range),
        };
        Some((value, end))
    }

    /// A size that depends on the input: first whether there are so many bits at all, then which
    /// size it is.
    fn segment_size(
        &mut self,
        here: Place,
        (bits, from): (Value, usize),
        size: Value,
        unit: u32,
    ) -> Option<Value> {
        if self.decide(nth(here, 2), size, &INTEGER) != 0 {
            return None;
        }
        let zero = Value::index(0);
        if !self.is_decided(nth(here, 3), Comparison::LessOrEqual, zero, size) {
            return None;
        }
        let end = self.end_of(from, size, unit);
        let length = self.length_value(bits);
        if !self.is_decided(nth(here, 4), Comparison::LessOrEqual, end, length) {
            return None;
        }
        let size = self.pin(nth(here, 5), size);
        let end = self.heap.as_usize(self.heap.concrete(end))?;
        self.learn_length(bits, end as u64);
        Some(size)
    }

    /// `from + size * unit`
    fn end_of(&mut self, from: usize, size: Value, unit: u32) -> Value {
        let mut end = size;
        let steps =
            [(Arithmetic::Multiply, unit as usize, unit != 1), (Arithmetic::Add, from, from != 0)];
        for (operator, operand, is_needed) in steps {
            if !is_needed {
                continue;
            }
            let operand = Value::index(operand);
            let (concrete, left) = self.halves(end);
            let result = operator.compute(self.heap, concrete, operand).expect("both are integers");
            let right = self.reify(operand);
            end = self.number(result, Expr::Arithmetic(operator, left, right));
        }
        end
    }

    /// A float. Infinities and what is no number do not match.
    fn float_part(&mut self, here: Place, bits: Value, range: Range) -> Option<Value> {
        let Range { offset, size, is_little, .. } = range;
        let read =
            self.heap.read_float(self.view_of(bits), offset as usize, size as usize, is_little);
        // These are all zeros, or never match.
        let Some((exponent, in_first)) = float_layout(size) else {
            return read.map(|number| self.heap.float(number));
        };
        let byte = |number: u32| match is_little {
            true => offset + size - 8 * (number + 1),
            false => offset + 8 * number,
        };
        let in_second = exponent - in_first;
        let high = self.integer_part(here, bits, Range::unsigned(byte(0) + 1, in_first));
        let low = self.integer_part(here, bits, Range::unsigned(byte(1), in_second));
        let high = self.computed(Arithmetic::Multiply, high, 1 << in_second);
        let found = self.combined(Arithmetic::Add, high, low);
        // The greatest exponent is that of no number.
        let greatest = Value::index((1 << exponent) - 1);
        if self.is_decided(nth(here, 2), Comparison::Equal, found, greatest) {
            return None;
        }
        let number = self.heap.float(read?);
        let whole = self.integer_part(here, bits, Range { is_signed: false, ..range });
        if !whole.is_symbolic() {
            return Some(number);
        }
        let (_, symbol) = self.halves(whole);
        match *self.recorder.symbols.expr(symbol) {
            Expr::BitInteger(field) => {
                let expr = Expr::BitFloat(BitField { is_signed: false, ..field });
                let symbol = self.recorder.symbols.intern(expr);
                self.recorder.assume(symbol, Shape::Kind(Kind::Float));
                Some(self.heap.symbolic(number, symbol.0))
            }
            // Bits from several places: the run goes on with what they are.
            _ => {
                self.pin(nth(here, 5), whole);
                Some(number)
            }
        }
    }
}

/// How many bits of the exponent there are, and how many of these are in the first byte.
fn float_layout(size: u32) -> Option<(u32, u32)> {
    match size {
        16 => Some((5, 5)),
        32 => Some((8, 7)),
        64 => Some((11, 7)),
        _ => None,
    }
}
