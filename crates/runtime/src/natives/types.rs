//! Of which type is a value?
//!
//! Not here: `is_function/2`, because only the machine knows the arity of a closure.

use crate::exception::{NativeResult, Raise};
use crate::heap::Heap;
use crate::value::Value;
use term::Term;

crate::natives! {
    "erlang" {
        "is_atom"/1 = |_, arguments| Ok(arguments[0].is_atom().into()),
        "is_binary"/1 = |heap, arguments| Ok(is_binary(heap, arguments[0]).into()),
        "is_bitstring"/1 = |heap, arguments| Ok(heap.as_bits(arguments[0]).is_some().into()),
        "is_boolean"/1 = |_, arguments| Ok(arguments[0].as_bool().is_some().into()),
        "is_float"/1 = |heap, arguments| Ok(heap.as_float(arguments[0]).is_some().into()),
        "is_function"/1 = |heap, arguments| Ok(heap.is_fun(arguments[0]).into()),
        "is_integer"/1 = |heap, arguments| Ok(heap.is_integer(arguments[0]).into()),
        "is_list"/1 = |_, arguments| Ok((arguments[0].is_cons() || arguments[0].is_nil()).into()),
        "is_map"/1 = |heap, arguments| Ok(heap.is_map(arguments[0]).into()),
        "is_number"/1 = |heap, arguments| Ok(is_number(heap, arguments[0]).into()),
        "is_pid"/1 = |heap, arguments| Ok(is_pid(heap, arguments[0]).into()),
        "is_port"/1 = |heap, arguments| Ok(is_port(heap, arguments[0]).into()),
        "is_record"/2 = is_tagged,
        "is_record"/3 = is_record,
        "is_reference"/1 = |heap, arguments| Ok(is_reference(heap, arguments[0]).into()),
        "is_tuple"/1 = |_, arguments| Ok(arguments[0].is_tuple().into()),
    }
}

pub fn is_binary(heap: &Heap, value: Value) -> bool {
    heap.as_bits(value).is_some_and(|view| view.is_binary())
}

pub fn is_number(heap: &Heap, value: Value) -> bool {
    heap.is_integer(value) || heap.as_float(value).is_some()
}

pub fn is_pid(heap: &Heap, value: Value) -> bool {
    value.as_pid().is_some() || matches!(heap.foreign_term(value), Some(Term::Pid(_)))
}

pub fn is_port(heap: &Heap, value: Value) -> bool {
    matches!(heap.foreign_term(value), Some(Term::Port(_)))
}

pub fn is_reference(heap: &Heap, value: Value) -> bool {
    value.as_reference().is_some() || matches!(heap.foreign_term(value), Some(Term::Reference(_)))
}

fn is_tagged(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let (value, tag) = (arguments[0], arguments[1]);
    if !tag.is_atom() {
        return Err(Raise::badarg());
    }
    Ok(heap.as_tuple(value).is_some_and(|elements| elements.first() == Some(&tag)).into())
}

fn is_record(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let (value, tag, size) = (arguments[0], arguments[1], arguments[2]);
    let size = heap.as_beam_small(size).filter(|_| tag.is_atom()).ok_or_else(Raise::badarg)?;
    let is_record = heap
        .as_tuple(value)
        .is_some_and(|elements| elements.len() as i64 == size && elements.first() == Some(&tag));
    Ok(is_record.into())
}
