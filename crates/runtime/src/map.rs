//! How are maps kept on the heap, looked up and changed?
//!
//! Up to 32 pairs a map is *flat*: its keys in order, then its values. Above that it is a balanced
//! [`tree`]. Both keep the keys in the exact order, and a tree that shrinks to 32 pairs becomes flat
//! again: equal maps have the same form. On the BEAM a large map is a hash trie, whose order of
//! iteration is that of its hashes; ours is that of the keys.

mod tree;

use crate::compare::{compare_exact, exactly_equal};
use crate::heap::Heap;
use crate::value::{Kind, Tag, Value};
use std::cmp::Ordering;
use tree::EMPTY;

/// The most pairs that a flat map has.
pub const FLAT_LIMIT: usize = 32;

/// Looking at maps.
impl Heap {
    pub fn map_size(&self, map: Value) -> usize {
        let payload = self.payload(map);
        match self.kind(map) {
            Kind::FlatMap => payload.len() / 2,
            _ => payload[0].small_number() as usize,
        }
    }

    pub fn map_get(&self, map: Value, key: Value) -> Option<Value> {
        let key = self.concrete(key);
        match self.kind(map) {
            Kind::FlatMap => {
                let payload = self.payload(map);
                let size = payload.len() / 2;
                self.flat_index(&payload[..size], key).map(|index| payload[size + index])
            }
            _ => self.tree_get(self.payload(map)[1], key),
        }
    }

    pub fn map_has(&self, map: Value, key: Value) -> bool {
        self.map_get(map, key).is_some()
    }

    /// The pairs in the order of keys.
    pub fn map_pairs(&self, map: Value) -> Pairs<'_> {
        self.map_pairs_from(map, 0)
    }

    /// The pairs in the order of keys, without the first `skip`.
    pub fn map_pairs_from(&self, map: Value, skip: usize) -> Pairs<'_> {
        match self.kind(map) {
            Kind::FlatMap => {
                let (keys, values) = self.payload(map).split_at(self.map_size(map));
                let skip = skip.min(keys.len());
                Pairs { heap: self, keys: &keys[skip..], values: &values[skip..], path: Vec::new() }
            }
            _ => {
                let path = self.path_to(self.payload(map)[1], skip);
                Pairs { heap: self, keys: &[], values: &[], path }
            }
        }
    }

    pub fn map_keys(&self, map: Value) -> impl Iterator<Item = Value> {
        self.map_pairs(map).map(|(key, _)| key)
    }

    pub fn map_values(&self, map: Value) -> impl Iterator<Item = Value> {
        self.map_pairs(map).map(|(_, value)| value)
    }

    /// Where the key is among the keys of a flat map.
    #[inline]
    fn flat_index(&self, keys: &[Value], key: Value) -> Option<usize> {
        if key.is_immediate() {
            // Equal immediates are equal words: no need to ask for the order.
            return keys.iter().position(|&candidate| self.concrete(candidate) == key);
        }
        keys.iter().position(|&candidate| exactly_equal(self, candidate, key))
    }
}

/// The pairs of a map in the order of keys: see [`Heap::map_pairs`].
pub struct Pairs<'a> {
    heap: &'a Heap,
    /// What is left of a flat map.
    keys: &'a [Value],
    values: &'a [Value],
    /// The nodes of a tree that we have gone to the left from.
    path: Vec<Value>,
}

impl Iterator for Pairs<'_> {
    type Item = (Value, Value);

    #[inline]
    fn next(&mut self) -> Option<(Value, Value)> {
        if let ([key, keys @ ..], [value, values @ ..]) = (self.keys, self.values) {
            (self.keys, self.values) = (keys, values);
            return Some((*key, *value));
        }
        let node = self.heap.node(self.path.pop()?);
        let mut tree = node.right;
        while tree != EMPTY {
            self.path.push(tree);
            tree = self.heap.node(tree).left;
        }
        Some((node.key, node.value))
    }
}

/// Making and changing maps.
impl Heap {
    /// `#{K1 => V1, …}`; of a key given twice, the last value counts.
    pub fn map_from_pairs(&mut self, pairs: Vec<(Value, Value)>) -> Value {
        self.map_from_unsorted(pairs, |first, last| (first.0, last.1))
    }

