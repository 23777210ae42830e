//! What is in a value? Whoever asks goes through its parts here: each pays for itself, and what is
//! shared is not gone through again and again.

use crate::FunView;
use crate::heap::{Heap, View};
use crate::value::Value;
use rustc_hash::FxHashSet;
use smallvec::{SmallVec, smallvec};

/// Up to here, it takes longer to remember what was seen than to see it again.
const FEW_STEPS: usize = 1 << 10;

/// Is it so of any part of the value, itself included? A symbolic value is a part like others, and is
/// not looked into.
pub fn any_part(heap: &Heap, value: Value, is_it: impl FnMut(Value) -> bool) -> bool {
    any::<false>(heap, value, is_it)
}

/// The same, where symbolic values are what they stand for.
pub fn any_concrete_part(heap: &Heap, value: Value, is_it: impl FnMut(Value) -> bool) -> bool {
    any::<true>(heap, value, is_it)
}

fn any<const CONCRETE: bool>(
    heap: &Heap,
    value: Value,
    mut is_it: impl FnMut(Value) -> bool,
) -> bool {
    let mut pending: SmallVec<[Value; 16]> = smallvec![value];
    // Whoever has many parts may have the same ones many times.
    let mut seen = FxHashSet::default();
    let mut steps = 0;
    while let Some(value) = pending.pop() {
        let value = if CONCRETE { heap.concrete(value) } else { value };
        if value.is_immediate() {
            if is_it(value) {
                return true;
            }
            continue;
        }
        steps += 1;
        if steps > FEW_STEPS && !seen.insert(value.0) {
            continue;
        }
        heap.work.pay(1);
        if is_it(value) {
            return true;
        }
        match heap.view(value) {
            View::Cons(head, tail) => pending.extend([tail, head]),
            View::Tuple => pending.extend_from_slice(heap.elements(value)),
            View::Map => {
                pending.extend(heap.map_pairs(value).flat_map(|(key, value)| [key, value]));
            }
            View::Fun if matches!(heap.fun(value), Some(FunView::Closure { .. })) => {
                pending.extend_from_slice(heap.free_variables(value));
            }
            _ => {}
        }
    }
    false
}

/// Is there a pid, a reference or a closure of this run in the value? Their numbers are others in every
/// run of the BEAM.
pub fn holds_identity(heap: &Heap, value: Value) -> bool {
    any_concrete_part(heap, value, |part| match heap.view(part) {
        View::Pid(_) | View::Reference(_) => true,
        View::Fun => matches!(heap.fun(part), Some(FunView::Closure { .. })),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::{Limits, Refusal, attempt};

    #[test]
    fn identities_are_found_wherever_they_are() {
        let mut heap = Heap::new();
        let list = heap.list(&[Value::OK, Value::reference(7)]);
        let tuple = heap.tuple(&[Value::OK, list]);
        let map = heap.map_from_pairs(vec![(Value::OK, tuple)]);
        assert!(holds_identity(&heap, map));
        assert!(holds_identity(&heap, Value::pid(100)));
        let plain = heap.map_from_pairs(vec![(Value::OK, Value::NIL)]);
        assert!(!holds_identity(&heap, plain));
        let symbolic = heap.symbolic(map, 7);
        assert!(holds_identity(&heap, symbolic));
        assert!(!any_part(&heap, symbolic, |part| part.as_reference().is_some()));
    }

    #[test]
    fn many_parts_are_looked_at() {
        let mut heap = Heap::new();
        let numbers: Vec<_> = (0..1 << 20).map(Value::index).collect();
        let list = heap.list(&numbers);
        assert!(!holds_identity(&heap, list));
        // Sixty cells, of which whoever goes through them sees 2^60.
        let shared = (0..60).fold(list, |inner, _| heap.cons(inner, inner));
        assert!(!holds_identity(&heap, shared));
    }

    #[test]
    fn looking_is_work() {
        let mut heap = Heap::new();
        let numbers: Vec<_> = (0..1 << 20).map(Value::index).collect();
        let list = heap.list(&numbers);
        heap.work.set_limits(&Limits { reductions: 1000, ..Limits::default() });
        assert_eq!(attempt(|| holds_identity(&heap, list)), Err(Refusal::OutOfReductions));
    }
}
