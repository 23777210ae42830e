//! How are events with their choices told apart by a number? By 128 bits that are mixed well: graphs are
//! known by the sum over their events, and two different ones with equal sums would cost us a run that nobody
//! misses. Nothing here depends on the machine or on the run.

/// A number for what was fed to it, in order.
#[derive(Clone, Copy)]
pub struct Mixer {
    low: u64,
    high: u64,
}

impl Mixer {
    pub fn new(seed: u64) -> Mixer {
        Mixer { low: seed ^ 0x243f_6a88_85a3_08d3, high: seed ^ 0x1319_8a2e_0370_7344 }
    }

    #[must_use]
    pub fn with(self, number: u64) -> Mixer {
        Mixer {
            low: fold(self.low ^ number, 0x9e37_79b9_7f4a_7c15),
            high: fold(self.high ^ number.rotate_left(32), 0xd6e8_feb8_6659_fd93),
        }
    }

    pub fn finish(self) -> u128 {
        let low = scramble(self.low ^ self.high.rotate_left(17));
        let high = scramble(self.high.wrapping_add(0xa076_1d64_78bd_642f));
        u128::from(low) << 64 | u128::from(high)
    }
}

/// Both halves of a product, which depend on all bits.
fn fold(number: u64, factor: u64) -> u64 {
    let product = u128::from(number) * u128::from(factor);
    (product as u64) ^ (product >> 64) as u64 ^ number.rotate_left(23)
}

fn scramble(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn sums_of_small_numbers_differ() {
        let token = |event: u64, choice: u64| Mixer::new(1).with(event).with(choice).finish();
        let mut sums = HashSet::new();
        for first in 0..60 {
            for second in 0..60 {
                for third in 0..20 {
                    let sum = token(0, first).wrapping_add(token(1, second));
                    sums.insert(sum.wrapping_add(token(2, third)));
                }
            }
        }
        assert_eq!(sums.len(), 60 * 60 * 20);
    }
}
