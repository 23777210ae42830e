//! How are single elements of an object changed in place?

use crate::table::{Key, Table};
use crate::{Access, Tables};
use num_bigint::BigInt;
use runtime::{Heap, NativeResult, Raise, Value};
use term::Term;

/// `{Position, Increment}` or `{Position, Increment, Threshold, SetValue}`
struct CounterOperation {
    index: usize,
    increment: BigInt,
    threshold: Option<(BigInt, BigInt)>,
}

/// `ets:update_counter(Table, Key, Operations)`, also with a default object.
pub fn update_counter(
    tables: &mut Tables,
    heap: &mut Heap,
    caller: u64,
    arguments: &[Value],
) -> NativeResult {
    let table = tables.find(arguments[0], caller, Access::Write)?;
    if arguments.get(3).is_some_and(|default| !default.is_tuple()) {
        return Err(Raise::badarg());
    }
    if !table.is_set() {
        return Err(Raise::badarg_because("table_type"));
    }
    let key = table.key(heap.to_term(arguments[1]));
    let mut elements = elements_or_default(table, heap, &key, arguments)?;
    let (operations, tail) = operation_values(table, heap, arguments[2]);
    let mut counters = Vec::with_capacity(operations.len());
    for operation in operations {
        let operation = counter_operation(table, heap, &elements, operation)?;
        let counter = operation.apply(&elements[operation.index])?;
        elements[operation.index] = Term::integer(counter.clone());
        counters.push(heap.integer(&counter));
    }
    must_be_nil(tail)?;
    // In an ordered set the object's own key may be another number that is equal.
    let object = Term::tuple(elements);
    let key = table.key_of(&object).unwrap_or(key);
    table.insert(key, object);
    match counters[..] {
        [counter] if !arguments[2].is_cons() => Ok(counter),
        _ => Ok(heap.list(&counters)),
    }
}

fn elements_or_default(
    table: &Table,
    heap: &Heap,
    key: &Key,
    arguments: &[Value],
) -> Result<Vec<Term>, Raise> {
    if let Some(elements) = table.get(key).first().and_then(|object| object.as_tuple()) {
        return Ok(elements.to_vec());
    }
    let default = arguments.get(3).ok_or_else(|| Raise::badarg_because("badkey"))?;
    let default = heap.as_tuple(*default).ok_or_else(Raise::badarg)?;
    if default.len() < table.key_position {
        return Err(Raise::badarg());
    }
    let mut elements: Vec<_> = default.iter().map(|&element| heap.to_term(element)).collect();
    elements[table.key_position - 1] = key.term.clone();
    Ok(elements)
}

/// The operations, and what is behind the last of a list. A single increment is of the element
/// behind the key.
fn operation_values(table: &Table, heap: &mut Heap, operations: Value) -> (Vec<Value>, Value) {
    if heap.is_integer(operations) {
        let position = Value::index(table.key_position + 1);
        return (vec![heap.tuple(&[position, operations])], Value::NIL);
    }
    if operations.is_tuple() {
        return (vec![operations], Value::NIL);
    }
    heap.list_parts(operations)
}

/// An error within a list is found before the one at its end.
fn must_be_nil(tail: Value) -> Result<(), Raise> {
    if tail.is_nil() { Ok(()) } else { Err(Raise::badarg()) }
}

fn counter_operation(
    table: &Table,
    heap: &Heap,
    elements: &[Term],
    operation: Value,
) -> Result<CounterOperation, Raise> {
    let integer = |value| heap.as_bigint(value).ok_or_else(Raise::badarg);
    let (position, increment, threshold) = match *heap.as_tuple(operation).unwrap_or(&[]) {
        [position, increment] => (position, increment, None),
        [position, increment, threshold, value] => {
            (position, increment, Some((integer(threshold)?, integer(value)?)))
        }
        _ => return Err(Raise::badarg()),
    };
    let position = small(position)?;
    let increment = integer(increment)?;
    if usize::try_from(position) == Ok(table.key_position) {
        return Err(Raise::badarg_because("keypos"));
    }
    let index = usize::try_from(position - 1).ok().filter(|&index| index < elements.len());
    let index = index.ok_or_else(|| Raise::badarg_because("position"))?;
    Ok(CounterOperation { index, increment, threshold })
}

/// An integer that is small on the BEAM.
fn small(value: Value) -> Result<i64, Raise> {
    let limit = 1 << 59;
    value.as_small().filter(|number| (-limit..limit).contains(number)).ok_or_else(Raise::badarg)
}

impl CounterOperation {
    fn apply(&self, element: &Term) -> Result<BigInt, Raise> {
        let old = element.to_big_int().ok_or_else(Raise::badarg)?;
        let new = old + &self.increment;
        Ok(match &self.threshold {
            Some((threshold, value)) if self.is_beyond(&new, threshold) => value.clone(),
            _ => new,
        })
    }

    /// Counting up, what is above; counting down, what is below.
    fn is_beyond(&self, counter: &BigInt, threshold: &BigInt) -> bool {
        if self.increment.sign() == num_bigint::Sign::Minus {
            counter < threshold
        } else {
            counter > threshold
        }
    }
}

/// `ets:update_element(Table, Key, {Position, Value})` or with a list of these; from OTP 27 on also
/// with a default object.
pub fn update_element(
    tables: &mut Tables,
    heap: &mut Heap,
    caller: u64,
    arguments: &[Value],
) -> NativeResult {
    let table = tables.find(arguments[0], caller, Access::Write)?;
    if !table.is_set() {
        return Err(Raise::badarg());
    }
    let key = table.key(heap.to_term(arguments[1]));
    if arguments.len() == 3 && !table.contains(&key) {
        return Ok(Value::FALSE);
    }
    let mut elements = elements_or_default(table, heap, &key, arguments)?;
    let (changes, tail) = match arguments[2].is_tuple() {
        true => (vec![arguments[2]], Value::NIL),
        false => heap.list_parts(arguments[2]),
    };
    for change in changes {
        let Some(&[position, value]) = heap.as_tuple(change) else { return Err(Raise::badarg()) };
        let position = small(position)?;
        if usize::try_from(position) == Ok(table.key_position) {
            return Err(Raise::badarg_because("keypos"));
        }
        let index = usize::try_from(position - 1).map_err(|_| Raise::badarg())?;
        *elements.get_mut(index).ok_or_else(Raise::badarg)? = heap.to_term(value);
    }
    must_be_nil(tail)?;
    let object = Term::tuple(elements);
    let key = table.key_of(&object).unwrap_or(key);
    table.insert(key, object);
    Ok(Value::TRUE)
}
