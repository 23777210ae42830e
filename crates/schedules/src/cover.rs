//! Has some run shown all of a variant already?
//!
//! For each event with its choice a bitmap says which runs had it. Some run had all of them if what the
//! bitmaps have in common is not empty. A bitmap begins with the run in which its event was first seen.

use rustc_hash::FxHashMap;

#[derive(Default)]
pub struct Cover {
    numbers: FxHashMap<u128, u32>,
    bitmaps: Vec<Bitmap>,
    runs: usize,
}

#[derive(Default)]
struct Bitmap {
    /// Words that are left out at the beginning: they are empty.
    skipped: usize,
    words: Vec<u64>,
}

impl Cover {
    /// A run had these events.
    pub fn add_run(&mut self, tokens: impl Iterator<Item = u128>) {
        let (word, bit) = (self.runs / 64, self.runs % 64);
        for token in tokens {
            let number = *self.numbers.entry(token).or_insert_with(|| {
                self.bitmaps.push(Bitmap { skipped: word, words: Vec::new() });
                self.bitmaps.len() as u32 - 1
            });
            let bitmap = &mut self.bitmaps[number as usize];
            bitmap.words.resize(word - bitmap.skipped + 1, 0);
            bitmap.words[word - bitmap.skipped] |= 1 << bit;
        }
        self.runs += 1;
    }

    pub fn runs(&self) -> usize {
        self.runs
    }

    /// Had some run all of these?
    pub fn has_all(&self, tokens: impl Iterator<Item = u128>) -> bool {
        let mut bitmaps = Vec::new();
        for token in tokens {
            let Some(&number) = self.numbers.get(&token) else { return false };
            bitmaps.push(&self.bitmaps[number as usize]);
        }
        // Short ones rule out most.
        bitmaps.sort_unstable_by_key(|bitmap| bitmap.words.len());
        let start = bitmaps.iter().map(|bitmap| bitmap.skipped).max().unwrap_or(0);
        let end = bitmaps.iter().map(|bitmap| bitmap.skipped + bitmap.words.len()).min();
        (start..end.unwrap_or(0)).any(|word| {
            let mut common = u64::MAX;
            for bitmap in &bitmaps {
                common &= bitmap.words[word - bitmap.skipped];
                if common == 0 {
                    return false;
                }
            }
            true
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_seen_together_is_covered() {
        let mut cover = Cover::default();
        assert!(!cover.has_all([1].into_iter()));
        for run in 0..200u128 {
            cover.add_run([1, 1000 + run, 5000 + run % 3].into_iter());
        }
        assert!(cover.has_all([1, 1007, 5001].into_iter()));
        assert!(cover.has_all([1, 1199].into_iter()));
        assert!(!cover.has_all([1, 1007, 5000].into_iter()));
        assert!(!cover.has_all([1003, 1004].into_iter()));
        assert!(!cover.has_all([1, 9].into_iter()));
        assert_eq!(cover.runs(), 200);
    }
}
