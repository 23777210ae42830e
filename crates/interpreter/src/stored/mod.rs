//! What becomes of symbols that a program puts away? In the process dictionary, among the persistent
//! terms and in tables ([`tables`]) they are kept with the values. Which of the keys that are there is asked for is
//! decided where it depends on the input, as for maps.

mod tables;

use crate::code::Callee;
use crate::execute::At;
use crate::machine::Machine;
use crate::oracle;
use crate::process::Process;
use crate::record::Key;
use crate::shadow::{holds_symbols, nth};
use core_erlang::FunctionName;
use runtime::{NativeResult, Raise, Value};
use std::borrow::Cow;
use symbolic::{Comparison, Symbol};
use term::{Atom, Term, atoms, order};
use trace::{Loser, Place};

/// Among more keys than these nobody looks for one that depends on the input.
pub(super) const MOST_KEYS: usize = 256;

impl Machine {
    /// A built-in on what is kept beside the values of the processes. `None`: it is none, or there is
    /// nothing symbolic about it.
    pub(crate) fn stored_with_symbols(
        &mut self,
        process: &mut Process,
        at: At,
        callee: Callee,
        (module, function): (Atom, Atom),
        arguments: &[Value],
    ) -> Option<NativeResult> {
        self.lose_order_of_dictionary(module, function, arguments.len());
        let is_stored = match callee {
            Callee::Table(_) => true,
            Callee::InContext(_) if module == atoms::erlang => {
                matches!(function.name(), "put" | "get" | "erase" | "get_keys")
            }
            Callee::InContext(_) => module.name() == "persistent_term",
            _ => false,
        };
        let name = FunctionName { name: function, arity: arguments.len() as u32 };
        if !is_stored || self.library.is_concrete(module, name) {
            return None;
        }
        let result = match callee {
            Callee::Table(native) => self.table_built_in(process, at, native, function, arguments),
            _ if module == atoms::erlang => {
                self.dictionary_built_in(process, at, function, arguments)
            }
            _ => self.persistent_built_in(process, at, callee, function, arguments),
        };
        if result.is_some() {
            self.note_change(module, function);
        }
        result
    }

    /// All of a dictionary comes in the order of its keys, which nobody decides here.
    fn lose_order_of_dictionary(&mut self, module: Atom, function: Atom, arity: usize) {
        if module == atoms::erlang
            && function.name() == "process_info"
            && self.shadow().recorder.has_symbolic_keys
        {
            self.shadow().recorder.lose(Loser::Function(module, function, arity));
        }
    }

    pub(super) fn do_hold_symbols(&self, values: &[Value]) -> bool {
        values.iter().any(|&value| holds_symbols(&self.heap, value))
    }

    // ---- the process dictionary ----

    fn dictionary_built_in(
        &mut self,
        process: &mut Process,
        at: At,
        function: Atom,
        arguments: &[Value],
    ) -> Option<NativeResult> {
        let dictionary = process.dictionary;
        let asks_for_value = function.name() == "get_keys" && arguments.len() == 1;
        let is_plain = self.shadow().is_plain_map(dictionary) && !self.do_hold_symbols(arguments);
        if is_plain && !asks_for_value {
            return None;
        }
        let here = at.place();
        Some(Ok(match (function.name(), arguments) {
            ("put", &[key, value]) => {
                let key = self.shadow().asked_key(nth(here, 3), key);
                let before = self.shadow().lookup(nth(here, 1), dictionary, &key);
                process.dictionary = self.shadow().put(nth(here, 2), dictionary, &key, value);
                before.unwrap_or(Value::UNDEFINED)
            }
            ("get", &[key]) => {
                let key = self.shadow().asked_key(nth(here, 3), key);
                self.shadow().lookup(nth(here, 1), dictionary, &key).unwrap_or(Value::UNDEFINED)
            }
            ("erase", &[key]) => {
                let plain = self.shadow().plain(key);
                process.erased = self.heap.map_put(process.erased, plain, Value::TRUE);
                let key = self.shadow().asked_key(nth(here, 3), key);
                let before = self.shadow().lookup(nth(here, 1), dictionary, &key);
                process.dictionary = self.shadow().remove(nth(here, 2), dictionary, &key);
                before.unwrap_or(Value::UNDEFINED)
            }
            ("get_keys", &[wanted]) => {
                let pairs = self.shadow().pairs_of(nth(here, 1), dictionary);
                let mut keys = Vec::new();
                for (key, value) in pairs {
                    if self.shadow().decide_comparison(
                        nth(here, 2),
                        Comparison::ExactlyEqual,
                        value,
                        wanted,
                    ) {
                        keys.push(key);
                    }
                }
                self.heap.list(&keys)
            }
            ("get_keys", []) => {
                let pairs = self.shadow().pairs_of(nth(here, 1), dictionary);
                let keys: Vec<Value> = pairs.into_iter().map(|(key, _)| key).collect();
                self.heap.list(&keys)
            }
            ("get" | "erase", []) => {
                let pairs = self.shadow().pairs_of(nth(here, 1), dictionary);
                if function.name() == "erase" {
                    process.dictionary = self.system.processes.empty_map;
                    process.is_dictionary_own = true;
                }
                self.list_of_pairs(pairs)
            }
            _ => return None,
        }))
    }

