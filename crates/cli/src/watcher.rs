//! Who watches a search? The terminal is shown how far it is, and the BEAM is asked about crashes.

use crate::progress::Progress;
use crate::seed::Seed;
use beam::{Call, Loader, ModuleSource};
use cli::agreement;
use core_erlang::FunctionName;
use explore::{Confirmation, Exploration, Observer};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use term::{Atom, Term};
use trace::{Input, Outcome};

/// Shows the way, and asks the BEAM about crashes.
pub struct Watcher<'a> {
    pub loader: &'a Arc<Loader>,
    pub source: ModuleSource,
    pub module: Atom,
    pub function: FunctionName,
    pub stop: Arc<AtomicBool>,
    pub is_installed: bool,
    pub seed: Seed,
    pub progress: Progress,
}

impl Watcher<'_> {
    /// The BEAM must have the code under test, and find what it calls where we found it.
    fn install(&self) -> Result<(), String> {
        let folders = self.loader.code_path().extra_folders();
        if !folders.is_empty() {
            let folder = |path: &std::path::PathBuf| Term::string(&path.to_string_lossy());
            let call = Call {
                module: Atom::new("code"),
                function: Atom::new("add_pathsa"),
                arguments: vec![Term::list(folders.iter().map(folder).collect())],
            };
            let added = self.loader.node().apply(&call, &beam::Limits::default());
            added.map_err(|error| error.to_string())?;
        }
        match self.source {
            ModuleSource::Name(_) => Ok(()),
            _ => self.loader.install(&self.source).map_err(|error| error.to_string()),
        }
    }
}

impl Observer for Watcher<'_> {
    fn after_run(&mut self, exploration: &Exploration) -> bool {
        self.progress.update(exploration);
        !self.stop.load(Ordering::Relaxed)
    }

    fn confirm(&mut self, input: &Input, outcome: &Outcome) -> Confirmation {
        self.progress.replay();
        if !self.is_installed {
            if let Err(why) = self.install() {
                return Confirmation::NotTried(why);
            }
            self.is_installed = true;
        }
        let call = Call {
            module: self.module,
            function: self.function.name,
            arguments: input.arguments.iter().map(|term| self.seed.for_the_beam(term)).collect(),
        };
        match self.loader.node().apply(&call, &beam::Limits::default()) {
            Err(error) => Confirmation::NotTried(error.to_string()),
            Ok(ran) => agreement::confirmation(outcome, &ran.outcome),
        }
    }
}
