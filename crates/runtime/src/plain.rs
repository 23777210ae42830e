//! What is a value without its symbols? The same, with the concrete half in the place of each.
//!
//! What occurs in many places is there once, before and after: a term that shares its parts does not
//! become larger, and what holds no symbols is not copied.

use crate::compare::deeper;
use crate::heap::{FunView, Heap};
use crate::value::{Kind, Tag, Value};
use rustc_hash::FxHashMap;

/// What was found for values with parts, by their words.
type Known = FxHashMap<u64, Value>;

impl Heap {
    /// The value with the concrete half of every symbolic value in it.
    pub fn without_symbols(&mut self, value: Value) -> Value {
        self.plain(value, &mut Known::default())
    }

    fn plain(&mut self, value: Value, known: &mut Known) -> Value {
        let value = self.concrete(value);
        match value.tag() {
            Tag::Cons | Tag::Tuple | Tag::Boxed => {}
            _ => return value,
        }
        if let Some(&found) = known.get(&value.0) {
            return found;
        }
        self.work.pay(4);
        let found = match value.tag() {
            Tag::Cons => return deeper(|| self.plain_list(value, known)),
            Tag::Tuple => {
                let elements = self.elements(value).to_vec();
                self.plain_parts(value, elements, known, Heap::tuple)
            }
            _ => deeper(|| self.plain_box(value, known)),
        };
        known.insert(value.0, found);
        found
    }

    fn plain_list(&mut self, list: Value, known: &mut Known) -> Value {
        let mut cells = Vec::new();
        let mut rest = list;
        while rest.is_cons() && !known.contains_key(&rest.0) {
            self.work.pay(4);
            cells.push(rest);
            rest = self.concrete(self.tail(rest));
        }
        let mut tail = self.plain(rest, known);
        for cell in cells.into_iter().rev() {
            let head = self.plain(self.head(cell), known);
            let is_same = head == self.head(cell) && tail == self.tail(cell);
            tail = if is_same { cell } else { self.cons(head, tail) };
            known.insert(cell.0, tail);
        }
        tail
    }

    fn plain_box(&mut self, value: Value, known: &mut Known) -> Value {
        match self.kind(value) {
            Kind::FlatMap | Kind::TreeMap => {
                let parts: Vec<Value> =
                    self.map_pairs(value).flat_map(|(key, value)| [key, value]).collect();
                self.plain_parts(value, parts, known, |heap, parts| {
                    heap.map_from_pairs(
                        parts.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect(),
                    )
                })
            }
            Kind::Closure => {
                let Some(FunView::Closure { code, .. }) = self.fun(value) else { return value };
                let free = self.free_variables(value).to_vec();
                self.plain_parts(value, free, known, |heap, free| heap.closure(code, free))
            }
            _ => value,
        }
    }

    /// The value itself if its parts are plain, or else what `make` makes of the plain ones.
    fn plain_parts(
        &mut self,
        value: Value,
        parts: Vec<Value>,
        known: &mut Known,
        make: impl FnOnce(&mut Heap, &[Value]) -> Value,
    ) -> Value {
        let plain: Vec<Value> =
            deeper(|| parts.iter().map(|&part| self.plain(part, known)).collect());
        if plain == parts { value } else { make(self, &plain) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::{Term, read};

    #[test]
    fn every_symbol_is_replaced_and_nothing_else_is_copied() {
        let mut heap = Heap::new();
        let symbol = heap.symbolic(Value::index(7), 1);
        let plain = heap.from_term(&read::term("{a, [1, 2]}").expect("a term"));
        let tail = heap.list(&[symbol, plain]);
        let tail = heap.symbolic(tail, 2);
        let list = heap.cons(plain, tail);
        let map = heap.map_from_pairs(vec![(Value::OK, symbol), (Value::TRUE, list)]);
        let closure = heap.closure(3, &[map]);
        let stripped = heap.without_symbols(closure);
        let map = heap.free_variables(stripped)[0];
        let expected = "#{ok => 7, true => [{a, [1, 2]}, 7, {a, [1, 2]}]}";
        assert!(heap.to_term(map) == read::term(expected).expect("a term"));
        let list = heap.map_get(map, Value::TRUE).expect("it is there");
        assert_eq!(heap.head(list), plain);
        assert!(heap.tail(list).is_cons());
        assert_eq!(heap.without_symbols(stripped), stripped);
    }

    #[test]
    fn what_is_shared_stays_shared() {
        let mut heap = Heap::new();
        let symbol = heap.symbolic(Value::index(7), 1);
        let lists = (0..60).fold(symbol, |inner, _| heap.cons(inner, inner));
        let tuples = (0..60).fold(lists, |inner, _| heap.tuple(&[inner, inner]));
        let before = heap.words.len();
        let stripped = heap.without_symbols(tuples);
        assert!(heap.words.len() - before <= 60 * 5);
        let mut inner = stripped;
        while let Some(elements) = heap.as_tuple(inner) {
            inner = elements[1];
        }
        while inner.is_cons() {
            inner = heap.tail(inner);
        }
        assert_eq!(inner, Value::index(7));
    }

    #[test]
    fn a_million_levels() {
        let mut heap = Heap::new();
        let symbol = heap.symbolic(Value::index(7), 1);
        let deep = (0..1_000_000).fold(symbol, |inner, _| heap.tuple(&[inner]));
        let stripped = heap.without_symbols(deep);
        let expected = (0..1_000_000).fold(Term::Int(7), |inner, _| Term::tuple(vec![inner]));
        assert!(heap.to_term(stripped) == expected);
    }
}
