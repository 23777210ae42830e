//! What do the built-ins of `ets` do with symbols? A table keeps an object as a term and the number of
//! the expression that says how it came from the input ([`tables::table::Object`]).
//!
//! Each operation goes the same way. What it asks of the input is decided first: which of the keys is
//! meant, whether objects are the same, in which order keys come. Then the native runs on the concrete
//! halves, and does what it always does. At last the symbols are put to what came out, or to what is in
//! the table now. What is not followed makes the table forget its symbols, and that is a loss.

mod choosing;
mod keys;

use crate::execute::At;
use crate::machine::Machine;
use crate::process::Process;
use crate::shadow::{holds_symbols, nth};
use runtime::{NativeResult, Raise, Value};
use symbolic::{Comparison, Expr, Kind, Shape, Symbol};
use tables::table::{Object, Table, TableType};
use tables::{Access, TableNative};
use term::{Atom, Term};
use trace::{Loser, Place};

/// One operation on a table that is there.
struct Operation<'p> {
    at: At<'p>,
    here: Place,
    caller: u64,
    native: TableNative,
    function: Atom,
    /// Without its symbols.
    table: Value,
}

impl Machine {
    /// `None`: nothing about the operation is symbolic, or nothing is known about it.
    pub(super) fn table_built_in(
        &mut self,
        process: &Process,
        at: At,
        native: TableNative,
        function: Atom,
        arguments: &[Value],
    ) -> Option<NativeResult> {
        let mut named = *arguments.first()?;
        if function.name() == "info" {
            self.lose_size(named, arguments);
        }
        if !looks_at_objects(function, arguments.len()) {
            return None;
        }
        if arguments.len() == 1
            && let Some(&[table, ..]) = self.heap.as_tuple(named)
        {
            // How a selection goes on.
            named = table;
        }
        let holds = self.system.shared.tables.get(self.heap.concrete(named))?.may_hold_symbols;
        if !holds && !self.do_hold_symbols(&arguments[1..]) {
            return None;
        }
        let table = self.shadow().concretise("ets", named);
        let operation =
            Operation { at, here: at.place(), caller: process.id, native, function, table };
        Some(self.operate(&operation, arguments))
    }

    /// How much room objects take is not followed.
    fn lose_size(&mut self, table: Value, arguments: &[Value]) {
        let memory = Value::atom(Atom::new("memory"));
        let asks = arguments.get(1).is_none_or(|&item| item == memory);
        let table = self.system.shared.tables.get(self.heap.concrete(table));
        if asks && table.is_some_and(|table| table.may_hold_symbols) {
            let info = Loser::Function(Atom::new("ets"), Atom::new("info"), arguments.len());
            self.shadow().recorder.lose(info);
        }
    }

    fn operate(&mut self, it: &Operation, arguments: &[Value]) -> NativeResult {
        let access = if is_write(it.function) { Access::Write } else { Access::Read };
        if self.system.shared.tables.find(it.table, it.caller, access).is_err() {
            return self.plainly(it, arguments);
        }
        match (it.function.name(), arguments) {
            ("lookup" | "take", &[_, key]) => {
                let key = self.decided_key(it, key);
                let objects = self.plainly(it, &[it.table, key])?;
                Ok(self.with_their_symbols(objects))
            }
            ("member" | "delete", &[_, key]) => {
                let key = self.decided_key(it, key);
                self.plainly(it, &[it.table, key])
            }
            ("lookup_element", &[_, key, position, ..]) => {
                self.element_of_object(it, key, position, arguments)
            }
            ("insert", &[_, objects]) => self.insert_objects(it, objects, false),
            ("insert_new", &[_, objects]) => self.insert_objects(it, objects, true),
            ("delete_object", &[_, object]) => self.delete_object(it, object),
            ("first" | "last", &[_]) if self.has_symbolic_keys(it) => {
                let keys = self.keys_of_table(it);
                let sorted = self.table_order(it, keys);
                let is_last = it.function.name() == "last" && self.table(it).is_ordered();
                let key = if is_last { sorted.last() } else { sorted.first() };
                Ok(self.key_or_end(key.cloned()))
            }
            ("first" | "last", &[_]) => self.plainly(it, arguments),
            ("next" | "prev", &[_, key]) => self.neighbour(it, key),
            ("update_element", &[_, key, changes]) => self.update_element(it, key, changes),
            ("update_counter", &[_, key, ..]) => self.update_counter(it, key, arguments),
            (
                "match" | "match_object" | "select" | "select_reverse" | "select_count",
                &[_, spec],
            )
            | ("internal_select_delete", &[_, spec]) => self.choose_objects(it, spec),
            _ => self.without_table_symbols(it, arguments),
        }
    }

    // ---- the native, and what is lost ----

