//! Is there anything in a value that another node of the BEAM sees in another way? The pairs of a map
//! that is hashed come in any order, and characters beyond Latin-1 are printable or not.

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

/// Does it depend on the characters beyond Latin-1 whether all of the list are printable? Of what is
/// symbolic, another character could be there.
pub fn is_list_wide(heap: &Heap, list: Value) -> bool {
    let mut is_symbolic = list.is_symbolic();
    let mut rest = heap.concrete(list);
    while rest.is_cons() {
        heap.work.pay(1);
        let head = heap.head(rest);
        match heap.concrete(head).as_small() {
            Some(point) if is_printable_latin1(point) => {}
            _ if is_symbolic || head.is_symbolic() => return true,
            point => return point.is_some_and(|point| point > 0xFF),
        }
        let tail = heap.tail(rest);
        is_symbolic |= tail.is_symbolic();
        rest = heap.concrete(tail);
    }
    false
}

/// The same for a binary. That which is not all UTF-8 may be so up to where it is printed.
pub fn is_binary_wide(heap: &Heap, binary: Value) -> bool {
    let Some(bytes) = heap.owned_binary(binary) else { return true };
    heap.work.pay_for_bytes(bytes.len());
    let text = std::str::from_utf8(&bytes);
    text.is_ok_and(|text| text.chars().any(|point| point as u32 > 0xFF)) || text.is_err()
}

/// As `io_lib:printable_latin1_list` has it.
fn is_printable_latin1(point: i64) -> bool {
    matches!(point, 0x08..=0x0D | 0x1B | 0x20..=0x7E | 0xA0..=0xFF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_beyond_latin1() {
        let mut heap = Heap::new();
        let mut wide = |points: &[usize]| {
            let points: Vec<_> = points.iter().map(|&point| Value::index(point)).collect();
            let list = heap.list(&points);
            let symbolic = heap.symbolic(list, 7);
            (is_list_wide(&heap, list), is_list_wide(&heap, symbolic))
        };
        assert_eq!(wide(&[]), (false, false));
        assert_eq!(wide(&[0x61, 0xFF]), (false, false));
        assert_eq!(wide(&[0x61, 0x400, 0]), (true, true));
        // Not printable anywhere; but another input may have a letter there.
        assert_eq!(wide(&[0x61, 0, 0x400]), (false, true));
        let mut wide = |text: &[u8]| {
            let binary = heap.binary(text);
            is_binary_wide(&heap, binary)
        };
        assert!(!wide("é".as_bytes()) && wide("Ж".as_bytes()) && wide(&[0xFF]));
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
