//! What do workers share? Code: every function is lowered once, by whoever calls it first, for all
//! machines that have the same [`Program`].
//!
//! A program only grows, and goes with the last machine that holds it. Running reads it without a lock.
//! Lowering takes the lock for one function: nobody sees it before it is whole. Constants are terms
//! here; each machine has values of its own for them ([`crate::library`]).
//!
//! The numbers of code, constants and clauses depend on who lowered what first, so nothing that a run
//! does may depend on them. Places and clauses are called by their functions, and closures are ordered
//! and hashed by [`FunName`].

#[cfg(test)]
mod tests;

use crate::code::{Callee, Code, CodeId, FunName, Notes, Op, Operand, Target, UNWRITTEN};
use crate::code::{function_place, own_origins};
use crate::concrete::Concrete;
use crate::identity::FunNames;
use crate::process::NamedAt;
use crate::table::Table;
use crate::{boot, natives};
use core_erlang::{FunctionName, Module};
use runtime::Value;
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use term::{Atom, Closure, Term};
use trace::{ClauseId, ClausePart, Frame, NamedCall, Place};

pub struct Program {
    /// What runs without symbols. Code is lowered accordingly, so it does not change.
    pub concrete: Arc<Concrete>,
    natives: FxHashMap<(Atom, Atom, usize), Callee>,
    codes: Table<Code>,
    contents: Mutex<Contents>,
}

/// What lowering adds to.
#[derive(Default)]
pub struct Contents {
    modules: FxHashMap<Atom, Option<Arc<Module>>>,
    locals: FxHashMap<(Atom, FunctionName), Arc<Target>>,
    externals: FxHashMap<(Atom, Atom, usize), Arc<Target>>,
    /// Functions that cannot be lowered, and why.
    refused: FxHashMap<(Atom, FunctionName), String>,
    /// What each function was lowered to, by [`function_place`].
    pieces: FxHashMap<Place, Vec<CodeId>>,
    names: FunNames,
    /// How many numbers of code have been given away.
    codes: usize,
    constants: Vec<Term>,
    constant_numbers: FxHashMap<Term, usize>,
    /// What [`Op::Clause`] names by number, each once.
    clauses: Vec<ClauseId>,
    clause_numbers: FxHashMap<ClauseId, u32>,
    /// How many functions have been lowered.
    functions: usize,
}

/// A function and all that is inside of it, lowered.
pub struct Pieces {
    pub whole: CodeId,
    pub codes: Vec<Code>,
}

/// The code that starts a process is the first one, and shows in no trace.
pub const START: usize = 0;

/// The code between a caller and a function that the input names. It shows in no trace either.
pub const NAMED: usize = START + 1;

/// A fun has no more parameters than this.
const MOST_PARAMETERS: u32 = 255;

/// The code of funs that Ermine makes up, by arity.
const MADE_UP: Range<usize> = NAMED + 1..NAMED + 2 + MOST_PARAMETERS as usize;

impl Program {
    /// A program that has no code of a user's yet.
    pub fn new(concrete: Arc<Concrete>) -> Program {
        let program = Program {
            concrete,
            natives: natives::all(),
            codes: Table::default(),
            contents: Mutex::default(),
        };
        let mut contents = program.contents();
        let start = boot::start(&mut contents);
        program.put(&mut contents, start);
        let named = boot::named(&mut contents);
        program.put(&mut contents, named);
        for arity in 0..=MOST_PARAMETERS {
            let code = made_up_fun(&mut contents, arity);
            program.put(&mut contents, code);
        }
        assert_eq!(contents.codes, MADE_UP.end, "these have numbers of their own");
        drop(contents);
        program
    }

