//! Has a function changed since it was tested last? Its code, what it can call, and its types; or what
//! is looked for in it.
//!
//! A function's fingerprint is the hash of its Core Erlang, which knows no lines, of that of all
//! functions which it names, directly or not, and its conditions do, and of what their modules, the
//! behaviours of these and the modules of the types that they name declare.
//! Functions of OTP that are not under test count as the version of OTP. What is called by a name that
//! is only known when the program runs does not count.
//!
//! What was tested is kept in the cache folder: a file for each module, by where it came from.

use crate::arguments::SearchOptions;
use analysis::calls;
use beam::{Loader, ModuleSource};
use core_erlang::{FunctionName, Module, print};
use interpreter::Condition;
use report::{Rank, UnchangedSite};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::rc::Rc;
use term::{Atom, Term};
use workbench::contract;
use workbench::rules::{self, Rule};

pub struct Changes<'a> {
    loader: &'a Loader,
    /// `None`: there is no cache.
    folder: Option<PathBuf>,
    under_test: BTreeSet<Atom>,
    /// How functions are searched now.
    wanted: String,
    known: BTreeMap<Reference, Rc<Known>>,
    declared: BTreeMap<Atom, Rc<Declared>>,
    /// Those of the command line: `m:f/1`
    preconditions: Vec<String>,
    rules: Vec<Rule>,
}

/// What a module says besides its code.
struct Declared {
    hash: blake3::Hash,
    /// The modules whose types it names.
    names: BTreeSet<Atom>,
    /// Its functions, if they build values that nobody else can.
    builders: Vec<Reference>,
}

type Reference = (Atom, FunctionName);

/// A function by itself.
struct Known {
    hash: blake3::Hash,
    names: BTreeSet<Reference>,
}

/// What was noted about the functions of a module when they were tested last.
#[derive(Default)]
pub struct Notes(BTreeMap<String, Note>);

#[derive(Clone)]
pub struct Note {
    pub fingerprint: String,
    /// Its findings.
    pub sites: Vec<UnchangedSite>,
}

