//! What does a map hold? Its pairs, sorted by the order that the keys of maps have, so that equal
//! maps are equal slices and a key is found by halving.

use crate::order::compare_exact;
use crate::{Map, Term};

impl Map {
    /// Of a key given twice, the last value counts.
    pub fn from_pairs(mut pairs: Vec<(Term, Term)>) -> Map {
        if !pairs.is_sorted_by(|a, b| compare_exact(&a.0, &b.0).is_lt()) {
            // The sort is stable: the last of equal keys stays last.
            pairs.sort_by(|a, b| compare_exact(&a.0, &b.0));
            pairs.dedup_by(|later, kept| {
                let same = compare_exact(&later.0, &kept.0).is_eq();
                if same {
                    std::mem::swap(later, kept);
                }
                same
            });
        }
        Map { pairs }
    }

    /// Pairs that are known to be in the order of keys, with no key twice.
    pub(crate) fn from_sorted(pairs: Vec<(Term, Term)>) -> Map {
        Map { pairs }
    }

    /// Pairs in the order of keys.
    pub fn pairs(&self) -> &[(Term, Term)] {
        &self.pairs
    }

    pub fn into_pairs(mut self) -> Vec<(Term, Term)> {
        std::mem::take(&mut self.pairs)
    }

    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    pub fn get(&self, key: &Term) -> Option<&Term> {
        self.position(key).ok().map(|index| &self.pairs[index].1)
    }

    pub fn contains_key(&self, key: &Term) -> bool {
        self.position(key).is_ok()
    }

    pub fn keys(&self) -> impl Iterator<Item = &Term> {
        self.pairs.iter().map(|(key, _)| key)
    }

    pub fn values(&self) -> impl Iterator<Item = &Term> {
        self.pairs.iter().map(|(_, value)| value)
    }

    /// Gives a key this value, whether it was there before or not.
    pub fn insert(&mut self, key: Term, value: Term) {
        match self.position(&key) {
            Ok(index) => self.pairs[index].1 = value,
            Err(index) => self.pairs.insert(index, (key, value)),
        }
    }

    pub fn remove(&mut self, key: &Term) -> Option<Term> {
        let index = self.position(key).ok()?;
        Some(self.pairs.remove(index).1)
    }

    fn position(&self, key: &Term) -> Result<usize, usize> {
        self.pairs.binary_search_by(|(candidate, _)| compare_exact(candidate, key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_of_equal_keys_counts() {
        let pairs = [(2, 1), (1, 2), (2, 3), (1, 4), (2, 5)];
        let map = Map::from_pairs(pairs.map(|(key, value)| (key.into(), value.into())).into());
        assert_eq!(map.len(), 2);
        assert_eq!(map.get(&1.into()).unwrap().as_i64(), Some(4));
        assert_eq!(map.get(&2.into()).unwrap().as_i64(), Some(5));
    }

    #[test]
    fn integers_and_floats_are_different_keys() {
        let mut map = Map::from_pairs(vec![(Term::Float(1.0), 1.into()), (2.into(), 2.into())]);
        map.insert(1.into(), 3.into());
        let keys: Vec<_> = map.keys().map(Term::as_i64).collect();
        assert_eq!(keys, [Some(1), Some(2), None]);
        assert_eq!(map.remove(&Term::Float(1.0)).unwrap().as_i64(), Some(1));
        assert!(!map.contains_key(&Term::Float(1.0)));
    }
}
