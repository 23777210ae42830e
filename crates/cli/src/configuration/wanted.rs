//! Which of the modules and functions that were found are to be tested? The selection of a
//! configuration, applied to what the command line names.

use super::selection::{self, Part, Scope};
use super::{Configuration, Selection};
use beam::{Loader, ModuleSource};
use core_erlang::{FunctionName, Module};
use std::collections::BTreeSet;
use std::path::Path;
use term::Atom;
use workbench::functions::Functions;

pub struct Wanted<'a> {
    configuration: Option<&'a Configuration>,
    loader: &'a Loader,
    /// The modules that the user named.
    named: BTreeSet<Atom>,
    /// All of the project is asked for.
    is_whole: bool,
}

impl<'a> Wanted<'a> {
    pub fn new(
        configuration: Option<&'a Configuration>,
        loader: &'a Loader,
        paths: &[String],
    ) -> Wanted<'a> {
        let is_root = |path: &String| {
            let found = Path::new(path).canonicalize().ok();
            let root = configuration.and_then(|found| found.root.canonicalize().ok());
            found.is_some() && found == root
        };
        let is_whole = paths.iter().any(is_root);
        Wanted { configuration, loader, named: selection::named(paths), is_whole }
    }

    fn selection(&self) -> Option<&'a Selection> {
        self.configuration.map(|configuration| &configuration.settings.selection)
    }

    /// Is nothing of it to be tested?
    pub fn leaves_out(&self, source: &ModuleSource) -> bool {
        let (Some(selection), Some(name)) = (self.selection(), selection::name(source)) else {
            return false;
        };
        !self.named.contains(&name) && selection.leaves_out(name, self.application(source))
    }

    /// Which functions of a module are to be tested?
    pub fn of(
        &self,
        source: &ModuleSource,
        module: Atom,
    ) -> impl Fn(FunctionName) -> bool + use<'a> {
        let (selection, application) = (self.selection(), self.application(source));
        let is_named = self.named.contains(&module);
        move |function| {
            selection.is_none_or(|each| each.has(module, application, function, is_named))
        }
    }

    fn application(&self, source: &ModuleSource) -> Option<Atom> {
        let Selection { only, exclude } = self.selection()?;
        let asks = |scope: &Scope| matches!(scope.part, Part::Application(_));
        let is_asked = only.iter().chain(exclude).any(asks);
        is_asked.then(|| selection::application(self.loader, source)).flatten()
    }

    /// What the configuration says about modules and functions that are not there.
    pub fn typos(&self, modules: &[&Module]) -> Vec<String> {
        let Some(configuration) = self.configuration else { return Vec::new() };
        let settings = &configuration.settings;
        // What is left out may well not be loaded.
        let scopes = settings.selection.only.iter().filter_map(|scope| match &scope.part {
            Part::Functions(functions) => Some((&*scope.origin, functions)),
            Part::Application(_) => None,
        });
        let rules = settings.rules.iter().map(|rule| (&*rule.origin, &rule.about));
        let excluded = settings.selection.exclude.iter().filter_map(|scope| match &scope.part {
            Part::Functions(functions) if !is_module(functions) => {
                Some((&*scope.origin, functions))
            }
            _ => None,
        });
        selection::typos(scopes.chain(rules).chain(excluded), modules, self.is_whole)
    }
}

fn is_module(functions: &Functions) -> bool {
    functions.function.0.name() == "_" && functions.arity.is_none()
}