    /// `maps:from_list/1`; of a key given twice, the last pair counts. (That differs from
    /// [`Heap::map_from_pairs`] on keys like `0.0` and `-0.0` only, which are equal but not alike.)
    pub fn map_from_list(&mut self, pairs: Vec<(Value, Value)>) -> Value {
        self.map_from_unsorted(pairs, |_, last| last)
    }

    fn map_from_unsorted(
        &mut self,
        mut pairs: Vec<(Value, Value)>,
        choose: impl Fn((Value, Value), (Value, Value)) -> (Value, Value),
    ) -> Value {
        let in_order =
            |heap: &Heap, a: &(Value, Value), b: &(Value, Value)| compare_exact(heap, a.0, b.0);
        if !pairs.is_sorted_by(|a, b| in_order(self, a, b).is_lt()) {
            // The sort is stable: the last of equal keys stays last.
            pairs.sort_by(|a, b| in_order(self, a, b));
            pairs.dedup_by(|later, kept| {
                let is_same = in_order(self, later, kept).is_eq();
                if is_same {
                    *kept = choose(*kept, *later);
                }
                is_same
            });
        }
        self.map_from_sorted(&pairs)
    }

    /// A map of pairs whose keys are in order and different.
    pub fn map_from_sorted(&mut self, pairs: &[(Value, Value)]) -> Value {
        if pairs.len() > FLAT_LIMIT {
            let root = self.tree_from_sorted(pairs);
            return self.tree_map(root);
        }
        let mut words = [Value::NIL; 2 * FLAT_LIMIT];
        for (index, &(key, value)) in pairs.iter().enumerate() {
            words[index] = key;
            words[pairs.len() + index] = value;
        }
        self.boxed(Kind::FlatMap, &words[..2 * pairs.len()])
    }

    /// `Map#{Key => Value}`
    pub fn map_put(&mut self, map: Value, key: Value, value: Value) -> Value {
        if self.kind(map) == Kind::FlatMap {
            return self.flat_put(map, key, value);
        }
        let root = self.payload(map)[1];
        let new_root = self.tree_put(root, key, value);
        if new_root == root { map } else { self.tree_map(new_root) }
    }

    /// `Map#{K1 => V1, …}`, from the first to the last.
    pub fn map_update_many(&mut self, map: Value, pairs: &[(Value, Value)]) -> Value {
        match pairs {
            [] => map,
            &[(key, value)] => self.map_put(map, key, value),
            _ => {
                let news = self.map_from_pairs(pairs.to_vec());
                self.map_merge_with(map, news, |old, new| (old.0, new.1))
            }
        }
    }

    /// The value of the key, and the map without it.
    pub fn map_take(&mut self, map: Value, key: Value) -> Option<(Value, Value)> {
        let key = self.concrete(key);
        if self.kind(map) == Kind::FlatMap {
            let (keys, values) = self.payload(map).split_at(self.map_size(map));
            let index = self.flat_index(keys, key)?;
            let value = values[index];
            return Some((value, self.flat_remove(map, index)));
        }
        let value = self.map_get(map, key)?;
        let root = self.tree_remove(self.payload(map)[1], key);
        Some((value, self.map_of_tree(root)))
    }

    pub fn map_remove(&mut self, map: Value, key: Value) -> Value {
        self.map_take(map, key).map_or(map, |(_, rest)| rest)
    }

    /// `maps:merge/2`: the pairs of both; where both have a key, the pair is that of `winner`.
    pub fn map_merge(&mut self, map: Value, winner: Value) -> Value {
        self.map_merge_with(map, winner, |_, new| new)
    }

