//! How do objects get into a table, out of it, and found in it?

use super::end_of_table;
use crate::table::{Key, Object, Objects, Table, TableType};
use crate::{Access, Tables};
use runtime::{Heap, NativeResult, Raise, Value};
use term::Term;

fn key(table: &Table, heap: &Heap, value: Value) -> Key {
    table.key(heap.to_term(value))
}

fn to_list(heap: &mut Heap, objects: &[Object]) -> Value {
    let values: Vec<_> = objects.iter().map(|object| object.value(heap)).collect();
    heap.list(&values)
}

// ---- in ----

pub fn insert(
    tables: &mut Tables,
    heap: &mut Heap,
    caller: u64,
    arguments: &[Value],
) -> NativeResult {
    let table = tables.find(arguments[0], caller, Access::Write)?;
    for (key, object) in objects_to_insert(table, heap, arguments[1])? {
        // A bag looks at all objects of the key.
        heap.work.pay(table.get(&key).len() as u64);
        table.insert(key, object);
    }
    Ok(Value::TRUE)
}

pub fn insert_new(
    tables: &mut Tables,
    heap: &mut Heap,
    caller: u64,
    arguments: &[Value],
) -> NativeResult {
    let table = tables.find(arguments[0], caller, Access::Write)?;
    let objects = objects_to_insert(table, heap, arguments[1])?;
    if objects.iter().any(|(key, _)| table.contains(key)) {
        return Ok(Value::FALSE);
    }
    for (key, object) in objects {
        table.insert(key, object);
    }
    Ok(Value::TRUE)
}

/// One object or a list of them, with their keys, in the order in which they go in: a bag of
/// OTP 25 starts from the end of a list.
fn objects_to_insert(table: &Table, heap: &Heap, value: Value) -> Result<Vec<(Key, Term)>, Raise> {
    let values = if value.is_cons() || value.is_nil() {
        heap.proper_list(value).ok_or_else(Raise::badarg)?
    } else {
        vec![value]
    };
    let objects = values.into_iter().map(|value| object_to_insert(table, heap, value));
    let mut objects: Vec<_> = objects.collect::<Result<_, _>>()?;
    if table.table_type == TableType::Bag {
        objects.reverse();
    }
    Ok(objects)
}

fn object_to_insert(table: &Table, heap: &Heap, value: Value) -> Result<(Key, Term), Raise> {
    let is_object = heap.as_tuple(value).is_some_and(|parts| parts.len() >= table.key_position);
    if !is_object {
        return Err(Raise::badarg());
    }
    let object = heap.to_term(value);
    let key = table.key_of(&object).ok_or_else(Raise::badarg)?;
    Ok((key, object))
}

// ---- out ----

pub fn delete(
    tables: &mut Tables,
    heap: &mut Heap,
    caller: u64,
    arguments: &[Value],
) -> NativeResult {
    let table = tables.find(arguments[0], caller, Access::Write)?;
    table.remove(&key(table, heap, arguments[1]));
    Ok(Value::TRUE)
}

pub fn delete_object(
    tables: &mut Tables,
    heap: &mut Heap,
    caller: u64,
    arguments: &[Value],
) -> NativeResult {
    let table = tables.find(arguments[0], caller, Access::Write)?;
    let (key, object) = object_to_insert(table, heap, arguments[1])?;
    table.remove_object(&key, &object);
    Ok(Value::TRUE)
}

/// The second argument is how many were deleted before the BEAM took a break; we never do.
pub fn delete_all(
    tables: &mut Tables,
    _: &mut Heap,
    caller: u64,
    arguments: &[Value],
) -> NativeResult {
    let table = tables.find(arguments[0], caller, Access::Write)?;
    let count = table.clear();
    Ok(if arguments[1] == Value::UNDEFINED { Value::index(count) } else { arguments[1] })
}

pub fn take(
    tables: &mut Tables,
    heap: &mut Heap,
    caller: u64,
    arguments: &[Value],
) -> NativeResult {
    let table = tables.find(arguments[0], caller, Access::Write)?;
    let objects = table.remove(&key(table, heap, arguments[1]));
    Ok(to_list(heap, &objects))
}

// ---- found ----

