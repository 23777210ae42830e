//! Which function does `Module:Name(…)` call, where the names are parts of the input? One of those that
//! the program knows, which is decided, or one that is not there.
//!
//! A module that is named has its exports, and these are all there are: any other name is `undef`. Which
//! modules there are nobody can tell from the program alone: those that the calling module names are
//! tried, and all others together are one more way, which is a loss.

use super::nth;
use crate::shadow::Shadow;
use core_erlang::FunctionName;
use runtime::Value;
use symbolic::{Kind, Shape, Symbol};
use term::{Atom, Term};
use trace::{Loser, Place};

/// More names than these are not decided between.
const MOST_NAMES: usize = 32;

/// What is lost where the input names the module, and it is none that the code names.
pub(crate) const OTHER_MODULE: &str = "apply: modules that the code does not name";
/// Where a module has more functions to choose from than are tried, or none that can be told.
pub(crate) const OTHER_FUNCTION: &str = "apply: functions of many";
/// Where the name of a function that is not there is in a stack trace that somebody catches.
pub(crate) const CAUGHT_NAME: &str = "apply: the name of a missing function in a caught trace";

/// A call by names, of which the input has some.
pub(crate) struct Named {
    pub module: Value,
    pub name: Value,
    pub arity: usize,
    /// The module that calls.
    pub caller: Atom,
    /// May somebody catch it if there is no such function?
    pub is_caught: bool,
}

impl Shadow<'_> {
    /// The names as they are in this run; all that depends on the input is decided or lost. `None`: one of them
    /// is no atom, whatever it is.
    #[cold]
    pub(crate) fn named(&mut self, here: Place, call: &Named) -> Option<(Atom, Atom)> {
        let module = self.decided_atom(here, call.module);
        let name = self.decided_atom(nth(here, 1), call.name);
        let (module, name) = module.zip(name)?;
        if call.module.is_symbolic() {
            self.decide_module(nth(here, 2), call, name);
        }
        if call.name.is_symbolic() {
            self.decide_name(nth(here, 3), call, module);
        }
        Some((module, name))
    }

    /// The atom that a value is in this run. That it is one is decided.
    fn decided_atom(&mut self, here: Place, value: Value) -> Option<Atom> {
        if value.is_symbolic() {
            self.decide(here, value, &[Shape::Kind(Kind::Atom)]);
        }
        self.heap.concrete(value).as_atom()
    }

    fn decide_module(&mut self, here: Place, call: &Named, name: Atom) {
        let wanted = if call.name.is_symbolic() { None } else { Some(name) };
        let mut modules = self.library.modules_named_by(call.caller);
        modules.retain(|&module| self.exports(module, wanted, call.arity).is_some());
        modules.truncate(MOST_NAMES);
        if !self.is_one_of(here, call.module, &modules) {
            self.give_up(OTHER_MODULE, call.module);
        }
    }

    fn decide_name(&mut self, here: Place, call: &Named, module: Atom) {
        let Some(mut names) = self.exports(module, None, call.arity) else {
            // Without such functions, or without such a module, no name is any better than another.
            return self.note_missing(call);
        };
        let is_all = names.len() <= MOST_NAMES;
        names.truncate(MOST_NAMES);
        if self.is_one_of(here, call.name, &names) {
            return;
        }
        let name = self.heap.concrete(call.name).as_atom().expect("it was decided");
        let is_there = self.library.link_name(module, name, call.arity).is_ok();
        match is_all && !is_there && !self.handles_missing(module) {
            true => self.note_missing(call),
            false => self.give_up(OTHER_FUNCTION, call.name),
        }
    }

    /// There is no such function: that is an exception, with the name in its trace.
    fn note_missing(&mut self, call: &Named) {
        if call.is_caught {
            self.give_up(CAUGHT_NAME, call.name);
        }
    }

    /// The value goes on as it is, and what else it might be is lost.
    fn give_up(&mut self, what: &'static str, value: Value) {
        let (concrete, symbol) = self.halves(value);
        if self.recorder.is_settled(symbol) {
            return;
        }
        self.recorder.lose(Loser::Construct(what));
        self.hold(symbol, concrete);
    }

    fn hold(&mut self, symbol: Symbol, concrete: Value) {
        let Shadow { heap, recorder, .. } = self;
        recorder.pin(symbol, || heap.to_term(concrete));
    }

    /// Which of these atoms the value is, is decided.
    fn is_one_of(&mut self, here: Place, value: Value, atoms: &[Atom]) -> bool {
        let shapes: Vec<Shape> =
            atoms.iter().map(|atom| Shape::Literal(Term::Atom(*atom))).collect();
        self.decide(here, value, &shapes) < shapes.len()
    }

    /// The functions that a module exports with so many parameters, and of this name if one is given;
    /// `None` if there are none.
    fn exports(&mut self, module: Atom, name: Option<Atom>, arity: usize) -> Option<Vec<Atom>> {
        let module = self.library.module(module).ok()??;
        let is_it = |export: &&FunctionName| {
            export.arity as usize == arity && name.is_none_or(|name| export.name == name)
        };
        let mut names: Vec<Atom> =
            module.exports.iter().filter(is_it).map(|export| export.name).collect();
        names.sort_by_key(|name| name.name());
        names.dedup();
        (!names.is_empty()).then_some(names)
    }

    /// Has the module a function for calls of functions that it does not have?
    fn handles_missing(&mut self, module: Atom) -> bool {
        let name = Atom::new("$handle_undefined_function");
        self.exports(module, Some(name), 2).is_some()
    }
}