    fn list_of_pairs(&mut self, pairs: Vec<(Value, Value)>) -> Value {
        let tuples: Vec<Value> =
            pairs.into_iter().map(|(key, value)| self.heap.tuple(&[key, value])).collect();
        self.heap.list(&tuples)
    }

    // ---- persistent terms ----

    fn persistent_built_in(
        &mut self,
        process: &mut Process,
        at: At,
        callee: Callee,
        function: Atom,
        arguments: &[Value],
    ) -> Option<NativeResult> {
        let Callee::InContext(native) = callee else { return None };
        let has_symbolic_keys = !self.system.shared.persistent.symbols.is_empty();
        let may_compare = function.name() == "put_new";
        if !has_symbolic_keys && !may_compare && !self.do_hold_symbols(arguments) {
            return None;
        }
        let here = at.place();
        let Some(&asked) = arguments.first() else {
            return (has_symbolic_keys && function.name() == "get").then(|| {
                let pairs = self.all_persistent(here);
                Ok(self.list_of_pairs(pairs))
            });
        };
        let keys = self.persistent_keys();
        let key = match holds_symbols(&self.heap, asked) && keys.len() > MOST_KEYS {
            true => self.shadow().concretise("persistent_term", asked),
            false => asked,
        };
        let key = self.shadow().asked_key(nth(here, 3), key);
        let found = self.shadow().find_key(nth(here, 1), &keys, &key);
        if let (true, Some(_)) = (may_compare, found) {
            let known = self.system.shared.persistent.get(&key.term).expect("the key is there");
            if !self.shadow().decide_comparison(
                nth(here, 2),
                Comparison::ExactlyEqual,
                known,
                arguments[1],
            ) {
                return Some(Err(Raise::badarg()));
            }
        }
        let result = native(&mut self.context(process, at), arguments);
        let is_put = matches!(function.name(), "put" | "put_new");
        if is_put && found.is_none() && !self.shadow().is_constant(&key) {
            self.system.shared.persistent.symbols.insert(key.term, key.symbol.0);
        }
        Some(result)
    }

    fn persistent_keys(&mut self) -> Vec<Key> {
        let system = &self.system;
        let symbol = |term: &Term| system.shared.persistent.symbols.get(term).copied();
        let keys =
            system.shared.persistent.iter().map(|(term, _)| (term.clone(), symbol(term))).collect();
        self.keys_by_age(keys)
    }

    /// Keys in an order that is the same in all runs which come here on the same way.
    pub(super) fn keys_by_age(&mut self, keys: Vec<(Term, Option<u32>)>) -> Vec<Key> {
        let recorder = self.shadow().recorder;
        let key = |(term, symbol): (Term, Option<u32>)| {
            let symbol = symbol.map(Symbol);
            let symbol = symbol.unwrap_or_else(|| recorder.symbols.constant(term.clone()));
            Key { symbol, term }
        };
        let mut keys: Vec<Key> = keys.into_iter().map(key).collect();
        for key in &keys {
            self.shadow().remember(key.symbol, &key.term);
        }
        let terms = &self.shadow().recorder.terms;
        let number = |key: &Key| terms.get(&key.symbol).map(|(number, _)| *number);
        keys.sort_by(|one, other| match (number(one), number(other)) {
            (None, None) => order::compare_exact(&one.term, &other.term),
            numbers => numbers.0.cmp(&numbers.1),
        });
        keys
    }

    /// All persistent terms in the order of their keys, which is decided.
    fn all_persistent(&mut self, here: Place) -> Vec<(Value, Value)> {
        let keys = self.persistent_keys();
        let sorted = self.keys_in_order(here, keys);
        let pair = |key: Key| {
            (
                self.shadow().key_value(&key),
                self.system.shared.persistent.get(&key.term).expect("the key is there"),
            )
        };
        sorted.into_iter().map(pair).collect()
    }

    /// Keys that are known to differ, in their order, which is decided.
    pub(super) fn keys_in_order(&mut self, here: Place, keys: Vec<Key>) -> Vec<Key> {
        let mut sorted: Vec<Key> = Vec::with_capacity(keys.len());
        for key in keys {
            let later = (0..sorted.len()).find(|&index| {
                let other = sorted[index].clone();
                self.shadow().comes_before(here, &key, &other)
            });
            sorted.insert(later.unwrap_or(sorted.len()), key);
        }
        sorted
    }

    // ---- regular expressions ----

    /// Arguments of `re:run`, for its model: what the pattern was compiled from in its place.
    pub(crate) fn with_pattern_source<'a>(
        &mut self,
        (module, function): (Atom, Atom),
        arguments: &'a [Value],
    ) -> Cow<'a, [Value]> {
        let is_run = module.name() == "re" && function.name() == "run";
        let &[subject, pattern, ref options @ ..] = arguments else { return arguments.into() };
        let options = options.first().copied().unwrap_or(Value::NIL);
        if !is_run || !pattern.is_tuple() || self.do_hold_symbols(&[pattern, options]) {
            return arguments.into();
        }
        let pattern = self.heap.to_term(pattern);
        let Some(source) = oracle::source_of(&self.system.shared.patterns, &pattern) else {
            return arguments.into();
        };
        let known = source.options.as_list().unwrap_or_default();
        let known: Vec<Value> = known.iter().map(|option| self.heap.from_term(option)).collect();
        let pattern = self.heap.from_term(&source.pattern);
        vec![subject, pattern, self.heap.list_with_tail(&known, options)].into()
    }
}