    /// The native on concrete halves, after all has been decided that it depends on.
    fn plainly(&mut self, it: &Operation, arguments: &[Value]) -> NativeResult {
        let mut plain = Vec::with_capacity(arguments.len());
        for &argument in arguments {
            plain.push(self.shadow().plain(argument));
        }
        (it.native)(&mut self.system.shared.tables, &mut self.heap, it.caller, &plain)
    }

    /// It is not followed what the operation does: from here on the table has no symbols.
    fn without_table_symbols(&mut self, it: &Operation, arguments: &[Value]) -> NativeResult {
        let table = self.system.shared.tables.find(it.table, it.caller, Access::Info)?;
        let symbols = table.take_symbols();
        let arguments = self.shadow().strip(Atom::new("ets"), it.function, arguments);
        self.lose_objects(it, arguments.len(), symbols);
        self.plainly(it, &arguments)
    }

    fn lose_objects(&mut self, it: &Operation, arity: usize, symbols: Vec<(u32, Term)>) {
        if !symbols.is_empty() {
            let loser = Loser::Function(Atom::new("ets"), it.function, arity);
            self.shadow().recorder.lose(loser);
        }
        for (symbol, term) in symbols {
            self.pin_parts(Symbol(symbol), term);
        }
    }

    /// From here on the run depends on what the symbol is. What is made of parts is held by its parts.
    fn pin_parts(&mut self, symbol: Symbol, term: Term) {
        let mut pending = vec![(symbol, term)];
        while let Some((symbol, term)) = pending.pop() {
            match (self.shadow().recorder.symbols.expr(symbol).clone(), &term) {
                (Expr::Constant(_), _) => {}
                (Expr::Tuple(parts), Term::Tuple(elements)) => {
                    pending.extend(parts.iter().copied().zip(elements.iter().cloned()));
                }
                _ => self.shadow().recorder.pin(symbol, || term),
            }
        }
    }

    fn table(&self, it: &Operation) -> &Table {
        self.system.shared.tables.get(it.table).expect("the table was found")
    }

    // ---- objects ----

    /// Objects that have just come out of a table.
    fn with_their_symbols(&mut self, objects: Value) -> Value {
        let (objects, _) = self.heap.list_parts(objects);
        let objects: Vec<Value> =
            objects.into_iter().map(|object| self.with_its_symbols(object)).collect();
        self.heap.list(&objects)
    }

    fn with_its_symbols(&mut self, object: Value) -> Value {
        if !object.is_symbolic() {
            return object;
        }
        let (concrete, symbol) = self.shadow().halves(object);
        self.shadow().unreify(symbol, concrete)
    }

    /// The objects under a key that has been decided.
    fn objects_under(&mut self, it: &Operation, key: Value) -> Vec<Value> {
        let key = self.heap.to_term(key);
        let table = self.table(it);
        let objects: Vec<Object> = table.get(&table.key(key)).to_vec();
        let mut values = Vec::with_capacity(objects.len());
        for object in objects {
            let value = object.value(&mut self.heap);
            values.push(self.with_its_symbols(value));
        }
        values
    }

    /// Notes how an object came about that has just been put.
    fn mark_object(&mut self, it: &Operation, object: Value) {
        if !holds_symbols(&self.heap, object) {
            return;
        }
        let symbol = self.shadow().reify(object);
        let term = self.heap.to_term(object);
        if self.shadow().recorder.symbols.as_constant(symbol).is_some() {
            return;
        }
        if let Ok(table) = self.system.shared.tables.find(it.table, it.caller, Access::Info)
            && let Some(key) = table.key_of(&term)
        {
            table.mark(&key, &term, symbol.0);
        }
    }

    // ---- in and out ----

    /// An object that has a key, or `None`.
    fn known_object(&mut self, it: &Operation, object: Value) -> Option<Value> {
        let least = self.table(it).key_position;
        if !object.is_symbolic() {
            return self.heap.as_tuple(object).filter(|parts| parts.len() >= least).map(|_| object);
        }
        if self.shadow().decide(nth(it.here, 4), object, &[Shape::Kind(Kind::Tuple)]) != 0 {
            return None;
        }
        let size = self.shadow().tuple_size_symbolic(object);
        self.shadow().is_ordered(nth(it.here, 5), Value::index(least), size).ok().map(|()| object)
    }

    fn key_of_object(&mut self, it: &Operation, object: Value) -> Value {
        let index = self.table(it).key_position - 1;
        match object.is_symbolic() {
            true => self.shadow().element_symbolic(object, index as u32),
            false => self.heap.elements(object)[index],
        }
    }