pub fn lookup(
    tables: &mut Tables,
    heap: &mut Heap,
    caller: u64,
    arguments: &[Value],
) -> NativeResult {
    let table = tables.find(arguments[0], caller, Access::Read)?;
    let key = key(table, heap, arguments[1]);
    Ok(to_list(heap, table.get(&key)))
}

pub fn member(
    tables: &mut Tables,
    heap: &mut Heap,
    caller: u64,
    arguments: &[Value],
) -> NativeResult {
    let table = tables.find(arguments[0], caller, Access::Read)?;
    Ok(Value::bool(table.contains(&key(table, heap, arguments[1]))))
}

/// `ets:lookup_element(Table, Key, Position)`, from OTP 26 on also with a default.
pub fn lookup_element(
    tables: &mut Tables,
    heap: &mut Heap,
    caller: u64,
    arguments: &[Value],
) -> NativeResult {
    let table = tables.find(arguments[0], caller, Access::Read)?;
    let position = heap.as_usize(arguments[2]).filter(|&position| position >= 1);
    let index = position.ok_or_else(Raise::badarg)? - 1;
    let key = key(table, heap, arguments[1]);
    let objects = table.get(&key);
    if objects.is_empty() {
        let default = arguments.get(3).copied();
        return default.ok_or_else(|| Raise::badarg_because("badkey"));
    }
    let element = |object: &Object| object.as_tuple().and_then(|parts| parts.get(index)).cloned();
    let elements: Option<Vec<Term>> = objects.iter().map(element).collect();
    let elements = elements.ok_or_else(Raise::badarg)?;
    let elements: Vec<Value> = elements.iter().map(|element| heap.from_term(element)).collect();
    Ok(if table.is_set() { elements[0] } else { heap.list(&elements) })
}

// ---- one after the other ----

fn key_or_end(heap: &mut Heap, entry: Option<(&Key, &Objects)>) -> NativeResult {
    Ok(entry.map_or_else(end_of_table, |(key, _)| heap.from_term(&key.term)))
}

pub fn first(
    tables: &mut Tables,
    heap: &mut Heap,
    caller: u64,
    arguments: &[Value],
) -> NativeResult {
    let table = tables.find(arguments[0], caller, Access::Read)?;
    key_or_end(heap, table.entries().next())
}

/// Where there is no order, the last is the first, and the previous one the next.
pub fn last(
    tables: &mut Tables,
    heap: &mut Heap,
    caller: u64,
    arguments: &[Value],
) -> NativeResult {
    let table = tables.find(arguments[0], caller, Access::Read)?;
    let entry =
        if table.is_ordered() { table.entries().next_back() } else { table.entries().next() };
    key_or_end(heap, entry)
}

pub fn next(
    tables: &mut Tables,
    heap: &mut Heap,
    caller: u64,
    arguments: &[Value],
) -> NativeResult {
    let table = tables.find(arguments[0], caller, Access::Read)?;
    let key = key(table, heap, arguments[1]);
    if !table.can_stand_on(&key) {
        return Err(Raise::badarg());
    }
    key_or_end(heap, table.entries_after(&key).next())
}

pub fn prev(
    tables: &mut Tables,
    heap: &mut Heap,
    caller: u64,
    arguments: &[Value],
) -> NativeResult {
    let table = tables.find(arguments[0], caller, Access::Read)?;
    if !table.is_ordered() {
        return next(tables, heap, caller, arguments);
    }
    let key = key(table, heap, arguments[1]);
    key_or_end(heap, table.entries_before(&key).next())
}

/// The objects of the key that is at this place in the order. (The slots of the BEAM's hash tables
/// are other ones, but one goes through them the same way.)
pub fn slot(
    tables: &mut Tables,
    heap: &mut Heap,
    caller: u64,
    arguments: &[Value],
) -> NativeResult {
    let table = tables.find(arguments[0], caller, Access::Read)?;
    let index = heap.as_usize(arguments[1]).ok_or_else(Raise::badarg)?;
    let mut entries = table.entries();
    // What is one beyond the last ends the table, what is further is wrong.
    for _ in 0..index {
        heap.work.pay(1);
        entries.next().ok_or_else(Raise::badarg)?;
    }
    Ok(entries.next().map_or_else(end_of_table, |(_, objects)| to_list(heap, objects)))
}
