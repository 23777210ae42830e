//! Which of the events of a graph? A set of small numbers, a bit each.

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bits {
    words: Box<[u64]>,
}

impl Bits {
    /// For numbers below this.
    pub fn new(size: usize) -> Bits {
        Bits { words: vec![0; size.div_ceil(64)].into() }
    }

    /// All numbers below `filled`, of those below `size`.
    pub fn filled(size: usize, filled: usize) -> Bits {
        let mut bits = Bits::new(size);
        bits.words[..filled / 64].fill(u64::MAX);
        if !filled.is_multiple_of(64) {
            bits.words[filled / 64] = (1 << (filled % 64)) - 1;
        }
        bits
    }

    #[inline]
    pub fn contains(&self, number: usize) -> bool {
        self.words[number / 64] >> (number % 64) & 1 == 1
    }

    #[inline]
    pub fn insert(&mut self, number: usize) {
        self.words[number / 64] |= 1 << (number % 64);
    }

    #[inline]
    pub fn remove(&mut self, number: usize) {
        self.words[number / 64] &= !(1 << (number % 64));
    }

    pub fn add_all(&mut self, others: &Bits) {
        for (word, other) in self.words.iter_mut().zip(&others.words) {
            *word |= other;
        }
    }

    pub fn remove_all(&mut self, others: &Bits) {
        for (word, other) in self.words.iter_mut().zip(&others.words) {
            *word &= !other;
        }
    }

    pub fn keep_only(&mut self, others: &Bits) {
        for (word, other) in self.words.iter_mut().zip(&others.words) {
            *word &= other;
        }
    }

    pub fn is_within(&self, others: &Bits) -> bool {
        self.words.iter().zip(&others.words).all(|(word, other)| word & !other == 0)
    }

    /// Upwards.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(nth, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let lowest = (rest != 0).then(|| nth * 64 + rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(lowest)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_numbers() {
        let mut bits = Bits::new(200);
        for number in [3, 64, 199] {
            bits.insert(number);
        }
        assert_eq!(bits.iter().collect::<Vec<_>>(), [3, 64, 199]);
        assert!(bits.contains(64) && !bits.contains(65));
        let all = Bits::filled(200, 200);
        assert!((0..200).all(|number| all.contains(number)));
        let half = Bits::filled(200, 128);
        assert_eq!(half.iter().collect::<Vec<_>>(), (0..128).collect::<Vec<_>>());
        assert!(bits.is_within(&all) && !all.is_within(&bits));
        bits.remove(64);
        let mut others = all.clone();
        others.remove_all(&bits);
        assert_eq!(others.iter().count(), 198);
        others.add_all(&bits);
        assert_eq!(others, all);
        others.keep_only(&bits);
        assert_eq!(others, bits);
    }
}
