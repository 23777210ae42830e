//! Where does chance come from? From a seed, so that what happened once happens again.
//!
//! The generator is Marsaglia's xorshift with Vigna's multiplier (xorshift64*): eight bytes of
//! state, and good enough to pick test data.

#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    pub fn new(seed: u64) -> Random {
        // Seeds close to each other should not begin alike, and the state must not be zero.
        let mut mixed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        Random { state: (mixed ^ (mixed >> 31)) | 1 }
    }

    /// A seed of its own for each label, so that one test's numbers do not depend on another's.
    pub fn for_label(seed: u64, label: &str) -> Random {
        let hash = label.bytes().fold(0xCBF2_9CE4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
        });
        Random::new(seed ^ hash)
    }

    /// Any number of 64 bits.
    pub fn word(&mut self) -> u64 {
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        self.state.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number from 0 to `limit - 1`.
    pub fn below(&mut self, limit: usize) -> usize {
        assert!(limit > 0, "a choice needs something to choose from");
        // The high bits are the better ones.
        ((u128::from(self.word()) * limit as u128) >> 64) as usize
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        let span = (i128::from(high) - i128::from(low) + 1) as u128;
        let offset = (u128::from(self.word()) * span) >> 64;
        (i128::from(low) + offset as i128) as i64
    }

    /// True once in `times`.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_in_their_bounds_and_reach_them() {
        let mut random = Random::new(7);
        let numbers: Vec<i64> = (0..1000).map(|_| random.between(-3, 3)).collect();
        assert_eq!(numbers.iter().min(), Some(&-3));
        assert_eq!(numbers.iter().max(), Some(&3));
        for _ in 0..100 {
            random.between(i64::MIN, i64::MAX);
        }
    }

    #[test]
    fn seeds_and_labels_decide() {
        let first = |mut random: Random| (0..4).map(|_| random.word()).collect::<Vec<_>>();
        assert_eq!(first(Random::new(1)), first(Random::new(1)));
        assert_ne!(first(Random::new(1)), first(Random::new(2)));
        assert_ne!(first(Random::for_label(1, "a")), first(Random::for_label(1, "b")));
    }
}
