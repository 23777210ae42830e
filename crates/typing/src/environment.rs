//! What does a name stand for? The declarations of all modules, read as they are asked for.
//!
//! A name is unfolded one step at a time, so recursive types cost nothing until somebody walks
//! them. What cannot be found (the module is not there, or does not declare the type) is `any()`;
//! [`Types::missing`] tells, once each.

use crate::built::{self, Makers};
use crate::form::{Declarations, RecordField, TypeDeclaration, Visibility, recursive_built_in};
use crate::lattice::exact::exact_parts_of;
use crate::lattice::{Kinds, ValueSet, order};
use crate::tree::{Spec, Type};
use core_erlang::{FunctionName, Module};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use term::{Atom, Term};

/// Where modules come from; `None` for one that cannot be loaded.
pub type ModuleSource = Box<dyn Fn(Atom) -> Option<Arc<Module>> + Send + Sync>;

pub struct Types {
    source: ModuleSource,
    modules: Mutex<FxHashMap<Atom, Option<Arc<Declarations>>>>,
    missing: Mutex<BTreeSet<Missing>>,
    /// See [`Types::smallest`].
    pub(crate) smallest: Mutex<FxHashMap<Arc<Type>, Option<Term>>>,
    /// What names stand for: see [`Types::alternatives`].
    alternatives: Mutex<FxHashMap<Arc<Type>, Vec<Arc<Type>>>>,
    /// What names hold: see [`Types::set_of_name`] and [`Types::exact_parts`].
    sets: Mutex<FxHashMap<Arc<Type>, ValueSet>>,
    exact_parts: Mutex<FxHashMap<Arc<Type>, Arc<[Kinds]>>>,
    /// Who builds values: see [`Types::makers`].
    pub(crate) makers: Mutex<FxHashMap<Arc<Type>, Arc<Makers>>>,
}

/// Something that types mention and that is not there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Missing {
    Module(Atom),
    Type { module: Atom, name: Atom, arity: usize },
    Record { module: Atom, name: Atom },
}

/// Of names that stand for names, so many are followed.
const LONGEST_CHAIN: usize = 1000;

impl Types {
    pub fn new(source: ModuleSource) -> Types {
        Types {
            source,
            modules: Mutex::default(),
            missing: Mutex::default(),
            smallest: Mutex::default(),
            alternatives: Mutex::default(),
            sets: Mutex::default(),
            exact_parts: Mutex::default(),
            makers: Mutex::default(),
        }
    }

    /// What a module declares; `None` if it cannot be loaded.
    pub fn declarations(&self, module: Atom) -> Option<Arc<Declarations>> {
        if let Some(known) = lock(&self.modules).get(&module) {
            return known.clone();
        }
        let declarations = (self.source)(module).map(|module| Arc::new(Declarations::of(&module)));
        if declarations.is_none() {
            lock(&self.missing).insert(Missing::Module(module));
        }
        lock(&self.modules).insert(module, declarations.clone());
        declarations
    }

    /// The function's own `-spec`, or else the `-callback` of the first behaviour that has one for it.
    pub fn spec(&self, module: Atom, function: FunctionName) -> Option<Spec> {
        match self.behaviour_of(module, function) {
            Some(behaviour) => self.declarations(behaviour)?.callbacks.get(&function).cloned(),
            None => self.declarations(module)?.specs.get(&function).cloned(),
        }
    }

    /// Does a call of a function keep what its `-spec` says, if it has one?
    pub fn allows_call(&self, module: Atom, name: Atom, arguments: &[Term]) -> bool {
        let Some(declarations) = self.declarations(module) else { return true };
        let name = FunctionName { name, arity: arguments.len() as u32 };
        let Some(spec) = declarations.specs.get(&name) else { return true };
        let clauses: Vec<_> = spec.clauses.iter().map(|each| each.closed_parameters()).collect();
        self.contain_call(&clauses, arguments)
    }

    /// Whose `-callback` describes a function that has no `-spec` of its own.
    pub fn behaviour_of(&self, module: Atom, function: FunctionName) -> Option<Atom> {
        let declarations = self.declarations(module)?;
        if declarations.specs.contains_key(&function) {
            return None;
        }
        let describes = |behaviour: &Atom| {
            let declarations = self.declarations(*behaviour);
            declarations.is_some_and(|each| each.callbacks.contains_key(&function))
        };
        declarations.behaviours.iter().copied().find(describes)
    }

    /// What was asked for and is not there, in order.
    pub fn missing(&self) -> Vec<Missing> {
        lock(&self.missing).iter().copied().collect()
    }

    /// What a name or a record stands for, by one step; other types stand for themselves.
    pub fn unfold(&self, folded: &Arc<Type>) -> Arc<Type> {
        match &**folded {
            Type::Named { module, name, arguments } => self.named(*module, *name, arguments),
            Type::Record { module, name, overrides } => {
                Arc::new(self.record(*module, *name, overrides))
            }
            _ => folded.clone(),
        }
    }

    /// What a name or a record stands for in the end: neither of these. A name that stands for nothing
    /// but itself has no terms.
    pub fn meaning(&self, folded: &Arc<Type>) -> Arc<Type> {
        let mut meaning = folded.clone();
        for _ in 0..LONGEST_CHAIN {
            if !matches!(*meaning, Type::Named { .. } | Type::Record { .. }) {
                return meaning;
            }
            meaning = self.unfold(&meaning);
        }
        Arc::new(Type::None)
    }

