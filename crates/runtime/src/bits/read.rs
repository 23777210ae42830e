//! What do the segments of a bitstring pattern read? All positions are in bits from the view's
//! beginning; `None` is "does not match", also because there are not enough bits left.

use super::{encoding, pack};
use crate::heap::{BitsView, Heap};
use crate::value::Value;
use num_bigint::{BigInt, BigUint};

impl Heap {
    /// An integer of `size` bits.
    #[inline]
    pub fn read_integer(
        &mut self,
        view: BitsView,
        position: usize,
        size: usize,
        is_signed: bool,
        is_little: bool,
    ) -> Option<Value> {
        let start = checked_start(view, position, size)?;
        if size > pack::WORD {
            let number = self.read_big(view, start, size, is_signed, is_little);
            return Some(self.integer(&number));
        }
        let bits = pack::load(self.buffer_of(view), start, size);
        let number = if is_little && size > 8 { swap_bytes(bits, size) } else { bits };
        if is_signed {
            let unused = (pack::WORD - size) as u32;
            let extended = ((number.unbounded_shl(unused)) as i64).unbounded_shr(unused);
            return Some(self.int(if size == 0 { 0 } else { extended }));
        }
        Some(match i64::try_from(number) {
            Ok(number) => self.int(number),
            Err(_) => self.integer(&number.into()),
        })
    }

    fn read_big(
        &self,
        view: BitsView,
        start: usize,
        size: usize,
        is_signed: bool,
        is_little: bool,
    ) -> BigInt {
        let part = BitsView { buffer: view.buffer, offset: start, length: size };
        let mut bytes = self.owned_bytes(part);
        let unused = bytes.len() * 8 - size;
        let magnitude = if is_little {
            // The bits of a last byte that is only used in part are the number's highest.
            if let Some(last) = bytes.last_mut() {
                *last >>= unused;
            }
            BigUint::from_bytes_le(&bytes)
        } else {
            BigUint::from_bytes_be(&bytes) >> unused
        };
        let is_negative = is_signed && magnitude.bit(size as u64 - 1);
        let number = BigInt::from(magnitude);
        if is_negative { number - (BigInt::from(1) << size) } else { number }
    }

    /// A float of 16, 32 or 64 bits; other sizes, infinities and NaNs do not match. No bits at all
    /// are 0.0, as on the BEAM.
    pub fn read_float(
        &self,
        view: BitsView,
        position: usize,
        size: usize,
        is_little: bool,
    ) -> Option<f64> {
        let start = checked_start(view, position, size)?;
        match size {
            0 => return Some(0.0),
            16 | 32 | 64 => {}
            _ => return None,
        }
        let bits = pack::load(self.buffer_of(view), start, size);
        encoding::float_from_bits(if is_little { swap_bytes(bits, size) } else { bits }, size)
    }

    /// A character in UTF-8, and the position behind it.
    pub fn read_utf8(&self, view: BitsView, position: usize) -> Option<(u32, usize)> {
        let start = checked_start(view, position, 8)?;
        let available = ((view.length - position) / 8).min(4);
        let word = (pack::load(self.buffer_of(view), start, available * 8) as u32)
            .unbounded_shl(32 - 8 * available as u32);
        let (code_point, length) = encoding::decode_utf8(&word.to_be_bytes()[..available])?;
        Some((code_point, position + 8 * length))
    }

    /// A character in UTF-16, and the position behind it.
    pub fn read_utf16(
        &self,
        view: BitsView,
        position: usize,
        is_little: bool,
    ) -> Option<(u32, usize)> {
        let unit = |position: usize| {
            let start = checked_start(view, position, 16)?;
            let unit = pack::load(self.buffer_of(view), start, 16) as u16;
            Some(if is_little { unit.swap_bytes() } else { unit })
        };
        let (code_point, units) = encoding::decode_utf16(unit(position)?, unit(position + 16))?;
        Some((code_point, position + 16 * units))
    }

