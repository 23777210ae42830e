//! Where do modules and answers come from? From the user's OTP, as the interpreter sees it, and from
//! the modules that Ermine brings along ([`models`]).

pub mod models;
mod watched;

pub use watched::Watching;

use beam::{Call, Limits, LoadError, Loader, Outcome};
use core_erlang::Module;
use interpreter::{Answer, Installation, Machine, ModuleLoader, Oracle, Program};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};
use term::{Atom, Term};

/// The loader, as the interpreter asks for it.
pub struct World(pub Arc<Loader>);

impl World {
    /// A machine with a program of its own, that has loaded nothing yet.
    pub fn machine(loader: &Arc<Loader>) -> Machine {
        World::machine_of(Arc::new(Program::new(Arc::default())), loader)
    }

    /// A machine that runs a program whose modules come from this loader.
    pub fn machine_of(program: Arc<Program>, loader: &Arc<Loader>) -> Machine {
        Machine::of(program, World::loader(loader), Some(World::oracle(loader)))
    }

    pub fn loader(loader: &Arc<Loader>) -> Box<dyn ModuleLoader> {
        Box::new(World(loader.clone()))
    }

    pub fn oracle(loader: &Arc<Loader>) -> Box<dyn Oracle> {
        Box::new(World(loader.clone()))
    }
}

impl ModuleLoader for World {
    fn load(&mut self, name: Atom) -> Result<Option<Arc<Module>>, String> {
        if let Some(source) = models::source(name) {
            return self.0.load(&source).map(Some).map_err(|error| error.to_string());
        }
        match self.0.load_by_name(name) {
            Ok(module) => Ok(Some(module)),
            Err(LoadError::NoSuchModule { .. }) => Ok(None),
            Err(error) => Err(error.to_string()),
        }
    }

    fn is_known(&mut self, name: Atom) -> bool {
        self.0.code_path().find(name).is_some() || self.0.load_by_name(name).is_ok()
    }

    fn file(&mut self, name: Atom) -> Option<String> {
        let file = self.0.code_path().find(name)?;
        Some(file.to_string_lossy().into_owned())
    }

    fn is_of_otp(&mut self, name: Atom) -> bool {
        let code_path = self.0.code_path();
        let root = &self.0.node().otp().root;
        code_path.is_of_elixir(name)
            || code_path.find(name).is_some_and(|file| file.starts_with(root))
    }

    fn libraries(&mut self) -> Vec<String> {
        let code_path = self.0.code_path();
        let files = code_path.otp_modules().iter().filter_map(|&name| code_path.find(name));
        let folders = files.filter_map(|file| file.parent()?.parent());
        let names: BTreeSet<_> =
            folders.map(|folder| folder.to_string_lossy().into_owned()).collect();
        names.into_iter().collect()
    }

    fn installation(&self) -> Installation {
        let otp = self.0.node().otp();
        Installation {
            release: otp.release.to_string(),
            erts_version: otp.erts_version.clone(),
            root: otp.root.to_string_lossy().into_owned(),
        }
    }
}

/// How long the BEAM may think about one built-in.
const ORACLE_LIMIT: Duration = Duration::from_secs(5);
/// … at least.
const SHORTEST: Duration = Duration::from_millis(50);

impl Oracle for World {
    fn apply(
        &mut self,
        module: Atom,
        function: Atom,
        arguments: &[Term],
        until: Option<Instant>,
    ) -> Result<Answer, String> {
        let call = Call { module, function, arguments: arguments.to_vec() };
        let left = until.map_or(ORACLE_LIMIT, |until| until.duration_since(Instant::now()));
        let limits = Limits { time: left.clamp(SHORTEST, ORACLE_LIMIT), ..Limits::default() };
        let ran = self.0.node().apply(&call, &limits).map_err(|error| error.to_string())?;
        match ran.outcome {
            Outcome::Value(term) => Ok(Answer::Value(term)),
            Outcome::Exception { class, reason, .. } => {
                let class =
                    runtime::Class::from_atom(class).ok_or("an exception without a class")?;
                Ok(Answer::Exception { class, reason })
            }
            Outcome::Signal(reason) => {
                // `re:run/3` has an `internal_error` that nobody can catch. What follows tells the arguments.
                let parts = reason.as_tuple().unwrap_or_default();
                let tag = parts.first().unwrap_or(&reason).as_atom_name().unwrap_or("a signal");
                Err(format!("its process was ended by {tag}"))
            }
            Outcome::TimedOut => Err("it takes too long".to_owned()),
            Outcome::Killed => Err("it needs too much memory".to_owned()),
            Outcome::TooLarge => Err("its result is too large".to_owned()),
            Outcome::InvalidArguments => Err("its arguments cannot be sent".to_owned()),
            Outcome::NodeDied(why) => Err(format!("the node died: {why}")),
        }
    }
}
