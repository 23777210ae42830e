//! Who helps where one core is too slow? Workers that are equipped alike: a machine and a solver each.

use crate::arguments::SearchOptions;
use crate::memory;
use crate::seed::Seed;
use crate::session::{DEFAULT_TIME, Session, Testee};
use anyhow::Result;
use cli::solving::SharedSmt;
use interpreter::contract::Contract;
use interpreter::machine::Resident;
use interpreter::{Interpreter, Machine};
use solver::smt;
use solver::stack::Stack;
use trace::Backend;

pub struct Helpers<'a> {
    pub session: &'a Session,
    pub testee: &'a Testee<'a>,
    pub seed: Option<&'a Seed>,
    pub options: &'a SearchOptions,
    pub contract: &'a Contract,
    /// How many work at the same time.
    pub jobs: usize,
}

impl Helpers<'_> {
    pub fn backend(&self, mut machine: Machine) -> Interpreter {
        let time = self.options.time.unwrap_or(DEFAULT_TIME);
        machine.limits.reductions = self.options.reductions_within(time);
        machine.limits.stop = self.session.stop.clone();
        // A single run must not take what all of the search may.
        let most = memory::of_each(self.options, self.jobs);
        machine.limits.bytes = most.min(machine.limits.bytes);
        let bytes = self.options.memory << 20;
        machine.limits.resident = Some(Resident { bytes, gauge: memory::resident });
        machine.library.concrete = self.session.concrete.clone();
        let (module, function) = (self.testee.module.name, self.testee.function);
        Interpreter::new(machine, module, function, self.options.depth)
            .with_contract(self.contract.clone())
    }

    fn solver(&self) -> Result<Stack> {
        let log = self.options.solver_log.clone();
        let options = smt::Options { log, ..smt::Options::default() };
        let smt = SharedSmt::new(self.options.solver_path.as_deref(), options)?;
        Ok(smt.solver())
    }
}

impl explore::Helpers for Helpers<'_> {
    fn equip(&self, work: &mut dyn FnMut(&mut dyn Backend, &mut dyn solver::Solver)) {
        let mut machine = self.session.machine();
        if let Some(seed) = self.seed {
            seed.teach(&mut machine);
        }
        let mut backend = self.backend(machine);
        // The first worker's solver was found in the same way, so this one is there too.
        if let Ok(mut solver) = self.solver() {
            work(&mut backend, &mut solver);
        }
    }
}
