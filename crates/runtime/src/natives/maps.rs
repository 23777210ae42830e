//! Which functions on maps are built in? Those of the module `maps`, the guards on maps, and the
//! steps by which `maps.erl` iterates.

use crate::exception::{NativeResult, Raise};
use crate::heap::Heap;
use crate::map::FLAT_LIMIT;
use crate::value::Value;
use term::{Atom, atoms};

crate::natives! {
    "erlang" {
        "is_map_key"/2 = is_key,
        "map_get"/2 = get,
        "map_size"/1 = size,
    }
    "maps" {
        "find"/2 = find,
        "from_keys"/2 = from_keys,
        "from_list"/1 = from_list,
        "get"/2 = get,
        "is_key"/2 = is_key,
        "keys"/1 = keys,
        "merge"/2 = merge,
        "new"/0 = new,
        "put"/3 = put,
        "remove"/2 = remove,
        "take"/2 = take,
        "update"/3 = update,
        "values"/1 = values,
    }
    "erts_internal" {
        "map_next"/3 = map_next,
        "map_to_tuple_keys"/1 = map_to_tuple_keys,
    }
}

/// `{badmap, NotAMap}` unless it is one.
fn must_be_map(heap: &mut Heap, value: Value) -> Result<Value, Raise> {
    if heap.is_map(value) {
        return Ok(value);
    }
    Err(Raise::error(heap.tuple(&[atoms::badmap.into(), value])))
}

fn bad_key(heap: &mut Heap, key: Value) -> Raise {
    Raise::error(heap.tuple(&[atoms::badkey.into(), key]))
}

fn size(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let map = must_be_map(heap, arguments[0])?;
    Ok(Value::index(heap.map_size(map)))
}

fn get(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let (key, map) = (arguments[0], must_be_map(heap, arguments[1])?);
    heap.map_get(map, key).ok_or_else(|| bad_key(heap, key))
}

fn is_key(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let map = must_be_map(heap, arguments[1])?;
    Ok(Value::bool(heap.map_has(map, arguments[0])))
}

fn find(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let map = must_be_map(heap, arguments[1])?;
    match heap.map_get(map, arguments[0]) {
        Some(value) => Ok(heap.tuple(&[Value::OK, value])),
        None => Ok(atoms::error.into()),
    }
}

fn new(heap: &mut Heap, _: &[Value]) -> NativeResult {
    Ok(heap.map_from_sorted(&[]))
}

fn from_list(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let elements = heap.proper_list(arguments[0]).ok_or_else(Raise::badarg)?;
    let pair = |element| match heap.as_tuple(element) {
        Some(&[key, value]) => Ok((key, value)),
        _ => Err(Raise::badarg()),
    };
    let pairs = elements.into_iter().map(pair).collect::<Result<_, _>>()?;
    Ok(heap.map_from_list(pairs))
}

fn from_keys(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let keys = heap.proper_list(arguments[0]).ok_or_else(Raise::badarg)?;
    let pairs = keys.into_iter().map(|key| (key, arguments[1])).collect();
    Ok(heap.map_from_list(pairs))
}

fn keys(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let map = must_be_map(heap, arguments[0])?;
    let keys: Vec<_> = heap.map_keys(map).collect();
    Ok(heap.list(&keys))
}

fn values(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let map = must_be_map(heap, arguments[0])?;
    let values: Vec<_> = heap.map_values(map).collect();
    Ok(heap.list(&values))
}

fn merge(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let map = must_be_map(heap, arguments[0])?;
    let winner = must_be_map(heap, arguments[1])?;
    Ok(heap.map_merge(map, winner))
}

fn put(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let map = must_be_map(heap, arguments[2])?;
    Ok(heap.map_put(map, arguments[0], arguments[1]))
}

fn update(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let (key, map) = (arguments[0], must_be_map(heap, arguments[2])?);
    if heap.map_has(map, key) {
        Ok(heap.map_put(map, key, arguments[1]))
    } else {
        Err(bad_key(heap, key))
    }
}

fn remove(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let map = must_be_map(heap, arguments[1])?;
    Ok(heap.map_remove(map, arguments[0]))
}

fn take(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let map = must_be_map(heap, arguments[1])?;
    match heap.map_take(map, arguments[0]) {
        Some((value, rest)) => Ok(heap.tuple(&[value, rest])),
        None => Ok(atoms::error.into()),
    }
}