    /// A character in UTF-32, and the position behind it.
    pub fn read_utf32(
        &self,
        view: BitsView,
        position: usize,
        is_little: bool,
    ) -> Option<(u32, usize)> {
        let start = checked_start(view, position, 32)?;
        let code_point = pack::load(self.buffer_of(view), start, 32) as u32;
        let code_point = if is_little { code_point.swap_bytes() } else { code_point };
        encoding::is_character(code_point).then_some((code_point, position + 32))
    }
}

/// Where in the buffer `size` bits at a view's `position` begin, if they are all there.
#[inline]
fn checked_start(view: BitsView, position: usize, size: usize) -> Option<usize> {
    let end = position.checked_add(size)?;
    (end <= view.length).then(|| view.offset + position)
}

/// What a number of `size` bits is when its first byte is the lowest. The bits of a last byte that
/// is only used in part are the number's highest.
pub(super) fn swap_bytes(bits: u64, size: usize) -> u64 {
    let in_last = size % 8;
    let whole = size - in_last;
    let swapped = (bits >> in_last).swap_bytes().unbounded_shr((pack::WORD - whole) as u32);
    swapped | (bits & pack::low_bits(in_last)).unbounded_shl(whole as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::View;

    fn sample(heap: &mut Heap, bytes: &[u8]) -> BitsView {
        let value = heap.binary(bytes);
        heap.as_bits(value).expect("a binary")
    }

    fn read(bytes: &[u8], position: usize, size: usize, flags: &str) -> String {
        let mut heap = Heap::new();
        let view = sample(&mut heap, bytes);
        let (is_signed, is_little) = (flags.contains('s'), flags.contains('l'));
        let value = heap.read_integer(view, position, size, is_signed, is_little);
        match value.map(|value| (heap.view(value), value)) {
            None => "no match".into(),
            Some((View::Small(number), _)) => number.to_string(),
            Some((_, value)) => heap.as_bigint(value).expect("an integer").to_string(),
        }
    }

    #[test]
    fn integers() {
        let bytes = [0x81, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF, 0xFE, 0xDC];
        // What the BEAM reads from the same bytes.
        assert_eq!(read(&bytes, 0, 12, ""), "2066");
        assert_eq!(read(&bytes, 0, 12, "s"), "-2030");
        assert_eq!(read(&bytes, 0, 12, "l"), "641");
        assert_eq!(read(&bytes, 4, 13, "sl"), "1554");
        assert_eq!(read(&bytes, 0, 64, ""), "9305357566071262703");
        assert_eq!(read(&bytes, 0, 64, "sl"), "-1167088121787636863");
        assert_eq!(read(&bytes, 3, 71, "s"), "83953181917682581499");
        assert_eq!(read(&bytes, 3, 75, "l"), "37603647084071112874505");
        assert_eq!(read(&bytes, 0, 77, "sl"), "-18909079763674078043263");
        assert_eq!(read(&bytes, 80, 0, "s"), "0");
        assert_eq!(read(&bytes, 73, 8, ""), "no match");
        assert_eq!(read(&bytes, usize::MAX, 8, ""), "no match");
    }

    #[test]
    fn characters() {
        let mut heap = Heap::new();
        let shifted = sample(&mut heap, &[0x0E, 0x28, 0x2A, 0xC0]);
        assert_eq!(heap.read_utf8(shifted, 4), Some(('€' as u32, 28)));
        let euro = sample(&mut heap, "a€".as_bytes());
        assert_eq!(heap.read_utf8(euro, 0), Some(('a' as u32, 8)));
        assert_eq!(heap.read_utf8(euro, 8), Some(('€' as u32, 32)));
        assert_eq!(heap.read_utf8(euro, 16), None);
        assert_eq!(heap.read_utf8(euro, 32), None);
        let pair = sample(&mut heap, &[0xD8, 0x01, 0xDC, 0x37]);
        assert_eq!(heap.read_utf16(pair, 0, false), Some((0x10437, 32)));
        assert_eq!(heap.read_utf16(pair.slice(0, 31), 0, false), None);
        assert_eq!(heap.read_utf16(pair, 16, false), None);
        assert_eq!(heap.read_utf16(pair, 0, true), Some((0x01D8, 16)));
        assert_eq!(heap.read_utf32(pair, 0, false), None);
    }
}
