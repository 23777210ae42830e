//! What does a bitstring expression make? The segments' bits one after another, or the error that
//! the BEAM raises for the first segment that cannot be.
//!
//! An expression whose first segment is a whole bitstring *appends* to it: in place, when that
//! bitstring ends where its buffer's bits end and the buffer has room; else to a copy with room to
//! spare. So a binary that is built byte by byte costs constant time per byte on average, and the
//! copies never hold more than the bitstring that was appended to.

use super::{encoding, read};
use crate::heap::{BitsView, Heap};
use crate::number::BEAM_SMALL;
use crate::value::Value;
use num_traits::ToPrimitive;
use term::{Atom, atoms};

/// One segment of a bitstring expression, its parts evaluated.
#[derive(Clone, Copy, Debug)]
pub struct Segment {
    pub kind: SegmentKind,
    pub value: Value,
    /// `None` is the size `all` of a binary segment, and the absent size of the UTFs.
    pub size: Option<Value>,
    pub unit: usize,
    pub is_little: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SegmentKind {
    Integer,
    Float,
    Binary,
    Utf8,
    Utf16,
    Utf32,
}

/// Why a segment cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The value is of another type, or no character.
    Type,
    /// The size is no integer from 0.
    Size,
    /// The size is more than the BEAM can express.
    SizeLimit,
    /// The bitstring's length is no multiple of the unit.
    Unit,
    /// The bitstring has less bits than the size says.
    Short,
    /// No float has this size.
    Invalid,
    /// The integer is outside of the range of floats.
    NoFloat,
    /// The result would be longer than [`LONGEST`]: a limit of ours, not of the program.
    TooLong,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuildError {
    /// The segment's number, from 1.
    pub segment: usize,
    pub kind: SegmentKind,
    pub fault: Fault,
    /// The value, or the size, that was wrong.
    pub culprit: Value,
}

/// The most bits that we let an expression make: half a gigabyte.
pub const LONGEST: usize = 1 << 32;

/// A copy that is made to be appended to has room for this many bytes at least.
const SMALLEST_ROOM: usize = 32;

impl SegmentKind {
    pub fn from_atom(atom: Atom) -> Option<SegmentKind> {
        Some(match atom {
            atoms::integer => SegmentKind::Integer,
            atoms::float => SegmentKind::Float,
            atoms::binary => SegmentKind::Binary,
            atoms::utf8 => SegmentKind::Utf8,
            atoms::utf16 => SegmentKind::Utf16,
            atoms::utf32 => SegmentKind::Utf32,
            _ => return None,
        })
    }

    pub fn atom(self) -> Atom {
        match self {
            SegmentKind::Integer => atoms::integer,
            SegmentKind::Float => atoms::float,
            SegmentKind::Binary => atoms::binary,
            SegmentKind::Utf8 => atoms::utf8,
            SegmentKind::Utf16 => atoms::utf16,
            SegmentKind::Utf32 => atoms::utf32,
        }
    }
}

impl BuildError {
    /// The reason of the exception.
    pub fn reason(&self) -> Atom {
        match self.fault {
            Fault::SizeLimit | Fault::TooLong => atoms::system_limit,
            _ => atoms::badarg,
        }
    }

