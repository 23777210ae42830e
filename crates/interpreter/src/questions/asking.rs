//! Does this call ask the world? It depends on the arguments, and on what the run has made so far.

use super::looking::{self, is_order_hashed};
use super::table::{CONSTANTS, NAMES_OF_OTP, TABLES_OF_OTP};
use crate::execute::At;
use crate::machine::Machine;
use crate::process::{Process, ProcessId};
use crate::services;
use crate::system::FIRST_PROCESS;
use runtime::parts::holds_identity;
use runtime::{FunView, Heap, Value};
use tables::table::Table;
use term::{Atom, Term, atoms};
use trace::Matter;

/// A call of a built-in, before it is made.
pub struct Asking<'a> {
    pub machine: &'a Machine,
    pub process: &'a Process,
    pub at: At<'a>,
    pub arguments: &'a [Value],
}

impl Asking<'_> {
    pub fn heap(&self) -> &Heap {
        &self.machine.heap
    }

    pub fn argument(&self, number: usize) -> Value {
        self.arguments.get(number).map_or(Value::NIL, |value| self.heap().concrete(*value))
    }

    /// An argument, if it is an atom.
    pub fn word(&self, number: usize) -> &'static str {
        self.argument(number).as_atom().map_or("", Atom::name)
    }

    /// Nobody looks at the answer.
    pub fn is_unread(&self) -> bool {
        self.at.code.notes.is_unread(self.at.pc - 1)
    }

    /// Whoever calls has a past; a process that the run has started has none.
    pub fn is_main(&self) -> bool {
        self.process.id == self.machine.main
    }

    pub fn is_service(&self, id: ProcessId) -> bool {
        (FIRST_PROCESS..FIRST_PROCESS + services::COUNT as u64).contains(&id)
            || services::is_stranger(id)
    }

    // ---- the process that calls ----

    pub fn dictionary(&self) -> Option<Matter> {
        if self.arguments.is_empty() {
            return self.whole_dictionary();
        }
        let key = self.argument(0);
        let is_known = self.process.is_dictionary_own
            || self.heap().map_has(self.process.dictionary, key)
            || self.heap().map_has(self.process.erased, key);
        (self.is_main() && !is_known && !self.is_unread()).then_some(Matter::Caller)
    }

    pub fn whole_dictionary(&self) -> Option<Matter> {
        let is_known = self.process.is_dictionary_own;
        (self.is_main() && !is_known && !self.is_unread()).then_some(Matter::Caller)
    }

    /// What a flag was before.
    pub fn flag(&self) -> Option<Matter> {
        (self.is_main() && !self.is_unread()).then_some(Matter::Caller)
    }

    pub fn mailbox(&self) -> Option<Matter> {
        self.is_main().then_some(Matter::Caller)
    }

    /// Where the caller writes to, unless the run has said it. OTP's own code writes there, too, and
    /// does nothing else with it.
    pub fn group_leader(&self) -> Option<Matter> {
        let given = services::leader(&self.machine.system).map(Value::pid);
        let is_given = Some(self.process.group_leader) == given;
        let is_written_to = matches!(self.at.code.module.name(), "io" | "logger");
        let is_asked = self.arguments.is_empty() && !self.is_unread();
        let is_of_program = !is_written_to && !self.is_service(self.process.id);
        (is_asked && is_given && is_of_program).then_some(Matter::Caller)
    }

    // ---- other processes ----

    pub fn process_info(&self) -> Option<Matter> {
        let is_own = self.argument(0).as_pid() == Some(self.process.id);
        // A service asks for its own name.
        let is_service = self.is_service(self.process.id);
        match is_own {
            _ if is_service => None,
            true => Some(Matter::Caller),
            false => Some(Matter::Processes),
        }
    }

    /// A process that is not of this run.
    pub fn process(&self) -> Option<Matter> {
        let started = FIRST_PROCESS..self.machine.system.processes.next_id();
        let is_known = match (self.argument(0).as_pid(), self.heap().foreign_term(self.argument(0)))
        {
            (Some(id), _) => started.contains(&id) || services::is_stranger(id),
            (None, Some(Term::Pid(_) | Term::Port(_))) => false,
            // That is no process at all.
            (None, _) => true,
        };
        (!is_known).then_some(Matter::Processes)
    }

    /// A name that nobody in this run has. (The services are there on every node; messages to strangers
    /// go unanswered, whether they are alive or not.)
    pub fn name(&self) -> Option<Matter> {
        if let Some(name) = self.argument(0).as_atom() {
            let is_known = self.machine.system.processes.named(name).is_some();
            return (!is_known).then_some(Matter::Processes);
        }
        self.heap().as_tuple(self.argument(0)).map(|_| Matter::Nodes)
    }

    /// A name that the run gives is its own, unless everybody knows that it is taken.
    pub fn new_name(&self) -> Option<Matter> {
        NAMES_OF_OTP.contains(&self.word(0)).then_some(Matter::Processes)
    }

    pub fn monitored(&self) -> Option<Matter> {
        if self.word(0) == "time_offset" {
            return None;
        }
        let subject = Asking { arguments: self.arguments.get(1..).unwrap_or(&[]), ..*self };
        subject.name().or_else(|| subject.process())
    }

    pub fn node(&self) -> Option<Matter> {
        let is_of_elsewhere = self.heap().foreign_term(self.argument(0)).is_some();
        (self.arguments.is_empty() || !is_of_elsewhere).then_some(Matter::Nodes)
    }

    // ---- what is kept somewhere ----

    pub fn variable(&self) -> Option<Matter> {
        let name = crate::natives::variable_name(self.heap(), self.argument(0)).ok()?;
        self.machine.system.shared.environment.get(&name).is_none().then_some(Matter::Environment)
    }

    pub fn persistent_term(&self) -> Option<Matter> {
        let persistent = &self.machine.system.shared.persistent;
        let is_known = !self.arguments.is_empty()
            && !persistent.is_empty()
            && persistent.get(&self.heap().to_term(self.argument(0))).is_some();
        (!is_known && !self.is_unread()).then_some(Matter::Storage)
    }

    /// A table that the run has not made: there may be one of that name, and there are those of OTP.
    pub fn table(&self) -> Option<Matter> {
        match self.find_table() {
            Ok(_) => None,
            Err(matter) => matter,
        }
    }

    /// The same as for names.
    pub fn new_table(&self) -> Option<Matter> {
        let named = Value::atom(Atom::new("named_table"));
        let is_named = |options: Vec<Value>| options.contains(&named);
        let is_taken = TABLES_OF_OTP.contains(&self.word(0))
            && self.heap().proper_list(self.argument(1)).is_some_and(is_named);
        is_taken.then_some(Matter::Storage)
    }

    pub fn find_table(&self) -> Result<&Table, Option<Matter>> {
        let table = self.argument(0);
        if let Some(table) = self.machine.system.shared.tables.get(table) {
            let is_settings = self.is_service(table.owner) && !self.is_service(self.process.id);
            // What is in the table of settings is what the run has put there.
            let is_known = || {
                let key = self.arguments.get(1).map(|_| self.heap().to_term(self.argument(1)));
                key.is_some_and(|key| table.contains(&table.key(key)))
            };
            return match is_settings && !is_known() {
                true => Err(Some(Matter::Settings)),
                false => Ok(table),
            };
        }
        let is_of_others = table.as_atom().is_some() || self.heap().foreign_term(table).is_some();
        Err(is_of_others.then_some(Matter::Storage))
    }

    pub fn table_info(&self) -> Option<Matter> {
        match self.find_table() {
            Ok(_) if self.arguments.len() == 1 || self.word(1) == "memory" => Some(Matter::Machine),
            Ok(_) if self.word(1) == "node" => Some(Matter::Nodes),
            Ok(_) => None,
            Err(matter) => matter,
        }
    }

    /// Objects come by the hashes of their keys, unless the table is ordered.
    pub fn order_of_table(&self) -> Option<Matter> {
        // To go on where another call has stopped: that one has been here.
        let is_continuation = self.heap().as_tuple(self.argument(0)).is_some();
        match self.find_table() {
            _ if is_continuation => None,
            Ok(table) => {
                let is_ordered = table.is_ordered() || table.size() < 2;
                (!is_ordered).then_some(Matter::Hashes)
            }
            Err(matter) => matter,
        }
    }

    /// In an ordered table, references are in the order of their numbers.
    pub fn inserted(&self) -> Option<Matter> {
        match self.find_table() {
            Ok(table) if table.is_ordered() => {
                holds_identity(self.heap(), self.argument(1)).then_some(Matter::Identity)
            }
            Ok(_) => None,
            Err(matter) => matter,
        }
    }

    // ---- code ----

    /// The module whose code runs is there.
    pub fn exported(&self) -> Option<Matter> {
        let module = self.argument(0).as_atom()?;
        (module != self.at.code.module && module != atoms::erlang).then_some(Matter::Code)
    }

    pub fn existing_atoms(&self) -> Option<Matter> {
        let is_safe = |options: &Vec<Value>| options.contains(&Value::atom(Atom::new("safe")));
        let options = self.heap().proper_list(self.argument(1));
        options.filter(is_safe).map(|_| Matter::Code)
    }

    /// How a module was compiled, and what its code comes to. What is in it does not depend on that.
    pub fn module_info(&self) -> Option<Matter> {
        let is_asked =
            self.arguments.len() == 1 || matches!(self.word(1), "compile" | "md5" | "nifs");
        is_asked.then_some(Matter::Code)
    }

    // ---- values ----

    /// Text, bytes or a number made of a value.
    pub fn representation(&self) -> Option<Matter> {
        let release = self.machine.library.installation().release_number();
        let is_hashed = || is_order_hashed(self.heap(), self.argument(0), release);
        self.hash().or_else(|| is_hashed().then_some(Matter::Hashes))
    }

    /// A number made of a value: equal maps give the same.
    pub fn hash(&self) -> Option<Matter> {
        holds_identity(self.heap(), self.argument(0)).then_some(Matter::Identity)
    }

    /// The order of keys, of any two values.
    pub fn exact_order(&self) -> Option<Matter> {
        let both_hold = (0..2).all(|number| holds_identity(self.heap(), self.argument(number)));
        both_hold.then_some(Matter::Identity)
    }

    pub fn fun_info(&self) -> Option<Matter> {
        let is_external =
            matches!(self.heap().fun(self.argument(0)), Some(FunView::External { .. }));
        match self.word(1) {
            "arity" | "module" | "type" => None,
            "name" | "env" if is_external => None,
            _ => Some(Matter::Identity),
        }
    }

    pub fn order_of_keys(&self) -> Option<Matter> {
        self.order_of(self.argument(0))
    }

    /// `erts_internal:map_next(Path, Map, Form)`
    pub fn order_of_iterator(&self) -> Option<Matter> {
        self.order_of(self.argument(1))
    }

    pub fn order_of(&self, map: Value) -> Option<Matter> {
        if !self.heap().is_map(map) || self.heap().map_size(map) < 2 {
            return None;
        }
        let release = self.machine.library.installation().release_number();
        if looking::is_map_hashed(self.heap(), map, release) {
            return Some(Matter::Hashes);
        }
        let holds = |key: &Value| holds_identity(self.heap(), *key);
        (self.heap().map_keys(map).filter(holds).count() > 1).then_some(Matter::Identity)
    }

    // ---- text ----

    /// Are characters beyond Latin-1 printable? OTP asks before it looks whether there are any.
    pub fn printable_range(&self) -> Option<Matter> {
        let printed = self.process.stack.get(self.at.base).copied().unwrap_or(Value::NIL);
        let caller = self.at.code.home.function.name;
        let may_matter = match (self.at.code.module.name(), caller.name()) {
            ("io_lib", "printable_list") => looking::is_list_wide(self.heap(), printed),
            ("io_lib_pretty", "printable_bin") => looking::is_binary_wide(self.heap(), printed),
            _ => !self.is_unread(),
        };
        may_matter.then_some(Matter::Environment)
    }

    // ---- the machine ----

    pub fn system_info(&self) -> Option<Matter> {
        let item = self.argument(0);
        let name = item.as_atom().or_else(|| self.heap().as_tuple(item)?.first()?.as_atom());
        let is_constant = name.is_none_or(|name| CONSTANTS.contains(&name.name()));
        (!is_constant).then_some(Matter::Machine)
    }
}