    fn insert_objects(&mut self, it: &Operation, given: Value, is_new: bool) -> NativeResult {
        let kinds = [Shape::Cons, Shape::Literal(Term::Nil)];
        let is_list = match given.is_symbolic() {
            true => self.shadow().decide(nth(it.here, 6), given, &kinds) < kinds.len(),
            false => given.is_cons() || given.is_nil(),
        };
        let mut objects = if is_list {
            let list = self.shadow().spine(nth(it.here, 6), given);
            match self.heap.proper_list(list) {
                Some(objects) => objects,
                None => return Err(Raise::badarg()),
            }
        } else {
            vec![given]
        };
        for object in &objects {
            if self.known_object(it, *object).is_none() {
                return Err(Raise::badarg());
            }
        }
        if is_new {
            let mut is_any_there = false;
            for &object in &objects {
                let key = self.key_of_object(it, object);
                let key = self.decided_key(it, key);
                let key = self.heap.to_term(key);
                let table = self.table(it);
                is_any_there |= table.contains(&table.key(key));
            }
            if is_any_there {
                return Ok(Value::FALSE);
            }
        }
        // As the native does.
        if self.table(it).table_type == TableType::Bag {
            objects.reverse();
        }
        for object in objects {
            self.insert_object(it, object, is_new)?;
        }
        Ok(Value::TRUE)
    }

    fn insert_object(&mut self, it: &Operation, object: Value, is_new: bool) -> NativeResult {
        let key = self.key_of_object(it, object);
        let key = self.decided_key(it, key);
        if self.table(it).table_type == TableType::Bag {
            self.decide_sameness(it, key, object);
        }
        let plain = self.shadow().plain(object);
        if is_new {
            // It was seen before that its key is new, or it was among those that are put.
            let term = self.heap.to_term(plain);
            let table = self.system.shared.tables.find(it.table, it.caller, Access::Write)?;
            let key = table.key_of(&term).ok_or_else(Raise::badarg)?;
            table.insert(key, term);
        } else {
            self.plainly(it, &[it.table, plain])?;
        }
        self.mark_object(it, object);
        Ok(Value::TRUE)
    }

    /// Which objects of the key are the same as this one?
    fn decide_sameness(&mut self, it: &Operation, key: Value, object: Value) {
        for known in self.objects_under(it, key) {
            let parts = |value| self.heap.as_tuple(value).map(<[Value]>::to_vec);
            let pairs = match (parts(known), parts(object)) {
                (Some(known), Some(object)) if known.len() != object.len() => continue,
                (Some(known), Some(object)) => known.into_iter().zip(object).collect(),
                _ => vec![(known, object)],
            };
            for (known, object) in pairs {
                if !self.shadow().decide_comparison(
                    nth(it.here, 7),
                    Comparison::ExactlyEqual,
                    known,
                    object,
                ) {
                    break;
                }
            }
        }
    }

    fn delete_object(&mut self, it: &Operation, object: Value) -> NativeResult {
        if self.known_object(it, object).is_none() {
            return Err(Raise::badarg());
        }
        let key = self.key_of_object(it, object);
        let key = self.decided_key(it, key);
        self.decide_sameness(it, key, object);
        self.plainly(it, &[it.table, object])
    }

    fn element_of_object(
        &mut self,
        it: &Operation,
        key: Value,
        position: Value,
        arguments: &[Value],
    ) -> NativeResult {
        let position = match position.is_symbolic() {
            true => self.shadow().pin(nth(it.here, 5), position),
            false => position,
        };
        let key = self.decided_key(it, key);
        let objects = self.objects_under(it, key);
        if objects.is_empty() {
            // What is there in its place may have symbols of its own.
            let mut arguments = arguments.to_vec();
            (arguments[1], arguments[2]) = (key, position);
            let found = self.plainly(it, &arguments)?;
            return Ok(arguments.get(3).copied().unwrap_or(found));
        }
        let mut elements = Vec::with_capacity(objects.len());
        for object in objects {
            elements.push(self.shadow().element(nth(it.here, 6), position, object)?);
        }
        Ok(if self.table(it).is_set() { elements[0] } else { self.heap.list(&elements) })
    }
}

/// The operations that say nothing of objects and keys are not here.
fn looks_at_objects(function: Atom, arity: usize) -> bool {
    let is_whole = function.name() == "delete" && arity == 1;
    let is_about_tables = matches!(
        function.name(),
        "all"
            | "give_away"
            | "info"
            | "internal_delete_all"
            | "internal_request_all"
            | "is_compiled_ms"
            | "match_spec_compile"
            | "match_spec_run_r"
            | "new"
            | "rename"
            | "safe_fixtable"
            | "setopts"
            | "whereis"
    );
    !is_whole && !is_about_tables
}

fn is_write(function: Atom) -> bool {
    matches!(
        function.name(),
        "delete"
            | "delete_object"
            | "insert"
            | "insert_new"
            | "internal_select_delete"
            | "select_replace"
            | "take"
            | "update_counter"
            | "update_element"
    )
}
