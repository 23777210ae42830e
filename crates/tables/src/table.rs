//! What is in one table? Objects under their keys, and who owns and protects them.

use runtime::work::Kept;
use runtime::{Heap, Value};
use smallvec::SmallVec;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound::{Excluded, Unbounded};
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use term::order::{compare, compare_exact, exactly_equal};
use term::{Atom, Term};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableType {
    Set,
    OrderedSet,
    Bag,
    DuplicateBag,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protection {
    Public,
    Protected,
    Private,
}

/// A key among the keys of one table.
#[derive(Clone)]
pub struct Key {
    pub term: Term,
    /// In ordered sets `1` and `1.0` are one key.
    is_loose: bool,
}

impl Ord for Key {
    fn cmp(&self, other: &Key) -> Ordering {
        if self.is_loose {
            compare(&self.term, &other.term)
        } else {
            compare_exact(&self.term, &other.term)
        }
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Key) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Key) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Key {}

/// What an object takes beside its parts, with its place in the table.
const BYTES_PER_OBJECT: usize = 96;

/// How many bytes an object takes, about.
fn weight(object: &Term) -> usize {
    BYTES_PER_OBJECT + object.weight()
}

fn weight_of_all(objects: &[Object]) -> usize {
    objects.iter().map(|object| weight(object)).sum()
}

/// What is in a table: a term, and how it came from the input of the run, if it did. What the number
/// means is known to those who note it; here it is kept with the object.
#[derive(Clone)]
pub struct Object {
    pub term: Term,
    pub symbol: Option<u32>,
}

impl From<Term> for Object {
    fn from(term: Term) -> Object {
        Object { term, symbol: None }
    }
}

impl Deref for Object {
    type Target = Term;

    fn deref(&self) -> &Term {
        &self.term
    }
}

impl Object {
    /// The object on a heap, with its symbol.
    pub fn value(&self, heap: &mut Heap) -> Value {
        let value = heap.from_term(&self.term);
        self.symbol.map_or(value, |symbol| heap.symbolic(value, symbol))
    }
}

/// The objects of one key, the oldest first. Sets have one.
pub type Objects = SmallVec<[Object; 1]>;

pub struct Table {
    /// Number of the table's reference.
    pub number: u64,
    pub name: Atom,
    pub is_named: bool,
    pub table_type: TableType,
    pub protection: Protection,
    /// Which element of an object is the key, counted from 1.
    pub key_position: usize,
    pub owner: u64,
    /// Who inherits the table, and what it is told then.
    pub heir: Option<(u64, Term)>,
    pub is_compressed: bool,
    pub read_concurrency: Atom,
    pub write_concurrency: Atom,
    /// Not said, or what was said.
    pub decentralized_counters: Option<bool>,
    objects: BTreeMap<Key, Objects>,
    /// May there be an object with a symbol?
    pub may_hold_symbols: bool,
    size: usize,
    weight: Kept,
    /// Who has fixed the table, and how often.
    pub fixations: Vec<(u64, usize)>,
    /// Keys that went away while the table was fixed: a traversal may still stand on them.
    ghosts: BTreeSet<Key>,
}

impl Table {
    /// An empty table; what it takes is added to `total`.
    pub fn new(number: u64, name: Atom, owner: u64, total: Arc<AtomicUsize>) -> Table {
        let no = term::atoms::false_;
        Table {
            number,
            name,
            is_named: false,
            table_type: TableType::Set,
            protection: Protection::Protected,
            key_position: 1,
            owner,
            heir: None,
            is_compressed: false,
            read_concurrency: no,
            write_concurrency: no,
            decentralized_counters: None,
            objects: BTreeMap::new(),
            may_hold_symbols: false,
            size: 0,
            weight: Kept::new(total),
            fixations: Vec::new(),
            ghosts: BTreeSet::new(),
        }
    }

    /// What `ets:new/2` returns.
    pub fn value(&self) -> Value {
        if self.is_named { self.name.into() } else { Value::reference(self.number) }
    }

    pub fn size(&self) -> usize {
        self.size
    }

    pub fn is_ordered(&self) -> bool {
        self.table_type == TableType::OrderedSet
    }

    /// Does a key have at most one object?
    pub fn is_set(&self) -> bool {
        matches!(self.table_type, TableType::Set | TableType::OrderedSet)
    }

    pub fn key(&self, term: Term) -> Key {
        Key { term, is_loose: self.is_ordered() }
    }

    /// The key of an object; `None` for what cannot be an object of this table.
    pub fn key_of(&self, object: &Term) -> Option<Key> {
        let key = object.as_tuple()?.get(self.key_position - 1)?;
        Some(self.key(key.clone()))
    }

    pub fn get(&self, key: &Key) -> &[Object] {
        self.objects.get(key).map_or(&[], |objects| objects)
    }

    pub fn contains(&self, key: &Key) -> bool {
        self.objects.contains_key(key)
    }

    /// Puts an object of which `key` is the key.
    pub fn insert(&mut self, key: Key, object: Term) {
        let bytes = weight(&object);
        match self.table_type {
            TableType::Set => {
                let objects = self.objects.entry(key).or_default();
                self.size += usize::from(objects.is_empty());
                self.weight.lose(weight_of_all(objects));
                *objects = SmallVec::from_elem(object.into(), 1);
            }
            // The new object's key may be another number that is equal.
            TableType::OrderedSet => {
                let before = self.objects.remove(&key);
                self.size += usize::from(before.is_none());
                self.weight.lose(weight_of_all(&before.unwrap_or_default()));
                self.objects.insert(key, SmallVec::from_elem(object.into(), 1));
            }
            TableType::Bag => {
                let objects = self.objects.entry(key).or_default();
                if objects.iter().any(|known| exactly_equal(known, &object)) {
                    return;
                }
                objects.push(object.into());
                self.size += 1;
            }
            TableType::DuplicateBag => {
                self.objects.entry(key).or_default().push(object.into());
                self.size += 1;
            }
        }
        self.weight.put(bytes);
    }

    /// Takes out all objects of a key.
    pub fn remove(&mut self, key: &Key) -> Objects {
        let Some((key, objects)) = self.objects.remove_entry(key) else { return Objects::new() };
        self.size -= objects.len();
        self.weight.lose(weight_of_all(&objects));
        self.remember(key);
        objects
    }

    /// Takes out all that are the same as this object.
    pub fn remove_object(&mut self, key: &Key, object: &Term) {
        let Some(objects) = self.objects.get_mut(key) else { return };
        let before = objects.len();
        objects.retain(|known| !exactly_equal(known, object));
        let gone = before - objects.len();
        self.size -= gone;
        self.weight.lose(gone * weight(object));
        if objects.is_empty() {
            self.remove(key);
        }
    }

    /// Keeps the objects of a key whose index is not listed.
    pub fn remove_at(&mut self, key: &Key, indexes: &[usize]) {
        let Some(objects) = self.objects.get_mut(key) else { return };
        let mut index = 0;
        let weights = &mut self.weight;
        objects.retain(|object| {
            index += 1;
            let is_kept = !indexes.contains(&(index - 1));
            if !is_kept {
                weights.lose(weight(object));
            }
            is_kept
        });
        self.size -= indexes.len();
        if objects.is_empty() {
            self.remove(key);
        }
    }

    /// Puts an object of the same key in the place of another.
    pub fn replace_at(&mut self, key: &Key, index: usize, object: Term) {
        let objects = self.objects.get_mut(key);
        if let Some(place) = objects.and_then(|objects| objects.get_mut(index)) {
            self.weight.put(weight(&object));
            self.weight.lose(weight(place));
            *place = object.into();
        }
    }

    /// Takes out everything, and says how much it was.
    pub fn clear(&mut self) -> usize {
        for key in std::mem::take(&mut self.objects).into_keys() {
            self.remember(key);
        }
        self.weight.lose_all();
        self.may_hold_symbols = false;
        std::mem::take(&mut self.size)
    }

    /// Notes how an object came from the input that has just been put under a key. Of several that
    /// are the same, it is the last.
    pub fn mark(&mut self, key: &Key, object: &Term, symbol: u32) {
        let Some(objects) = self.objects.get_mut(key) else { return };
        let same = objects.iter_mut().rev().find(|known| exactly_equal(known, object));
        if let Some(same) = same {
            same.symbol.get_or_insert(symbol);
            self.may_hold_symbols = true;
        }
    }

    /// Forgets how the objects came from the input, and says what there was.
    pub fn take_symbols(&mut self) -> Vec<(u32, Term)> {
        self.may_hold_symbols = false;
        let objects = self.objects.values_mut().flatten();
        let symbols =
            objects.filter_map(|object| Some((object.symbol.take()?, object.term.clone())));
        symbols.collect()
    }

    fn remember(&mut self, key: Key) {
        if !self.fixations.is_empty() {
            self.ghosts.insert(key);
        }
    }

    // ---- in order ----

    pub fn entries(&self) -> impl DoubleEndedIterator<Item = (&Key, &Objects)> {
        self.objects.iter()
    }

    pub fn entries_after(&self, key: &Key) -> impl Iterator<Item = (&Key, &Objects)> {
        self.objects.range((Excluded(key), Unbounded))
    }

    pub fn entries_before(&self, key: &Key) -> impl Iterator<Item = (&Key, &Objects)> {
        self.objects.range((Unbounded, Excluded(key))).rev()
    }

    pub fn entry(&self, key: &Key) -> Option<(&Key, &Objects)> {
        self.objects.get_key_value(key)
    }

    /// May a traversal go on from this key?
    pub fn can_stand_on(&self, key: &Key) -> bool {
        self.is_ordered() || self.contains(key) || self.ghosts.contains(key)
    }

    // ---- fixing ----

    pub fn fix(&mut self, pid: u64) {
        match self.fixations.iter_mut().find(|(who, _)| *who == pid) {
            Some((_, times)) => *times += 1,
            None => self.fixations.push((pid, 1)),
        }
    }

    pub fn release(&mut self, pid: u64, times: usize) {
        for fixation in &mut self.fixations {
            if fixation.0 == pid {
                fixation.1 = fixation.1.saturating_sub(times);
            }
        }
        self.fixations.retain(|&(_, times)| times > 0);
        if self.fixations.is_empty() {
            self.ghosts.clear();
        }
    }
}