impl<'a> Changes<'a> {
    pub fn new(
        loader: &'a Loader,
        under_test: BTreeSet<Atom>,
        options: &SearchOptions,
    ) -> Changes<'a> {
        Changes {
            loader,
            folder: loader.cache().folder().map(|folder| folder.join("checked")),
            under_test,
            wanted: wanted(options),
            known: BTreeMap::new(),
            declared: BTreeMap::new(),
            preconditions: options.preconditions.clone(),
            rules: options.rules.clone(),
        }
    }

    pub fn has_memory(&self) -> bool {
        self.folder.is_some()
    }

    /// What was noted last time about the functions of a module.
    pub fn notes(&self, source: &ModuleSource) -> Notes {
        let read = || {
            let text = std::fs::read_to_string(self.file(source)?).ok()?;
            let value: Value = serde_json::from_str(&text).ok()?;
            let note = |(name, note): (&String, &Value)| {
                let fingerprint = note.get("fingerprint")?.as_str()?.to_owned();
                let sites = note.get("sites")?.as_array()?.iter().map(site);
                let sites = sites.collect::<Option<Vec<UnchangedSite>>>()?;
                Some((name.clone(), Note { fingerprint, sites }))
            };
            Some(Notes(value.as_object()?.iter().filter_map(note).collect()))
        };
        read().unwrap_or_default()
    }

    /// Keeps the notes for next time. A failure costs time then, and nothing else.
    pub fn keep(&self, source: &ModuleSource, notes: &Notes) {
        let Some(file) = self.file(source) else { return };
        let note = |(name, note): (&String, &Note)| {
            let site = |each: &UnchangedSite| json!({"site": each.site, "module": each.module.name(), "rank": each.rank.name()});
            let sites: Vec<Value> = note.sites.iter().map(site).collect();
            (name.clone(), json!({"fingerprint": note.fingerprint, "sites": sites}))
        };
        let object: serde_json::Map<String, Value> = notes.0.iter().map(note).collect();
        let text = Value::Object(object).to_string();
        let _ = std::fs::create_dir_all(file.with_file_name(""))
            .and_then(|()| beam::write_whole(&file, text.as_bytes()));
    }

    fn file(&self, source: &ModuleSource) -> Option<PathBuf> {
        let place = match source {
            ModuleSource::File { path, .. } | ModuleSource::Beam(path) => {
                std::path::absolute(path).ok()?.to_string_lossy().into_owned()
            }
            ModuleSource::Name(name) | ModuleSource::Embedded { name, .. } => {
                name.name().to_owned()
            }
        };
        let name = blake3::hash(place.as_bytes()).to_hex();
        Some(self.folder.as_ref()?.join(format!("{name}.json")))
    }

    /// The hash of everything that the function depends on, and of how it is searched.
    pub fn fingerprint(&mut self, module: Atom, function: FunctionName) -> String {
        let mut reached: BTreeSet<Reference> = BTreeSet::new();
        let mut modules: BTreeSet<Atom> = BTreeSet::new();
        let mut waiting = self.conditions(module, function);
        waiting.push((module, function));
        if function == workbench::script_name() {
            let exports = self.loader.load_by_name(module).map(|module| module.exports.clone());
            waiting.extend(exports.unwrap_or_default().into_iter().map(|name| (module, name)));
        }
        let mut hashes: BTreeSet<[u8; blake3::OUT_LEN]> = BTreeSet::new();
        let mut declaring: Vec<Atom> = Vec::new();
        loop {
            if let Some(next) = waiting.pop() {
                if reached.insert(next)
                    && let Some(known) = self.known(next)
                {
                    hashes.insert(*known.hash.as_bytes());
                    declaring.extend(modules.insert(next.0).then_some(next.0));
                    waiting.extend(&known.names);
                }
            } else if let Some(next) = declaring.pop() {
                let declared = self.declared(next);
                hashes.insert(*declared.hash.as_bytes());
                waiting.extend(&declared.builders);
                let ours = declared.names.iter().filter(|name| self.is_looked_into(**name));
                declaring.extend(ours.filter(|name| modules.insert(**name)));
            } else {
                break;
            }
        }
        let mut hasher = blake3::Hasher::new();
        hasher.update(env!("CARGO_PKG_VERSION").as_bytes());
        hasher.update(self.loader.node().otp().version.as_bytes());
        hasher.update(self.wanted.as_bytes());
        for hash in &hashes {
            hasher.update(hash);
        }
        hasher.finalize().to_hex().to_string()
    }

    /// `None` for what we do not look into.
    fn known(&mut self, reference: Reference) -> Option<Rc<Known>> {
        if let Some(known) = self.known.get(&reference) {
            return Some(known.clone());
        }
        let (name, function) = reference;
        if !self.is_looked_into(name) {
            return None;
        }
        let module = self.loader.load_by_name(name).ok()?;
        let function = module.function(function)?.ok()?;
        let hash = blake3::hash(print::function(&function).as_bytes());
        let known = Rc::new(Known { hash, names: calls::named(module.name, &function) });
        self.known.insert(reference, known.clone());
        Some(known)
    }

    fn is_looked_into(&self, module: Atom) -> bool {
        self.under_test.contains(&module) || !self.is_of_otp(module)
    }

    fn is_of_otp(&self, module: Atom) -> bool {
        let file = self.loader.code_path().find(module);
        file.is_some_and(|file| file.starts_with(&self.loader.node().otp().root))
    }

    /// What runs before and after the function. (What is wrong with it is told by the search.)
    fn conditions(&self, module: Atom, function: FunctionName) -> Vec<Reference> {
        let Ok(module) = self.loader.load_by_name(module) else { return Vec::new() };
        let given = self
            .preconditions
            .iter()
            .filter_map(|text| contract::precondition(self.loader, &module, function, text).ok());
        let mut conditions: Vec<Condition> = given.collect();
        if let Ok(mut said) = contract::said(self.loader, &module, function) {
            let _ = rules::add(&self.rules, self.loader, &module, function, &mut said);
            conditions.extend(said.contract.preconditions);
            conditions.extend(said.contract.postconditions);
        }
        conditions.into_iter().map(|condition| (condition.module, condition.function)).collect()
    }

    /// Types, records, specs, and what the module says to Ermine. Lines do not count.
    fn declared(&mut self, name: Atom) -> Rc<Declared> {
        let loader = self.loader;
        let declared = self.declared.entry(name).or_insert_with(|| {
            let mut hasher = blake3::Hasher::new();
            let mut names = BTreeSet::new();
            let mut builders = Vec::new();
            if let Ok(module) = loader.load_by_name(name) {
                let behaviours =
                    module.behaviours().filter_map(|name| loader.load_by_name(name).ok());
                let behaviours: Vec<_> = behaviours.collect();
                let described = behaviours.iter().flat_map(|behaviour| &behaviour.forms);
                for form in module.forms.iter().chain(described) {
                    hasher.update(without_places(form).to_string().as_bytes());
                    modules_of_types(form, &mut names);
                }
                if keeps_something(&module) {
                    builders = module.exports.iter().map(|each| (name, *each)).collect();
                }
                let ours = module.attributes.iter().filter(|(name, _)| name.name() == "ermine");
                for (_, value) in ours {
                    hasher.update(value.to_string().as_bytes());
                }
            }
            Rc::new(Declared { hash: hasher.finalize(), names, builders })
        });
        declared.clone()
    }
}

