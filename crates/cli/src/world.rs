//! Where modules and answers come from: the user's OTP, as the interpreter sees it.

use beam::{Call, Limits, LoadError, Loader, Outcome};
use core_erlang::Module;
use interpreter::{Answer, ModuleLoader, Oracle};
use std::sync::Arc;
use std::time::Duration;
use term::{Atom, Term};

/// The loader, as the interpreter asks for it.
pub struct World(pub Arc<Loader>);

impl World {
    pub fn loader(loader: &Arc<Loader>) -> Box<dyn ModuleLoader> {
        Box::new(World(loader.clone()))
    }

    pub fn oracle(loader: &Arc<Loader>) -> Box<dyn Oracle> {
        Box::new(World(loader.clone()))
    }
}

impl ModuleLoader for World {
    fn load(&mut self, name: Atom) -> Result<Option<Arc<Module>>, String> {
        if let Some(module) = models::module(name) {
            return Ok(Some(module));
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
}

/// How long the BEAM may think about one built-in.
const ORACLE_LIMIT: Duration = Duration::from_secs(5);

impl Oracle for World {
    fn apply(&mut self, module: Atom, function: Atom, arguments: &[Term]) -> Result<Answer, String> {
        let call = Call { module, function, arguments: arguments.to_vec() };
        let limits = Limits { time: ORACLE_LIMIT, ..Limits::default() };
        let ran = self.0.node().apply(&call, &limits).map_err(|error| error.to_string())?;
        match ran.outcome {
            Outcome::Value(term) => Ok(Answer::Value(term)),
            Outcome::Exception { class, reason, .. } => {
                let class = runtime::Class::from_atom(class).ok_or("an exception without a class")?;
                Ok(Answer::Exception { class, reason })
            }
            other => Err(format!("{other:?}")),
        }
    }
}

mod models {
    use super::*;

    pub fn module(_name: Atom) -> Option<Arc<Module>> {
        None
    }
}
