//! What does one thread keep from one function to the next? A machine with the code that it has
//! lowered so far, and an SMT solver that is running.

use crate::arguments::SearchOptions;
use crate::session::Session;
use anyhow::Result;
use interpreter::Machine;
use solver::smt::Options;
use workbench::solving::SharedSmt;

pub struct Worker {
    /// Taken for the time of a search; not there if the search did not give it back.
    pub machine: Option<Machine>,
    pub smt: SharedSmt,
}

impl Worker {
    pub fn new(session: &Session, options: &SearchOptions) -> Result<Worker> {
        let smt = Options { log: options.solver_log.clone(), ..Options::default() };
        let smt = SharedSmt::new(options.solver_path.as_deref(), smt)?;
        Ok(Worker { machine: Some(session.bench.machine()), smt })
    }

    pub fn machine(&mut self, session: &Session) -> &mut Machine {
        self.machine.get_or_insert_with(|| session.bench.machine())
    }
}
