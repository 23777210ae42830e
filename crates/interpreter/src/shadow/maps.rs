//! What happens to symbolic maps? A map of the input is *open*: the run knows only the keys that it
//! asked about. What is put on top of it, removed or merged is kept as an expression, so that nothing
//! has to be known about the rest. A map that the program makes itself is on the heap as ever; its
//! values and even its keys may be symbolic.
//!
//! Keys are equal or they are not: wherever that depends on the input it is decided, so that the keys
//! of a map are always known to differ.

use super::{holds_symbols, nth};
use crate::record::{AskedMap, Key};
use crate::shadow::Shadow;
use runtime::map::FLAT_LIMIT;
use runtime::{Raise, Value};
use symbolic::{Arithmetic, Comparison, Expr, Kind, Shape, Symbol};
use term::{Term, atoms, order};
use trace::{Loser, Place};

/// What is not followed about maps.
const WHOLE_MAPS: &str = "maps with more than 32 keys or in the order of their keys";

/// Operations of the program.
impl Shadow<'_> {
    /// Can the key be looked up as if there were no symbols?
    #[inline]
    pub(crate) fn is_plain_lookup(&self, map: Value, key: Value) -> bool {
        self.is_plain_map(map) && (key.is_immediate() || !holds_symbols(self.heap, key))
    }

    /// The same for an update. Keys and values alternate.
    pub(crate) fn is_plain_update(&self, map: Value, pairs: &[Value]) -> bool {
        self.is_plain_map(map) && pairs.iter().step_by(2).all(|&key| self.is_plain_lookup(map, key))
    }

    /// Is the map on the heap, and none of its keys symbolic?
    pub(crate) fn is_plain_map(&self, map: Value) -> bool {
        let may_hold = self.recorder.has_symbolic_keys;
        !map.is_symbolic()
            && (!may_hold
                || !self.heap.is_map(map)
                || !self.heap.map_keys(map).any(|key| holds_symbols(self.heap, key)))
    }

    /// `#{Key := Value}` in a pattern, where the map is known to be one.
    pub(crate) fn map_value_symbolic(
        &mut self,
        here: Place,
        map: Value,
        key: Value,
    ) -> Option<Value> {
        let key = self.asked_key(nth(here, 3), key);
        self.lookup(here, map, &key)
    }

    /// `Map#{Key => Value}`, or `:=` if `exact`. Keys and values alternate.
    pub(crate) fn update_map_symbolic(
        &mut self,
        here: Place,
        base: Value,
        pairs: &[Value],
        exact: bool,
    ) -> Result<Value, Raise> {
        let mut map = self.known_map(here, base)?;
        let mut keys = Vec::new();
        for pair in pairs.chunks_exact(2) {
            let key = self.asked_key(nth(here, 3), pair[0]);
            if exact && self.lookup(nth(here, 1), map, &key).is_none() {
                let reason = self.heap.tuple(&[atoms::badkey.into(), pair[0]]);
                return Err(Raise::error(reason));
            }
            keys.push((key, pair[1]));
        }
        for (key, value) in keys {
            map = self.put(nth(here, 2), map, &key, value);
        }
        Ok(map)
    }

    /// The value, which is a map from here on; or `{badmap, Value}`.
    pub(crate) fn known_map(&mut self, here: Place, value: Value) -> Result<Value, Raise> {
        let is_map = match value.is_symbolic() {
            true => self.decide(here, value, &[Shape::Kind(Kind::Map)]) == 0,
            false => self.heap.is_map(value),
        };
        if is_map {
            return Ok(value);
        }
        Err(Raise::error(self.heap.tuple(&[atoms::badmap.into(), value])))
    }
}

