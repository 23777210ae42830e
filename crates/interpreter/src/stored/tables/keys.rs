//! Which key of a table is meant, and in which order do keys come, where that depends on the input? It is
//! decided, as for the keys of maps.

use super::Operation;
use crate::machine::Machine;
use crate::record::Key;
use crate::shadow::{holds_symbols, nth};
use crate::stored::MOST_KEYS;
use runtime::{NativeResult, Value};
use symbolic::{Comparison, Expr, Symbol};
use term::{Atom, Term};

impl Machine {
    /// The key, once it is decided which of the keys it is that are there.
    pub(super) fn decided_key(&mut self, it: &Operation, asked: Value) -> Value {
        let is_symbolic = holds_symbols(&self.heap, asked);
        if !is_symbolic && !self.has_symbolic_keys(it) {
            return asked;
        }
        if is_symbolic && self.table(it).size() > MOST_KEYS {
            return self.shadow().concretise("ets", asked);
        }
        let keys = self.keys_of_table(it);
        let key = self.shadow().asked_key(nth(it.here, 3), asked);
        if !self.table(it).is_ordered() {
            self.shadow().find_key(nth(it.here, 1), &keys, &key);
            return asked;
        }
        // `1` and `1.0` are one key of an ordered set.
        let value = self.shadow().key_value(&key);
        for each in &keys {
            if each.symbol == key.symbol
                || self.shadow().is_constant(each) && self.shadow().is_constant(&key)
            {
                continue;
            }
            let each = self.shadow().key_value(each);
            if self.shadow().decide_comparison(nth(it.here, 1), Comparison::Equal, value, each) {
                break;
            }
        }
        asked
    }

    pub(super) fn has_symbolic_keys(&mut self, it: &Operation) -> bool {
        self.table(it).may_hold_symbols && {
            let keys = self.keys_of_table(it);
            keys.iter().any(|key| !self.shadow().is_constant(key))
        }
    }

    /// The keys of a table, known to differ.
    pub(super) fn keys_of_table(&mut self, it: &Operation) -> Vec<Key> {
        let table = self.table(it);
        let index = table.key_position - 1;
        let keys: Vec<(Term, Option<u32>)> = table
            .entries()
            .map(|(key, objects)| {
                (key.term.clone(), objects.first().and_then(|first| first.symbol))
            })
            .collect();
        let part = |machine: &mut Machine, object: u32| {
            let expr = Expr::Element { tuple: Symbol(object), index: index as u32 };
            machine.shadow().recorder.symbols.intern(expr).0
        };
        let mut known = Vec::with_capacity(keys.len());
        for (term, object) in keys {
            known.push((term, object.map(|object| part(self, object))));
        }
        self.keys_by_age(known)
    }

    /// Keys in the order in which one goes through the table.
    pub(super) fn table_order(&mut self, it: &Operation, mut keys: Vec<Key>) -> Vec<Key> {
        let is_ordered = self.table(it).is_ordered();
        if keys.iter().all(|key| self.shadow().is_constant(key)) {
            keys.sort_by(|one, other| match is_ordered {
                true => term::order::compare(&one.term, &other.term),
                false => term::order::compare_exact(&one.term, &other.term),
            });
            return keys;
        }
        if !is_ordered {
            return self.keys_in_order(nth(it.here, 2), keys);
        }
        let mut sorted: Vec<Key> = Vec::with_capacity(keys.len());
        for key in keys {
            let later = (0..sorted.len()).find(|&index| {
                let (one, other) =
                    (self.shadow().key_value(&key), self.shadow().key_value(&sorted[index]));
                self.shadow().decide_comparison(nth(it.here, 2), Comparison::Less, one, other)
            });
            sorted.insert(later.unwrap_or(sorted.len()), key);
        }
        sorted
    }

    pub(super) fn key_or_end(&mut self, key: Option<Key>) -> Value {
        match key {
            Some(key) => self.shadow().key_value(&key),
            None => Atom::new("$end_of_table").into(),
        }
    }

    /// `next` and `prev`. Where there is no order, the previous one is the next.
    pub(super) fn neighbour(&mut self, it: &Operation, asked: Value) -> NativeResult {
        let plain = self.decided_key(it, asked);
        let is_there = {
            let key = self.heap.to_term(plain);
            let table = self.table(it);
            table.contains(&table.key(key))
        };
        if !is_there {
            // Beside which keys it would be is not followed.
            let key = self.shadow().concretise("ets", plain);
            if self.has_symbolic_keys(it) {
                return self.without_table_symbols(it, &[it.table, key]);
            }
            return self.plainly(it, &[it.table, key]);
        }
        if !self.has_symbolic_keys(it) {
            return self.plainly(it, &[it.table, plain]);
        }
        let keys = self.keys_of_table(it);
        let sorted = self.table_order(it, keys);
        let is_back = it.function.name() == "prev" && self.table(it).is_ordered();
        let wanted = self.heap.to_term(plain);
        let is_ordered = self.table(it).is_ordered();
        let is_it = |key: &Key| match is_ordered {
            true => term::order::compare(&key.term, &wanted).is_eq(),
            false => term::order::exactly_equal(&key.term, &wanted),
        };
        let place = sorted.iter().position(is_it).expect("the key is there");
        let beside = if is_back { place.checked_sub(1) } else { Some(place + 1) };
        let key = beside.and_then(|index| sorted.get(index)).cloned();
        Ok(self.key_or_end(key))
    }
}
