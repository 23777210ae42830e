//! What did the analysis find out before? It is kept on disk, by function, and holds while nothing has changed of
//! what it was found out from: the modules that were looked at, those whose types were, and Ermine itself.

use crate::{Workbench, Workpiece};
use analysis::safety::Safety;
use beam::{Entry, Key};
use core_erlang::Module;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use term::{Atom, Term, external};
use typing::{Type, Types};

/// So many types are followed to the modules that they come from. What needs more is found out each time.
const MOST_TYPES: usize = 10_000;

/// The hashes of modules, each computed once.
#[derive(Default)]
pub struct Hashes {
    known: Mutex<BTreeMap<Atom, (Arc<Module>, blake3::Hash)>>,
}

impl Hashes {
    fn of(&self, module: &Arc<Module>) -> blake3::Hash {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        match known.get(&module.name) {
            Some((same, hash)) if Arc::ptr_eq(same, module) => *hash,
            _ => {
                let hash = hash_of(module);
                known.insert(module.name, (module.clone(), hash));
                hash
            }
        }
    }
}

/// All that an analysis can see of a module.
fn hash_of(module: &Module) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    let mut add = |bytes: &[u8]| {
        hasher.update(&(bytes.len() as u64).to_le_bytes());
        hasher.update(bytes);
    };
    add(module.name.name().as_bytes());
    for export in &module.exports {
        add(export.to_string().as_bytes());
    }
    for (name, value) in &module.attributes {
        add(name.name().as_bytes());
        add(&external::encode(value));
    }
    module.forms.iter().for_each(|form| add(&external::encode(form)));
    for function in &module.functions {
        add(function.name.to_string().as_bytes());
        add(&module.code[function.code.clone()]);
    }
    hasher.finalize()
}

impl Workbench {
    /// What an analysis finds out, or has found out before.
    pub fn known_safety(
        &self,
        piece: &Workpiece,
        steps: usize,
        is_over: &dyn Fn() -> bool,
    ) -> Safety {
        let Some(key) = self.key(piece, steps) else {
            return self.safety_unless(piece, steps, is_over);
        };
        if let Some(kept) = self.kept(&key) {
            return kept;
        }
        let is_called_off = Cell::new(false);
        let is_over = || {
            is_called_off.set(is_called_off.get() || is_over());
            is_called_off.get()
        };
        let asked = RefCell::new(BTreeSet::new());
        let found = self.analyse(piece, steps, &is_over, &|name| {
            asked.borrow_mut().insert(name);
        });
        // When somebody calls it off is chance.
        if !is_called_off.get() {
            self.keep(&key, piece, &found, asked.into_inner());
        }
        found
    }

    /// `None` if nothing is kept.
    fn key(&self, piece: &Workpiece, steps: usize) -> Option<Key> {
        self.loader.cache().folder()?;
        let mut hasher = blake3::Hasher::new();
        let promises = (&piece.types, &piece.promises.results, piece.promises.checks_results);
        let postconditions = &piece.contract.postconditions;
        let parts = [
            "analysis".to_owned(),
            env!("ERMINE_ANALYSIS_SOURCES").to_owned(),
            // What built-ins do is not in any module.
            self.loader.node().otp().identity(),
            steps.to_string(),
            piece.module.name().to_owned(),
            piece.function.to_string(),
            // Names of types are not told apart here, but by the modules that they come from.
            format!("{promises:?} {postconditions:?}"),
            self.hash_now(piece.module)?.to_hex().to_string(),
        ];
        for part in parts {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        Some(hasher.finalize())
    }

    /// The hash of a module as it would be loaded now; `None` if there is none.
    fn hash_now(&self, name: Atom) -> Option<blake3::Hash> {
        self.loader.load_by_name(name).ok().map(|module| self.hashes.of(&module))
    }

    /// What is kept, if it still holds.
    fn kept(&self, key: &Key) -> Option<Safety> {
        let entry = self.loader.cache().get(key)?;
        let term = external::decode(&entry.contents).ok()?;
        let [modules, safety] = term.as_tuple()? else { return None };
        let holds = |each: &Term| {
            let [name, hash] = each.as_tuple()? else { return None };
            let now = self.hash_now(name.as_atom()?);
            let bytes = now.as_ref().map_or(&[][..], |hash| hash.as_bytes());
            (bytes == hash.as_binary()?).then_some(())
        };
        modules.as_list()?.iter().try_for_each(holds)?;
        Safety::from_term(safety)
    }

    fn keep(&self, key: &Key, piece: &Workpiece, safety: &Safety, asked: BTreeSet<Atom>) {
        let types = piece.types.iter().flatten().chain(&piece.promises.results);
        let Some(named) = modules_of(&self.environment, types) else { return };
        let hashed = |name: &Atom| {
            let hash = self.hash_now(*name);
            let bytes = hash.as_ref().map_or(&[][..], |hash| hash.as_bytes());
            Term::tuple(vec![Term::Atom(*name), Term::binary(bytes)])
        };
        let modules = Term::list(asked.union(&named).map(hashed).collect());
        let contents = external::encode(&Term::tuple(vec![modules, safety.to_term()]));
        self.loader.cache().put(key, &Entry { dependencies: Vec::new(), contents });
    }
}

/// The modules in which types, and all that they name, are declared; `None` if there is no end to them.
fn modules_of<'t>(
    types: &Types,
    all: impl Iterator<Item = &'t Arc<Type>>,
) -> Option<BTreeSet<Atom>> {
    let mut modules = BTreeSet::new();
    let mut pending: Vec<Arc<Type>> = all.cloned().collect();
    let mut seen = HashSet::new();
    while let Some(next) = pending.pop() {
        if !seen.insert(next.clone()) {
            continue;
        }
        if seen.len() > MOST_TYPES {
            return None;
        }
        if let Type::Named { module, .. } | Type::Record { module, .. } = &*next {
            modules.insert(*module);
            pending.push(types.unfold(&next));
        }
        pending.extend(next.children().into_iter().cloned());
    }
    Some(modules)
}