/// Keys.
impl Shadow<'_> {
    /// A key that the program comes with. A truth value is decided first: there are only two.
    pub(crate) fn asked_key(&mut self, here: Place, value: Value) -> Key {
        if value.is_symbolic() {
            let (concrete, symbol) = self.halves(value);
            if self.recorder.symbols.is_truth(symbol) {
                self.decide(here, value, &[Shape::Literal(Term::Atom(atoms::true_))]);
                return self.key_of(concrete);
            }
        }
        self.key_of(value)
    }

    pub(crate) fn key_of(&mut self, value: Value) -> Key {
        let symbol = self.reify(value);
        let term = self.heap.to_term(value);
        self.remember(symbol, &term);
        Key { symbol, term }
    }

    fn key_of_symbol(&mut self, symbol: Symbol) -> Key {
        Key { symbol, term: self.remembered_term(symbol) }
    }

    pub(crate) fn key_value(&mut self, key: &Key) -> Value {
        let concrete = self.heap.from_term(&key.term);
        self.unreify(key.symbol, concrete)
    }

    /// What the symbol is in this run, for when only the symbol is at hand.
    pub(crate) fn remember(&mut self, symbol: Symbol, term: &Term) {
        let recorder = &mut *self.recorder;
        if recorder.symbols.as_constant(symbol).is_none() {
            let number = recorder.terms.len();
            recorder.terms.entry(symbol).or_insert_with(|| (number, term.clone()));
        }
    }

    fn remembered_term(&mut self, symbol: Symbol) -> Term {
        let recorder = &mut *self.recorder;
        match recorder.symbols.as_constant(symbol) {
            Some(term) => term.clone(),
            None => recorder.terms[&symbol].1.clone(),
        }
    }

    fn remembered(&mut self, symbol: Symbol) -> Value {
        let term = self.remembered_term(symbol);
        let concrete = self.heap.from_term(&term);
        self.unreify(symbol, concrete)
    }

    pub(crate) fn is_constant(&mut self, key: &Key) -> bool {
        self.recorder.symbols.as_constant(key.symbol).is_some()
    }

    /// Which of some keys it is; decided as far as it depends on the input.
    pub(crate) fn find_key(&mut self, here: Place, keys: &[Key], key: &Key) -> Option<usize> {
        if let Some(index) = keys.iter().position(|each| each.symbol == key.symbol) {
            return Some(index);
        }
        if self.is_constant(key) {
            let same = |(_, each): &(usize, &Key)| order::exactly_equal(&each.term, &key.term);
            let found = keys.iter().enumerate().find(same);
            if let Some((index, each)) = found
                && self.is_constant(each)
            {
                return Some(index);
            }
        } else if let Some(index) = self.find_constant(here, keys, key) {
            return Some(index);
        }
        let is_constant = self.is_constant(key);
        (0..keys.len()).find(|&index| {
            let each = &keys[index];
            !(is_constant && self.is_constant(each)) && self.is_same_key(here, each, key)
        })
    }

    /// Which of the keys that do not depend on the input a symbolic key is: one decision for all.
    fn find_constant(&mut self, here: Place, keys: &[Key], key: &Key) -> Option<usize> {
        if self.is_compound(key.symbol) {
            return None;
        }
        let mut constants: Vec<usize> =
            (0..keys.len()).filter(|&index| self.is_constant(&keys[index])).collect();
        if constants.is_empty() {
            return None;
        }
        // In an order that does not depend on how the keys came about.
        constants.sort_by(|&one, &other| order::compare_exact(&keys[one].term, &keys[other].term));
        let shapes: Vec<Shape> =
            constants.iter().map(|&index| Shape::Literal(keys[index].term.clone())).collect();
        let found = shapes.iter().position(|shape| shape.fits(&key.term));
        let taken = found.unwrap_or(shapes.len());
        self.recorder.decide(here, key.symbol, shapes.into(), taken);
        found.map(|found| constants[found])
    }

    /// Is it made of parts, as `{a, X}`? What is equal to it is no question of one shape.
    fn is_compound(&mut self, symbol: Symbol) -> bool {
        matches!(
            self.recorder.symbols.expr(symbol),
            Expr::Cons(..) | Expr::Tuple(_) | Expr::MapUpdate { .. } | Expr::MapMerge { .. }
        )
    }

    fn is_same_key(&mut self, here: Place, one: &Key, other: &Key) -> bool {
        let are_same = order::exactly_equal(&one.term, &other.term);
        let symbols = &self.recorder.symbols;
        if let (Expr::MapKey { map: left, index: one }, Expr::MapKey { map: right, index: other }) =
            (symbols.expr(one.symbol), symbols.expr(other.symbol))
            && left == right
            && one != other
        {
            return false;
        }
        for (key, constant) in [(one, other), (other, one)] {
            if self.is_constant(constant) && !self.is_constant(key) {
                if self.is_compound(key.symbol) {
                    continue;
                }
                let shapes = [Shape::Literal(constant.term.clone())].into();
                self.recorder.decide(here, key.symbol, shapes, usize::from(!are_same));
                return are_same;
            }
        }
        if !self.is_constant(one) || !self.is_constant(other) {
            // One question, whichever of the two was there first.
            let (one, other) = (one.symbol.min(other.symbol), one.symbol.max(other.symbol));
            let expr = Expr::Compare(Comparison::ExactlyEqual, one, other);
            self.decide_truth(here, expr, are_same);
        }
        are_same
    }

    fn decide_truth(&mut self, here: Place, expr: Expr, truth: bool) {
        let recorder = &mut *self.recorder;
        let symbol = recorder.symbols.intern(expr);
        let shapes = [Shape::Literal(Term::Atom(atoms::true_))].into();
        recorder.decide(here, symbol, shapes, usize::from(!truth));
    }

    /// The value of an expression, with constructors of its own where the expression has some.
    pub(crate) fn unreify(&mut self, symbol: Symbol, concrete: Value) -> Value {
        self.heap.work.pay(4);
        crate::deep(|| match self.recorder.symbols.expr(symbol).clone() {
            Expr::Constant(_) => concrete,
            Expr::Cons(head, tail) => {
                let (first, rest) = (self.heap.head(concrete), self.heap.tail(concrete));
                let (head, tail) = (self.unreify(head, first), self.unreify(tail, rest));
                self.heap.cons(head, tail)
            }
            Expr::Tuple(parts) => {
                let concrete = self.heap.elements(concrete).to_vec();
                let parts = parts.iter().zip(concrete);
                let elements: Vec<Value> =
                    parts.map(|(&part, concrete)| self.unreify(part, concrete)).collect();
                self.heap.tuple(&elements)
            }
            _ => self.heap.symbolic(concrete, symbol.0),
        })
    }

    /// The value with no symbols in it.
    pub(crate) fn plain(&mut self, value: Value) -> Value {
        if !holds_symbols(self.heap, value) {
            return value;
        }
        self.heap.without_symbols(value)
    }
}