    /// Nothing is half-made in there when somebody panics: code is put into place when it is whole.
    fn contents(&self) -> MutexGuard<'_, Contents> {
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, contents: &mut Contents, code: Code) {
        contents.pieces.entry(code.home).or_default().push(code.id);
        self.codes.set(code.id.index(), code);
    }

    // ---- what running reads ----

    #[inline(always)]
    pub fn code(&self, id: CodeId) -> &Code {
        self.codes.get(id.index()).expect("whoever names code has lowered it")
    }

    pub fn start(&self) -> &Code {
        self.code(CodeId::new(START))
    }

    /// In words that outlive the run.
    pub fn named_call(&self, NamedAt { code, pc, module }: NamedAt) -> NamedCall {
        NamedCall { place: self.code(code).place(pc), module }
    }

    pub fn named(&self) -> &Code {
        self.code(CodeId::new(NAMED))
    }

    pub fn native(&self, module: Atom, function: Atom, arity: usize) -> Option<Callee> {
        self.natives.get(&(module, function, arity)).copied()
    }

    /// Is this the code of funs that Ermine makes up?
    pub fn is_made_up(&self, id: CodeId) -> bool {
        MADE_UP.contains(&id.index())
    }

    /// The code of funs that Ermine makes up.
    pub fn made_up_fun(&self, arity: u8) -> &Code {
        self.code(CodeId::new(MADE_UP.start + usize::from(arity)))
    }

    // ---- what linking asks for ----

    /// Lowers a function, unless somebody has: what is to be called then.
    pub fn lower(
        &self,
        module: Atom,
        name: FunctionName,
        lower: impl FnOnce(&mut Contents) -> Result<Option<Pieces>, String>,
    ) -> Result<Callee, String> {
        let mut contents = self.contents();
        let target = contents.local_target(module, name);
        if let Some(callee) = target.callee.get() {
            return Ok(*callee);
        }
        if let Some(why) = contents.refused.get(&(module, name)) {
            return Err(why.clone());
        }
        let callee = match lower(&mut contents) {
            Ok(Some(Pieces { whole, codes })) => {
                contents.functions += 1;
                codes.into_iter().for_each(|code| self.put(&mut contents, code));
                Callee::Code(whole)
            }
            Ok(None) => Callee::Missing,
            Err(why) => {
                contents.refused.insert((module, name), why.clone());
                return Err(why);
            }
        };
        let is_new = target.callee.set(callee).is_ok();
        assert!(is_new, "a function is lowered once");
        Ok(callee)
    }

    pub fn local_target(&self, module: Atom, name: FunctionName) -> Arc<Target> {
        self.contents().local_target(module, name)
    }

    pub fn external_target(&self, module: Atom, function: Atom, arity: usize) -> Arc<Target> {
        self.contents().external_target(module, function, arity)
    }

    /// A module that somebody has loaded; `Some(None)` if there is none of that name.
    pub fn module(&self, name: Atom) -> Option<Option<Arc<Module>>> {
        self.contents().modules.get(&name).cloned()
    }

    /// Puts a module in place by hand, before anything has called it.
    pub fn put_module(&self, module: Arc<Module>) {
        self.contents().modules.insert(module.name, Some(module));
    }

    /// Keeps for all what was loaded. The first one stays.
    pub fn add_module(&self, name: Atom, module: Option<Arc<Module>>) -> Option<Arc<Module>> {
        self.contents().modules.entry(name).or_insert(module).clone()
    }

    /// The modules that have been loaded so far.
    pub fn loaded(&self) -> Vec<Atom> {
        let contents = self.contents();
        let there = contents.modules.iter().filter(|(_, module)| module.is_some());
        let mut names: Vec<Atom> = there.map(|(name, _)| *name).collect();
        names.sort();
        names
    }

    // ---- what machines have a copy of ----

    pub fn constant(&self, term: &Term) -> Operand {
        self.contents().constant(term)
    }

    pub fn constant_term(&self, number: usize) -> Term {
        self.contents().constants[number].clone()
    }

    /// The constants from this one on.
    pub fn constants_from(&self, number: usize) -> Vec<Term> {
        self.contents().constants[number..].to_vec()
    }

    /// The clauses from this one on.
    pub fn clauses_from(&self, number: usize) -> Vec<ClauseId> {
        self.contents().clauses[number..].to_vec()
    }

    /// How many functions have been lowered.
    pub fn functions(&self) -> usize {
        self.contents().functions
    }

    // ---- where decisions are ----

    fn pieces(&self, place: Place) -> Vec<&Code> {
        let contents = self.contents();
        let pieces = contents.pieces.get(&place.at(UNWRITTEN, 0));
        pieces.into_iter().flatten().map(|id| self.code(*id)).collect()
    }

    /// Which clauses a decision at this place is about.
    pub fn clause_part(&self, place: Place) -> Option<ClausePart> {
        let part = self.pieces(place).first()?.surroundings.part(place.expr)?;
        let Place { module, function, .. } = place;
        Some(part.map(|number| ClauseId { module, function, number }))
    }

    /// Who decides at this place.
    pub fn frame(&self, place: Place) -> Option<Frame> {
        if place.expr == UNWRITTEN {
            return None;
        }
        let is_there = |code: &&Code| code.origins.iter().any(|each| each.expr == place.expr);
        let code = self.pieces(place).into_iter().find(is_there)?;
        let position = code.surroundings.position(place.expr).unwrap_or_default();
        let function = FunctionName { name: code.name, arity: code.arity() as u32 };
        Some(Frame { module: code.module, function, position })
    }
}

