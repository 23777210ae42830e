//! What do the tables of a program hold, and who may look into them? `ets` as a data structure.
//!
//! [`Tables`] has all tables of a run. There are no processes in here: an operation gets the number
//! of the process that calls it, and what is to be sent (when a table changes hands) waits in an
//! outbox. Objects are kept as [`Term`]s, copied in and out as on the BEAM, so that no table is a
//! root of the collector.
//!
//! - [`table`]: one table and what it holds
//! - [`match_spec`]: match specifications, compiled once and run on many objects
//! - [`natives`]: the built-in functions of the module `ets`
//!
//! On the BEAM all but ordered sets are traversed in the order of internal hashes. Here every table
//! is in the order of its keys, whatever the order of insertion.

pub mod match_spec;
pub mod natives;
pub mod options;
pub mod table;

pub use natives::{TABLE_NATIVES, TableNative};

use match_spec::MatchSpec;
use runtime::{Heap, Raise, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use table::{Protection, Table};
use term::{Atom, Term};

/// The references of tables and compiled match specifications are numbered from here; those that
/// the machine makes stay below.
pub const FIRST_REFERENCE: u64 = 1 << 56;

/// All tables of a run.
pub struct Tables {
    /// By the numbers of their references.
    tables: BTreeMap<u64, Table>,
    names: FxHashMap<Atom, u64>,
    /// Compiled match specifications, by the numbers of their references.
    specs: FxHashMap<u64, Arc<MatchSpec>>,
    next_reference: u64,
    dead: FxHashSet<u64>,
    outbox: Vec<Message>,
    /// How many bytes the objects of all tables take.
    weight: Arc<AtomicUsize>,
}

/// What an operation wants to be sent.
pub struct Message {
    pub to: u64,
    pub message: Term,
}

/// What an operation does with a table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Access {
    Read,
    Write,
    /// Ask about the table, which everyone may.
    Info,
}

impl Default for Tables {
    fn default() -> Tables {
        Tables::new(Arc::default())
    }
}

impl Tables {
    /// No tables; the bytes of their objects are added to `weight`.
    pub fn new(weight: Arc<AtomicUsize>) -> Tables {
        Tables {
            tables: BTreeMap::new(),
            names: FxHashMap::default(),
            specs: FxHashMap::default(),
            next_reference: FIRST_REFERENCE,
            dead: FxHashSet::default(),
            outbox: Vec::new(),
            weight,
        }
    }

    /// What the operations since the last time want to be sent, in order.
    pub fn take_messages(&mut self) -> Vec<Message> {
        std::mem::take(&mut self.outbox)
    }

    /// A process is gone: its tables go to their heirs or away, and what it fixed is released.
    /// Returns the messages for the heirs. Call it for every process, with tables or without.
    pub fn owner_died(&mut self, pid: u64) -> Vec<Message> {
        self.dead.insert(pid);
        let mut messages = Vec::new();
        let mut orphans = Vec::new();
        for (&number, table) in &mut self.tables {
            table.release(pid, usize::MAX);
            if table.owner != pid {
                continue;
            }
            match table.heir.clone() {
                Some((heir, data)) if heir != pid && !self.dead.contains(&heir) => {
                    messages.push(transfer(table, heir, data));
                    table.owner = heir;
                }
                _ => orphans.push(number),
            }
        }
        orphans.into_iter().for_each(|number| self.drop_table(number));
        messages
    }

    /// The table that a value names, if the caller may do that with it.
    pub fn find(&mut self, value: Value, caller: u64, access: Access) -> Result<&mut Table, Raise> {
        let number = self.number(value)?;
        let table = number.and_then(|number| self.tables.get_mut(&number));
        let table = table.ok_or_else(|| Raise::badarg_because("id"))?;
        let is_allowed = match (access, table.protection) {
            _ if table.owner == caller => true,
            (Access::Info, _) | (_, Protection::Public) => true,
            (Access::Read, Protection::Protected) => true,
            _ => false,
        };
        if is_allowed { Ok(table) } else { Err(Raise::badarg_because("access")) }
    }

    pub fn all(&self) -> impl Iterator<Item = &Table> {
        self.tables.values()
    }

    /// The table that a value names, whoever may use it.
    pub fn get(&self, value: Value) -> Option<&Table> {
        self.tables.get(&self.number(value).ok()??)
    }

    /// The number of the table that a value names; `None` if there is no such table.
    fn number(&self, value: Value) -> Result<Option<u64>, Raise> {
        if let Some(name) = value.as_atom() {
            return Ok(self.names.get(&name).copied());
        }
        let number = value.as_reference().filter(|number| {
            // Other references of ours are those of match specifications.
            (FIRST_REFERENCE..self.next_reference).contains(number)
                && !self.specs.contains_key(number)
        });
        number.map(Some).ok_or_else(|| Raise::badarg_because("type"))
    }

    fn is_alive(&self, pid: u64) -> bool {
        !self.dead.contains(&pid)
    }

    fn new_reference(&mut self) -> u64 {
        self.next_reference += 1;
        self.next_reference - 1
    }

    fn drop_table(&mut self, number: u64) {
        if let Some(table) = self.tables.remove(&number)
            && table.is_named
        {
            self.names.remove(&table.name);
        }
    }

    fn add_spec(&mut self, spec: Arc<MatchSpec>) -> Value {
        let number = self.new_reference();
        self.specs.insert(number, spec);
        Value::reference(number)
    }

    fn spec(&self, value: Value) -> Option<Arc<MatchSpec>> {
        self.specs.get(&value.as_reference()?).cloned()
    }
}

/// `{'ETS-TRANSFER', Table, FromPid, Data}`
fn transfer(table: &Table, to: u64, data: Term) -> Message {
    let heap = Heap::new();
    let message = Term::tuple(vec![
        Term::atom("ETS-TRANSFER"),
        heap.to_term(table.value()),
        heap.to_term(Value::pid(table.owner)),
        data,
    ]);
    Message { to, message }
}
