//! What is a bitstring in a running program? A view of a buffer: where its bits begin, and how many
//! there are.
//!
//! Views share buffers, so taking a part of a binary copies nothing. A buffer's bits are never
//! changed; more of them may be appended behind the last, which no view can see.
//!
//! - [`build`]: `<<…>>` as an expression
//! - [`read`]: `<<…>>` as a pattern
//! - [`pack`]: bits into and out of bytes
//! - [`encoding`]: floats and characters as bits

pub mod build;
pub mod encoding;
pub mod pack;
pub mod read;

use crate::heap::{BitsView, Buffer, Heap};
use crate::value::{Kind, Value};
use std::borrow::Cow;
use std::cmp::Ordering;

impl Heap {
    /// The binary of these bytes.
    pub fn binary(&mut self, bytes: &[u8]) -> Value {
        self.binary_from_vec(bytes.to_vec())
    }

    pub fn binary_from_vec(&mut self, bytes: Vec<u8>) -> Value {
        let bit_length = bytes.len() * 8;
        self.bitstring(bytes, bit_length)
    }

    /// The bitstring of the first `bit_length` bits of the bytes.
    ///
    /// # Panics
    /// If there are not that many bits.
    pub fn bitstring(&mut self, bytes: Vec<u8>, bit_length: usize) -> Value {
        let buffer = self.add_buffer(bytes, bit_length);
        self.bits_value(BitsView { buffer, offset: 0, length: bit_length })
    }

    /// A buffer of the first `bit_length` bits of the bytes.
    pub fn add_buffer(&mut self, mut bytes: Vec<u8>, bit_length: usize) -> u32 {
        assert!(bit_length <= bytes.len() * 8, "{bit_length} bits of {} bytes", bytes.len());
        bytes.truncate(bit_length.div_ceil(8));
        self.allow(bytes.len());
        self.work.pay_for_bytes(bytes.len());
        pack::clear_unused(&mut bytes, bit_length);
        self.buffer_bytes += bytes.len();
        self.young_buffer_bytes += bytes.len();
        let buffer = Buffer { bytes, bit_length, is_used: true, is_marked: false };
        let number = match self.free_buffers.pop() {
            Some(number) => {
                self.buffers[number as usize] = buffer;
                number
            }
            None => {
                self.buffers.push(buffer);
                u32::try_from(self.buffers.len() - 1).expect("fewer than 2^32 buffers")
            }
        };
        self.young_buffers.push(number);
        number
    }

    /// The bitstring that a view shows.
    pub fn bits_value(&mut self, view: BitsView) -> Value {
        let words = [view.buffer as u64, view.offset as u64, view.length as u64].map(Value);
        self.boxed(Kind::Bits, &words)
    }

    /// `length` bits of a bitstring from its bit `offset` on: a view of the same buffer.
    pub fn slice(&mut self, view: BitsView, offset: usize, length: usize) -> Value {
        self.bits_value(view.slice(offset, length))
    }

