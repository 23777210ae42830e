//! Which functions of a project are tested? All, or those that the configuration names, without those
//! that it leaves out. Whoever names a file or a module on the command line wants it tested: then only
//! single functions are left out.

use anyhow::Result;
use beam::{Loader, ModuleSource, edit_distance};
use core_erlang::{FunctionName, Module};
use std::collections::BTreeSet;
use std::path::Path;
use term::{Atom, Term};
use workbench::functions::{Functions, Name};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selection {
    /// Empty: all.
    pub only: Vec<Scope>,
    pub exclude: Vec<Scope>,
}

/// A part of a project, and where it is written: `ermine.config:12`.
#[derive(Clone, Debug, PartialEq)]
pub struct Scope {
    pub origin: String,
    pub part: Part,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// `{application, Name}`
    Application(Name),
    Functions(Functions),
}

impl Part {
    pub fn read(term: &Term) -> Result<Part> {
        match term.as_tuple() {
            Some([Term::Atom(kind), Term::Atom(name)]) if kind.name() == "application" => {
                Ok(Part::Application(Name(*name)))
            }
            _ => Functions::read(term).map(Part::Functions),
        }
    }

    fn has_all_of(&self, module: Atom, application: Option<Atom>) -> bool {
        match self {
            Part::Application(name) => application.is_some_and(|found| name.is(found)),
            Part::Functions(Functions { module: name, function, arity }) => {
                name.is(module) && arity.is_none() && function.0.name() == "_"
            }
        }
    }

    fn has_some_of(&self, module: Atom, application: Option<Atom>) -> bool {
        match self {
            Part::Application(_) => self.has_all_of(module, application),
            Part::Functions(functions) => functions.module.is(module),
        }
    }

    fn has(&self, module: Atom, application: Option<Atom>, function: FunctionName) -> bool {
        match self {
            Part::Application(_) => self.has_all_of(module, application),
            Part::Functions(functions) => functions.contains(module, function),
        }
    }
}

impl Selection {
    /// Is nothing of this module to be tested? Then it need not be loaded.
    pub fn leaves_out(&self, module: Atom, application: Option<Atom>) -> bool {
        let is_wanted = self.only.is_empty()
            || self.only.iter().any(|scope| scope.part.has_some_of(module, application));
        !is_wanted || self.exclude.iter().any(|scope| scope.part.has_all_of(module, application))
    }

    /// `is_named`: the user named the module itself.
    pub fn has(
        &self,
        module: Atom,
        application: Option<Atom>,
        function: FunctionName,
        is_named: bool,
    ) -> bool {
        let is_wanted = is_named
            || self.only.is_empty()
            || self.only.iter().any(|scope| scope.part.has(module, application, function));
        let mut exclude = self.exclude.iter().map(|scope| &scope.part);
        let is_left_out = exclude.any(|part| {
            part.has(module, application, function)
                && !(is_named && part.has_all_of(module, application))
        });
        is_wanted && !is_left_out
    }
}

/// The name of a module that is not loaded yet.
pub fn name(source: &ModuleSource) -> Option<Atom> {
    match source {
        ModuleSource::Name(name) | ModuleSource::Embedded { name, .. } => Some(*name),
        ModuleSource::File { path, .. } | ModuleSource::Beam(path) => stem(path),
    }
}

fn stem(path: &Path) -> Option<Atom> {
    path.file_stem().and_then(|stem| stem.to_str()).map(Atom::new)
}

/// The application that a module belongs to, by the folder that its `src` or `ebin` is in.
pub fn application(loader: &Loader, source: &ModuleSource) -> Option<Atom> {
    let path = match source {
        ModuleSource::Name(name) => loader.code_path().find(*name)?.to_owned(),
        ModuleSource::File { path, .. } | ModuleSource::Beam(path) => {
            std::path::absolute(path).ok()?
        }
        ModuleSource::Embedded { .. } => return None,
    };
    let is_inside =
        |folder: &&Path| folder.file_name().is_some_and(|name| name == "src" || name == "ebin");
    let inside = path.ancestors().find(is_inside)?;
    let folder = inside.parent()?;
    let resources = std::fs::read_dir(inside).ok()?.flatten().map(|entry| entry.path());
    let named = resources.filter_map(|file| {
        let name = file.file_name()?.to_str()?;
        let name = name.strip_suffix(".app.src").or_else(|| name.strip_suffix(".app"))?;
        Some(Atom::new(name))
    });
    named.min_by_key(|name| name.name()).or_else(|| {
        let name = folder.file_name()?.to_str()?;
        Some(Atom::new(name.split_once('-').map_or(name, |(name, _)| name)))
    })
}

/// The modules that the user named, as files or by their names.
pub fn named(paths: &[String]) -> BTreeSet<Atom> {
    let named = paths.iter().filter_map(|text| {
        let path = Path::new(text);
        let is_file = path.extension().is_some_and(|kind| kind == "erl" || kind == "beam");
        match is_file {
            true => stem(path),
            false => (!path.exists()).then(|| Atom::new(text)),
        }
    });
    named.collect()
}

/// What names a function that a module under test does not have: a typo would change nothing, and
/// nobody would see it. With `is_whole`, all modules of the project are under test, and so the same is
/// told of modules.
pub fn typos<'a>(
    named: impl Iterator<Item = (&'a str, &'a Functions)>,
    modules: &[&Module],
    is_whole: bool,
) -> Vec<String> {
    let typo = |(origin, functions): (&str, &Functions)| {
        let name = functions.module.one()?;
        let Some(module) = modules.iter().find(|module| module.name == name) else {
            let near = near(name, modules.iter().map(|module| module.name));
            let shown = Term::Atom(name);
            return is_whole.then(|| format!("{origin}: there is no module {shown} here{near}"));
        };
        let mut all = module.functions.iter();
        if all.any(|stored| functions.contains(name, stored.name)) {
            return None;
        }
        let names = module.functions.iter().map(|stored| stored.name.name);
        let near = functions.function.one().map(|wanted| near(wanted, names));
        let near = near.unwrap_or_default();
        Some(format!("{origin}: no function of {} is {functions}{near}", Term::Atom(name)))
    };
    named.filter_map(typo).collect()
}

fn near(name: Atom, known: impl Iterator<Item = Atom>) -> String {
    let most = 2.max(name.name().len() / 3);
    let near = known.map(|known| (edit_distance(name.name(), known.name(), most), known.name()));
    match near.filter(|(distance, _)| (1..=most).contains(distance)).min() {
        Some((_, near)) => format!("; did you mean {}?", Term::atom(near)),
        None => String::new(),
    }
}