    /// The type as alternatives that are neither names nor unions.
    pub fn alternatives(&self, wanted: &Arc<Type>) -> Vec<Arc<Type>> {
        match &**wanted {
            Type::None => Vec::new(),
            Type::Union(members) => {
                members.iter().flat_map(|member| self.alternatives(member)).collect()
            }
            Type::Named { .. } | Type::Record { .. } => {
                if let Some(known) = lock(&self.alternatives).get(wanted) {
                    return known.clone();
                }
                let found = self.alternatives_of_name(wanted);
                lock(&self.alternatives).insert(wanted.clone(), found.clone());
                found
            }
            _ => vec![wanted.clone()],
        }
    }

    fn alternatives_of_name(&self, wanted: &Arc<Type>) -> Vec<Arc<Type>> {
        let mut found = Vec::new();
        let mut pending = vec![wanted.clone()];
        let mut names = FxHashSet::default();
        while let Some(next) = pending.pop() {
            match &*next {
                Type::Union(members) => pending.extend(members.iter().rev().cloned()),
                Type::None => {}
                Type::Named { .. } | Type::Record { .. } => {
                    // A name within its own alternatives adds nothing.
                    if names.len() < LONGEST_CHAIN && names.insert(next.clone()) {
                        pending.push(self.unfold(&next));
                    }
                }
                _ => found.push(next),
            }
        }
        found
    }

    /// The terms of a name, looked into by one level: the names inside stay names.
    pub(crate) fn set_of_name(&self, name: &Arc<Type>) -> ValueSet {
        if let Some(known) = lock(&self.sets).get(name) {
            return known.clone();
        }
        let alternatives = self.alternatives(name);
        let sets = alternatives.iter().map(ValueSet::of_type);
        let set = sets.fold(ValueSet::none(), |all, each| order::join(&all, &each));
        lock(&self.sets).insert(name.clone(), set.clone());
        set
    }

    /// Sets that together hold nothing that is not of the type, and mostly all that is.
    pub(crate) fn exact_parts(&self, wanted: &Arc<Type>) -> Arc<[Kinds]> {
        if let Some(known) = lock(&self.exact_parts).get(wanted) {
            return known.clone();
        }
        let parts: Arc<[Kinds]> = exact_parts_of(&self.alternatives(wanted)).into();
        lock(&self.exact_parts).insert(wanted.clone(), parts.clone());
        parts
    }

    /// Is it a name that is declared as `-opaque`?
    pub fn is_opaque(&self, folded: &Type) -> bool {
        let Type::Named { module, name, arguments } = folded else { return false };
        // Nobody declares these.
        if recursive_built_in(*module, *name).is_some() || built::is_home(*module) {
            return false;
        }
        let declarations = self.declarations(*module);
        declarations.is_some_and(|declarations| {
            let declaration = declarations.types.get(&(*name, arguments.len()));
            declaration.is_some_and(|each| each.visibility == Visibility::Opaque)
        })
    }

    fn named(&self, module: Atom, name: Atom, arguments: &[Arc<Type>]) -> Arc<Type> {
        if let Some(built_in) = recursive_built_in(module, name) {
            return Arc::new(built_in);
        }
        if built::is_home(module) {
            return self.calls_of(name, arguments);
        }
        let Some(declarations) = self.declarations(module) else { return Arc::new(Type::Any) };
        let arity = arguments.len();
        match declarations.types.get(&(name, arity)) {
            Some(TypeDeclaration { parameters, body, .. }) => {
                let bindings: Vec<_> =
                    parameters.iter().copied().zip(arguments.iter().cloned()).collect();
                body.substitute(&bindings)
            }
            None => {
                lock(&self.missing).insert(Missing::Type { module, name, arity });
                Arc::new(Type::Any)
            }
        }
    }

    /// `{name, Field1, …}`
    fn record(&self, module: Atom, name: Atom, overrides: &[(Atom, Arc<Type>)]) -> Type {
        let fields = self.declarations(module).and_then(|all| all.records.get(&name).cloned());
        let Some(fields) = fields else {
            lock(&self.missing).insert(Missing::Record { module, name });
            return Type::Any;
        };
        let field_type = |field: &RecordField| {
            let narrowed = overrides.iter().find(|(name, _)| *name == field.name);
            narrowed.map_or_else(|| field.declared.clone(), |(_, narrowed)| narrowed.clone())
        };
        let tag = Arc::new(Type::AtomLiteral(name));
        Type::Tuple([tag].into_iter().chain(fields.iter().map(field_type)).collect())
    }
}

impl std::fmt::Display for Missing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Missing::Module(module) => write!(f, "module {}", Term::from(module)),
            Missing::Type { module, name, arity } => {
                write!(f, "type {}:{}/{arity}", Term::from(module), Term::from(name))
            }
            Missing::Record { module, name } => {
                write!(f, "record #{}{{}} of {}", Term::from(name), Term::from(module))
            }
        }
    }
}

/// What is behind the locks is whole at any time, even if a thread died holding one.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