/// Has it opaque types or a state? Then what it exports builds them.
fn keeps_something(module: &Module) -> bool {
    let is_opaque = |form: &Term| {
        let kind = form.as_tuple().and_then(|parts| parts.get(2)).and_then(Term::as_atom_name);
        kind == Some("opaque")
    };
    module.behaviours().next().is_some() || module.forms.iter().any(is_opaque)
}

impl Notes {
    pub fn of(&self, function: FunctionName) -> Option<&Note> {
        self.0.get(&shown(function))
    }

    pub fn note(&mut self, function: FunctionName, note: Note) {
        self.0.insert(shown(function), note);
    }
}

/// Everything that decides what a search looks for and how far it goes. Whoever asks for more, or for
/// something else, is not told what came of less.
fn wanted(options: &SearchOptions) -> String {
    let SearchOptions {
        time,
        depth,
        runs,
        reductions,
        schedules,
        timeouts,
        preemptions,
        all_crashes,
        lost_messages,
        schedule,
        strategy,
        chance,
        memory,
        concrete,
        corpus,
        no_spec,
        no_return_check,
        no_prune,
        no_confirm,
        confirm_anyway,
        preconditions,
        rules,
        concrete_functions,
        solver_path,
        // They say how it is looked for, or are among the rules.
        solver_log: _,
        compile_time: _,
        expected: _,
        config: _,
        no_config: _,
    } = options;
    let told: Vec<_> = rules.iter().map(|rule| (&rule.about, &rule.statement)).collect();
    let named: Vec<_> = concrete_functions.iter().map(|(_, functions)| functions).collect();
    let concrete = concrete.as_ref().map(std::fs::read_to_string).and_then(Result::ok);
    let limits = (time, depth, runs, reductions, memory, schedules, timeouts);
    let limits = (limits, schedule, preemptions, all_crashes, lost_messages);
    let checks =
        (no_spec, no_return_check, no_prune, no_confirm, confirm_anyway, preconditions, told);
    let strategy = strategy.map(|strategy| strategy.to_string());
    let concrete = (concrete, named);
    format!("{:?}", (limits, checks, strategy, chance, concrete, corpus, solver_path))
}

/// A finding that was noted.
fn site(value: &Value) -> Option<UnchangedSite> {
    let text = |key: &str| value.get(key)?.as_str();
    let rank = text("rank")?;
    Some(UnchangedSite {
        site: text("site")?.to_owned(),
        module: Atom::new(text("module")?),
        rank: Rank::ALL.into_iter().find(|each| each.name() == rank)?,
    })
}

fn shown(function: FunctionName) -> String {
    format!("{}/{}", function.name.name(), function.arity)
}

/// Types of other modules are `{remote_type, Place, [{atom, Place, Module}, Name, Parameters]}`.
fn modules_of_types(form: &Term, names: &mut BTreeSet<Atom>) {
    term::visit(form, &mut |part| {
        if let Some([Term::Atom(tag), _, Term::List(parts)]) = part.as_tuple()
            && tag.name() == "remote_type"
            && let Some(Term::Tuple(module)) = parts.elements.first()
            && let [_, _, Term::Atom(module)] = module[..]
        {
            names.insert(module);
        }
        true
    });
}

/// A line, or a line and a column.
fn is_place(term: &Term) -> bool {
    match term {
        Term::Int(_) => true,
        Term::Tuple(elements) => matches!(elements[..], [Term::Int(_), Term::Int(_)]),
        _ => false,
    }
}

/// The form with every place in the source taken out: the second element of each tuple of the
/// abstract format.
fn without_places(form: &Term) -> Term {
    term::rebuild(form, &|part| match part.as_tuple() {
        Some([tag @ Term::Atom(_), place, rest @ ..]) if is_place(place) && !rest.is_empty() => {
            Term::tuple([tag].into_iter().chain(rest).cloned().collect())
        }
        _ => part,
    })
}
