//! What do the operators and guard functions on lists give?

use crate::compare::{compare_exact, exactly_equal};
use crate::exception::{NativeResult, Raise};
use crate::heap::Heap;
use crate::value::Value;
use std::cmp::Ordering;
use std::collections::BTreeMap;

crate::natives! {
    "erlang" {
        "++"/2 = append,
        "--"/2 = subtract,
        "append"/2 = append,
        "hd"/1 = head,
        "length"/1 = length,
        "subtract"/2 = subtract,
        "tl"/1 = tail,
    }
}

fn head(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    if arguments[0].is_cons() { Ok(heap.head(arguments[0])) } else { Err(Raise::badarg()) }
}

fn tail(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    if arguments[0].is_cons() { Ok(heap.tail(arguments[0])) } else { Err(Raise::badarg()) }
}

fn length(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let mut list = arguments[0];
    let mut length = 0;
    while list.is_cons() {
        length += 1;
        list = heap.tail(list);
    }
    heap.work.pay(length as u64);
    if list.is_nil() { Ok(Value::index(length)) } else { Err(Raise::badarg()) }
}

/// The second operand may be anything.
fn append(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let elements = heap.proper_list(arguments[0]).ok_or_else(Raise::badarg)?;
    Ok(heap.list_with_tail(&elements, arguments[1]))
}

/// Lists to subtract that are no longer than this are simply searched.
const FEW: usize = 8;

fn subtract(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let elements = heap.proper_list(arguments[0]).ok_or_else(Raise::badarg)?;
    let mut removed = heap.proper_list(arguments[1]).ok_or_else(Raise::badarg)?;
    if removed.is_empty() {
        return Ok(arguments[0]);
    }
    let kept = if removed.len() <= FEW {
        subtract_few(heap, &elements, &mut removed)
    } else {
        subtract_many(heap, &elements, &removed)
    };
    Ok(heap.list(&kept))
}

fn subtract_few(heap: &Heap, elements: &[Value], removed: &mut Vec<Value>) -> Vec<Value> {
    let mut kept = Vec::new();
    for &element in elements {
        match removed.iter().position(|&other| exactly_equal(heap, element, other)) {
            Some(position) => drop(removed.swap_remove(position)),
            None => kept.push(element),
        }
    }
    kept
}

/// Counts how often each value is still to be removed, so that two long lists do not take the
/// product of their lengths.
// The heap remembers who asked for the order of pids; the order itself does not depend on that.
#[allow(clippy::mutable_key_type)]
fn subtract_many(heap: &Heap, elements: &[Value], removed: &[Value]) -> Vec<Value> {
    let mut remaining: BTreeMap<Ordered<'_>, usize> = BTreeMap::new();
    for &value in removed {
        *remaining.entry(Ordered { heap, value }).or_default() += 1;
    }
    let mut kept = Vec::new();
    for &value in elements {
        match remaining.get_mut(&Ordered { heap, value }) {
            Some(count @ 1..) => *count -= 1,
            _ => kept.push(value),
        }
    }
    kept
}

/// A value that Rust can sort.
struct Ordered<'a> {
    heap: &'a Heap,
    value: Value,
}

impl Ord for Ordered<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        compare_exact(self.heap, self.value, other.value)
    }
}

impl PartialOrd for Ordered<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Ordered<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Ordered<'_> {}