/// Looking at maps.
impl Shadow<'_> {
    pub(crate) fn lookup(&mut self, here: Place, map: Value, key: &Key) -> Option<Value> {
        if !map.is_symbolic() {
            return self.lookup_on_heap(here, map, key);
        }
        let (concrete, symbol) = self.halves(map);
        match self.recorder.symbols.expr(symbol).clone() {
            Expr::MapUpdate { map, pairs } => {
                let keys: Vec<Key> =
                    pairs.iter().map(|(key, _)| self.key_of_symbol(*key)).collect();
                if let Some(index) = self.find_key(here, &keys, key) {
                    let value = pairs[index].1?;
                    let concrete = self.concrete_value(concrete, key);
                    return Some(self.unreify(value, concrete));
                }
                let below = self.remembered(map);
                self.lookup(here, below, key)
            }
            Expr::MapMerge { map, winner } => {
                let winner = self.remembered(winner);
                self.lookup(here, winner, key).or_else(|| {
                    let below = self.remembered(map);
                    self.lookup(here, below, key)
                })
            }
            _ => self.lookup_in_input(here, (concrete, symbol), key),
        }
    }

    fn concrete_value(&mut self, map: Value, key: &Key) -> Value {
        let key = self.heap.from_term(&key.term);
        self.heap.map_get(map, key).expect("the key is there in this run")
    }

    fn lookup_on_heap(&mut self, here: Place, map: Value, key: &Key) -> Option<Value> {
        let index = self.find_on_heap(here, map, key)?;
        self.heap.map_pairs_from(map, index).next().map(|(_, value)| value)
    }

    fn find_on_heap(&mut self, here: Place, map: Value, key: &Key) -> Option<usize> {
        if self.is_constant(key) && self.is_plain_map(map) {
            let key = self.heap.from_term(&key.term);
            let mut keys = self.heap.map_keys(map);
            return keys.position(|each| runtime::compare::exactly_equal(self.heap, each, key));
        }
        let pairs = self.pairs_by_age(map);
        let keys: Vec<Key> = pairs.iter().map(|(key, _)| key.clone()).collect();
        let found = self.find_key(here, &keys, key)?;
        let found = self.heap.from_term(&keys[found].term);
        let mut keys = self.heap.map_keys(map);
        keys.position(|each| runtime::compare::exactly_equal(self.heap, each, found))
    }

    /// The pairs of a map on the heap, in an order that is the same in all runs which come here on the
    /// same way: that of the keys may depend on what has not been decided.
    pub(crate) fn pairs_by_age(&mut self, map: Value) -> Vec<(Key, Value)> {
        let pairs: Vec<(Value, Value)> = self.heap.map_pairs(map).collect();
        let mut pairs: Vec<(Key, Value)> =
            pairs.into_iter().map(|(key, value)| (self.key_of(key), value)).collect();
        let recorder = &mut *self.recorder;
        let number = |key: &Key| recorder.terms.get(&key.symbol).map(|(number, _)| *number);
        // What does not depend on the input comes first, in its own order.
        pairs.sort_by(|(one, _), (other, _)| match (number(one), number(other)) {
            (None, None) => order::compare_exact(&one.term, &other.term),
            numbers => numbers.0.cmp(&numbers.1),
        });
        pairs
    }

    /// First against the keys that this run has asked the map about, then it is another question.
    fn lookup_in_input(
        &mut self,
        here: Place,
        (concrete, map): (Value, Symbol),
        key: &Key,
    ) -> Option<Value> {
        let asked = self.recorder.maps.entry(map).or_default();
        let (is_whole, keys) = (asked.is_whole, asked.keys.clone());
        let known: Vec<Key> = keys.iter().map(|(key, _)| key.clone()).collect();
        let found = self.find_key(here, &known, key);
        if let Some(index) = found
            && !is_whole
            && self.recorder.is_concurrent()
        {
            let (key, is_there) = &keys[index];
            self.decide_truth(here, Expr::HasKey { map, key: key.symbol }, *is_there);
        }
        let key = match found {
            Some(index) if keys[index].1 => &known[index],
            Some(_) => return None,
            None if is_whole => return None,
            None => {
                let wanted = self.heap.from_term(&key.term);
                let is_there = self.heap.map_has(concrete, wanted);
                self.decide_truth(here, Expr::HasKey { map, key: key.symbol }, is_there);
                let asked = self.recorder.maps.entry(map).or_default();
                asked.keys.push((key.clone(), is_there));
                if !is_there {
                    return None;
                }
                key
            }
        };
        let value = self.concrete_value(concrete, key);
        Some(self.symbolic(value, Expr::MapValue { map, key: key.symbol }))
    }

    /// `map_size(Map)`. Of an open map that was changed, it depends on which keys were there.
    pub(crate) fn size_of_map(&mut self, here: Place, map: Value) -> Value {
        if !map.is_symbolic() {
            return Value::index(self.heap.map_size(map));
        }
        let (concrete, symbol) = self.halves(map);
        let size = self.heap.map_size(concrete);
        match self.recorder.symbols.expr(symbol).clone() {
            Expr::MapUpdate { map, pairs } => {
                let below = self.remembered(map);
                for (key, _) in &pairs {
                    let key = self.key_of_symbol(*key);
                    self.lookup(here, below, &key);
                }
                self.larger(here, below, size)
            }
            Expr::MapMerge { map, winner } => {
                let below = self.remembered(map);
                let below = self.spelled_out(here, below);
                let winner = self.remembered(winner);
                for (key, _) in self.pairs_by_age(below) {
                    self.lookup(here, winner, &key);
                }
                self.larger(here, winner, size)
            }
            _ => self.number(Value::index(size), Expr::MapSize(symbol)),
        }
    }

    /// The size of a map that is known to differ from another one by as much as it does in this run.
    fn larger(&mut self, here: Place, map: Value, size: usize) -> Value {
        let before = self.size_of_map(here, map);
        if !before.is_symbolic() {
            return Value::index(size);
        }
        let (concrete, symbol) = self.halves(before);
        let difference = size as i64 - self.heap.as_i64(concrete).expect("sizes are small");
        if difference == 0 {
            return before;
        }
        let difference = self.recorder.symbols.constant(Term::Int(difference));
        let sum = Expr::Arithmetic(Arithmetic::Add, symbol, difference);
        self.number(Value::index(size), sum)
    }
}

