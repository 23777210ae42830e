//! Which function does `Module:Name(…)` call, where the names are parts of the input? One of those that
//! the program knows, which is decided, or one that is not there.
//!
//! A module that is named has its exports, and these are all there are: any other name is `undef`. Which
//! modules there are nobody can tell from the program alone: those that the calling module names are
//! tried, and all others together are one more way, which is a loss.

use super::funs::Applied;
use super::nth;
use crate::shadow::Shadow;
use core_erlang::FunctionName;
use runtime::Value;
use symbolic::{Expr, Kind, Shape, Symbol};
use term::made_up_module::made_up_function;
use term::{Atom, Term, atoms};
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
pub(crate) struct Named<'a> {
    pub module: Value,
    pub name: Value,
    /// The module that calls.
    pub caller: Atom,
    pub arguments: &'a [Value],
    /// May somebody catch it if there is no such function?
    pub is_caught: bool,
}

/// What a call by names calls.
pub(crate) enum Calls {
    /// The function of this name, as it is in this run.
    Function(Atom, Atom),
    /// A function of a module that was made up has been applied.
    MadeUp(Applied),
    /// One of the names is no atom, whatever it is.
    NoNames,
}

/// Does every module have this function, and none of its own?
pub(crate) fn is_of_every_module(name: Atom, arity: usize) -> bool {
    name == atoms::module_info && arity <= 1
}

impl Shadow<'_> {
    /// All that depends on the input is decided or lost.
    #[cold]
    pub(crate) fn named(&mut self, here: Place, call: &Named) -> Calls {
        let module = self.decided_atom(here, call.module);
        let name = self.decided_atom(nth(here, 1), call.name);
        let Some((module, name)) = module.zip(name) else { return Calls::NoNames };
        if call.module.is_symbolic()
            && let Some(applied) = self.decide_module(here, call, name)
        {
            return Calls::MadeUp(applied);
        }
        if call.name.is_symbolic() {
            self.decide_name(nth(here, 3), call, module);
        }
        Calls::Function(module, name)
    }

    /// The atom that a value is in this run. That it is one is decided.
    fn decided_atom(&mut self, here: Place, value: Value) -> Option<Atom> {
        if value.is_symbolic() {
            self.decide(here, value, &[Shape::Kind(Kind::Atom)]);
        }
        self.heap.concrete(value).as_atom()
    }

    fn decide_module(&mut self, here: Place, call: &Named, name: Atom) -> Option<Applied> {
        let wanted = if call.name.is_symbolic() { None } else { Some(name) };
        let mut modules = self.library.modules_meant_by(call.caller);
        modules.retain(|&module| self.exports(module, wanted, call.arguments.len()).is_some());
        modules.truncate(MOST_NAMES);
        if self.is_one_of(nth(here, 2), call.module, &modules) {
            return None;
        }
        if call.name.is_symbolic() {
            self.give_up(OTHER_FUNCTION, call.name);
        }
        let applied = self.made_up(here, call, name);
        match &applied {
            // There are modules that nobody makes up.
            Some(_) => self.recorder.lose(Loser::Construct(OTHER_MODULE)),
            None => self.give_up(OTHER_MODULE, call.module),
        }
        applied
    }

    /// The function of a module that is made up, if it has one: that is decided by the input.
    fn made_up(&mut self, here: Place, call: &Named, name: Atom) -> Option<Applied> {
        let arity = u8::try_from(call.arguments.len()).ok()?;
        let value = self.exported(call.module, call.caller, name, arity)?;
        let is_there = self.decide_exported(nth(here, 4), value, arity);
        if !is_there {
            return None;
        }
        let asked = self.recorder.asked.len();
        // What happens in the function is decided at places of its own.
        let applied = self.acts(nth(here, 4), value, call.arguments, call.is_caught);
        // What OTP gives to callbacks is its own business.
        if self.library.is_of_otp(call.caller) {
            self.recorder.asked.truncate(asked);
        }
        Some(applied)
    }

    /// Is there such a function? That is decided by the input.
    fn decide_exported(&mut self, here: Place, value: Value, arity: u8) -> bool {
        let (concrete, symbol) = self.halves(value);
        let is_there = self.fun_arity(concrete) == Some(arity.into());
        let shapes = [Shape::Fun(arity.into())].into();
        self.recorder.decide(here, symbol, shapes, usize::from(!is_there));
        is_there
    }

    /// `erlang:function_exported(Module, Name, Arity)`, where the module is a part of the input. `None`: there is
    /// such a module, or no module at all can have such a function.
    pub(super) fn exported_symbolic(
        &mut self,
        here: Place,
        caller: Atom,
        (module, name, arity): (Value, Value, Value),
    ) -> Option<Value> {
        let name = name.as_atom()?;
        let arity = u8::try_from(arity.as_small()?).ok()?;
        let module_named = self.heap.concrete(module).as_atom()?;
        if self.library.link_name(module_named, name, arity.into()).is_ok() {
            return None;
        }
        self.decided_atom(here, module);
        self.recorder.lose(Loser::Construct(OTHER_MODULE));
        let value = self.exported(module, caller, name, arity)?;
        Some(Value::bool(self.decide_exported(nth(here, 1), value, arity)))
    }

    /// The function of a module of the input that is made up, or `undefined`. `None`: it is one that the compiler
    /// gives to every module.
    fn exported(&mut self, module: Value, behaviour: Atom, name: Atom, arity: u8) -> Option<Value> {
        if is_of_every_module(name, arity.into()) {
            return None;
        }
        let (concrete, symbol) = self.halves(module);
        let fun = made_up_function(concrete.as_atom()?, name, arity.into());
        let fun = fun.unwrap_or(Term::Atom(atoms::undefined));
        let concrete = self.heap.from_term_with(&fun, self.library);
        let exported = Expr::Exported { module: symbol, behaviour, function: name, arity };
        Some(self.symbolic(concrete, exported))
    }

    fn decide_name(&mut self, here: Place, call: &Named, module: Atom) {
        let Some(mut names) = self.exports(module, None, call.arguments.len()) else {
            // Without such functions, or without such a module, no name is any better than another.
            return self.note_missing(call);
        };
        let is_all = names.len() <= MOST_NAMES;
        names.truncate(MOST_NAMES);
        if self.is_one_of(here, call.name, &names) {
            return;
        }
        let name = self.heap.concrete(call.name).as_atom().expect("it was decided");
        let is_there = self.library.link_name(module, name, call.arguments.len()).is_ok();
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
