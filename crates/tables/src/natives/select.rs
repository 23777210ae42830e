//! Which objects of a table does a match specification choose?

use super::end_of_table;
use crate::match_spec::{MatchSpec, Matcher, is_ground, keeps_key};
use crate::table::{Key, Objects, Table, TableType};
use crate::{Access, Tables};
use runtime::{Heap, NativeResult, Raise, Value};
use std::sync::Arc;
use term::{Atom, Term};

// ---- specifications ----

fn compiled(heap: &Heap, spec: Value) -> Result<MatchSpec, Raise> {
    // Tables take the empty list, which is no match specification elsewhere.
    if spec.is_nil() {
        return Ok(MatchSpec::empty());
    }
    MatchSpec::compile(&heap.to_term(spec)).map_err(|_| Raise::badarg())
}

/// `[{Pattern, [], [Result]}]`
fn of_pattern(heap: &mut Heap, pattern: Value, result: &str) -> Value {
    let body = heap.list(&[Atom::new(result).into()]);
    let clause = heap.tuple(&[pattern, Value::NIL, body]);
    heap.list(&[clause])
}

pub fn compile(tables: &mut Tables, heap: &mut Heap, _: u64, arguments: &[Value]) -> NativeResult {
    let spec = MatchSpec::compile(&heap.to_term(arguments[0])).map_err(|_| Raise::badarg())?;
    Ok(tables.add_spec(Arc::new(spec)))
}

pub fn is_compiled(tables: &mut Tables, _: &mut Heap, _: u64, arguments: &[Value]) -> NativeResult {
    Ok(Value::bool(tables.spec(arguments[0]).is_some()))
}

/// `ets:match_spec_run_r(List, Compiled, Results)` puts its results in front.
pub fn run_reversed(
    tables: &mut Tables,
    heap: &mut Heap,
    caller: u64,
    arguments: &[Value],
) -> NativeResult {
    let spec = tables.spec(arguments[1]).ok_or_else(Raise::badarg)?;
    let terms = heap.proper_list(arguments[0]).ok_or_else(Raise::badarg)?;
    let matcher = Matcher::new(&spec, heap, caller);
    let mut results = arguments[2];
    for term in terms {
        let term = heap.to_term(term);
        if let Some(result) = matcher.run(heap, &term)? {
            results = heap.cons(result, results);
        }
    }
    Ok(results)
}

/// `erlang:match_spec_test(Term, Spec, table)`: `{ok, Result, [], []}` or
/// `{error, [{error, Text}]}`. (Specifications of the other kind, `trace`, are `badarg`.)
pub fn match_spec_test(heap: &mut Heap, caller: u64, arguments: &[Value]) -> NativeResult {
    if arguments[2] != Atom::new("table").into() {
        return Err(Raise::badarg());
    }
    match MatchSpec::compile(&heap.to_term(arguments[1])) {
        Ok(spec) => {
            let object = heap.to_term(arguments[0]);
            let result = Matcher::new(&spec, heap, caller).run(heap, &object)?;
            let result = result.unwrap_or(Value::FALSE);
            Ok(heap.tuple(&[Value::OK, result, Value::NIL, Value::NIL]))
        }
        Err(complaint) => {
            let text = heap.string(&complaint);
            let complaint = heap.tuple(&[term::atoms::error.into(), text]);
            let complaints = heap.list(&[complaint]);
            Ok(heap.tuple(&[term::atoms::error.into(), complaints]))
        }
    }
}

// ---- where to look ----

/// The keys that a specification names, or `None` if any key may fit.
fn keys(table: &Table, spec: &MatchSpec) -> Option<Vec<Key>> {
    let mut keys = Vec::new();
    for head in spec.heads() {
        match head {
            Term::Tuple(elements) => {
                let key = elements.get(table.key_position - 1);
                keys.extend(key.map(|key| is_ground(key).then(|| table.key(key.clone()))));
            }
            // A variable fits every object, anything else none.
            _ => keys.extend((!is_ground(head)).then_some(None)),
        }
    }
    let mut keys: Vec<Key> = keys.into_iter().collect::<Option<_>>()?;
    keys.sort();
    keys.dedup();
    Some(keys)
}

type Entries<'a> = Box<dyn Iterator<Item = (&'a Key, &'a Objects)> + 'a>;

/// The place behind an object.
struct Cursor {
    key: Key,
    /// How many of the key's objects are done.
    done: usize,
}

/// The entries in which objects may fit, from a position on.
fn entries<'a>(
    table: &'a Table,
    keys: Option<Vec<Key>>,
    start: Option<&'a Cursor>,
    is_reversed: bool,
) -> Entries<'a> {
    if let Some(mut keys) = keys {
        if is_reversed {
            keys.reverse();
        }
        let is_ahead = move |key: &Key| match start {
            Some(start) if is_reversed => *key <= start.key,
            Some(start) => *key >= start.key,
            None => true,
        };
        return Box::new(keys.into_iter().filter(is_ahead).filter_map(|key| table.entry(&key)));
    }
    match start {
        None if is_reversed => Box::new(table.entries().rev()),
        None => Box::new(table.entries()),
        // Ordered sets are done with a key after its only object.
        Some(start) if is_reversed => Box::new(table.entries_before(&start.key)),
        Some(start) => {
            Box::new(table.entry(&start.key).into_iter().chain(table.entries_after(&start.key)))
        }
    }
}

