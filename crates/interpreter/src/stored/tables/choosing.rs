//! Which objects of a table are chosen, and how are they changed, where that depends on the input? The
//! model in Erlang, `ermine_tables`, computes it from the objects, so that each look is a decision. It
//! sees objects and no tables, and runs to its end in the middle of the operation: nobody else sees a
//! table that is half changed.

use super::Operation;
use crate::code::Callee;
use crate::machine::Machine;
use crate::shadow::{holds_symbols, nth};
use runtime::{NativeResult, Value};
use symbolic::Shape;
use tables::Access;
use term::Atom;

/// Of more objects than these nobody follows how they are chosen.
const MOST_OBJECTS: usize = 1024;

impl Machine {
    /// What the model makes of the arguments; `None` if it does not know.
    fn ask_table_model(
        &mut self,
        it: &Operation,
        name: &str,
        arguments: &[Value],
    ) -> Option<NativeResult> {
        let (module, name) = (Atom::new("ermine_tables"), Atom::new(name));
        let Ok(Callee::Code(code)) = self.library.link_name(module, name, arguments.len()) else {
            return None;
        };
        match self.run_aside(it.at, code, arguments) {
            Ok(value) if value == Value::atom(Atom::new("unknown")) => None,
            result => Some(result),
        }
    }

    /// `update_element(Table, Key, Changes)`
    pub(super) fn update_element(
        &mut self,
        it: &Operation,
        key: Value,
        changes: Value,
    ) -> NativeResult {
        let arguments = [it.table, key, changes];
        let key = self.decided_key(it, key);
        let objects = self.objects_under(it, key);
        let &[object] = &objects[..] else { return self.plainly(it, &arguments) };
        if !self.table(it).is_set() {
            return self.plainly(it, &arguments);
        }
        let object = self.spelled_tuple(it, object);
        let position = Value::index(self.table(it).key_position);
        match self.ask_table_model(it, "changed", &[object, position, changes]) {
            Some(Ok(changed)) => {
                let result = self.plainly(it, &arguments)?;
                self.mark_object(it, changed);
                Ok(result)
            }
            Some(Err(raise)) => Err(raise),
            None => self.without_table_symbols(it, &arguments),
        }
    }

    /// `update_counter(Table, Key, Operations)`, also with a default object.
    pub(super) fn update_counter(
        &mut self,
        it: &Operation,
        key: Value,
        arguments: &[Value],
    ) -> NativeResult {
        let is_set = self.table(it).is_set();
        let position = self.table(it).key_position;
        let decided = self.decided_key(it, key);
        let objects = self.objects_under(it, decided);
        let object = match (&objects[..], arguments.get(3)) {
            _ if !is_set => return self.plainly(it, arguments),
            (&[object], None) => self.spelled_tuple(it, object),
            // That the default is a tuple is looked at first.
            (&[object], Some(&default)) if default.is_tuple() => self.spelled_tuple(it, object),
            ([], Some(&default)) if default.is_tuple() => {
                let mut elements = self.heap.elements(default).to_vec();
                match elements.get_mut(position - 1) {
                    Some(place) => *place = key,
                    None => return self.plainly(it, arguments),
                }
                self.heap.tuple(&elements)
            }
            (_, Some(default)) if default.is_symbolic() => {
                return self.without_table_symbols(it, arguments);
            }
            _ => return self.plainly(it, arguments),
        };
        let asked = [object, Value::index(position), arguments[2]];
        match self.ask_table_model(it, "counted", &asked) {
            Some(Ok(pair)) => {
                self.plainly(it, arguments)?;
                let &[object, counters] = self.heap.elements(pair) else { unreachable!("a pair") };
                self.mark_object(it, object);
                Ok(counters)
            }
            Some(Err(raise)) => Err(raise),
            None => self.without_table_symbols(it, arguments),
        }
    }

    /// The object with elements of its own: how many it has is decided.
    fn spelled_tuple(&mut self, it: &Operation, object: Value) -> Value {
        if !object.is_symbolic() {
            return object;
        }
        let size = self.heap.elements(self.heap.concrete(object)).len();
        self.shadow().decide(nth(it.here, 6), object, &[Shape::Tuple(size as u32)]);
        let elements: Vec<Value> =
            (0..size).map(|index| self.shadow().element_symbolic(object, index as u32)).collect();
        self.heap.tuple(&elements)
    }

    /// `select` and its kin, with all objects at once.
    pub(super) fn choose_objects(&mut self, it: &Operation, spec: Value) -> NativeResult {
        let arguments = [it.table, spec];
        if self.table(it).size() > MOST_OBJECTS {
            return self.without_table_symbols(it, &arguments);
        }
        let is_delete = it.function.name() == "internal_select_delete";
        if !is_delete {
            // What is no specification is none for the native either.
            match self.plainly(it, &arguments) {
                Err(_) if holds_symbols(&self.heap, spec) => {
                    return self.without_table_symbols(it, &arguments);
                }
                Err(raise) => return Err(raise),
                Ok(_) => {}
            }
        }
        let objects = self.objects_in_order(it, is_delete);
        let objects = self.heap.list(&objects);
        let name = match it.function.name() {
            "match" => "matched",
            "match_object" => "matching",
            "select_count" | "internal_select_delete" => "count",
            _ => "selected",
        };
        let found = self.ask_table_model(it, name, &[objects, spec]);
        let native = self.plainly(it, &arguments);
        match (found, native) {
            (Some(Ok(found)), Ok(native)) if self.are_equal(found, native) => Ok(found),
            // The model knows less than the native.
            _ if !is_delete => self.without_table_symbols(it, &arguments),
            (_, native) => {
                // It is done, and who is left depends on what was not followed.
                let is_lost = self.table(it).may_hold_symbols || holds_symbols(&self.heap, spec);
                if is_lost
                    && let Ok(table) =
                        self.system.shared.tables.find(it.table, it.caller, Access::Info)
                {
                    let symbols = table.take_symbols();
                    self.lose_objects(it, 2, symbols);
                    self.shadow().strip(Atom::new("ets"), it.function, &[spec]);
                }
                native
            }
        }
    }

    fn are_equal(&mut self, left: Value, right: Value) -> bool {
        let (left, right) = (self.shadow().plain(left), self.shadow().plain(right));
        runtime::compare::exactly_equal(&self.heap, left, right)
    }

    /// All objects; in the order of their keys, unless it does not matter.
    fn objects_in_order(&mut self, it: &Operation, is_any_order: bool) -> Vec<Value> {
        let keys = self.keys_of_table(it);
        // By their age, if it does not matter: that is the same for all who come here on one way.
        let mut keys = if is_any_order { keys } else { self.table_order(it, keys) };
        if it.function.name() == "select_reverse" && self.table(it).is_ordered() {
            keys.reverse();
        }
        let mut objects = Vec::new();
        for key in keys {
            let key = self.heap.from_term(&key.term);
            objects.extend(self.objects_under(it, key));
        }
        objects
    }
}