/// Changing maps.
impl Shadow<'_> {
    pub(crate) fn put(&mut self, here: Place, map: Value, key: &Key, value: Value) -> Value {
        if map.is_symbolic() {
            return self.change(here, map, key, Some(value));
        }
        let key = match self.find_on_heap(here, map, key) {
            Some(index) => self.heap.map_keys(map).nth(index).expect("just found"),
            None => {
                let is_constant = self.is_constant(key);
                self.recorder.has_symbolic_keys |= !is_constant;
                self.key_value(key)
            }
        };
        self.heap.map_put(map, key, value)
    }

    pub(crate) fn remove(&mut self, here: Place, map: Value, key: &Key) -> Value {
        if map.is_symbolic() {
            return self.change(here, map, key, None);
        }
        match self.find_on_heap(here, map, key) {
            Some(index) => {
                let key = self.heap.map_keys(map).nth(index).expect("just found");
                self.heap.map_remove(map, key)
            }
            None => map,
        }
    }

    fn change(&mut self, here: Place, map: Value, key: &Key, value: Option<Value>) -> Value {
        let (concrete, symbol) = self.halves(map);
        let (below, mut pairs) = match self.recorder.symbols.expr(symbol).clone() {
            Expr::MapUpdate { map, pairs } => (map, pairs.into_vec()),
            _ => {
                let term = self.heap.to_term(concrete);
                self.remember(symbol, &term);
                (symbol, Vec::new())
            }
        };
        let keys: Vec<Key> = pairs.iter().map(|(key, _)| self.key_of_symbol(*key)).collect();
        let symbol = value.map(|value| self.reify(value));
        match self.find_key(here, &keys, key) {
            Some(index) => pairs[index].1 = symbol,
            None => pairs.push((key.symbol, symbol)),
        }
        let key = self.heap.from_term(&key.term);
        let concrete = match value {
            Some(value) => {
                let value = self.plain(value);
                self.heap.map_put(concrete, key, value)
            }
            None => self.heap.map_remove(concrete, key),
        };
        self.made_map(concrete, Expr::MapUpdate { map: below, pairs: pairs.into() })
    }

    fn made_map(&mut self, concrete: Value, expr: Expr) -> Value {
        let recorder = &mut *self.recorder;
        let symbol = recorder.symbols.intern(expr);
        recorder.assume(symbol, Shape::Kind(Kind::Map));
        self.heap.symbolic(concrete, symbol.0)
    }

    /// `maps:merge(Map, Winner)`, both known to be maps.
    pub(crate) fn merged(&mut self, here: Place, map: Value, winner: Value) -> Value {
        if !winner.is_symbolic() || self.is_whole(winner) {
            let winner = self.spelled_out(here, winner);
            let pairs = self.pairs_by_age(winner);
            return pairs
                .into_iter()
                .fold(map, |map, (key, value)| self.put(here, map, &key, value));
        }
        let mut symbols = [map, winner].map(|each| {
            let symbol = self.reify(each);
            let term = self.heap.to_term(each);
            self.remember(symbol, &term);
            symbol
        });
        let [map_term, winner_term] = symbols.map(|symbol| self.remembered_term(symbol));
        let [map, winner] = &mut symbols;
        let (concrete, other) = (self.heap.from_term(&map_term), self.heap.from_term(&winner_term));
        let concrete = self.heap.map_merge(concrete, other);
        self.made_map(concrete, Expr::MapMerge { map: *map, winner: *winner })
    }

    fn is_whole(&mut self, map: Value) -> bool {
        let (_, symbol) = self.halves(map);
        self.recorder.maps.get(&symbol).is_some_and(|asked| asked.is_whole)
    }
}

