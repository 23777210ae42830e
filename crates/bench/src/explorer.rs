//! How is one function explored here? Without a word, without confirming, and by whatever solver and
//! strategy is to be measured.

use crate::search::{Way, solver};
use anyhow::Result;
use beam::Loader;
use core_erlang::{FunctionName, Module};
use explore::{
    Budget, Confirmation, Exploration, Finding, Help, Helpers, Observer, Plan, Promises,
    StrategyName, Subject,
};
use interpreter::{Interpreter, Machine};
use solver::Solver;
use solver::smt::Smt;
use std::sync::Arc;
use std::time::{Duration, Instant};
use term::{Atom, Term};
use trace::{Backend, Input};
use typing::Types;
use world::World;

/// A run that takes more is cut.
const REDUCTIONS: u64 = 1_000_000;

pub struct Explorer {
    loader: Arc<Loader>,
    environment: Types,
    /// What one function has loaded is there for the next.
    machine: Option<Machine>,
}

/// How a function is explored.
#[derive(Clone)]
pub struct How {
    pub depth: usize,
    pub time: Duration,
    pub strategy: StrategyName,
    pub seed: Option<Vec<Term>>,
    /// So many runs are enough.
    pub runs: Option<u64>,
    /// How many cores.
    pub jobs: usize,
}

impl How {
    pub fn new(depth: usize, time: Duration) -> How {
        let strategy = StrategyName::default();
        How { depth, time, strategy, seed: None, runs: None, jobs: 1 }
    }
}

impl Explorer {
    pub fn new(loader: &Arc<Loader>) -> Explorer {
        let types_loader = loader.clone();
        let environment = Types::new(Box::new(move |name| types_loader.load_by_name(name).ok()));
        Explorer { loader: loader.clone(), environment, machine: Some(machine(loader)) }
    }

    pub fn explore(
        &mut self,
        module: &Module,
        function: FunctionName,
        how: &How,
        solver: &mut dyn Solver,
        watcher: &mut Watcher,
    ) -> Exploration {
        let environment = &self.environment;
        let spec = environment.spec(module.name, function);
        let clauses = spec.iter().flat_map(|spec| &spec.clauses);
        let types: Vec<_> = clauses.map(|clause| clause.closed_parameters()).collect();
        let arity = function.arity as usize;
        let subject = Subject { types: &types, environment, arity, promises: &Promises::default() };
        let machine = self.machine.take().expect("one function at a time");
        let mut backend = Interpreter::new(machine, module.name, function, how.depth);
        let seeds = how.seed.iter().map(|arguments| Input::new(arguments.clone()));
        let budget = Budget::new(Some(how.time), how.runs);
        let helpers =
            Crew { loader: &self.loader, module: module.name, function, depth: how.depth };
        let plan = Plan {
            strategy: how.strategy,
            help: (how.jobs > 1).then(|| Help::new(&helpers, how.jobs - 1)),
            ..Plan::new(&subject, seeds.collect(), budget)
        };
        watcher.started = Instant::now();
        let exploration = explore::explore(&mut backend, solver, plan, watcher);
        self.machine = Some(backend.machine);
        exploration
    }
}

fn machine(loader: &Arc<Loader>) -> Machine {
    let mut machine = Machine::new(World::loader(loader), Some(World::oracle(loader)));
    machine.limits.reductions = REDUCTIONS;
    machine
}

/// Equips those who help.
struct Crew<'a> {
    loader: &'a Arc<Loader>,
    module: Atom,
    function: FunctionName,
    depth: usize,
}

impl Helpers for Crew<'_> {
    fn equip(&self, work: &mut dyn FnMut(&mut dyn Backend, &mut dyn Solver)) {
        let program = Smt::find(None).ok().flatten();
        let mut solver = solver(program.as_ref(), Way::Stack);
        let machine = machine(self.loader);
        let mut backend = Interpreter::new(machine, self.module, self.function, self.depth);
        work(&mut backend, &mut *solver);
    }
}

/// Watches without a word.
pub struct Watcher {
    /// Is the first finding enough?
    pub stops_at_first: bool,
    started: Instant,
    clauses: usize,
    /// When the last clause was reached that none had come to before.
    pub last_gain: Duration,
}

impl Watcher {
    pub fn new(stops_at_first: bool) -> Watcher {
        let (started, last_gain) = (Instant::now(), Duration::ZERO);
        Watcher { stops_at_first, started, clauses: 0, last_gain }
    }
}

impl Observer for Watcher {
    fn after_run(&mut self, exploration: &Exploration) -> bool {
        if exploration.covered.len() > self.clauses {
            self.clauses = exploration.covered.len();
            self.last_gain = self.started.elapsed();
        }
        !self.stops_at_first || exploration.findings.is_empty()
    }

    fn confirm(&mut self, _: &Finding) -> Confirmation {
        Confirmation::NotTried("nobody asked".to_owned())
    }
}

/// The exported functions of a module that somebody wrote.
pub fn written(module: &Module) -> Vec<FunctionName> {
    let is_written = |export: &&FunctionName| export.name.name() != "module_info";
    module.exports.iter().filter(is_written).copied().collect()
}

/// `NAME/ARITY`
pub fn named(text: &str) -> Result<FunctionName> {
    let (name, arity) = text.split_once('/').ok_or_else(|| anyhow::anyhow!("{text}: no arity"))?;
    Ok(FunctionName { name: term::Atom::new(name), arity: arity.parse()? })
}
