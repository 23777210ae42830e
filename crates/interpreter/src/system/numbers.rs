//! Which number has nobody had yet? Of references, unique integers, and bytes by chance: the same
//! sequence in every run.

use crate::process::ReferenceId;

pub struct Numbers {
    next_reference: ReferenceId,
    next_unique: i64,
    /// Where the bytes come from that nobody can guess.
    randomness: u64,
}

impl Default for Numbers {
    fn default() -> Numbers {
        Numbers { next_reference: 1, next_unique: 1, randomness: 0x9E37_79B9_7F4A_7C15 }
    }
}

impl Numbers {
    pub fn new_reference(&mut self) -> ReferenceId {
        self.next_reference += 1;
        self.next_reference - 1
    }

    /// Which one comes next.
    pub fn next_reference(&self) -> ReferenceId {
        self.next_reference
    }

    pub fn new_unique(&mut self) -> i64 {
        self.next_unique += 1;
        self.next_unique - 1
    }

    /// The next of a sequence that is the same in every run (xorshift).
    pub fn random_byte(&mut self) -> u8 {
        self.randomness ^= self.randomness << 13;
        self.randomness ^= self.randomness >> 7;
        self.randomness ^= self.randomness << 17;
        (self.randomness >> 32) as u8
    }
}