/// What lowering asks for.
impl Contents {
    /// Code of one operation, that no source has.
    pub fn code_of_one(&mut self, module: Atom, name: Atom, home: Place, op: Op) -> Code {
        Code {
            id: self.new_code(),
            fun_name: self.fun_name(home, 0),
            module,
            name,
            home,
            parameters: 0,
            free: 0,
            slots: 0,
            ops: Box::new([op]),
            origins: own_origins(1),
            surroundings: Arc::default(),
            operands: Box::new([]),
            switches: Box::new([]),
            builds: Box::new([]),
            notes: Notes::default(),
        }
    }

    pub fn new_code(&mut self) -> CodeId {
        self.codes += 1;
        CodeId::new(self.codes - 1)
    }

    /// Who a piece of a function is.
    pub fn fun_name(&mut self, home: Place, piece: u32) -> FunName {
        self.names.of(home, piece)
    }

    pub fn constant(&mut self, term: &Term) -> Operand {
        if let Some(&number) = self.constant_numbers.get(term) {
            return Operand::constant(number);
        }
        let number = self.constants.len();
        self.constants.push(term.clone());
        if !holds_zero(term) {
            self.constant_numbers.insert(term.clone(), number);
        }
        Operand::constant(number)
    }

    /// A function of the same module, exported or not.
    pub fn local_target(&mut self, module: Atom, name: FunctionName) -> Arc<Target> {
        let new = || Target::new(module, name.name, name.arity as usize, true);
        self.locals.entry((module, name)).or_insert_with(new).clone()
    }

    /// A function of any module, if it is exported.
    pub fn external_target(&mut self, module: Atom, function: Atom, arity: usize) -> Arc<Target> {
        let new = || Target::new(module, function, arity, false);
        self.externals.entry((module, function, arity)).or_insert_with(new).clone()
    }

    /// The number of a clause.
    pub fn clause(&mut self, clause: ClauseId) -> u32 {
        *self.clause_numbers.entry(clause).or_insert_with(|| {
            self.clauses.push(clause);
            self.clauses.len() as u32 - 1
        })
    }
}

/// A constant that is one word on every heap, so that equal words mean equal values.
pub fn word(constant: &Term) -> Option<Value> {
    match constant {
        Term::Int(number) => Value::small(*number),
        Term::Atom(atom) => Some(Value::atom(*atom)),
        Term::Nil => Some(Value::NIL),
        _ => None,
    }
}

/// `fun(A1, …) -> R1; … (_, …) -> Otherwise end`
fn made_up_fun(contents: &mut Contents, arity: u32) -> Code {
    // As the BEAM calls those that it is given in their place.
    let name = Atom::new(&format!("-fun_of/2-fun-{arity}-"));
    let module = Atom::new(Closure::MADE_UP);
    let home = function_place(module, FunctionName { name, arity });
    let code = contents.code_of_one(module, name, home, Op::Answer);
    Code { parameters: arity + 4, free: 4, slots: arity + 4, ..code }
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