/// Shows all objects of a table that fit, with their keys, their indexes among the objects of the
/// key, and what the specification makes of them.
fn for_each(
    table: &Table,
    spec: &MatchSpec,
    heap: &mut Heap,
    caller: u64,
    is_reversed: bool,
    mut visit: impl FnMut(&Heap, &Key, usize, Value),
) -> Result<(), Raise> {
    let matcher = Matcher::new(spec, heap, caller);
    for (key, objects) in entries(table, keys(table, spec), None, is_reversed) {
        for (index, object) in objects.iter().enumerate() {
            if let Some(result) = matcher.run(heap, object)? {
                visit(heap, key, index, result);
            }
        }
    }
    Ok(())
}

// ---- all at once or some at a time ----

pub fn select(
    tables: &mut Tables,
    heap: &mut Heap,
    caller: u64,
    arguments: &[Value],
) -> NativeResult {
    all_or_chunk(tables, heap, caller, arguments, false)
}

pub fn select_reverse(
    tables: &mut Tables,
    heap: &mut Heap,
    caller: u64,
    arguments: &[Value],
) -> NativeResult {
    all_or_chunk(tables, heap, caller, arguments, true)
}

pub fn match_bindings(
    tables: &mut Tables,
    heap: &mut Heap,
    caller: u64,
    arguments: &[Value],
) -> NativeResult {
    match_pattern(tables, heap, caller, arguments, "$$")
}

pub fn match_objects(
    tables: &mut Tables,
    heap: &mut Heap,
    caller: u64,
    arguments: &[Value],
) -> NativeResult {
    match_pattern(tables, heap, caller, arguments, "$_")
}

fn match_pattern(
    tables: &mut Tables,
    heap: &mut Heap,
    caller: u64,
    arguments: &[Value],
    result: &str,
) -> NativeResult {
    let mut arguments = arguments.to_vec();
    arguments[1] = of_pattern(heap, arguments[1], result);
    all_or_chunk(tables, heap, caller, &arguments, false)
}

fn all_or_chunk(
    tables: &mut Tables,
    heap: &mut Heap,
    caller: u64,
    arguments: &[Value],
    is_reversed: bool,
) -> NativeResult {
    let table = tables.find(arguments[0], caller, Access::Read)?;
    let is_reversed = is_reversed && table.is_ordered();
    let spec = compiled(heap, arguments[1])?;
    if let Some(&limit) = arguments.get(2) {
        let limit = positive(heap, limit)?;
        let spec = Arc::new(spec);
        let reference = tables.add_spec(spec.clone());
        let chunk = Chunk { table: arguments[0], limit, spec, reference, start: None, is_reversed };
        return chunk.select(tables, heap, caller);
    }
    let mut results = Vec::new();
    for_each(table, &spec, heap, caller, is_reversed, |_, _, _, result| results.push(result))?;
    Ok(heap.list(&results))
}

fn positive(heap: &Heap, value: Value) -> Result<usize, Raise> {
    heap.as_usize(value).filter(|&number| (1..1 << 59).contains(&number)).ok_or_else(Raise::badarg)
}

/// A selection that stops after some results.
struct Chunk {
    table: Value,
    limit: usize,
    spec: Arc<MatchSpec>,
    reference: Value,
    start: Option<Cursor>,
    is_reversed: bool,
}

impl Chunk {
    /// `{Results, Continuation}` or `'$end_of_table'`
    fn select(&self, tables: &mut Tables, heap: &mut Heap, caller: u64) -> NativeResult {
        let table = tables.find(self.table, caller, Access::Read)?;
        let matcher = Matcher::new(&self.spec, heap, caller);
        let mut results = Vec::new();
        let mut last = None;
        let keys = keys(table, &self.spec);
        let names_keys = keys.is_some();
        let entries = entries(table, keys, self.start.as_ref(), self.is_reversed);
        for (key, index, object) in objects_from(entries, self.start.as_ref()) {
            if results.len() == self.limit {
                return Ok(self.continued(table, heap, &results, last));
            }
            if let Some(result) = matcher.run(heap, object)? {
                results.push(result);
                last = Some(Cursor { key: key.clone(), done: index + 1 });
            }
        }
        // A full chunk only ends the table when no other key had to be looked at.
        if results.len() == self.limit && !names_keys {
            return Ok(self.continued(table, heap, &results, last));
        }
        if results.is_empty() {
            return Ok(end_of_table());
        }
        let results = heap.list(&results);
        Ok(heap.tuple(&[results, end_of_table()]))
    }

