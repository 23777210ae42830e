//! What may everyone know about a table?

use crate::table::{Protection, Table, TableType};
use crate::{Access, Message, Tables};
use runtime::{Heap, NativeResult, Raise, Value};
use term::{Atom, Term, atoms};

/// What `ets:info/1` tells, in its order.
const ITEMS: &[&str] = &[
    "id",
    "decentralized_counters",
    "read_concurrency",
    "write_concurrency",
    "compressed",
    "memory",
    "owner",
    "heir",
    "name",
    "size",
    "node",
    "named_table",
    "type",
    "keypos",
    "protection",
];

pub fn info(
    tables: &mut Tables,
    heap: &mut Heap,
    caller: u64,
    arguments: &[Value],
) -> NativeResult {
    let Some(table) = existing(tables, caller, arguments[0])? else { return Ok(Value::UNDEFINED) };
    let mut pairs = Vec::new();
    for &name in ITEMS {
        let value = item(table, heap, name).expect("every item has a value");
        pairs.push(heap.tuple(&[Atom::new(name).into(), value]));
    }
    Ok(heap.list(&pairs))
}

pub fn info_item(
    tables: &mut Tables,
    heap: &mut Heap,
    caller: u64,
    arguments: &[Value],
) -> NativeResult {
    let Some(table) = existing(tables, caller, arguments[0])? else { return Ok(Value::UNDEFINED) };
    let name = arguments[1].as_atom().ok_or_else(Raise::badarg)?;
    item(table, heap, name.name()).ok_or_else(Raise::badarg)
}

/// The table; `None` if it could be one but is not.
fn existing(tables: &mut Tables, caller: u64, value: Value) -> Result<Option<&Table>, Raise> {
    if tables.number(value)?.is_none_or(|number| !tables.tables.contains_key(&number)) {
        return Ok(None);
    }
    tables.find(value, caller, Access::Info).map(|table| Some(&*table))
}

fn item(table: &Table, heap: &mut Heap, name: &str) -> Option<Value> {
    let atom = |name: &str| Value::from(Atom::new(name));
    Some(match name {
        "id" => Value::reference(table.number),
        "decentralized_counters" => Value::bool(table.decentralized_counters == Some(true)),
        "read_concurrency" => table.read_concurrency.into(),
        "write_concurrency" => table.write_concurrency.into(),
        "compressed" => Value::bool(table.is_compressed),
        "memory" => Value::index(memory(table)),
        "owner" => Value::pid(table.owner),
        "heir" => table.heir.as_ref().map_or(atoms::none.into(), |(pid, _)| Value::pid(*pid)),
        "name" => table.name.into(),
        "size" => Value::index(table.size()),
        "node" => atoms::nonode_nohost.into(),
        "named_table" => Value::bool(table.is_named),
        "type" => atom(match table.table_type {
            TableType::Set => "set",
            TableType::OrderedSet => "ordered_set",
            TableType::Bag => "bag",
            TableType::DuplicateBag => "duplicate_bag",
        }),
        "keypos" => Value::index(table.key_position),
        "protection" => atom(match table.protection {
            Protection::Public => "public",
            Protection::Protected => "protected",
            Protection::Private => "private",
        }),
        "fixed" => Value::bool(!table.fixations.is_empty()),
        "safe_fixed" => {
            let time = heap.tuple(&[Value::index(0); 3]);
            fixations(table, heap, time)
        }
        "safe_fixed_monotonic_time" => fixations(table, heap, Value::index(0)),
        "binary" => Value::NIL,
        "stats" if table.is_ordered() => Value::FALSE,
        "stats" => statistics(heap),
        _ => return None,
    })
}

/// `{Time, [{Pid, Times}]}`, at no time in particular, because runs are repeatable.
fn fixations(table: &Table, heap: &mut Heap, time: Value) -> Value {
    if table.fixations.is_empty() {
        return Value::FALSE;
    }
    let mut pairs = Vec::new();
    for &(pid, times) in &table.fixations {
        pairs.push(heap.tuple(&[Value::pid(pid), Value::index(times)]));
    }
    let pairs = heap.list(&pairs);
    heap.tuple(&[time, pairs])
}

/// The statistics of an empty hash table: we have no chains to measure.
fn statistics(heap: &mut Heap) -> Value {
    let zero = heap.float(0.0);
    let none = Value::index(0);
    heap.tuple(&[Value::index(256), zero, zero, zero, none, none, none, Value::index(1)])
}

/// How many words the table would take on the BEAM, while it is small.
fn memory(table: &Table) -> usize {
    let (empty, per_object) = if table.is_ordered() { (139, 5) } else { (305, 4) };
    let objects = table.entries().flat_map(|(_, objects)| objects);
    empty + objects.map(|object| per_object + words(object)).sum::<usize>()
}

/// How many words of heap a term takes on the BEAM.
fn words(term: &Term) -> usize {
    let mut total = 0;
    let mut pending = vec![term];
    while let Some(term) = pending.pop() {
        total += match term {
            Term::Int(number) if (-(1 << 59)..1 << 59).contains(number) => 0,
            Term::Int(_) | Term::Float(_) => 2,
            Term::BigInt(number) => 1 + number.bits().div_ceil(64) as usize,
            Term::Atom(_) | Term::Nil => 0,
            Term::List(list) => {
                pending.extend(&list.elements);
                pending.push(&list.tail);
                2 * list.elements.len()
            }
            Term::Tuple(elements) => {
                pending.extend(elements.iter());
                if elements.is_empty() { 0 } else { elements.len() + 1 }
            }
            Term::Map(map) => {
                pending.extend(map.pairs().iter().flat_map(|(key, value)| [key, value]));
                4 + 2 * map.len()
            }
            Term::Bits(bits) if bits.byte_size() <= 64 => 2 + bits.byte_size().div_ceil(8),
            Term::Bits(_) => 6,
            Term::Pid(_) | Term::Port(_) => 0,
            Term::Fun(_) | Term::Reference(_) => 3,
        };
    }
    total
}

pub fn whereis(tables: &mut Tables, _: &mut Heap, _: u64, arguments: &[Value]) -> NativeResult {
    let name = arguments[0].as_atom().ok_or_else(Raise::badarg)?;
    let number = tables.names.get(&name);
    Ok(number.map_or(Value::UNDEFINED, |&number| Value::reference(number)))
}

pub fn all(tables: &mut Tables, heap: &mut Heap, _: u64, _: &[Value]) -> NativeResult {
    let values: Vec<_> = tables.tables.values().rev().map(Table::value).collect();
    Ok(heap.list(&values))
}

/// The caller gets `{Reference, Tables}` sent, once for each scheduler; we have one.
pub fn request_all(
    tables: &mut Tables,
    heap: &mut Heap,
    caller: u64,
    arguments: &[Value],
) -> NativeResult {
    let list = all(tables, heap, caller, arguments)?;
    let reference = Value::reference(tables.new_reference());
    let message = heap.tuple(&[reference, list]);
    tables.outbox.push(Message { to: caller, message: heap.to_term(message) });
    Ok(reference)
}
