//! What do all processes share? Tables, persistent terms, arrays of integers, the environment,
//! regular expressions that were compiled, and streams of `zlib`.
//!
//! Whatever of it is outside of the heap counts against the memory of the run, for as long as it is
//! there.

use crate::process::ReferenceId;
use crate::streams::Streams;
use runtime::collect::Collection;
use runtime::work::Kept;
use runtime::{Heap, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use term::Term;

pub struct Shared {
    pub tables: tables::Tables,
    pub persistent: PersistentTerms,
    pub arrays: Arrays,
    pub environment: Environment,
    pub patterns: Patterns,
    pub streams: Streams,
}

/// What an entry takes beside what is in it.
const BYTES_PER_ENTRY: usize = 96;

impl Shared {
    pub fn new(heap: &Heap) -> Shared {
        let kept = || Kept::new(heap.work.outside());
        Shared {
            tables: tables::Tables::new(heap.work.outside()),
            persistent: PersistentTerms {
                terms: FxHashMap::default(),
                symbols: FxHashMap::default(),
                kept: kept(),
            },
            arrays: Arrays { arrays: FxHashMap::default(), kept: kept() },
            environment: Environment { variables: BTreeMap::new(), kept: kept() },
            patterns: Patterns { sources: FxHashMap::default(), kept: kept() },
            streams: Streams::new(kept()),
        }
    }

    pub(super) fn visit(&mut self, collection: &mut Collection) {
        collection.visit_all(self.persistent.terms.values_mut());
    }
}

// ---- persistent terms ----

pub struct PersistentTerms {
    terms: FxHashMap<Term, Value>,
    /// Which keys came from the input, by the numbers of their symbols.
    pub symbols: FxHashMap<Term, u32>,
    /// The keys. (The values are on the heap.)
    kept: Kept,
}

impl PersistentTerms {
    fn bytes_of(key: &Term) -> usize {
        BYTES_PER_ENTRY + key.weight()
    }

    pub fn get(&self, key: &Term) -> Option<Value> {
        self.terms.get(key).copied()
    }

    pub fn insert(&mut self, heap: &Heap, key: Term, value: Value) {
        let bytes = PersistentTerms::bytes_of(&key);
        heap.allow(bytes);
        if self.terms.insert(key, value).is_none() {
            self.kept.put(bytes);
        }
    }

    /// `false`: it was not there.
    pub fn remove(&mut self, key: &Term) -> bool {
        let was_there = self.terms.remove(key).is_some();
        if was_there {
            self.kept.lose(PersistentTerms::bytes_of(key));
        }
        was_there
    }

    pub fn clear(&mut self) {
        self.terms.clear();
        self.kept.lose_all();
    }

    /// In no order that would be the same in every run.
    pub fn iter(&self) -> impl Iterator<Item = (&Term, Value)> {
        self.terms.iter().map(|(key, &value)| (key, value))
    }

    pub fn len(&self) -> usize {
        self.terms.len()
    }

    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }
}

// ---- arrays ----

/// Atomics and counters.
pub struct Arrays {
    arrays: FxHashMap<ReferenceId, Array>,
    kept: Kept,
}

/// Integers of 64 bits that wrap around.
pub struct Array {
    pub is_signed: bool,
    pub cells: Box<[i64]>,
}

impl Arrays {
    pub fn add(&mut self, heap: &Heap, reference: ReferenceId, size: usize, is_signed: bool) {
        let bytes = BYTES_PER_ENTRY + size * size_of::<i64>();
        heap.allow(bytes);
        self.kept.put(bytes);
        self.arrays.insert(reference, Array { is_signed, cells: vec![0; size].into() });
    }

    pub fn get(&self, reference: ReferenceId) -> Option<&Array> {
        self.arrays.get(&reference)
    }

    pub fn get_mut(&mut self, reference: ReferenceId) -> Option<&mut Array> {
        self.arrays.get_mut(&reference)
    }
}

// ---- variables ----

/// The variables of an operating system that has set none.
pub struct Environment {
    variables: BTreeMap<Vec<u8>, Vec<u8>>,
    kept: Kept,
}

impl Environment {
    fn bytes_of(name: &[u8], value: &[u8]) -> usize {
        BYTES_PER_ENTRY + name.len() + value.len()
    }

    pub fn get(&self, name: &[u8]) -> Option<&[u8]> {
        self.variables.get(name).map(Vec::as_slice)
    }

    pub fn put(&mut self, heap: &Heap, name: Vec<u8>, value: Vec<u8>) {
        let bytes = Environment::bytes_of(&name, &value);
        heap.allow(bytes);
        self.remove(&name);
        self.kept.put(bytes);
        self.variables.insert(name, value);
    }

    pub fn remove(&mut self, name: &[u8]) {
        if let Some(value) = self.variables.remove(name) {
            self.kept.lose(Environment::bytes_of(name, &value));
        }
    }

    /// By name.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.variables.iter().map(|(name, value)| (name.as_slice(), value.as_slice()))
    }
}

// ---- regular expressions ----

/// What the oracle has compiled: see [`crate::oracle`].
pub struct Patterns {
    sources: FxHashMap<Term, PatternSource>,
    kept: Kept,
}

/// What a regular expression was compiled from.
pub struct PatternSource {
    pub pattern: Term,
    /// A list.
    pub options: Term,
}

impl Patterns {
    pub fn source(&self, reference: &Term) -> Option<&PatternSource> {
        self.sources.get(reference)
    }

    pub fn remember(&mut self, reference: Term, source: PatternSource) {
        let weight = reference.weight() + source.pattern.weight() + source.options.weight();
        if self.sources.insert(reference, source).is_none() {
            self.kept.put(BYTES_PER_ENTRY + weight);
        }
    }
}