    fn map_merge_with(
        &mut self,
        map: Value,
        winner: Value,
        choose: impl Fn((Value, Value), (Value, Value)) -> (Value, Value),
    ) -> Value {
        let (size, winner_size) = (self.map_size(map), self.map_size(winner));
        if winner_size == 0 || map == winner {
            return map;
        }
        if size == 0 {
            return winner;
        }
        if is_much_smaller(winner_size, size) {
            let news: Vec<_> = self.map_pairs(winner).collect();
            return news.into_iter().fold(map, |map, (key, value)| self.map_put(map, key, value));
        }
        if is_much_smaller(size, winner_size) {
            let mut news: Vec<_> = self.map_pairs(map).collect();
            news.retain(|&(key, _)| !self.map_has(winner, key));
            return news
                .into_iter()
                .fold(winner, |map, (key, value)| self.map_put(map, key, value));
        }
        let pairs = self.merged_pairs(map, winner, choose);
        self.map_from_sorted(&pairs)
    }

    fn merged_pairs(
        &self,
        map: Value,
        winner: Value,
        choose: impl Fn((Value, Value), (Value, Value)) -> (Value, Value),
    ) -> Vec<(Value, Value)> {
        let mut olds = self.map_pairs(map).peekable();
        let mut news = self.map_pairs(winner).peekable();
        let mut pairs = Vec::with_capacity(self.map_size(map).max(self.map_size(winner)));
        loop {
            let (old, new) = match (olds.peek(), news.peek()) {
                (Some(&old), Some(&new)) => (old, new),
                (None, None) => return pairs,
                _ => {
                    pairs.extend(olds.by_ref());
                    pairs.extend(news.by_ref());
                    return pairs;
                }
            };
            let ordering = compare_exact(self, old.0, new.0);
            pairs.push(match ordering {
                Ordering::Less => old,
                Ordering::Equal => choose(old, new),
                Ordering::Greater => new,
            });
            if ordering.is_le() {
                olds.next();
            }
            if ordering.is_ge() {
                news.next();
            }
        }
    }

    fn flat_put(&mut self, map: Value, key: Value, value: Value) -> Value {
        let size = self.map_size(map);
        let payload = self.payload(map);
        if let Some(index) = self.flat_index(&payload[..size], self.concrete(key)) {
            if payload[size + index] == value {
                return map;
            }
            let place = self.copy_box(map);
            self.words[place + 1 + size + index] = value;
            return Value::pointer(Tag::Boxed, place);
        }
        let index =
            payload[..size].partition_point(|&other| compare_exact(self, other, key).is_lt());
        if size == FLAT_LIMIT {
            let mut pairs: Vec<_> = self.map_pairs(map).collect();
            pairs.insert(index, (key, value));
            return self.map_from_sorted(&pairs);
        }
        let (keys, values) = (map.place() + 1, map.place() + 1 + size);
        self.room(2 * size + 3);
        let new_map = Value::pointer(Tag::Boxed, self.words.len());
        self.words.push(Value::header(Kind::FlatMap, 2 * (size + 1)));
        self.words.extend_from_within(keys..keys + index);
        self.words.push(key);
        self.words.extend_from_within(keys + index..values + index);
        self.words.push(value);
        self.words.extend_from_within(values + index..values + size);
        new_map
    }

    /// The flat map without the pair of this index.
    fn flat_remove(&mut self, map: Value, index: usize) -> Value {
        let size = self.map_size(map);
        let (keys, values) = (map.place() + 1, map.place() + 1 + size);
        self.room(2 * size);
        let new_map = Value::pointer(Tag::Boxed, self.words.len());
        self.words.push(Value::header(Kind::FlatMap, 2 * (size - 1)));
        self.words.extend_from_within(keys..keys + index);
        self.words.extend_from_within(keys + index + 1..values + index);
        self.words.extend_from_within(values + index + 1..values + size);
        new_map
    }

    /// Copies a box to the end of the heap; only the copy may be changed.
    fn copy_box(&mut self, boxed: Value) -> usize {
        let place = boxed.place();
        let size = self.words[place].header_size() + 1;
        self.room(size);
        let copy = self.words.len();
        self.words.extend_from_within(place..place + size);
        copy
    }
}

/// Is it faster to put the pairs one by one than to go through both maps?
fn is_much_smaller(size: usize, other_size: usize) -> bool {
    other_size > FLAT_LIMIT && size.saturating_mul(2 * other_size.ilog2() as usize) < other_size
}

#[cfg(test)]
mod tests {
    use super::tree::DELTA;
    use super::*;
    use std::collections::BTreeMap;

