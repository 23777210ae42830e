//! What code is there? Modules as they are asked for, functions as they are called.
//!
//! A call site holds a [`Target`]; the first call through it finds out what is behind: a native,
//! or Core Erlang that is loaded and lowered then. Constants of all code are kept here, once each,
//! as roots for the collector.

use crate::code::{
    Callee, Code, CodeRef, Notes, Op, Operand, Target, UNWRITTEN, function_place, own_origins,
};
use crate::concrete::Concrete;
use crate::installation::Installation;
use crate::{effects, lower, natives, oracle, receive};
use analysis::stub::is_stub;
use analysis::{calls, surroundings};
use core_erlang::{FunctionName, Module, Position};
use runtime::convert::{ByNumber, FunNames};
use runtime::{Heap, Incomplete, Raise, Value};
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;
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
pub const MODELS: [&str; 3] = ["ermine_models", "ermine_binaries", "ermine_regex"];

pub struct Library {
    loader: Box<dyn ModuleLoader>,
    modules: FxHashMap<Atom, Option<Arc<Module>>>,
    natives: FxHashMap<(Atom, Atom, usize), Callee>,
    locals: FxHashMap<(Atom, FunctionName), &'static Target>,
    externals: FxHashMap<(Atom, Atom, usize), &'static Target>,
    codes: Vec<Option<CodeRef>>,
    /// What each function was lowered to, by [`function_place`].
    pieces: FxHashMap<Place, Vec<CodeRef>>,
    /// The code of funs that Ermine makes up, by arity.
    made_up_funs: Range<usize>,
    pub constants: Vec<Value>,
    constant_numbers: FxHashMap<Term, usize>,
    /// What [`Op::Clause`] names by number, each once.
    pub clauses: Vec<ClauseId>,
    clause_numbers: FxHashMap<ClauseId, u32>,
    /// What runs without symbols. To be set before anything is lowered.
    pub concrete: Arc<Concrete>,
}

impl Library {
    pub fn new(loader: Box<dyn ModuleLoader>) -> Library {
        let mut library = Library {
            loader,
            modules: FxHashMap::default(),
            natives: natives::all(),
            locals: FxHashMap::default(),
            externals: FxHashMap::default(),
            codes: Vec::new(),
            pieces: FxHashMap::default(),
            made_up_funs: 0..0,
            constants: Vec::new(),
            constant_numbers: FxHashMap::default(),
            clauses: Vec::new(),
            clause_numbers: FxHashMap::default(),
            concrete: Arc::default(),
        };
        let first = library.codes.len();
        for arity in 0..=MOST_PARAMETERS {
            library.define_made_up_fun(arity);
        }
        library.made_up_funs = first..library.codes.len();
        library
    }

    /// `fun(A1, …) -> R1; … (_, …) -> Otherwise end`
    fn define_made_up_fun(&mut self, arity: u32) {
        let number = self.new_code_number();
        // As the BEAM calls those that it is given in their place.
        let name = Atom::new(&format!("-fun_of/2-fun-{arity}-"));
        let module = Atom::new(Closure::MADE_UP);
        self.define(Code {
            number,
            module,
            name,
            home: function_place(module, FunctionName { name, arity }),
            parameters: arity + 2,
            free: 2,
            slots: arity + 2,
            ops: Box::new([Op::Answer]),
            origins: own_origins(1),
            surroundings: &surroundings::NONE,
            operands: Box::new([]),
            switches: Box::new([]),
            builds: Box::new([]),
            notes: Notes::default(),
        });
    }

    /// Is this the code of funs that Ermine makes up?
    pub fn is_made_up(&self, code: usize) -> bool {
        self.made_up_funs.contains(&code)
    }

    // ---- what lowering asks for ----

    pub fn constant(&mut self, heap: &mut Heap, term: &Term) -> Operand {
        if let Some(&number) = self.constant_numbers.get(term) {
            return Operand::constant(number);
        }
        let number = self.constants.len();
        // It is kept for later runs, so the limits of this one do not matter.
        let limits = heap.work.lift_limits();
        let value = heap.from_term(term);
        heap.work.set_limits(&limits);
        self.constants.push(value);
        if !holds_zero(term) {
            self.constant_numbers.insert(term.clone(), number);
        }
        Operand::constant(number)
    }

