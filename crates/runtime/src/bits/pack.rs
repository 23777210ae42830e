//! How do bits lie in bytes? From the left: the first bit is the highest of the first byte.

use crate::heap::Buffer;

/// The most bits that are moved at once.
pub const WORD: usize = 64;

/// Sets the bits of the last byte beyond `bit_length` to zero.
pub fn clear_unused(bytes: &mut [u8], bit_length: usize) {
    let used = bit_length % 8;
    if let (Some(last), 1..) = (bytes.last_mut(), used) {
        *last &= 0xFF << (8 - used);
    }
}

/// The whole bytes among `length` bits at `offset`, which is where a byte begins.
pub fn whole_bytes(bytes: &[u8], offset: usize, length: usize) -> &[u8] {
    &bytes[offset / 8..offset / 8 + length / 8]
}

/// The number that `count` bits (at most [`WORD`]) from `position` on are.
#[inline]
pub fn load(bytes: &[u8], position: usize, count: usize) -> u64 {
    if count == 0 {
        return 0;
    }
    let (first, skipped) = (position / 8, position % 8);
    if let (Some(word), true) = (bytes.get(first..first + 8), skipped + count <= WORD) {
        let word = u64::from_be_bytes(word.try_into().expect("eight bytes"));
        return (word << skipped) >> (WORD - count);
    }
    let last = (position + count - 1) / 8;
    let word = bytes[first..=last].iter().fold(0u128, |word, &byte| (word << 8) | byte as u128);
    let behind = (last + 1) * 8 - (position + count);
    (word >> behind) as u64 & low_bits(count)
}

/// A number of which the lowest `count` bits (at most [`WORD`]) are set.
#[inline]
pub fn low_bits(count: usize) -> u64 {
    if count == WORD { u64::MAX } else { (1 << count) - 1 }
}

/// What is appended goes behind the buffer's last bit. The bits of the last byte that are not used
/// yet are zero.
impl Buffer {
    /// Appends the lowest `count` bits (at most [`WORD`]) of a number.
    #[inline]
    pub fn push(&mut self, number: u64, count: usize) {
        if count == 0 {
            return;
        }
        let used = self.bit_length % 8;
        let mut word = ((number & low_bits(count)) as u128) << (128 - used - count);
        if used > 0 {
            let last = self.bytes.pop().expect("some bits of it are used");
            word |= (last as u128) << 120;
        }
        self.bytes.extend_from_slice(&word.to_be_bytes()[..(used + count).div_ceil(8)]);
        self.bit_length += count;
    }

    /// Appends whole bytes.
    pub fn push_bytes(&mut self, bytes: &[u8]) {
        self.push_slice(bytes, 0, bytes.len() * 8);
    }

    /// Appends `length` of the bits, from the bit `offset` on.
    pub fn push_slice(&mut self, bytes: &[u8], offset: usize, length: usize) {
        self.bytes.reserve(length.div_ceil(8));
        if offset.is_multiple_of(8) && self.bit_length.is_multiple_of(8) {
            self.bytes.extend_from_slice(&bytes[offset / 8..(offset + length).div_ceil(8)]);
            self.bit_length += length;
            clear_unused(&mut self.bytes, self.bit_length);
            return;
        }
        let mut done = 0;
        while done < length {
            // A word less a byte always lies within eight bytes.
            let count = (length - done).min(WORD - 8);
            self.push(load(bytes, offset + done, count), count);
            done += count;
        }
    }

    /// Appends bits of its own.
    pub fn push_within(&mut self, offset: usize, length: usize) {
        if [offset, length, self.bit_length].iter().all(|place| place.is_multiple_of(8)) {
            self.bytes.extend_from_within(offset / 8..(offset + length) / 8);
            self.bit_length += length;
        } else {
            let source = self.bytes[offset / 8..(offset + length).div_ceil(8)].to_vec();
            self.push_slice(&source, offset % 8, length);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_appended_can_be_loaded() {
        let mut buffer = Buffer::default();
        let mut pieces = Vec::new();
        for step in 0..2000u64 {
            let number = step.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let count = (number >> 7) as usize % 65;
            pieces.push((buffer.bit_length, count, number & low_bits(count)));
            buffer.push(number, count);
            assert_eq!(buffer.bytes.len(), buffer.bit_length.div_ceil(8));
        }
        for (position, count, number) in pieces {
            assert_eq!(load(&buffer.bytes, position, count), number);
        }
    }

    #[test]
    fn slices_are_appended_at_any_alignment() {
        let source: Vec<u8> = (0..40u8).map(|step| step.wrapping_mul(37)).collect();
        for offset in 0..17 {
            for start in 0..9 {
                for length in [0, 1, 7, 8, 63, 64, 65, 250] {
                    let mut buffer = Buffer::default();
                    buffer.push(0b1_0110_1101, start);
                    buffer.push_slice(&source, offset, length);
                    buffer.push_within(start, length);
                    for bit in 0..length {
                        let expected = load(&source, offset + bit, 1);
                        assert_eq!(load(&buffer.bytes, start + bit, 1), expected);
                        assert_eq!(load(&buffer.bytes, start + length + bit, 1), expected);
                    }
                    let used = buffer.bit_length % 8;
                    let unused = if used == 0 { 0 } else { 0xFF >> used };
                    assert_eq!(buffer.bytes.last().copied().unwrap_or(0) & unused, 0);
                }
            }
        }
    }
}