    /// The bytes of a value that is a binary; `None` for anything else, also for a bitstring whose
    /// length is no whole number of bytes.
    pub fn binary_bytes(&self, value: Value) -> Option<Cow<'_, [u8]>> {
        self.as_bits(value).filter(|view| view.is_binary()).map(|view| self.view_bytes(view))
    }

    /// The bits of a view, from the left; those of the last byte that do not count are zero.
    pub fn view_bytes(&self, view: BitsView) -> Cow<'_, [u8]> {
        // Whoever wants all of them goes through all of them.
        self.work.pay_for_bytes(view.byte_size());
        let bytes = &self.buffers[view.buffer as usize].bytes;
        if view.offset.is_multiple_of(8) && view.is_binary() {
            return Cow::Borrowed(&bytes[view.offset / 8..view.end() / 8]);
        }
        self.allow(view.byte_size());
        let mut copy = Buffer::default();
        copy.push_slice(bytes, view.offset, view.length);
        Cow::Owned(copy.bytes)
    }

    /// The same, copied.
    pub fn owned_bytes(&self, view: BitsView) -> Vec<u8> {
        self.allow(view.byte_size());
        self.view_bytes(view).into_owned()
    }

    /// The bytes of a value that is a binary, copied.
    pub fn owned_binary(&self, value: Value) -> Option<Vec<u8>> {
        self.as_bits(value).filter(|view| view.is_binary()).map(|view| self.owned_bytes(view))
    }

    pub fn bits_equal(&self, left: BitsView, right: BitsView) -> bool {
        left.length == right.length && self.compare_bits(left, right).is_eq()
    }

    /// Erlang's order of bitstrings: by the first bit that differs, a prefix before the whole.
    pub fn compare_bits(&self, left: BitsView, right: BitsView) -> Ordering {
        let shorter = left.length.min(right.length);
        self.work.pay_for_bytes(shorter / 8);
        let (left_bytes, right_bytes) = (self.buffer_of(left), self.buffer_of(right));
        if left.offset.is_multiple_of(8) && right.offset.is_multiple_of(8) {
            let part = |bytes, view: BitsView| pack::whole_bytes(bytes, view.offset, shorter);
            let order = part(left_bytes, left).cmp(part(right_bytes, right));
            if order.is_ne() {
                return order;
            }
            let rest = shorter % 8;
            let last =
                |bytes, view: BitsView| pack::load(bytes, view.offset + shorter - rest, rest);
            let order = last(left_bytes, left).cmp(&last(right_bytes, right));
            return order.then(left.length.cmp(&right.length));
        }
        let mut done = 0;
        while done < shorter {
            let count = (shorter - done).min(56);
            let order = pack::load(left_bytes, left.offset + done, count).cmp(&pack::load(
                right_bytes,
                right.offset + done,
                count,
            ));
            if order.is_ne() {
                return order;
            }
            done += count;
        }
        left.length.cmp(&right.length)
    }

    /// All bytes of the buffer that a view looks into.
    pub(crate) fn buffer_of(&self, view: BitsView) -> &[u8] {
        &self.buffers[view.buffer as usize].bytes
    }
}

impl BitsView {
    /// The place behind its last bit.
    pub fn end(self) -> usize {
        self.offset + self.length
    }

    /// Is its length a whole number of bytes?
    pub fn is_binary(self) -> bool {
        self.length.is_multiple_of(8)
    }

    /// `byte_size/1`: a last byte that is only used in part counts.
    pub fn byte_size(self) -> usize {
        self.length.div_ceil(8)
    }

    /// `length` bits from the bit `offset` on, all of which must be there.
    pub fn slice(self, offset: usize, length: usize) -> BitsView {
        debug_assert!(offset + length <= self.length, "{length} bits at {offset} of {self:?}");
        BitsView { buffer: self.buffer, offset: self.offset + offset, length }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(heap: &Heap, value: Value) -> BitsView {
        heap.as_bits(value).expect("a bitstring")
    }

    #[test]
    fn parts_share_the_buffer() {
        let mut heap = Heap::new();
        let whole = heap.binary(&[0x12, 0x34, 0x56]);
        let whole = view(&heap, whole);
        let aligned = heap.slice(whole, 8, 16);
        let unaligned = heap.slice(whole, 4, 16);
        let odd = heap.slice(whole, 4, 15);
        assert_eq!(heap.binary_bytes(aligned).as_deref(), Some(&[0x34, 0x56][..]));
        assert_eq!(heap.binary_bytes(unaligned).as_deref(), Some(&[0x23, 0x45][..]));
        assert_eq!(heap.binary_bytes(odd), None);
        assert_eq!(*heap.view_bytes(view(&heap, odd)), [0x23, 0x44]);
        assert_eq!(heap.buffers.len(), 1);
    }

    #[test]
    fn the_order_is_that_of_the_bits() {
        let mut heap = Heap::new();
        let source = heap.binary(&[0b0101_0101, 0b0101_0101, 0xFF, 0x7F]);
        let source = view(&heap, source);
        let order = |left: (usize, usize), right: (usize, usize)| {
            heap.compare_bits(source.slice(left.0, left.1), source.slice(right.0, right.1))
        };
        assert_eq!(order((0, 8), (8, 8)), Ordering::Equal);
        assert_eq!(order((0, 8), (2, 8)), Ordering::Equal);
        assert_eq!(order((0, 8), (1, 8)), Ordering::Less);
        assert_eq!(order((0, 8), (8, 7)), Ordering::Greater);
        assert_eq!(order((16, 5), (24, 5)), Ordering::Greater);
        assert_eq!(order((16, 3), (24, 8)), Ordering::Greater);
        assert_eq!(order((3, 0), (4, 0)), Ordering::Equal);
    }
}
