//! How are tuples made, changed and taken apart?

use crate::exception::{NativeResult, Raise};
use crate::heap::Heap;
use crate::value::Value;

crate::natives! {
    "erlang" {
        "append_element"/2 = append_element,
        "delete_element"/2 = delete_element,
        "element"/2 = element,
        "insert_element"/3 = insert_element,
        "list_to_tuple"/1 = list_to_tuple,
        "make_tuple"/2 = make_tuple,
        "make_tuple"/3 = make_tuple_of_pairs,
        "setelement"/3 = set_element,
        "size"/1 = size,
        "tuple_size"/1 = tuple_size,
        "tuple_to_list"/1 = tuple_to_list,
    }
}

/// More elements than this are a `badarg`, where the BEAM looks.
const MAX_SIZE: usize = (1 << 24) - 1;

/// The elements of a tuple, copied to be changed.
fn elements(heap: &Heap, tuple: Value) -> Result<Vec<Value>, Raise> {
    let elements = heap.as_tuple(tuple).ok_or_else(Raise::badarg)?;
    allow(heap, elements.len());
    Ok(elements.to_vec())
}

/// Is there room for so many values, here and as a tuple?
fn allow(heap: &Heap, size: usize) {
    heap.allow(2 * size * size_of::<Value>());
    heap.work.pay_for_bytes(size * size_of::<Value>());
}

/// Where the element is that Erlang counts from 1, if it is within the first `size`.
fn position(index: Value, size: usize) -> Result<usize, Raise> {
    match index.as_small() {
        Some(index) if index >= 1 && index as u64 <= size as u64 => Ok(index as usize - 1),
        _ => Err(Raise::badarg()),
    }
}

fn element(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let elements = heap.as_tuple(arguments[1]).ok_or_else(Raise::badarg)?;
    Ok(elements[position(arguments[0], elements.len())?])
}

fn set_element(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let mut elements = elements(heap, arguments[1])?;
    let position = position(arguments[0], elements.len())?;
    elements[position] = arguments[2];
    Ok(heap.tuple(&elements))
}

fn append_element(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let mut elements = elements(heap, arguments[0])?;
    if elements.len() >= MAX_SIZE {
        return Err(Raise::badarg());
    }
    elements.push(arguments[1]);
    Ok(heap.tuple(&elements))
}

fn insert_element(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let mut elements = elements(heap, arguments[1])?;
    let position = position(arguments[0], elements.len() + 1)?;
    elements.insert(position, arguments[2]);
    Ok(heap.tuple(&elements))
}

fn delete_element(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let mut elements = elements(heap, arguments[1])?;
    let position = position(arguments[0], elements.len())?;
    elements.remove(position);
    Ok(heap.tuple(&elements))
}

fn new_elements(heap: &Heap, size: Value, initial: Value) -> Result<Vec<Value>, Raise> {
    match size.as_small() {
        Some(size) if (0..=MAX_SIZE as i64).contains(&size) => {
            allow(heap, size as usize);
            Ok(vec![initial; size as usize])
        }
        _ => Err(Raise::badarg()),
    }
}

fn make_tuple(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let elements = new_elements(heap, arguments[0], arguments[1])?;
    Ok(heap.tuple(&elements))
}

/// `make_tuple(Size, Default, [{Position, Term}])`
fn make_tuple_of_pairs(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let mut elements = new_elements(heap, arguments[0], arguments[1])?;
    for pair in heap.proper_list(arguments[2]).ok_or_else(Raise::badarg)? {
        let Some(&[index, value]) = heap.as_tuple(pair) else { return Err(Raise::badarg()) };
        let position = position(index, elements.len())?;
        elements[position] = value;
    }
    Ok(heap.tuple(&elements))
}

fn tuple_size(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let elements = heap.as_tuple(arguments[0]).ok_or_else(Raise::badarg)?;
    Ok(Value::index(elements.len()))
}

/// The elements of a tuple, or the whole bytes of a bitstring.
fn size(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    match heap.as_bits(arguments[0]) {
        Some(view) => Ok(Value::index(view.length / 8)),
        None => tuple_size(heap, arguments),
    }
}

fn tuple_to_list(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let elements = elements(heap, arguments[0])?;
    Ok(heap.list(&elements))
}

fn list_to_tuple(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    match heap.proper_list(arguments[0]) {
        Some(elements) if elements.len() <= MAX_SIZE => Ok(heap.tuple(&elements)),
        _ => Err(Raise::badarg()),
    }
}
