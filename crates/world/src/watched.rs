//! Where do modules come from that were rewritten to note what they do? From whoever rewrote them; all others
//! from the world, as always.

use crate::World;
use beam::Loader;
use core_erlang::Module;
use interpreter::{Installation, Machine, ModuleLoader, Program};
use std::sync::Arc;
use term::Atom;

/// The world, in which some modules were rewritten.
pub struct Watching {
    world: World,
    rewritten: Vec<Arc<Module>>,
}

impl Watching {
    /// A machine that runs these modules in the place of those of the same name.
    pub fn machine(loader: &Arc<Loader>, rewritten: Vec<Arc<Module>>) -> Machine {
        let program = Arc::new(Program::new(Arc::default()));
        let watching = Watching { world: World(loader.clone()), rewritten };
        Machine::of(program, Box::new(watching), Some(World::oracle(loader)))
    }
}

impl ModuleLoader for Watching {
    fn load(&mut self, name: Atom) -> Result<Option<Arc<Module>>, String> {
        match self.rewritten.iter().find(|module| module.name == name) {
            Some(module) => Ok(Some(module.clone())),
            None => self.world.load(name),
        }
    }

    fn is_known(&mut self, name: Atom) -> bool {
        self.rewritten.iter().any(|module| module.name == name) || self.world.is_known(name)
    }

    fn file(&mut self, name: Atom) -> Option<String> {
        self.world.file(name)
    }

    fn is_of_otp(&mut self, name: Atom) -> bool {
        self.world.is_of_otp(name)
    }

    fn libraries(&mut self) -> Vec<String> {
        self.world.libraries()
    }

    fn installation(&self) -> Installation {
        self.world.installation()
    }
}
