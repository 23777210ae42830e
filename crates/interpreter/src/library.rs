//! What code is there? Modules as they are asked for, functions as they are called.
//!
//! A call site holds a [`Target`]; the first call through it finds out what is behind: a native,
//! or Core Erlang that is loaded and lowered then. All of that is in the [`Program`], which machines
//! share. What is a machine's own is here: how it loads modules, and the constants as values of its
//! heap, roots for the collector.

use crate::code::{Callee, Code, CodeId, Target};
use crate::installation::Installation;
use crate::natives::code_server;
use crate::program::{Contents, Program};
use crate::{effects, lower, oracle, receive};
use analysis::calls;
use analysis::stub::{self, is_stub};
use core_erlang::{FunctionName, Module, Position};
use runtime::convert::{ByNumber, FunNames};
use runtime::{Heap, Incomplete, Raise, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;
use term::made_up_module::made_up_functions;
use term::{Atom, Closure, Term, atoms};
use trace::{ClauseId, ClausePart, Frame, Place};

/// Where modules come from.
pub trait ModuleLoader {
    /// The module of this name; `Ok(None)` if there is none.
    fn load(&mut self, name: Atom) -> Result<Option<Arc<Module>>, String>;

    /// Every module that could be loaded by name, for what asks which there are.
    fn is_known(&mut self, name: Atom) -> bool {
        matches!(self.load(name), Ok(Some(_)))
    }

    /// The file that the code of a module is in, as `code:which/1` tells it.
    fn file(&mut self, _name: Atom) -> Option<String> {
        None
    }

    /// Does the module come with Erlang/OTP, or with Elixir?
    fn is_of_otp(&mut self, _name: Atom) -> bool {
        false
    }

    /// The folders of OTP's applications: `…/lib/stdlib-4.2`
    fn libraries(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// The Erlang/OTP whose code this is.
    fn installation(&self) -> Installation {
        Installation::default()
    }
}

/// Who answers for pure built-ins that we do not have: the real BEAM.
pub trait Oracle {
    /// The answer, or why there is none. `until` is when nobody waits for it any more.
    fn apply(
        &mut self,
        module: Atom,
        function: Atom,
        arguments: &[Term],
        until: Option<Instant>,
    ) -> Result<Answer, String>;
}

pub enum Answer {
    Value(Term),
    Exception { class: runtime::Class, reason: Term },
}

/// The modules of models in Erlang.
pub const MODELS: [&str; 5] =
    ["ermine_models", "ermine_binaries", "ermine_unicode", "ermine_floats", "ermine_regex"];

/// Of the modules that a module names, so many are looked into.
const MOST_NAMED: usize = 16;

/// What one machine knows of its program.
pub struct Library {
    program: Arc<Program>,
    loader: Box<dyn ModuleLoader>,
    /// Modules that were asked for.
    modules: FxHashMap<Atom, Option<Arc<Module>>>,
    /// Functions that were called by their names.
    externals: FxHashMap<(Atom, Atom, usize), Arc<Target>>,
    /// The program's constants as values of the machine's heap, from the first on. Others may have added
    /// more since.
    pub constants: Vec<Value>,
    /// Strings that are asked for again and again, by the numbers of their constants.
    strings: FxHashMap<String, usize>,
    /// The program's clauses, as far as they have been asked for.
    clauses: Vec<ClauseId>,
    /// Which modules the code of others names.
    named_modules: FxHashMap<Atom, Vec<Atom>>,
    /// Whose function is under test, if one is.
    pub(crate) subject: Option<Atom>,
    /// Which modules are OTP's.
    otp: FxHashMap<Atom, bool>,
}

impl Library {
    pub fn new(program: Arc<Program>, loader: Box<dyn ModuleLoader>) -> Library {
        Library {
            program,
            loader,
            modules: FxHashMap::default(),
            externals: FxHashMap::default(),
            constants: Vec::new(),
            strings: FxHashMap::default(),
            clauses: Vec::new(),
            named_modules: FxHashMap::default(),
            subject: None,
            otp: FxHashMap::default(),
        }
    }

    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// Does the function run without symbols?
    pub fn is_concrete(&self, module: Atom, name: FunctionName) -> bool {
        self.program.concrete.contains(module, name)
    }

    // ---- constants, clauses, code ----

    #[inline(always)]
    pub fn constant(&mut self, heap: &mut Heap, number: usize) -> Value {
        match self.constants.get(number) {
            Some(constant) => *constant,
            None => self.new_constant(heap, number),
        }
    }

    /// Whoever lowered the code may be another machine: all constants that are new come into this one.
    #[cold]
    #[inline(never)]
    fn new_constant(&mut self, heap: &mut Heap, number: usize) -> Value {
        // They are kept for later runs, and who lowers first is chance: it is no work of this run.
        let work = std::mem::take(&mut heap.work);
        let terms = self.program.constants_from(self.constants.len());
        self.constants.extend(terms.iter().map(|term| heap.from_term(term)));
        heap.work = work;
        self.constants[number]
    }

    pub fn constant_term(&self, number: usize) -> Term {
        self.program.constant_term(number)
    }

    /// A string that is asked for again and again, such as a file's name.
    pub fn string(&mut self, heap: &mut Heap, text: &str) -> Value {
        let number = match self.strings.get(text) {
            Some(number) => *number,
            None => {
                let constant = self.program.constant(&Term::string(text));
                let number = constant.decode().expect_err("a string is a constant");
                self.strings.insert(text.to_owned(), number);
                number
            }
        };
        self.constant(heap, number)
    }

    /// The clause of this number.
    pub fn clause(&mut self, number: u32) -> ClauseId {
        if number as usize >= self.clauses.len() {
            let more = self.program.clauses_from(self.clauses.len());
            self.clauses.extend(more);
        }
        self.clauses[number as usize]
    }

    /// The code of a closure.
    pub fn code(&self, closure: usize) -> &Code {
        self.program.code(CodeId::of_closure(closure))
    }

    /// Is this a closure that Ermine makes up?
    pub fn is_made_up(&self, closure: usize) -> bool {
        self.program.is_made_up(CodeId::of_closure(closure))
    }

    // ---- where decisions are ----

    pub fn clause_part(&self, place: Place) -> Option<ClausePart> {
        self.program.clause_part(place)
    }

    pub fn frame(&self, place: Place) -> Option<Frame> {
        self.program.frame(place)
    }

    // ---- calls ----

    /// What a call through this target calls.
    #[inline]
    pub fn link(&mut self, target: &Target) -> Result<Callee, Raise> {
        match target.callee.get() {
            Some(callee) => Ok(*callee),
            None => self.resolve(target),
        }
    }

    /// What a call by this name calls.
    pub fn link_name(
        &mut self,
        module: Atom,
        function: Atom,
        arity: usize,
    ) -> Result<Callee, Raise> {
        let key = (module, function, arity);
        let program = &self.program;
        let new = || program.external_target(module, function, arity);
        let target = self.externals.entry(key).or_insert_with(new);
        match target.callee.get() {
            Some(callee) => Ok(*callee),
            None => {
                let target = target.clone();
                self.resolve(&target)
            }
        }
    }

    #[cold]
    fn resolve(&mut self, target: &Target) -> Result<Callee, Raise> {
        let Target { module, function, arity, is_local, .. } = *target;
        let callee = match self.program.native(module, function, arity) {
            Some(native) => native,
            None => {
                let name = FunctionName { name: function, arity: arity as u32 };
                match self.elsewhere(module, name)? {
                    Some(callee) => callee,
                    None => self.interpreted(module, name, is_local)?,
                }
            }
        };
        // Somebody else may have been faster, and has found the same.
        let _ = target.callee.set(callee);
        Ok(callee)
    }

    /// Functions of OTP whose code we do not follow. One that does not exist is still `undef`.
    fn elsewhere(&mut self, module: Atom, name: FunctionName) -> Result<Option<Callee>, Raise> {
        if receive::is_it(module, name) {
            let lower = |contents: &mut Contents| Ok(Some(receive::lowered(contents)));
            return self.program.lower(module, name, lower).map(Some).map_err(unsupported);
        }
        let callee = if effects::is_effect(module, name) {
            Callee::Effect
        } else if oracle::answers(module, name) {
            Callee::Oracle
        } else {
            return Ok(None);
        };
        let is_there = self.module(module)?.is_some_and(|module| module.is_exported(name));
        Ok(is_there.then_some(callee))
    }

    fn interpreted(
        &mut self,
        module: Atom,
        name: FunctionName,
        is_local: bool,
    ) -> Result<Callee, Raise> {
        let undefined = || Raise::error(atoms::undef);
        let loaded = self.module(module)?.ok_or_else(undefined)?;
        let function = loaded.functions.iter().find(|function| function.name == name);
        let function = function.filter(|_| is_local || loaded.is_exported(name));
        let function = function.ok_or_else(undefined)?;
        let concrete = &self.program.concrete;
        let lower = |contents: &mut Contents| match loaded.decode(function) {
            Err(error) => Err(error.to_string()),
            Ok(function) if stub::is_stub_of(&loaded, &function) => Ok(None),
            Ok(function) => {
                let lowered = lower::function(contents, concrete, module, function);
                lowered.map(Some).map_err(|error| error.to_string())
            }
        };
        self.program.lower(module, name, lower).map_err(unsupported)
    }

    // ---- modules ----

    /// The module, loaded if need be; `None` if there is none of that name.
    pub fn module(&mut self, name: Atom) -> Result<Option<Arc<Module>>, Raise> {
        if let Some(module) = self.modules.get(&name) {
            return Ok(module.clone());
        }
        let module = match self.program.module(name) {
            Some(module) => module,
            // Nobody has its code.
            None if made_up_functions(name).is_some() => return Ok(None),
            None => {
                let module = self.loader.load(name).map_err(unsupported)?;
                self.program.add_module(name, module)
            }
        };
        self.modules.insert(name, module.clone());
        Ok(module)
    }

    /// Erlang code that computes the same as a built-in, for arguments that hold symbols. It is a
    /// function of [`MODELS`] that is named after the built-in.
    pub fn model(&mut self, module: Atom, function: Atom, arity: usize) -> Option<CodeId> {
        let name = Atom::new(&format!("{}:{}", module.name(), function.name()));
        MODELS.into_iter().find_map(|models| match self.link_name(Atom::new(models), name, arity) {
            Ok(Callee::Code(code)) => Some(code),
            _ => None,
        })
    }

    /// Does the module come with Erlang/OTP or Elixir, or is it inside of the emulator?
    pub fn is_of_otp(&mut self, module: Atom) -> bool {
        if let Some(known) = self.otp.get(&module) {
            return *known;
        }
        let is_one = code_server::is_preloaded(module) || self.loader.is_of_otp(module);
        self.otp.insert(module, is_one);
        is_one
    }

    /// The modules that may be meant where this one calls a module of the input: those that it names. OTP names many
    /// for purposes of its own. What its servers are given is rather one that the module under test names.
    pub fn modules_meant_by(&mut self, caller: Atom) -> Vec<Atom> {
        match self.subject.filter(|_| self.is_of_otp(caller)) {
            Some(subject) => {
                let mut modules = self.modules_named_by(subject);
                modules.retain(|&module| !self.is_of_otp(module));
                modules
            }
            None => self.modules_named_by(caller),
        }
    }

    /// The modules that the code of a module names: itself, those that it calls, and those whose names are
    /// among its constants.
    fn modules_named_by(&mut self, caller: Atom) -> Vec<Atom> {
        if let Some(known) = self.named_modules.get(&caller) {
            return known.clone();
        }
        let (mut called, mut constants) = (BTreeSet::new(), BTreeSet::new());
        if let Ok(Some(module)) = self.module(caller) {
            let functions = module.functions.iter().filter_map(|each| module.decode(each).ok());
            for function in functions {
                let names = calls::named(caller, &function);
                called.extend(names.into_iter().map(|(module, _)| module.name()));
                constants.extend(calls::atoms(&function).into_iter().map(Atom::name));
            }
        }
        constants
            .retain(|name| !called.contains(name) && self.loader.file(Atom::new(name)).is_some());
        let others = called.into_iter().chain(constants).map(Atom::new);
        let others = others.filter(|other| *other != caller);
        let modules: Vec<Atom> = std::iter::once(caller).chain(others).take(MOST_NAMED).collect();
        self.named_modules.insert(caller, modules.clone());
        modules
    }

    /// Puts a module in place by hand, before anything has called it.
    pub fn add_module(&mut self, module: Arc<Module>) {
        self.program.put_module(module.clone());
        self.modules.insert(module.name, Some(module));
    }

    pub fn is_module_known(&mut self, name: Atom) -> bool {
        match self.program.module(name) {
            _ if made_up_functions(name).is_some() => true,
            Some(module) => module.is_some(),
            None => self.loader.is_known(name),
        }
    }

    /// Does the module have NIFs? Its place-holders say so where they are called.
    pub fn loads_nifs(&mut self, module: Atom) -> bool {
        matches!(self.module(module), Ok(Some(module)) if stub::loads_nifs(&module))
    }

    /// Is the function one of the BEAM's own, of which OTP has only a place-holder?
    pub fn is_built_in(
        &mut self,
        module: Atom,
        function: Atom,
        arity: usize,
    ) -> Result<bool, Raise> {
        let name = FunctionName { name: function, arity: arity as u32 };
        let Some(module) = self.module(module)? else { return Ok(false) };
        match module.function(name) {
            Some(Ok(function)) => Ok(module.is_exported(name) && is_stub(&module, &function)),
            Some(Err(error)) => Err(unsupported(error.to_string())),
            None => Ok(false),
        }
    }

    /// The modules that have been loaded so far.
    pub fn loaded(&self) -> Vec<Atom> {
        self.program.loaded()
    }

    pub fn file(&mut self, module: Atom) -> Option<String> {
        self.loader.file(module)
    }

    pub fn libraries(&mut self) -> Vec<String> {
        self.loader.libraries()
    }

    pub fn installation(&self) -> Installation {
        self.loader.installation()
    }

    /// Where a function says that none of its clauses fits.
    pub fn failing_clause(&mut self, module: Atom, name: FunctionName) -> Option<Position> {
        let function = self.module(module).ok()??.function(name)?.ok()?;
        calls::failing_clause(&function)
    }

    pub fn is_native(&self, module: Atom, function: Atom, arity: usize) -> bool {
        self.program.native(module, function, arity).is_some()
    }
}

/// Who closures are outside of the run.
impl FunNames for Library {
    fn name(&self, code: usize) -> Closure {
        let mut closure = ByNumber.name(code);
        closure.arity = self.code(code).arity() as u8;
        if self.is_made_up(code) {
            closure.module = Atom::new(Closure::MADE_UP);
        }
        closure
    }

    fn code(&self, closure: &Closure) -> Option<usize> {
        match closure.made_up() {
            Some(_) => Some(self.program.made_up_fun(closure.arity).closure_number()),
            None => ByNumber.code(closure),
        }
    }
}

fn unsupported(what: String) -> Raise {
    Raise::Incomplete(Box::new(Incomplete::Unsupported(what)))
}
