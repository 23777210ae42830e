//! Which code is the user's own? The modules under test and those next to them, and neither OTP nor what the
//! project depends on. And what can be told of it for the places and ranks of findings?

use beam::{Loader, ModuleSource};
use core_erlang::FunctionName;
use report::{Mfa, Program};
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use term::{Atom, Term};
use trace::Operations;
use typing::{Type, Types};
use workbench::subject;

/// What all searches of one call of `ermine` know of the user's code.
#[derive(Default)]
pub struct OwnCode {
    modules: BTreeSet<Atom>,
    folders: BTreeSet<PathBuf>,
    operations: Mutex<KnownOperations>,
}

/// What can raise in functions that were asked for; `None` for those that are not there.
type KnownOperations = HashMap<(Atom, FunctionName), Option<Arc<Operations>>>;

impl OwnCode {
    /// What is tested: modules, and where they come from.
    pub fn new<'a>(
        loader: &Loader,
        tested: impl IntoIterator<Item = (&'a ModuleSource, Atom)>,
    ) -> OwnCode {
        let mut own = OwnCode::default();
        for (source, name) in tested {
            let file = match source {
                ModuleSource::File { path, .. } | ModuleSource::Beam(path) => Some(path.as_path()),
                ModuleSource::Name(_) | ModuleSource::Embedded { .. } => {
                    loader.code_path().find(name)
                }
            };
            own.folders.extend(file.and_then(folder));
            own.modules.insert(name);
        }
        own
    }

    pub fn tested(&self) -> &BTreeSet<Atom> {
        &self.modules
    }

    fn has(&self, loader: &Loader, module: Atom) -> bool {
        let is_near = || {
            let found = loader.code_path().find(module).and_then(folder);
            found.is_some_and(|folder| self.folders.contains(&folder))
        };
        self.modules.contains(&module) || is_near()
    }
}

fn folder(file: &Path) -> Option<PathBuf> {
    std::path::absolute(file).ok()?.parent().map(Path::to_owned)
}

/// The same, with what it takes to ask about it.
pub struct Code<'a> {
    pub own: &'a OwnCode,
    pub loader: &'a Loader,
    pub environment: &'a Types,
}

impl Program for Code<'_> {
    fn is_own(&self, module: Atom) -> bool {
        self.own.has(self.loader, module) && !self.is_compiled_from_asn1(module)
    }

    fn operations(&self, module: Atom, function: FunctionName) -> Option<Arc<Operations>> {
        let mut known = self.own.operations.lock().unwrap_or_else(PoisonError::into_inner);
        let operations = known.entry((module, function)).or_insert_with(|| {
            let module = self.loader.load_by_name(module).ok()?;
            let function = module.function(function)?.ok()?;
            Some(Arc::new(Operations::of(&function)))
        });
        operations.clone()
    }

    fn file(&self, module: Atom, number: usize) -> Option<String> {
        self.loader.load_by_name(module).ok()?.files.get(number).cloned()
    }

    fn refuses(&self, called: Mfa, place: usize, argument: &Term) -> bool {
        let Mfa { module, function: name, arity } = called;
        let function = FunctionName { name, arity: arity as u32 };
        let types = subject::argument_types(self.environment, module, function, false);
        let takes = |clause: &Vec<Arc<Type>>| {
            let wanted = clause.get(place);
            wanted.is_none_or(|wanted| self.environment.contains(wanted, argument).is_ok())
        };
        let is_refused = !types.is_empty() && !types.iter().any(takes);
        is_refused || is_no_operand(called, place, argument)
    }

    fn is_only_declared_in(&self, module: Atom, record: Atom) -> bool {
        let others = self.own.modules.iter().filter(|other| **other != module);
        let declares = |other: &Atom| {
            let declarations = self.environment.declarations(*other);
            declarations.is_some_and(|all| all.records.contains_key(&record))
        };
        !others.into_iter().any(declares)
    }
}

impl Code<'_> {
    /// What a compiler made of a description of data is a library to whoever uses it.
    fn is_compiled_from_asn1(&self, module: Atom) -> bool {
        let is_mark = |(name, _): &(Atom, Term)| name.name() == "asn1_info";
        self.loader.load_by_name(module).is_ok_and(|module| module.attributes.iter().any(is_mark))
    }
}

/// Operators have no specs.
fn is_no_operand(called: Mfa, place: usize, argument: &Term) -> bool {
    let is_integer = matches!(argument, Term::Int(_) | Term::BigInt(_));
    let is_number = is_integer || matches!(argument, Term::Float(_));
    match called.function.name() {
        _ if called.module.name() != "erlang" => false,
        "+" | "-" | "*" | "/" => !is_number,
        "div" | "rem" | "band" | "bor" | "bxor" | "bnot" | "bsl" | "bsr" => !is_integer,
        "++" | "--" => place == 0 && argument.as_list().is_none(),
        "and" | "or" | "xor" | "not" => !matches!(argument.as_atom_name(), Some("true" | "false")),
        _ => false,
    }
}