    /// Numbers that look random and are the same every time.
    fn numbers(count: usize) -> impl Iterator<Item = usize> {
        let step = |seed: &usize| Some(seed.wrapping_mul(6364136223846793005).wrapping_add(1));
        std::iter::successors(Some(1), step).map(|number| number >> 33).take(count)
    }

    fn check(heap: &Heap, map: Value, expected: &BTreeMap<usize, usize>) {
        let pairs: Vec<_> = heap
            .map_pairs(map)
            .map(|(key, value)| (key.small_number() as usize, value.small_number() as usize))
            .collect();
        assert!(pairs.iter().copied().eq(expected.iter().map(|(&key, &value)| (key, value))));
        assert_eq!(heap.map_size(map), expected.len());
        let is_flat = heap.kind(map) == Kind::FlatMap;
        assert_eq!(is_flat, expected.len() <= FLAT_LIMIT);
        if !is_flat {
            check_balance(heap, heap.payload(map)[1]);
        }
    }

    fn check_balance(heap: &Heap, tree: Value) {
        if tree == EMPTY {
            return;
        }
        let node = heap.node(tree);
        let (left, right) = (heap.weight(node.left), heap.weight(node.right));
        assert_eq!(heap.weight(tree), left + right + 1);
        assert!(left < DELTA * (right + 1) && right < DELTA * (left + 1));
        check_balance(heap, node.left);
        check_balance(heap, node.right);
    }

    #[test]
    fn changes_are_those_of_any_other_map() {
        let mut heap = Heap::new();
        let mut expected = BTreeMap::new();
        let mut map = heap.map_from_pairs(vec![]);
        // The range of keys shrinks and grows, so that the map does too.
        for (round, number) in numbers(4000).enumerate() {
            let key = number % 100;
            if number / 100 % 100 < [90, 10][round / 500 % 2] {
                map = heap.map_put(map, Value::index(key), Value::index(round));
                expected.insert(key, round);
            } else {
                let value = expected.remove(&key).map(Value::index);
                assert_eq!(heap.map_get(map, Value::index(key)), value);
                map = heap.map_remove(map, Value::index(key));
                assert!(!heap.map_has(map, Value::index(key)));
            }
            check(&heap, map, &expected);
        }
    }

    #[test]
    fn merging() {
        for (left, right) in [(10, 10), (20, 20), (50, 50), (1000, 5), (5, 1000), (1000, 0)] {
            let mut heap = Heap::new();
            let keys: Vec<_> = numbers(left + right).map(|number| number % 2000).collect();
            let (mut a, mut b) = (BTreeMap::new(), BTreeMap::new());
            keys[..left].iter().for_each(|&key| {
                a.insert(key, 1);
            });
            keys[left..].iter().for_each(|&key| {
                b.insert(key, 2);
            });
            let mut make = |pairs: &BTreeMap<usize, usize>| {
                let pairs =
                    pairs.iter().map(|(&key, &value)| (Value::index(key), Value::index(value)));
                heap.map_from_pairs(pairs.collect())
            };
            let (left, right) = (make(&a), make(&b));
            let merged = heap.map_merge(left, right);
            a.extend(b);
            check(&heap, merged, &a);
        }
    }

    #[test]
    fn the_last_of_equal_keys_counts() {
        let mut heap = Heap::new();
        let pairs =
            [(2, 1), (1, 2), (2, 3)].map(|(key, value)| (Value::index(key), Value::index(value)));
        let map = heap.map_from_pairs(pairs.to_vec());
        check(&heap, map, &BTreeMap::from([(1, 2), (2, 3)]));
        let map = heap.map_update_many(map, &pairs[..1]);
        check(&heap, map, &BTreeMap::from([(1, 2), (2, 1)]));
    }

    #[test]
    fn pairs_from_the_middle() {
        let mut heap = Heap::new();
        for size in [5, 32, 33, 500] {
            let pairs: Vec<_> = (0..size).map(|n| (Value::index(n), Value::NIL)).collect();
            let map = heap.map_from_pairs(pairs.clone());
            for skip in 0..=size {
                assert!(heap.map_pairs_from(map, skip).eq(pairs[skip..].iter().copied()));
            }
        }
    }
}