    /// `{Results, Continuation}`, with a continuation of the form that
    /// `ets:repair_continuation/2` knows.
    fn continued(
        &self,
        table: &Table,
        heap: &mut Heap,
        results: &[Value],
        last: Option<Cursor>,
    ) -> Value {
        let Cursor { key, done } = last.expect("a full chunk has a last result");
        let key = heap.from_term(&key.term);
        let (limit, none) = (Value::index(self.limit), Value::index(0));
        let continuation = if table.is_ordered() {
            let direction = Value::index(usize::from(self.is_reversed));
            let end = Value::NIL;
            heap.tuple(&[self.table, key, end, limit, self.reference, Value::NIL, direction, none])
        } else {
            let keys = heap.list(&[key]);
            heap.tuple(&[self.table, Value::index(done), limit, self.reference, keys, none])
        };
        let results = heap.list(results);
        heap.tuple(&[results, continuation])
    }
}

/// The objects behind a position, with their keys and indexes.
fn objects_from<'a>(
    entries: Entries<'a>,
    start: Option<&'a Cursor>,
) -> impl Iterator<Item = (&'a Key, usize, &'a Term)> {
    entries.flat_map(move |(key, objects)| {
        let skip = start.filter(|start| start.key == *key).map_or(0, |start| start.done);
        objects.iter().enumerate().skip(skip).map(move |(index, object)| (key, index, &object.term))
    })
}

/// `ets:select(Continuation)` and the like.
pub fn go_on(
    tables: &mut Tables,
    heap: &mut Heap,
    caller: u64,
    arguments: &[Value],
) -> NativeResult {
    if arguments[0] == end_of_table() {
        return Ok(end_of_table());
    }
    let parts = heap.as_tuple(arguments[0]).unwrap_or(&[]).to_vec();
    let &table = parts.first().ok_or_else(Raise::badarg)?;
    tables.find(table, caller, Access::Read)?;
    let chunk = chunk_of(tables, heap, caller, &parts).ok_or_else(Raise::badarg)?;
    chunk.select(tables, heap, caller)
}

fn chunk_of(tables: &mut Tables, heap: &Heap, caller: u64, parts: &[Value]) -> Option<Chunk> {
    let table = tables.find(parts[0], caller, Access::Read).ok()?;
    let (limit, reference, key, done, is_reversed) = match (table.is_ordered(), parts) {
        (true, &[_, key, _, limit, reference, list, direction, got]) => {
            (list.is_nil() || list.is_cons()).then_some(())?;
            got.as_small()?;
            (limit, reference, key, 1, direction.as_small()? != 0)
        }
        (false, &[_, done, limit, reference, keys, got]) => {
            got.as_small()?;
            let &[key] = heap.proper_list(keys)?.as_slice() else { return None };
            (limit, reference, key, heap.as_usize(done)?, false)
        }
        _ => return None,
    };
    let start = Some(Cursor { key: table.key(heap.to_term(key)), done });
    let limit = positive(heap, limit).ok()?;
    let spec = tables.spec(reference)?;
    Some(Chunk { table: parts[0], limit, spec, reference, start, is_reversed })
}

// ---- counted, deleted, replaced ----

pub fn count(
    tables: &mut Tables,
    heap: &mut Heap,
    caller: u64,
    arguments: &[Value],
) -> NativeResult {
    let table = tables.find(arguments[0], caller, Access::Read)?;
    let spec = compiled(heap, arguments[1])?;
    let mut count = 0;
    for_each(table, &spec, heap, caller, false, |_, _, _, result| {
        count += usize::from(result == Value::TRUE);
    })?;
    Ok(Value::index(count))
}

pub fn delete(
    tables: &mut Tables,
    heap: &mut Heap,
    caller: u64,
    arguments: &[Value],
) -> NativeResult {
    let table = tables.find(arguments[0], caller, Access::Write)?;
    let spec = compiled(heap, arguments[1])?;
    let mut doomed: Vec<(Key, Vec<usize>)> = Vec::new();
    let mut count = 0;
    for_each(table, &spec, heap, caller, false, |_, key, index, result| {
        if result != Value::TRUE {
            return;
        }
        count += 1;
        match doomed.last_mut() {
            Some((last, indexes)) if last == key => indexes.push(index),
            _ => doomed.push((key.clone(), vec![index])),
        }
    })?;
    for (key, indexes) in doomed {
        table.remove_at(&key, &indexes);
    }
    Ok(Value::index(count))
}

pub fn replace(
    tables: &mut Tables,
    heap: &mut Heap,
    caller: u64,
    arguments: &[Value],
) -> NativeResult {
    let table = tables.find(arguments[0], caller, Access::Write)?;
    if table.table_type == TableType::Bag {
        return Err(Raise::badarg_because("table_type"));
    }
    let clauses = heap.to_term(arguments[1]);
    let spec = compiled(heap, arguments[1])?;
    let mut clauses = clauses.as_list().unwrap_or(&[]).iter();
    if !clauses.all(|clause| keeps_key(table.key_position, clause)) {
        return Err(Raise::badarg());
    }
    let mut objects = Vec::new();
    for_each(table, &spec, heap, caller, false, |heap, key, index, result| {
        objects.push((key.clone(), index, heap.to_term(result)));
    })?;
    let count = objects.len();
    for (key, index, object) in objects {
        table.replace_at(&key, index, object);
    }
    Ok(Value::index(count))
}
