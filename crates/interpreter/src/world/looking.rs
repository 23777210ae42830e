//! Is there anything in a value whose order is another in every run of the BEAM? The pairs of a map
//! that is hashed come in any order.

use runtime::map::FLAT_LIMIT;
use runtime::parts::any_concrete_part;
use runtime::{Heap, Value};

/// Is there a map in it whose order is one of hashes?
pub fn is_order_hashed(heap: &Heap, value: Value, release: u32) -> bool {
    any_concrete_part(heap, value, |value| {
        heap.is_map(value) && is_map_hashed(heap, value, release)
    })
}

/// From OTP 26 on, atoms among the keys of a small map are in the order in which the node met them.
pub fn is_map_hashed(heap: &Heap, map: Value, release: u32) -> bool {
    let atoms = || heap.map_keys(map).filter(|key| heap.concrete(*key).is_atom()).count();
    heap.map_size(map) > FLAT_LIMIT || release >= 26 && atoms() > 1
}

#[cfg(test)]
mod tests {
    use super::*;

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