    /// `{Segment, Type, Error, Value}`: the `cause` in the exception's `error_info`.
    pub fn cause(&self, heap: &mut Heap) -> Value {
        let error = match self.fault {
            Fault::Type => "type",
            Fault::Size | Fault::SizeLimit | Fault::TooLong => "size",
            Fault::Unit => "unit",
            Fault::Short => "short",
            Fault::Invalid => "invalid",
            Fault::NoFloat => "no_float",
        };
        let segment = Value::index(self.segment);
        heap.tuple(&[segment, self.kind.atom().into(), Atom::new(error).into(), self.culprit])
    }
}

impl Heap {
    /// `<<Segment, …>>`
    ///
    /// As the BEAM does, all sizes are checked before any value, whole bitstrings and UTF-32
    /// characters count as sizes, and a bitstring that is appended to counts as a value.
    pub fn construct(&mut self, segments: &[Segment]) -> Result<Value, BuildError> {
        let appends = segments.first().is_some_and(Segment::is_whole_bitstring);
        let mut total = 0usize;
        let mut too_long = None;
        for (index, segment) in segments.iter().enumerate().skip(usize::from(appends)) {
            let size = segment.size_in_bits(self).map_err(|error| segment.error(index, error))?;
            total = total.saturating_add(size);
            if total > LONGEST && too_long.is_none() {
                let culprit = segment.size.unwrap_or(Value::index(size));
                too_long = Some(segment.error(index, (Fault::TooLong, culprit)));
            }
        }
        // Whether there is memory is asked when all sizes are known to be some.
        if let Some(too_long) = too_long {
            return Err(too_long);
        }
        let mut builder = match segments.first() {
            Some(first) if appends => {
                let base = first.whole_bitstring(self).map_err(|error| first.error(0, error))?;
                if total + base.length > LONGEST {
                    return Err(first.error(0, (Fault::TooLong, Value::index(base.length))));
                }
                Builder::append_to(self, base, total)
            }
            _ => Builder::with_room(self, total),
        };
        for (index, segment) in segments.iter().enumerate().skip(usize::from(appends)) {
            builder.segment(segment).map_err(|error| segment.error(index, error))?;
        }
        Ok(builder.finish())
    }
}

/// What is wrong, and the value that is.
type SegmentFault = (Fault, Value);

impl Segment {
    fn is_whole_bitstring(&self) -> bool {
        self.kind == SegmentKind::Binary && self.size.is_none()
    }

    fn error(&self, index: usize, (fault, culprit): SegmentFault) -> BuildError {
        BuildError { segment: index + 1, kind: self.kind, fault, culprit }
    }

    /// The largest size that is none too many for the BEAM: one that is one word there, as long as the bits are
    /// a signed word. Whether there is memory for so many it asks later.
    pub fn most_units(&self) -> usize {
        let most_bits = isize::MAX as usize;
        (BEAM_SMALL.end as usize - 1).min(most_bits / self.unit.max(1))
    }

    /// The bits of a segment that has a size.
    fn given_size(&self, heap: &Heap, size: Value) -> Result<usize, SegmentFault> {
        match size.as_small() {
            Some(number) => match usize::try_from(number) {
                Ok(units) if units <= self.most_units() => Ok(units * self.unit),
                Ok(_) => Err((Fault::SizeLimit, size)),
                Err(_) => Err((Fault::Size, size)),
            },
            None if heap.is_kind(size, crate::value::Kind::BigPositive) => {
                Err((Fault::SizeLimit, size))
            }
            None => Err((Fault::Size, size)),
        }
    }

    /// How many bits the segment has, as far as that is known before its value is looked at.
    fn size_in_bits(&self, heap: &Heap) -> Result<usize, SegmentFault> {
        match (self.kind, self.size) {
            (SegmentKind::Binary, None) => match heap.as_bits(self.value) {
                Some(view) => Ok(view.length),
                None => Err((Fault::Type, self.value)),
            },
            (SegmentKind::Utf8, _) => Ok(32),
            (SegmentKind::Utf16, _) => Ok(32),
            (SegmentKind::Utf32, _) => self.character().map(|_| 32),
            (_, Some(size)) => self.given_size(heap, size),
            (_, None) => Ok(self.unit),
        }
    }

    /// The value of a segment that takes all of it.
    fn whole_bitstring(&self, heap: &Heap) -> Result<BitsView, SegmentFault> {
        let view = heap.as_bits(self.value).ok_or((Fault::Type, self.value))?;
        if view.length.is_multiple_of(self.unit) {
            Ok(view)
        } else {
            Err((Fault::Unit, self.value))
        }
    }

    fn character(&self) -> Result<char, SegmentFault> {
        let number = self.value.as_small().and_then(|number| u32::try_from(number).ok());
        number.and_then(char::from_u32).ok_or((Fault::Type, self.value))
    }
}

/// A bitstring in the making. What has been appended when a later segment turns out to be wrong
/// stays in the buffer, where no view sees it.
pub struct Builder<'heap> {
    heap: &'heap mut Heap,
    buffer: u32,
    /// Where in the buffer the bitstring begins.
    start: usize,
}

