//! What is a bitstring? Bytes, and how many of their bits count. The bits that do not count are
//! zero, so that equal bitstrings are equal bytes.

use crate::Bits;
use std::sync::Arc;

/// How many bits of the last byte do not count. That these are few values, and known to be, lets
/// the compiler put the tag of a `Term` beside them: a term takes 24 bytes instead of 32.
#[derive(Clone, Copy)]
pub(crate) enum Unused {
    None,
    One,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
}

const UNUSED: [Unused; 8] = [
    Unused::None,
    Unused::One,
    Unused::Two,
    Unused::Three,
    Unused::Four,
    Unused::Five,
    Unused::Six,
    Unused::Seven,
];

impl Bits {
    /// The first `bit_length` bits of the bytes.
    ///
    /// # Panics
    /// If there are not that many bits.
    pub fn new(mut bytes: Vec<u8>, bit_length: usize) -> Bits {
        let byte_length = bit_length.div_ceil(8);
        assert!(byte_length <= bytes.len(), "{bit_length} bits of {} bytes", bytes.len());
        bytes.truncate(byte_length);
        let unused = byte_length * 8 - bit_length;
        if let Some(last) = bytes.last_mut() {
            *last &= 0xFFu8 << unused;
        }
        Bits { bytes: bytes.into(), unused: UNUSED[unused] }
    }

    /// All of them; the bits of the last byte beyond [`Bits::bit_length`] are zero.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub fn bit_length(&self) -> usize {
        self.bytes.len() * 8 - self.unused as usize
    }

    /// `byte_size/1`: a last byte that is only used in part counts.
    pub fn byte_size(&self) -> usize {
        self.bytes.len()
    }

    /// How many bits of the last byte count, if not all do.
    pub fn trailing_bits(&self) -> usize {
        self.bit_length() % 8
    }

    pub fn is_binary(&self) -> bool {
        matches!(self.unused, Unused::None)
    }

    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The bit at this place, counted from the left, which must be below the length.
    pub fn bit(&self, index: usize) -> bool {
        self.bytes[index / 8] & (0x80 >> (index % 8)) != 0
    }
}

impl From<&[u8]> for Bits {
    fn from(bytes: &[u8]) -> Bits {
        Bits { bytes: bytes.into(), unused: Unused::None }
    }
}

impl From<Vec<u8>> for Bits {
    fn from(bytes: Vec<u8>) -> Bits {
        Bits { bytes: bytes.into(), unused: Unused::None }
    }
}

impl From<Arc<[u8]>> for Bits {
    fn from(bytes: Arc<[u8]>) -> Bits {
        Bits { bytes, unused: Unused::None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unused_bits_are_zero_and_unused_bytes_gone() {
        let bits = Bits::new(vec![0xFF, 0xFF, 0xFF], 11);
        assert_eq!(bits.bytes(), [0xFF, 0b1110_0000]);
        assert_eq!((bits.bit_length(), bits.trailing_bits(), bits.is_binary()), (11, 3, false));
        assert!(bits.bit(10));
        assert!(Bits::new(vec![0xFF], 0).is_empty());
    }

    #[test]
    fn a_term_is_three_words() {
        assert_eq!(size_of::<crate::Term>(), 24);
    }

    #[test]
    #[should_panic = "9 bits of 1 bytes"]
    fn bits_that_are_not_there() {
        Bits::new(vec![0], 9);
    }
}