/// Going through maps.
impl Shadow<'_> {
    /// The pairs in the order of keys, each decided.
    pub(crate) fn pairs_of(&mut self, here: Place, map: Value) -> Vec<(Value, Value)> {
        let map = self.spelled_out(here, map);
        if self.is_plain_map(map) {
            return self.heap.map_pairs(map).collect();
        }
        let mut sorted: Vec<(Key, Value)> = Vec::new();
        for (key, value) in self.pairs_by_age(map) {
            let later = (0..sorted.len()).find(|&index| {
                let other = sorted[index].0.clone();
                self.comes_before(here, &key, &other)
            });
            sorted.insert(later.unwrap_or(sorted.len()), (key, value));
        }
        sorted.into_iter().map(|(key, value)| (self.key_value(&key), value)).collect()
    }

    /// Which of two keys comes first?
    pub(crate) fn comes_before(&mut self, here: Place, one: &Key, other: &Key) -> bool {
        let is_before = order::compare_exact(&one.term, &other.term).is_lt();
        if self.is_order_known(one, other) {
            return is_before;
        }
        let (first, second) = (self.key_value(one), self.key_value(other));
        if self.are_keys_settled(here, first, second) {
            return is_before;
        }
        self.decide_comparison(here, Comparison::Less, first, second)
    }

    /// Among keys, all integers come before all floats. `true`: that says it all, or the keys have
    /// parts, whose order is not followed.
    pub(crate) fn are_keys_settled(&mut self, here: Place, one: Value, other: Value) -> bool {
        let kinds = [Kind::Integer, Kind::Float, Kind::Tuple, Kind::Map].map(Shape::Kind);
        let kinds = [&kinds[..], &[Shape::Cons]].concat();
        for key in [one, other] {
            if key.is_symbolic() {
                self.decide(here, key, &kinds);
            }
        }
        let [first, second] = [one, other].map(|key| self.heap.concrete(key));
        let has_parts = |key: Value| key.is_cons() || key.is_tuple() || self.heap.is_map(key);
        if has_parts(first) && has_parts(second) {
            self.concretise(WHOLE_MAPS, one);
            self.concretise(WHOLE_MAPS, other);
            return true;
        }
        let is_float = |key: Value| self.heap.as_float(key).is_some();
        self.heap.is_integer(first) && is_float(second)
            || is_float(first) && self.heap.is_integer(second)
    }

    /// Is it so? Decided, if it depends on the input, and as the operator would: values are taken apart as
    /// far as that helps. ([`Shadow::is_decided`] asks about them as wholes.)
    pub(crate) fn decide_comparison(
        &mut self,
        here: Place,
        comparison: Comparison,
        left: Value,
        right: Value,
    ) -> bool {
        if holds_symbols(self.heap, left) || holds_symbols(self.heap, right) {
            let truth = self.compare_value_symbolic(here, comparison, left, right);
            if truth.is_symbolic() {
                self.decide(here, truth, &[Shape::Literal(Term::Atom(atoms::true_))]);
            }
        }
        comparison.holds(self.heap, left, right)
    }

    /// Two keys of one map of the input, which come in their order.
    fn is_order_known(&mut self, one: &Key, other: &Key) -> bool {
        if self.is_constant(one) && self.is_constant(other) {
            return true;
        }
        let recorder = &mut *self.recorder;
        [one, other].iter().any(|key| {
            let Expr::MapKey { map, .. } = recorder.symbols.expr(key.symbol) else { return false };
            let is_key = |key: &Key| {
                let asked = &recorder.maps[map];
                asked.is_whole && asked.keys.iter().any(|(each, _)| each.symbol == key.symbol)
            };
            is_key(one) && is_key(other)
        })
    }

    /// The same map on the heap: how large it is, and which keys are which, is decided.
    pub(crate) fn spelled_out(&mut self, here: Place, map: Value) -> Value {
        if !map.is_symbolic() {
            return map;
        }
        let (concrete, symbol) = self.halves(map);
        match self.recorder.symbols.expr(symbol).clone() {
            Expr::MapUpdate { map, pairs } => {
                let below = self.remembered(map);
                let mut whole = self.spelled_out(here, below);
                for (key, value) in pairs {
                    let key = self.key_of_symbol(key);
                    whole = match value {
                        Some(value) => {
                            let concrete = self.concrete_value(concrete, &key);
                            let value = self.unreify(value, concrete);
                            self.put(here, whole, &key, value)
                        }
                        None => self.remove(here, whole, &key),
                    };
                }
                whole
            }
            Expr::MapMerge { map, winner } => {
                let below = self.remembered(map);
                let below = self.spelled_out(here, below);
                let winner = self.remembered(winner);
                let winner = self.spelled_out(here, winner);
                self.merged(here, below, winner)
            }
            _ if self.heap.map_size(concrete) > FLAT_LIMIT => {
                // The BEAM goes through a large map in the order of its hashes.
                self.concretise(WHOLE_MAPS, map)
            }
            _ => self.spell_out_input(here, (concrete, symbol)),
        }
    }

    fn spell_out_input(&mut self, here: Place, (concrete, map): (Value, Symbol)) -> Value {
        if !self.recorder.maps.get(&map).is_some_and(|asked| asked.is_whole) {
            self.ask_for_all(here, (concrete, map));
        }
        let keys: Vec<Key> =
            self.recorder.maps[&map].keys.iter().map(|(key, _)| key.clone()).collect();
        let mut pairs = Vec::new();
        for key in keys {
            let is_constant = self.is_constant(&key);
            self.recorder.has_symbolic_keys |= !is_constant;
            let value = self.concrete_value(concrete, &key);
            let value = self.symbolic(value, Expr::MapValue { map, key: key.symbol });
            pairs.push((self.key_value(&key), value));
        }
        self.heap.map_from_pairs(pairs)
    }

    /// Of a large map none of the following is asked.
    fn pin_small(&mut self, size: Symbol) {
        let symbols = &mut self.recorder.symbols;
        let limit = symbols.constant(Term::Int(FLAT_LIMIT as i64));
        let is_large = symbols.intern(Expr::Compare(Comparison::Greater, size, limit));
        self.recorder.pin_shape(is_large, Shape::Literal(Term::Atom(atoms::true_)), false);
    }

    /// One key after the other: is there one more, and is it one that was asked for?
    fn ask_for_all(&mut self, here: Place, (concrete, map): (Value, Symbol)) {
        let terms: Vec<Value> = self.heap.map_keys(concrete).collect();
        let asked = self.recorder.maps.remove(&map).unwrap_or_default();
        let mut rest: Vec<Key> =
            asked.keys.into_iter().filter(|(_, is_there)| *is_there).map(|(key, _)| key).collect();
        let size = self.recorder.symbols.intern(Expr::MapSize(map));
        self.pin_small(size);
        let mut keys = Vec::new();
        for index in 0..=terms.len() {
            if index == FLAT_LIMIT {
                // Larger maps are not followed, so it is not asked whether there is one more key.
                self.recorder.lose(Loser::Construct(WHOLE_MAPS));
                break;
            }
            let least = self.recorder.symbols.constant(Term::Int(index as i64));
            let is_more = Expr::Compare(Comparison::Greater, size, least);
            self.decide_truth(here, is_more, index < terms.len());
            let Some(&term) = terms.get(index) else { break };
            let term = self.heap.to_term(term);
            let expr = Expr::MapKey { map, index: index as u32 };
            let symbol = self.recorder.symbols.intern(expr);
            let key = Key { symbol, term };
            self.remember(symbol, &key.term);
            let key = match self.find_key(here, &rest, &key) {
                Some(known) => rest.remove(known),
                None => key,
            };
            keys.push((key, true));
        }
        self.recorder.maps.insert(map, AskedMap { keys, is_whole: true });
    }
}
