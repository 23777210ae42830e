//! What do the built-ins on maps do with symbolic maps and keys? The same as the natives of
//! [`mod@runtime::natives`], on maps of which only a part is known.

use super::nth;
use crate::shadow::Shadow;
use runtime::map::FLAT_LIMIT;
use runtime::{NativeResult, Raise, Value};
use symbolic::{Kind, Shape};
use term::{Atom, atoms};
use trace::Place;

impl Shadow<'_> {
    /// `None`: it is no built-in on maps, or one that needs no help with these arguments.
    pub(super) fn map_built_in(
        &mut self,
        here: Place,
        module: Atom,
        function: Atom,
        arguments: &[Value],
    ) -> Option<NativeResult> {
        Some(match (module.name(), function.name(), arguments) {
            ("erlang", "map_size", &[map]) => self.map_size(here, map),
            ("erlang", "map_get", &[key, map]) | ("maps", "get", &[key, map]) => {
                self.map_get(here, key, map)
            }
            ("erlang", "is_map_key", &[key, map]) | ("maps", "is_key", &[key, map]) => {
                self.found(here, key, map).map(|found| Value::bool(found.is_some()))
            }
            ("maps", "find", &[key, map]) => self.found(here, key, map).map(|found| match found {
                Some(value) => self.heap.tuple(&[Value::OK, value]),
                None => atoms::error.into(),
            }),
            ("maps", "put", &[key, value, map]) => self.map_put(here, key, value, map),
            ("maps", "update", &[key, value, map]) => {
                let got = self.map_get(here, key, map);
                got.and_then(|_| self.map_put(here, key, value, map))
            }
            ("maps", "remove", &[key, map]) => self.map_remove(here, key, map),
            ("maps", "take", &[key, map]) => self.map_take(here, key, map),
            ("maps", "keys", &[map]) => self.map_pairs(here, map).map(|pairs| {
                let keys: Vec<Value> = pairs.into_iter().map(|(key, _)| key).collect();
                self.heap.list(&keys)
            }),
            ("maps", "values", &[map]) => self.map_pairs(here, map).map(|pairs| {
                let values: Vec<Value> = pairs.into_iter().map(|(_, value)| value).collect();
                self.heap.list(&values)
            }),
            ("maps", "merge", &[map, winner]) => self.map_merge(here, map, winner),
            ("erts_internal", "map_next", &[path, map, form]) => {
                return self.map_next(here, path, map, form);
            }
            _ => return None,
        })
    }

    fn map_size(&mut self, here: Place, map: Value) -> NativeResult {
        let map = self.known_map(here, map)?;
        Ok(self.size_of_map(nth(here, 1), map))
    }

    fn found(&mut self, here: Place, key: Value, map: Value) -> Result<Option<Value>, Raise> {
        let map = self.known_map(here, map)?;
        let key = self.asked_key(nth(here, 3), key);
        Ok(self.lookup(nth(here, 1), map, &key))
    }

    fn map_get(&mut self, here: Place, key: Value, map: Value) -> NativeResult {
        match self.found(here, key, map)? {
            Some(value) => Ok(value),
            None => Err(Raise::error(self.heap.tuple(&[atoms::badkey.into(), key]))),
        }
    }

    fn map_put(&mut self, here: Place, key: Value, value: Value, map: Value) -> NativeResult {
        let map = self.known_map(here, map)?;
        let key = self.asked_key(nth(here, 3), key);
        Ok(self.put(nth(here, 2), map, &key, value))
    }

    fn map_remove(&mut self, here: Place, key: Value, map: Value) -> NativeResult {
        let map = self.known_map(here, map)?;
        let key = self.asked_key(nth(here, 3), key);
        Ok(self.remove(nth(here, 2), map, &key))
    }

    fn map_take(&mut self, here: Place, key: Value, map: Value) -> NativeResult {
        let Some(value) = self.found(here, key, map)? else { return Ok(atoms::error.into()) };
        let rest = self.map_remove(here, key, map)?;
        Ok(self.heap.tuple(&[value, rest]))
    }

    fn map_pairs(&mut self, here: Place, map: Value) -> Result<Vec<(Value, Value)>, Raise> {
        let map = self.known_map(here, map)?;
        Ok(self.pairs_of(nth(here, 3), map))
    }

    fn map_merge(&mut self, here: Place, map: Value, winner: Value) -> NativeResult {
        let map = self.known_map(here, map)?;
        let winner = self.known_map(nth(here, 1), winner)?;
        Ok(self.merged(nth(here, 2), map, winner))
    }

    /// A map of few keys comes in one step, wherever the path says that we are; that larger ones are
    /// not followed is told.
    fn map_next(
        &mut self,
        here: Place,
        path: Value,
        map: Value,
        form: Value,
    ) -> Option<NativeResult> {
        let is_iterator = form == Value::atom(Atom::new("iterator"));
        let concrete = self.heap.concrete(map);
        let is_small = self.heap.is_map(concrete) && self.heap.map_size(concrete) <= FLAT_LIMIT;
        if !is_small || !(is_iterator || form.is_nil() || form.is_cons()) {
            return None;
        }
        let pairs = match self.pairs_from(here, path, map) {
            Ok(pairs) => pairs.into_iter().rev(),
            Err(raise) => return Some(Err(raise)),
        };
        Some(Ok(if is_iterator {
            let end = atoms::none.into();
            pairs.fold(end, |rest, (key, value)| self.heap.tuple(&[key, value, rest]))
        } else {
            pairs.fold(form, |list, (key, value)| {
                let pair = self.heap.tuple(&[key, value]);
                self.heap.cons(pair, list)
            })
        }))
    }

    /// All pairs of a small map, if the path is one that such a map can have.
    fn pairs_from(
        &mut self,
        here: Place,
        path: Value,
        map: Value,
    ) -> Result<Vec<(Value, Value)>, Raise> {
        let map = self.known_map(here, map).map_err(|_| Raise::badarg())?;
        if path != Value::index(0) {
            if path.is_symbolic() {
                self.decide(nth(here, 1), path, &[Shape::Kind(Kind::Integer)]);
            }
            if !self.heap.is_integer(self.heap.concrete(path)) {
                return Err(Raise::badarg());
            }
            let size = self.size_of_map(nth(here, 2), map);
            self.is_ordered(nth(here, 1), Value::index(0), path)?;
            self.is_ordered(nth(here, 2), path, size)?;
        }
        Ok(self.pairs_of(nth(here, 3), map))
    }
}
