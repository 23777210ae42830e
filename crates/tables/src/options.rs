//! Which options may a table be made with, and which may be changed later?

use crate::Tables;
use crate::table::{Protection, Table, TableType};
use runtime::{Heap, Value};
use term::{Atom, Term, atoms};

/// `ets:new/2`'s options on a fresh table; `None` if one of them is none.
pub fn apply_all(tables: &Tables, table: &mut Table, heap: &Heap, options: Value) -> Option<()> {
    for option in heap.proper_list(options)? {
        match (option.as_atom(), heap.as_tuple(option)) {
            (Some(atom), _) => apply_atom(table, atom.name())?,
            (_, Some(&[name, value])) => {
                apply_pair(table, heap, name.as_atom()?.name(), value)?;
            }
            (_, Some(_)) => table.heir = heir(tables, heap, option)?,
            _ => return None,
        }
    }
    settle_concurrency(table);
    Some(())
}

/// What the BEAM makes of the wishes for concurrency: a private table needs none, and counters are
/// only spread where writers are many.
fn settle_concurrency(table: &mut Table) {
    if table.protection == Protection::Private {
        table.read_concurrency = atoms::false_;
        table.write_concurrency = atoms::false_;
    }
    let is_wished = table
        .decentralized_counters
        .unwrap_or_else(|| table.is_ordered() || table.write_concurrency == Atom::new("auto"));
    table.decentralized_counters = Some(is_wished && table.write_concurrency != atoms::false_);
}

fn apply_atom(table: &mut Table, name: &str) -> Option<()> {
    match name {
        "set" => table.table_type = TableType::Set,
        "ordered_set" => table.table_type = TableType::OrderedSet,
        "bag" => table.table_type = TableType::Bag,
        "duplicate_bag" => table.table_type = TableType::DuplicateBag,
        "named_table" => table.is_named = true,
        "compressed" => table.is_compressed = true,
        _ => table.protection = protection(name)?,
    }
    Some(())
}

fn apply_pair(table: &mut Table, heap: &Heap, name: &str, value: Value) -> Option<()> {
    let truth = || value.as_atom().filter(|_| value.as_bool().is_some());
    match name {
        "keypos" => {
            table.key_position = heap.as_usize(value).filter(|&position| position >= 1)?;
            // Larger integers are not small on the BEAM.
            (table.key_position < 1 << 59).then_some(())?;
        }
        "heir" => {
            (value == atoms::none.into()).then_some(())?;
            table.heir = None;
        }
        "read_concurrency" => table.read_concurrency = truth()?,
        "decentralized_counters" => table.decentralized_counters = Some(value.as_bool()?),
        "write_concurrency" => {
            let auto = Atom::new("auto");
            table.write_concurrency = truth().or(value.as_atom().filter(|&atom| atom == auto))?;
        }
        _ => return None,
    }
    Some(())
}

fn protection(name: &str) -> Option<Protection> {
    match name {
        "public" => Some(Protection::Public),
        "protected" => Some(Protection::Protected),
        "private" => Some(Protection::Private),
        _ => None,
    }
}

/// `{heir, Pid, Data}` and `{heir, none}`. The dead inherit nothing.
fn heir(tables: &Tables, heap: &Heap, option: Value) -> Option<Option<(u64, Term)>> {
    let heir: Value = Atom::new("heir").into();
    match *heap.as_tuple(option)? {
        [name, value] if name == heir && value == atoms::none.into() => Some(None),
        [name, pid, data] if name == heir => {
            let pid = pid.as_pid()?;
            Some(tables.is_alive(pid).then(|| (pid, heap.to_term(data))))
        }
        _ => None,
    }
}

/// What `ets:setopts/2` changes.
#[derive(Default)]
pub struct Changes {
    pub heir: Option<Option<(u64, Term)>>,
    pub protection: Option<Protection>,
}

/// `ets:setopts/2`'s options, one or a list; `None` if one is none, or comes twice.
pub fn changes(tables: &Tables, heap: &Heap, options: Value) -> Option<Changes> {
    let options = if options.is_tuple() { vec![options] } else { heap.proper_list(options)? };
    let mut changes = Changes::default();
    for option in options {
        match *heap.as_tuple(option)? {
            [name, value] if name == Atom::new("protection").into() => {
                let protection = protection(value.as_atom()?.name())?;
                if changes.protection.replace(protection).is_some() {
                    return None;
                }
            }
            _ => {
                if changes.heir.replace(heir(tables, heap, option)?).is_some() {
                    return None;
                }
            }
        }
    }
    Some(changes)
}
