//! Which code is analysed? Functions as they are decoded, and what can be told of their scopes: which
//! functions of a `letrec` an expression sees, and which variables a fun takes along.

use super::names::told_apart;
use crate::stub::{self, calls_nif_error, is_of_the_emulator};
use crate::{deeper, free};
use core_erlang::{Expr, ExprId, Function, FunctionName, Module, Variable};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use term::{Atom, atoms};

/// Where modules come from; `None` for one that cannot be loaded.
pub type Modules<'a> = &'a dyn Fn(Atom) -> Option<Arc<Module>>;

/// A function with its scopes.
pub struct Code {
    pub module: Atom,
    pub function: Function,
    /// By fun: what is around it.
    scopes: FxHashMap<ExprId, Scope>,
}

/// What a fun sees.
#[derive(Default)]
struct Scope {
    /// Functions of the `letrec`s around it, inner ones last, each with its fun.
    names: Vec<(FunctionName, ExprId)>,
    /// The variables that it takes along, those of functions of a `letrec` that it may call included.
    variables: Vec<Variable>,
}

/// What is behind the name of a function.
#[derive(Clone)]
pub enum Definition {
    Code(Arc<Code>),
    /// The virtual machine has it, or a library that is loaded: what its code says is not what it does.
    BuiltIn,
    /// There is no such function.
    Missing,
    /// It is there and cannot be analysed.
    Unknown,
}

impl Code {
    /// `None` if it is not clear what its names stand for.
    fn of(module: Atom, function: Function) -> Option<Code> {
        let function = told_apart(function)?;
        let mut walk =
            ScopeWalk { function: &function, names: Vec::new(), scopes: FxHashMap::default() };
        walk.expr(function.body);
        let mut scopes = walk.scopes;
        let funs: Vec<ExprId> = scopes.keys().copied().collect();
        for fun in funs {
            let variables = taken_along(&function, &scopes, fun);
            scopes.entry(fun).or_default().variables = variables;
        }
        Some(Code { module, function, scopes })
    }

    pub fn names(&self, fun: ExprId) -> &[(FunctionName, ExprId)] {
        self.scopes.get(&fun).map_or(&[], |scope| &scope.names)
    }

    pub fn taken_along(&self, fun: ExprId) -> &[Variable] {
        self.scopes.get(&fun).map_or(&[], |scope| &scope.variables)
    }
}

fn taken_along(
    function: &Function,
    scopes: &FxHashMap<ExprId, Scope>,
    fun: ExprId,
) -> Vec<Variable> {
    let mut variables = Vec::new();
    let mut seen = FxHashSet::default();
    let mut pending = vec![fun];
    while let Some(next) = pending.pop() {
        if !seen.insert(next) {
            continue;
        }
        let free = free::of(function, next);
        let names = scopes.get(&next).map_or(&[][..], |scope| &scope.names);
        for name in free.names {
            let bound = names.iter().rev().find(|(bound, _)| *bound == name);
            pending.extend(bound.map(|(_, fun)| *fun));
        }
        variables.extend(free.variables);
    }
    variables.sort_by_key(|variable| variable.0);
    variables.dedup();
    variables
}

/// Goes through a function, scope by scope.
struct ScopeWalk<'f> {
    function: &'f Function,
    names: Vec<(FunctionName, ExprId)>,
    scopes: FxHashMap<ExprId, Scope>,
}

impl ScopeWalk<'_> {
    fn expr(&mut self, id: ExprId) {
        deeper(|| self.expr_here(id));
    }

    fn expr_here(&mut self, id: ExprId) {
        let function = self.function;
        match function.expr(id) {
            Expr::Fun { body, .. } => {
                let scope = Scope { names: self.names.clone(), variables: Vec::new() };
                self.scopes.insert(id, scope);
                self.expr(*body);
            }
            Expr::Letrec { functions, body, .. } => {
                let mark = self.names.len();
                self.names.extend(functions.iter().copied());
                functions.iter().for_each(|(_, fun)| self.expr(*fun));
                self.expr(*body);
                self.names.truncate(mark);
            }
            other => other.each_child(|child| self.expr(child)),
        }
    }
}

#[derive(Clone)]
struct Loaded {
    module: Arc<Module>,
    /// Does it load native code? Then that may take the place of any function.
    is_native: bool,
}

/// All functions that were asked for.
pub struct Library<'a> {
    modules: Modules<'a>,
    loaded: FxHashMap<Atom, Option<Loaded>>,
    definitions: FxHashMap<(Atom, FunctionName), Definition>,
}

impl<'a> Library<'a> {
    pub fn new(modules: Modules<'a>) -> Library<'a> {
        Library { modules, loaded: FxHashMap::default(), definitions: FxHashMap::default() }
    }

    fn module(&mut self, name: Atom) -> Option<Loaded> {
        let modules = self.modules;
        let load = || {
            let module = modules(name)?;
            Some(Loaded { is_native: loads_native_code(&module), module })
        };
        self.loaded.entry(name).or_insert_with(load).clone()
    }

    /// What a call from outside of the module comes to.
    pub fn exported(&mut self, module: Atom, name: FunctionName) -> Definition {
        match self.module(module) {
            Some(loaded) if loaded.module.is_exported(name) => self.definition(module, name),
            _ => Definition::Missing,
        }
    }

    pub fn definition(&mut self, module: Atom, name: FunctionName) -> Definition {
        if let Some(known) = self.definitions.get(&(module, name)) {
            return known.clone();
        }
        let definition = match self.module(module) {
            Some(loaded) => definition(&loaded, name),
            None => Definition::Missing,
        };
        self.definitions.insert((module, name), definition.clone());
        definition
    }
}

fn definition(loaded: &Loaded, name: FunctionName) -> Definition {
    match loaded.module.function(name) {
        None => Definition::Missing,
        Some(Err(_)) => Definition::Unknown,
        Some(Ok(function))
            if loaded.is_native
                || is_of_the_emulator(loaded.module.name) && calls_nif_error(&function)
                || stub::names_itself(loaded.module.name, &function) =>
        {
            Definition::BuiltIn
        }
        Some(Ok(function)) => match Code::of(loaded.module.name, function) {
            Some(code) => Definition::Code(Arc::new(code)),
            None => Definition::Unknown,
        },
    }
}

/// Whoever loads native code says so somewhere; the module `erlang` is the one that has the function.
fn loads_native_code(module: &Module) -> bool {
    const LOADING: &[u8] = b"load_nif";
    let says_so = || module.code.windows(LOADING.len()).any(|bytes| bytes == LOADING);
    let is_attribute = |(name, _): &(Atom, term::Term)| name.name() == "on_load";
    module.attributes.iter().any(is_attribute) || (module.name != atoms::erlang && says_so())
}