/// `erts_internal:map_next(Path, Map, iterator)` gives `{K1, V1, {K2, V2, … [Path | Map]}}`, and
/// with a list instead of `iterator` it puts the pairs in front of that: `[Path, Map, {K, V}, …]`.
///
/// A flat map comes in one step, whatever the path. A path into a large map says how many pairs are
/// done; it starts small, as on the BEAM, because many iterations end early.
fn map_next(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let &[path, map, form] = arguments else { return Err(Raise::badarg()) };
    let is_iterator = form == Atom::new("iterator").into();
    let is_list = form.is_nil() || form.is_cons();
    if !heap.is_map(map) || !(is_iterator || is_list) {
        return Err(Raise::badarg());
    }
    let size = heap.map_size(map);
    let done = heap.as_usize(path).filter(|&done| done <= size).ok_or_else(Raise::badarg)?;
    let (done, next) = match done {
        _ if size <= FLAT_LIMIT => (0, size),
        0 => (0, FLAT_LIMIT),
        _ => (done, size.min(done + LATER_STEP)),
    };
    if is_iterator {
        Ok(iterator_step(heap, map, done, next))
    } else {
        Ok(list_step(heap, map, form, done, next))
    }
}

/// How many pairs of a large map come after the first few.
const LATER_STEP: usize = 512;

fn iterator_step(heap: &mut Heap, map: Value, done: usize, next: usize) -> Value {
    let pairs: Vec<_> = heap.map_pairs_from(map, done).take(next - done).collect();
    let rest = if next == heap.map_size(map) {
        atoms::none.into()
    } else {
        heap.cons(Value::index(next), map)
    };
    pairs.into_iter().rev().fold(rest, |rest, (key, value)| heap.tuple(&[key, value, rest]))
}

/// The last pairs come first, because each step puts its pairs in front.
fn list_step(heap: &mut Heap, map: Value, tail: Value, done: usize, next: usize) -> Value {
    let size = heap.map_size(map);
    let pairs: Vec<_> = heap.map_pairs_from(map, size - next).take(next - done).collect();
    let list = pairs.into_iter().rev().fold(tail, |list, (key, value)| {
        let pair = heap.tuple(&[key, value]);
        heap.cons(pair, list)
    });
    if next == size { list } else { heap.list_with_tail(&[Value::index(next), map], list) }
}

fn map_to_tuple_keys(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let map = must_be_map(heap, arguments[0])?;
    if heap.map_size(map) > FLAT_LIMIT {
        return Err(Raise::badarg());
    }
    let keys: Vec<_> = heap.map_keys(map).collect();
    Ok(heap.tuple(&keys))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(heap: &mut Heap, size: usize) -> Value {
        let pairs = (0..size).map(|number| (Value::index(number), Value::OK)).collect();
        heap.map_from_pairs(pairs)
    }

    #[test]
    fn iteration_meets_every_pair_in_order() {
        for size in [0, 1, 32, 33, 2000] {
            let mut heap = Heap::new();
            let map = numbers(&mut heap, size);
            let mut step = heap.cons(Value::index(0), map);
            let mut met = Vec::new();
            loop {
                if step.is_cons() {
                    let (path, map) = (heap.head(step), heap.tail(step));
                    let iterator = Atom::new("iterator").into();
                    step = map_next(&mut heap, &[path, map, iterator]).unwrap();
                }
                let Some(&[key, _, next]) = heap.as_tuple(step) else { break };
                met.push(key);
                step = next;
            }
            assert_eq!(step, atoms::none.into());
            assert!(met.into_iter().eq((0..size).map(Value::index)));
        }
    }

    #[test]
    fn a_list_is_built_from_its_end() {
        let mut heap = Heap::new();
        let map = numbers(&mut heap, 2000);
        let mut list = heap.list_with_tail(&[Value::index(0), map], Value::NIL);
        while heap.head(list).is_small() {
            let (path, rest) = (heap.head(list), heap.tail(heap.tail(list)));
            list = map_next(&mut heap, &[path, map, rest]).unwrap();
        }
        let pairs = heap.proper_list(list).unwrap();
        let keys = pairs.iter().map(|&pair| heap.elements(pair)[0]);
        assert!(keys.eq((0..2000).map(Value::index)));
    }

    #[test]
    fn what_is_no_map_or_no_key_is_named() {
        let mut heap = Heap::new();
        let map = numbers(&mut heap, 1);
        let mut reason = |native: crate::natives::Native, arguments: &[Value]| match native(
            &mut heap, arguments,
        ) {
            Err(Raise::Exception { reason, .. }) => heap.to_term(reason).to_string(),
            other => format!("{other:?}"),
        };
        assert_eq!(reason(get, &[Value::OK, map]), "{badkey,ok}");
        assert_eq!(reason(get, &[Value::OK, Value::OK]), "{badmap,ok}");
        assert_eq!(reason(merge, &[map, Value::NIL]), "{badmap,[]}");
        assert_eq!(reason(update, &[Value::NIL, Value::OK, map]), "{badkey,[]}");
        assert_eq!(reason(from_list, &[map]), "badarg");
    }
}
