//! How is one function explored here? Without a word, without confirming, and by whatever solver and
//! strategy is to be measured.

use anyhow::Result;
use beam::Loader;
use core_erlang::{FunctionName, Module};
use explore::{Budget, Confirmation, Exploration, Finding, Help, Observer, Plan, StrategyName};
use interpreter::Machine;
use solver::Solver;
use solver::smt::Options;
use std::sync::Arc;
use std::time::{Duration, Instant};
use term::Term;
use workbench::{Helpers, Settings, Wishes, Workbench, inputs};

/// A run that takes more is cut.
const REDUCTIONS: u64 = 1_000_000;

pub struct Explorer {
    bench: Workbench,
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
        let bench = Workbench::new(loader.clone());
        let machine = Some(bench.machine());
        Explorer { bench, machine }
    }

    pub fn explore(
        &mut self,
        module: &Module,
        function: FunctionName,
        how: &How,
        solver: &mut dyn Solver,
        watcher: &mut Watcher,
    ) -> Result<Exploration> {
        let bench = &self.bench;
        let wishes = Wishes { no_return_check: true, ..Wishes::default() };
        let piece = bench.prepare(module, function, wishes)?;
        let subject = bench.subject(&piece);
        let settings = Settings {
            orders: None,
            ahead: None,
            promised: None,
            depth: how.depth,
            limit: &|machine| machine.limits.reductions = REDUCTIONS,
            teach: &|_| (),
            smt_path: None,
            smt: Options::default(),
        };
        let machine = self.machine.take().unwrap_or_else(|| bench.machine());
        let mut backend = piece.engine(machine, &settings);
        let budget = Budget::new(Some(how.time), how.runs);
        let helpers = Helpers { bench, piece: &piece, settings: &settings };
        let plan = Plan {
            strategy: how.strategy,
            help: (how.jobs > 1).then(|| Help::new(&helpers, how.jobs - 1)),
            ..Plan::new(&subject, inputs(how.seed.clone()), budget)
        };
        watcher.started = Instant::now();
        let exploration = explore::explore(&mut backend, solver, plan, watcher);
        self.machine = Some(backend.machine);
        Ok(exploration)
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
