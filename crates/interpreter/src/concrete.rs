//! Which functions run without symbols? Those that the user names: what they do is then not followed,
//! and counted as a loss that was wanted.

use core_erlang::FunctionName;
use rustc_hash::FxHashSet;
use term::Atom;

#[derive(Clone, Debug, Default)]
pub struct Concrete {
    pub functions: FxHashSet<(Atom, FunctionName)>,
    /// All functions of these.
    pub modules: FxHashSet<Atom>,
}

impl Concrete {
    pub fn contains(&self, module: Atom, function: FunctionName) -> bool {
        self.modules.contains(&module) || self.functions.contains(&(module, function))
    }

    pub fn is_empty(&self) -> bool {
        self.functions.is_empty() && self.modules.is_empty()
    }
}
