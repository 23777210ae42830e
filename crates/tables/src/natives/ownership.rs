//! How are tables made, named, handed on, fixed and thrown away?

use crate::table::Table;
use crate::{Access, Message, Tables, options, transfer};
use runtime::{Heap, NativeResult, Raise, Value};

pub fn new_table(
    tables: &mut Tables,
    heap: &mut Heap,
    caller: u64,
    arguments: &[Value],
) -> NativeResult {
    let name = arguments[0].as_atom().ok_or_else(Raise::badarg)?;
    let mut table = Table::new(0, name, caller, tables.weight.clone());
    options::apply_all(tables, &mut table, heap, arguments[1]).ok_or_else(Raise::badarg)?;
    if table.is_named && tables.names.contains_key(&name) {
        return Err(Raise::badarg_because("already_exists"));
    }
    table.number = tables.new_reference();
    if table.is_named {
        tables.names.insert(name, table.number);
    }
    let value = table.value();
    tables.tables.insert(table.number, table);
    Ok(value)
}

pub fn delete_table(
    tables: &mut Tables,
    _: &mut Heap,
    caller: u64,
    arguments: &[Value],
) -> NativeResult {
    let number = tables.find(arguments[0], caller, Access::Write)?.number;
    tables.drop_table(number);
    Ok(Value::TRUE)
}

pub fn rename(tables: &mut Tables, _: &mut Heap, caller: u64, arguments: &[Value]) -> NativeResult {
    let table = tables.find(arguments[0], caller, Access::Write)?;
    let (number, old_name, is_named) = (table.number, table.name, table.is_named);
    let name = arguments[1].as_atom().ok_or_else(Raise::badarg)?;
    if is_named {
        if tables.names.contains_key(&name) {
            return Err(Raise::badarg());
        }
        tables.names.remove(&old_name);
        tables.names.insert(name, number);
    }
    let table = tables.find(Value::reference(number), caller, Access::Write)?;
    table.name = name;
    Ok(table.value())
}

pub fn give_away(
    tables: &mut Tables,
    heap: &mut Heap,
    caller: u64,
    arguments: &[Value],
) -> NativeResult {
    let table = tables.find(arguments[0], caller, Access::Write)?;
    let (number, owner) = (table.number, table.owner);
    let to = arguments[1].as_pid().ok_or_else(Raise::badarg)?;
    if owner != caller {
        return Err(Raise::badarg_because("not_owner"));
    }
    if to == owner {
        return Err(Raise::badarg_because("owner"));
    }
    if !tables.is_alive(to) {
        return Err(Raise::badarg());
    }
    let table = tables.find(Value::reference(number), caller, Access::Write)?;
    let message: Message = transfer(table, to, heap.to_term(arguments[2]));
    table.owner = to;
    tables.outbox.push(message);
    Ok(Value::TRUE)
}

pub fn set_options(
    tables: &mut Tables,
    heap: &mut Heap,
    caller: u64,
    arguments: &[Value],
) -> NativeResult {
    let table = tables.find(arguments[0], caller, Access::Write)?;
    let (number, owner) = (table.number, table.owner);
    let changes = options::changes(tables, heap, arguments[1]).ok_or_else(Raise::badarg)?;
    if owner != caller {
        return Err(Raise::badarg());
    }
    let table = tables.find(Value::reference(number), caller, Access::Write)?;
    if let Some(heir) = changes.heir {
        table.heir = heir;
    }
    if let Some(protection) = changes.protection {
        table.protection = protection;
    }
    Ok(Value::TRUE)
}

pub fn safe_fixtable(
    tables: &mut Tables,
    _: &mut Heap,
    caller: u64,
    arguments: &[Value],
) -> NativeResult {
    let table = tables.find(arguments[0], caller, Access::Read)?;
    match arguments[1].as_bool() {
        Some(true) => table.fix(caller),
        Some(false) => table.release(caller, 1),
        None => return Err(Raise::badarg()),
    }
    Ok(Value::TRUE)
}
