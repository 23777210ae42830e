//! Which functions are not written in Erlang?
//!
//! Those whose Erlang body only says that the real one is not loaded (it calls
//! `erlang:nif_error/1,2`), and those that a module exports on a running node without any body. The
//! list tells what an interpreter of Erlang has to bring along.

use crate::loader::{LoadError, Loader, ModuleSource};
use analysis::stub::calls_nif_error;
use core_erlang::{FunctionName, Module};
use std::collections::BTreeSet;
use term::Atom;

/// The applications that are there wherever Erlang is.
const APPLICATIONS: [&str; 3] = ["erts", "kernel", "stdlib"];

impl Loader {
    /// The exported functions of erts, kernel and stdlib that are built in, by module; modules
    /// without any are left out.
    pub fn built_ins(&self) -> Result<Vec<(Atom, Vec<FunctionName>)>, LoadError> {
        let names: Vec<_> =
            self.code_path().otp_modules().iter().copied().filter(|&n| self.is_basic(n)).collect();
        let sources: Vec<_> = names.iter().map(|&name| ModuleSource::Name(name)).collect();
        let exports = self.node().exports(&names)?;
        let mut built_ins = Vec::new();
        for (module, exports) in self.load_all(&sources).into_iter().zip(exports) {
            let module = module?;
            let functions = built_ins_of(&module, &exports)?;
            if !functions.is_empty() {
                built_ins.push((module.name, functions.into_iter().collect()));
            }
        }
        built_ins.sort();
        Ok(built_ins)
    }

    fn is_basic(&self, name: Atom) -> bool {
        let application = self
            .code_path()
            .find(name)
            .and_then(|file| file.parent()?.parent()?.file_name()?.to_str())
            .map(|folder| folder.split('-').next().unwrap_or(folder));
        application.is_some_and(|application| APPLICATIONS.contains(&application))
    }
}

fn built_ins_of(
    module: &Module,
    exports: &[FunctionName],
) -> Result<BTreeSet<FunctionName>, LoadError> {
    let mut found = BTreeSet::new();
    for &name in exports {
        let is_built_in = match module.function(name) {
            Some(function) => calls_nif_error(&function?),
            None => true,
        };
        if is_built_in {
            found.insert(name);
        }
    }
    Ok(found)
}