impl<'heap> Builder<'heap> {
    pub fn new(heap: &'heap mut Heap) -> Builder<'heap> {
        Builder::with_room(heap, 0)
    }

    /// Starts with nothing, and room for so many bits.
    pub fn with_room(heap: &'heap mut Heap, bits: usize) -> Builder<'heap> {
        heap.allow(bits.div_ceil(8));
        heap.work.pay_for_bytes(bits.div_ceil(8));
        let bytes = Vec::with_capacity(bits.div_ceil(8));
        let buffer = heap.add_buffer(bytes, 0);
        Builder { heap, buffer, start: 0 }
    }

    /// Starts with a bitstring, to which about `extra` bits will be appended.
    pub fn append_to(heap: &'heap mut Heap, base: BitsView, extra: usize) -> Builder<'heap> {
        let buffer = &heap.buffers[base.buffer as usize];
        let has_room = buffer.bytes.capacity() * 8 >= base.end() + extra;
        if base.end() == buffer.bit_length && has_room && base.length > 0 {
            return Builder { heap, buffer: base.buffer, start: base.offset };
        }
        let length = (base.length + extra).div_ceil(8);
        heap.allow(length);
        heap.work.pay_for_bytes(length);
        let room = 2 * length;
        let bytes = Vec::with_capacity(room.max(SMALLEST_ROOM));
        let buffer = heap.add_buffer(bytes, 0);
        let mut builder = Builder { heap, buffer, start: 0 };
        builder.bits(base);
        builder
    }

    /// The bitstring that has been built.
    pub fn finish(self) -> Value {
        let end = self.heap.buffers[self.buffer as usize].bit_length;
        let length = end - self.start;
        self.heap.bits_value(BitsView { buffer: self.buffer, offset: self.start, length })
    }

    /// Appends the lowest `size` bits, at most 64, of a number.
    #[inline]
    pub fn word(&mut self, number: u64, size: usize) {
        let buffer = &mut self.heap.buffers[self.buffer as usize];
        let before = buffer.bytes.len();
        buffer.push(number, size);
        let more = buffer.bytes.len() - before;
        self.heap.buffer_bytes += more;
        self.heap.young_buffer_bytes += more;
    }

    /// Appends whole bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        let buffer = &mut self.heap.buffers[self.buffer as usize];
        let before = buffer.bytes.len();
        buffer.push_bytes(bytes);
        let more = buffer.bytes.len() - before;
        self.heap.buffer_bytes += more;
        self.heap.young_buffer_bytes += more;
    }

    /// Appends all bits of a view.
    pub fn bits(&mut self, view: BitsView) {
        let mut target = std::mem::take(&mut self.heap.buffers[self.buffer as usize]);
        let before = target.bytes.len();
        if view.buffer == self.buffer {
            target.push_within(view.offset, view.length);
        } else {
            target.push_slice(self.heap.buffer_of(view), view.offset, view.length);
        }
        let more = target.bytes.len() - before;
        self.heap.buffers[self.buffer as usize] = target;
        self.heap.buffer_bytes += more;
        self.heap.young_buffer_bytes += more;
    }

    /// Appends an integer; `false` if the value is none.
    pub fn integer(&mut self, value: Value, size: usize, is_little: bool) -> bool {
        match value.as_small() {
            Some(number) if size <= 64 => self.number(number as u64, size, is_little),
            Some(number) => self.wide_integer(&number.to_le_bytes(), size, is_little),
            None => match self.heap.as_bigint(value) {
                Some(number) => self.wide_integer(&number.to_signed_bytes_le(), size, is_little),
                None => return false,
            },
        }
        true
    }

    fn number(&mut self, number: u64, size: usize, is_little: bool) {
        if is_little && size > 8 {
            self.little_number(number, size);
        } else {
            self.word(number, size);
        }
    }

    /// The lowest byte first; the highest bits, if they are less than a byte, last.
    fn little_number(&mut self, number: u64, size: usize) {
        let in_last = size % 8;
        let whole = size - in_last;
        self.word(read::swap_bytes(number & super::pack::low_bits(whole), whole), whole);
        self.word(number.unbounded_shr(whole as u32), in_last);
    }

    /// An integer in two's complement, lowest byte first, cut or filled up with its sign.
    fn wide_integer(&mut self, digits: &[u8], size: usize, is_little: bool) {
        let is_negative = digits.last().is_some_and(|&digit| digit >= 0x80);
        let fill = if is_negative { 0xFF } else { 0 };
        let (whole, rest) = (size / 8, size % 8);
        let highest = digits.get(whole).copied().unwrap_or(fill);
        let digits = &digits[..whole.min(digits.len())];
        let missing = whole - digits.len();
        if is_little {
            self.bytes(digits);
            self.fill(fill, missing);
            self.word(highest.into(), rest);
        } else {
            self.word(highest.into(), rest);
            self.fill(fill, missing);
            let highest_first: Vec<u8> = digits.iter().rev().copied().collect();
            self.bytes(&highest_first);
        }
    }

    /// Appends the same byte so many times.
    fn fill(&mut self, byte: u8, times: usize) {
        const PIECE: usize = 128;
        if times == 0 {
            return;
        }
        let piece = [byte; PIECE];
        for done in (0..times).step_by(PIECE) {
            self.bytes(&piece[..PIECE.min(times - done)]);
        }
    }

    /// Appends a float; `false` if no float has this size.
    pub fn float(&mut self, number: f64, size: usize, is_little: bool) -> bool {
        let bits = encoding::float_to_bits(number, size);
        if let Some(bits) = bits {
            self.number(bits, size, is_little);
        }
        bits.is_some()
    }

    pub fn utf8(&mut self, character: char) {
        for byte in character.encode_utf8(&mut [0; 4]).bytes() {
            self.word(byte.into(), 8);
        }
    }

    pub fn utf16(&mut self, character: char, is_little: bool) {
        for &unit in character.encode_utf16(&mut [0; 2]).iter() {
            self.number(unit.into(), 16, is_little);
        }
    }

    pub fn utf32(&mut self, character: char, is_little: bool) {
        self.number(character as u64, 32, is_little);
    }

    /// Appends a segment, unless its value (or the size, for this value) is wrong.
    pub fn segment(&mut self, segment: &Segment) -> Result<(), SegmentFault> {
        let wrong_type = (Fault::Type, segment.value);
        let size = match segment.size {
            Some(size) => segment.given_size(self.heap, size)?,
            None => segment.unit,
        };
        match segment.kind {
            SegmentKind::Integer if self.integer(segment.value, size, segment.is_little) => {}
            SegmentKind::Integer => return Err(wrong_type),
            SegmentKind::Float => self.float_segment(segment, size)?,
            SegmentKind::Binary if segment.size.is_none() => {
                let view = segment.whole_bitstring(self.heap)?;
                self.bits(view);
            }
            SegmentKind::Binary => {
                let view = self.heap.as_bits(segment.value).ok_or(wrong_type)?;
                if view.length < size {
                    return Err((Fault::Short, segment.value));
                }
                self.bits(view.slice(0, size));
            }
            SegmentKind::Utf8 => self.utf8(segment.character()?),
            SegmentKind::Utf16 => self.utf16(segment.character()?, segment.is_little),
            SegmentKind::Utf32 => self.utf32(segment.character()?, segment.is_little),
        }
        Ok(())
    }

    fn float_segment(&mut self, segment: &Segment, size: usize) -> Result<(), SegmentFault> {
        if !matches!(size, 16 | 32 | 64) {
            return Err((Fault::Invalid, Value::index(size)));
        }
        let number = match self.heap.as_float(segment.value) {
            Some(number) => number,
            None => {
                let integer = self.heap.as_bigint(segment.value);
                let integer = integer.ok_or((Fault::Type, segment.value))?;
                let number = integer.to_f64().filter(|number| number.is_finite());
                number.ok_or((Fault::NoFloat, segment.value))?
            }
        };
        self.float(number, size, segment.is_little);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(kind: SegmentKind, value: Value, size: impl Into<Option<i64>>) -> Segment {
        let unit = if kind == SegmentKind::Binary { 8 } else { 1 };
        let size = size.into().and_then(Value::small);
        Segment { kind, value, size, unit, is_little: false }
    }

    fn integer(value: i64, size: i64) -> Segment {
        segment(SegmentKind::Integer, Value::small(value).expect("small"), size)
    }

    fn little(segment: Segment) -> Segment {
        Segment { is_little: true, ..segment }
    }

    fn bits_of(heap: &Heap, value: Value) -> (Vec<u8>, usize) {
        let view = heap.as_bits(value).expect("a bitstring");
        (heap.view_bytes(view).into_owned(), view.length)
    }

    #[test]
    fn integers_of_all_sizes() {
        let mut heap = Heap::new();
        let mut check = |segments: &[Segment], bytes: &[u8], length: usize| {
            let value = heap.construct(segments).expect("builds");
            assert_eq!(bits_of(&heap, value), (bytes.to_vec(), length));
        };
        check(&[integer(-2, 12)], &[0xFF, 0xE0], 12);
        check(&[little(integer(0xABC, 12))], &[0xBC, 0xA0], 12);
        check(&[integer(1, 3), little(integer(0x12345, 20))], &[0x28, 0xA4, 0x62], 23);
        check(&[integer(-1, 70)], &[0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFC], 70);
        check(&[little(integer(5, 70))], &[5, 0, 0, 0, 0, 0, 0, 0, 0], 70);
        check(&[integer(7, 0)], &[], 0);
        let float = segment(SegmentKind::Float, Value::index(1), 32);
        check(&[little(float)], &[0, 0, 0x80, 0x3F], 32);
    }

    #[test]
    fn building_byte_by_byte_does_not_copy() {
        let mut heap = Heap::new();
        let mut whole = heap.binary(b"");
        for step in 0..100_000 {
            let segments = [segment(SegmentKind::Binary, whole, None), integer(step, 8)];
            whole = heap.construct(&segments).expect("builds");
        }
        let (bytes, _) = bits_of(&heap, whole);
        assert!(bytes.iter().enumerate().all(|(index, &byte)| byte == index as u8));
        assert!(heap.buffers.len() < 20, "{} buffers", heap.buffers.len());
        let counted: usize = heap.buffers.iter().map(|buffer| buffer.bytes.len()).sum();
        assert_eq!(counted, heap.buffer_bytes);
    }

    #[test]
    fn appending_twice_to_the_same_bitstring() {
        let mut heap = Heap::new();
        let empty = heap.binary(b"");
        let base = [segment(SegmentKind::Binary, empty, None), integer(0b101, 3)];
        let base = heap.construct(&base).expect("builds");
        let mut append = |value| {
            let whole = Segment { unit: 1, ..segment(SegmentKind::Binary, base, None) };
            heap.construct(&[whole, integer(value, 9), whole]).expect("builds")
        };
        let (first, second) = (append(0x1FF), append(0));
        assert_eq!(bits_of(&heap, base), (vec![0b1010_0000], 3));
        assert_eq!(bits_of(&heap, first), (vec![0b1011_1111, 0b1111_1010], 15));
        assert_eq!(bits_of(&heap, second), (vec![0b1010_0000, 0b0000_1010], 15));
    }

    #[test]
    fn the_first_error_is_the_beams() {
        use SegmentKind::{Binary, Integer, Utf8, Utf32};
        let mut heap = Heap::new();
        let atom = Value::OK;
        let mut check = |segments: &[Segment], segment, fault| {
            let error = heap.construct(segments).expect_err("does not build");
            assert_eq!((error.segment, error.fault), (segment, fault));
        };
        check(&[segment(Integer, atom, 8), integer(1, -1)], 2, Fault::Size);
        check(&[segment(Integer, atom, 0), integer(1, 1)], 1, Fault::Type);
        check(&[segment(Integer, atom, 8), segment(Utf32, atom, None)], 2, Fault::Type);
        check(&[segment(Utf8, atom, None), segment(Binary, atom, None)], 2, Fault::Type);
        check(&[segment(Binary, atom, None), integer(1, -1)], 2, Fault::Size);
        check(&[segment(Binary, atom, None), integer(1, 1)], 1, Fault::Type);
        check(&[integer(1, 1 << 33)], 1, Fault::TooLong);
        check(&[segment(SegmentKind::Float, atom, 8)], 1, Fault::Invalid);
        let byte = Segment { unit: 8, ..integer(1, Value::SMALL_MAX) };
        check(&[byte], 1, Fault::SizeLimit);
    }
}