    /// A constant that is one word, so that equal words mean equal values.
    pub fn constant_word(&self, constant: Operand) -> Option<Value> {
        let number = constant.decode().err()?;
        Some(self.constants[number]).filter(|value| value.is_immediate())
    }

    pub fn new_code_number(&mut self) -> usize {
        self.codes.push(None);
        self.codes.len() - 1
    }

    /// Code is kept for as long as the process lives: see [`crate::code`].
    pub fn define(&mut self, code: Code) -> CodeRef {
        let number = code.number;
        let code: CodeRef = Box::leak(Box::new(code));
        self.codes[number] = Some(code);
        self.pieces.entry(code.home).or_default().push(code);
        code
    }

    pub fn fresh_target(module: Atom, function: Atom, arity: usize) -> &'static Target {
        Box::leak(Box::new(Target { module, function, arity, callee: OnceCell::new() }))
    }

    pub fn set_code(target: &'static Target, code: CodeRef) {
        let is_new = target.callee.set(Callee::Code(code)).is_ok();
        assert!(is_new, "a local function is lowered once");
    }

    /// A function of the same module, exported or not.
    pub fn local_target(&mut self, module: Atom, name: FunctionName) -> &'static Target {
        self.locals
            .entry((module, name))
            .or_insert_with(|| Library::fresh_target(module, name.name, name.arity as usize))
    }

    /// A function of any module, if it is exported.
    pub fn external_target(
        &mut self,
        module: Atom,
        function: Atom,
        arity: usize,
    ) -> &'static Target {
        self.externals
            .entry((module, function, arity))
            .or_insert_with(|| Library::fresh_target(module, function, arity))
    }

    /// The number of a clause.
    pub fn clause(&mut self, clause: ClauseId) -> u32 {
        *self.clause_numbers.entry(clause).or_insert_with(|| {
            self.clauses.push(clause);
            self.clauses.len() as u32 - 1
        })
    }

    // ---- where decisions are ----

    fn pieces(&self, place: Place) -> &[CodeRef] {
        self.pieces.get(&place.at(UNWRITTEN, 0)).map_or(&[], |pieces| pieces)
    }

    /// Which clauses a decision at this place is about.
    pub fn clause_part(&self, place: Place) -> Option<ClausePart> {
        let part = self.pieces(place).first()?.surroundings.part(place.expr)?;
        let Place { module, function, .. } = place;
        Some(part.map(|number| ClauseId { module, function, number }))
    }

    /// Who decides at this place.
    pub fn frame(&self, place: Place) -> Option<Frame> {
        let is_there = |code: &CodeRef| code.origins.iter().any(|each| each.expr == place.expr);
        let pieces = self.pieces(place).iter().filter(|_| place.expr != UNWRITTEN);
        let code = pieces.copied().find(is_there)?;
        let position = code.surroundings.position(place.expr).unwrap_or_default();
        let function = FunctionName { name: code.name, arity: code.arity() as u32 };
        Some(Frame { module: code.module, function, position })
    }

    // ---- what the machine asks for ----

    /// A string that is asked for again and again, such as a file's name.
    pub fn string(&mut self, heap: &mut Heap, text: &str) -> Value {
        let constant = self.constant(heap, &Term::string(text));
        let number = constant.decode().expect_err("a string is a constant");
        self.constants[number]
    }

    pub fn code(&self, number: usize) -> CodeRef {
        self.codes[number].expect("closures are made of code that is there")
    }

    /// What a call through this target calls.
    #[inline]
    pub fn link(&mut self, heap: &mut Heap, target: &'static Target) -> Result<Callee, Raise> {
        match target.callee.get() {
            Some(callee) => Ok(*callee),
            None => self.resolve(heap, target),
        }
    }

    #[cold]
    fn resolve(&mut self, heap: &mut Heap, target: &'static Target) -> Result<Callee, Raise> {
        let Target { module, function, arity, .. } = *target;
        let callee = match self.natives.get(&(module, function, arity)) {
            Some(native) => *native,
            None => {
                let name = FunctionName { name: function, arity: arity as u32 };
                let is_local = self
                    .locals
                    .get(&(module, name))
                    .is_some_and(|local| std::ptr::eq(*local, target));
                match self.elsewhere(heap, module, name)? {
                    Some(callee) => callee,
                    None => self.interpreted(heap, module, name, is_local)?,
                }
            }
        };
        let _ = target.callee.set(callee);
        Ok(callee)
    }

    /// Functions of OTP whose code we do not follow. One that does not exist is still `undef`.
    fn elsewhere(
        &mut self,
        heap: &mut Heap,
        module: Atom,
        name: FunctionName,
    ) -> Result<Option<Callee>, Raise> {
        if receive::is_it(module, name) {
            return Ok(Some(Callee::Code(receive::code(self, heap))));
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
        heap: &mut Heap,
        module: Atom,
        name: FunctionName,
        is_local: bool,
    ) -> Result<Callee, Raise> {
        let undefined = || Raise::error(atoms::undef);
        let loaded = self.module(module)?.ok_or_else(undefined)?;
        if !is_local && !loaded.is_exported(name) {
            return Err(undefined());
        }
        let local = self.local_target(module, name);
        if let Some(callee) = local.callee.get() {
            return Ok(*callee);
        }
        let function = match loaded.function(name) {
            None => return Err(undefined()),
            Some(Err(error)) => return Err(unsupported(error.to_string())),
            Some(Ok(function)) => function,
        };
        let callee = if is_stub(&function) {
            Callee::Missing
        } else {
            let code = lower::function(self, heap, module, function)
                .map_err(|error| unsupported(error.to_string()))?;
            Callee::Code(code)
        };
        let _ = local.callee.set(callee);
        Ok(callee)
    }

    /// The module, loaded if need be; `None` if there is none of that name.
    pub fn module(&mut self, name: Atom) -> Result<Option<Arc<Module>>, Raise> {
        if let Some(module) = self.modules.get(&name) {
            return Ok(module.clone());
        }
        let module = self.loader.load(name).map_err(unsupported)?;
        self.modules.insert(name, module.clone());
        Ok(module)
    }

    /// Erlang code that computes the same as a built-in, for arguments that hold symbols. It is a
    /// function of [`MODELS`] that is named after the built-in.
    pub fn model(
        &mut self,
        heap: &mut Heap,
        module: Atom,
        function: Atom,
        arity: usize,
    ) -> Option<CodeRef> {
        let name = Atom::new(&format!("{}:{}", module.name(), function.name()));
        MODELS.into_iter().find_map(|models| {
            let target = self.external_target(Atom::new(models), name, arity);
            match self.link(heap, target) {
                Ok(Callee::Code(code)) => Some(code),
                _ => None,
            }
        })
    }

    /// Puts a module in place by hand, before anything has called it.
    pub fn add_module(&mut self, module: Arc<Module>) {
        self.modules.insert(module.name, Some(module));
    }

    pub fn is_module_known(&mut self, name: Atom) -> bool {
        match self.modules.get(&name) {
            Some(module) => module.is_some(),
            None => self.loader.is_known(name),
        }
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
            Some(Ok(function)) => Ok(module.is_exported(name) && is_stub(&function)),
            Some(Err(error)) => Err(unsupported(error.to_string())),
            None => Ok(false),
        }
    }

    /// The modules that have been loaded so far.
    pub fn loaded(&self) -> Vec<Atom> {
        let mut names: Vec<Atom> = self
            .modules
            .iter()
            .filter(|(_, module)| module.is_some())
            .map(|(name, _)| *name)
            .collect();
        names.sort();
        names
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
        self.natives.contains_key(&(module, function, arity))
    }
}

/// A fun has no more parameters than this.
const MOST_PARAMETERS: u32 = 255;

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
            Some(_) => Some(self.made_up_funs.start + usize::from(closure.arity)),
            None => ByNumber.code(closure),
        }
    }
}

/// Does the term hold a float that is zero? `0.0` and `-0.0` are equal, yet not the same constant.
fn holds_zero(term: &Term) -> bool {
    crate::deep(|| match term {
        Term::Float(float) => *float == 0.0,
        Term::List(list) => list.elements.iter().any(holds_zero) || holds_zero(&list.tail),
        Term::Tuple(elements) => elements.iter().any(holds_zero),
        Term::Map(map) => {
            map.pairs().iter().any(|(key, value)| holds_zero(key) || holds_zero(value))
        }
        _ => false,
    })
}

fn unsupported(what: String) -> Raise {
    Raise::Incomplete(Box::new(Incomplete::Unsupported(what)))
}
