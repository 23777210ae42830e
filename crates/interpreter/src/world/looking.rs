//! What is in a value that is another in every run of the BEAM? Pids, references and closures have
//! numbers that nobody can tell before, and the pairs of a map that is hashed come in any order.

use runtime::map::FLAT_LIMIT;
use runtime::{FunView, Heap, Value, View};
use smallvec::{SmallVec, smallvec};

/// A value with more parts than this is not looked through: it may hold anything.
const MOST_PARTS: usize = 1 << 18;

/// Is there a pid, a reference or a closure of this run in the value?
pub fn holds_identity(heap: &Heap, value: Value) -> bool {
    any_part(heap, value, |value| match heap.view(value) {
        View::Pid(_) | View::Reference(_) => true,
        View::Fun => matches!(heap.fun(value), Some(FunView::Closure { .. })),
        _ => false,
    })
}

/// Is there a map in it whose order is one of hashes?
pub fn is_order_hashed(heap: &Heap, value: Value, release: u32) -> bool {
    any_part(heap, value, |value| heap.is_map(value) && is_map_hashed(heap, value, release))
}

/// From OTP 26 on, atoms among the keys of a small map are in the order in which the node met them.
pub fn is_map_hashed(heap: &Heap, map: Value, release: u32) -> bool {
    let atoms = || heap.map_keys(map).filter(|key| heap.concrete(*key).is_atom()).count();
    heap.map_size(map) > FLAT_LIMIT || release >= 26 && atoms() > 1
}

fn any_part(heap: &Heap, value: Value, is_it: impl Fn(Value) -> bool) -> bool {
    let mut pending: SmallVec<[Value; 16]> = smallvec![value];
    let mut looked = 0;
    while let Some(value) = pending.pop() {
        let value = heap.concrete(value);
        looked += 1;
        if is_it(value) || looked > MOST_PARTS {
            return true;
        }
        match heap.view(value) {
            View::Cons(head, tail) => pending.extend([tail, head]),
            View::Tuple => pending.extend_from_slice(heap.elements(value)),
            View::Map => {
                pending.extend(heap.map_pairs(value).flat_map(|(key, value)| [key, value]))
            }
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_looked_at() {
        let mut heap = Heap::new();
        let reference = Value::reference(7);
        let list = heap.list(&[Value::OK, reference]);
        let tuple = heap.tuple(&[Value::OK, list]);
        let map = heap.map_from_pairs(vec![(Value::OK, tuple)]);
        assert!(holds_identity(&heap, map));
        assert!(holds_identity(&heap, Value::pid(100)));
        let plain = heap.map_from_pairs(vec![(Value::OK, Value::NIL)]);
        assert!(!holds_identity(&heap, plain));
    }

    #[test]
    fn large_maps_are_hashed() {
        let mut heap = Heap::new();
        let mut map = |size: usize| {
            heap.map_from_pairs((0..size).map(|n| (Value::index(n), Value::OK)).collect())
        };
        let (small, large) = (map(FLAT_LIMIT), map(FLAT_LIMIT + 1));
        let inside = heap.list(&[large]);
        assert!(!is_order_hashed(&heap, small, 25));
        assert!(is_order_hashed(&heap, inside, 25));
        let atoms = heap.map_from_pairs(vec![(Value::OK, Value::OK), (Value::TRUE, Value::OK)]);
        assert!(!is_map_hashed(&heap, atoms, 25));
        assert!(is_map_hashed(&heap, atoms, 26));
    }
}
