//! How is one function explored, from its code to what is said about it? The same way whoever asks:
//! `ermine run` for one, `ermine check` for many.

use crate::arguments::SearchOptions;
use crate::concrete;
use crate::corpus::Corpus;
use crate::missing::Missing;
use crate::progress::Progress;
use crate::replay::{self, Replays};
use crate::seed::Seed;
use crate::sources::Files;
use crate::watcher::{INTERRUPTED, Watcher};
use crate::worker::Worker;
use crate::{memory, output};
use anyhow::Result;
use beam::{Call, Loader, ModuleSource, NodeError, Ran, walls};
use cli::agreement;
use core_erlang::{FunctionName, Module};
use explore::{Budget, Confirmation, Finding, Help, Plan, StopReason, Subject};
use interpreter::concrete::Concrete;
use interpreter::machine::Resident;
use interpreter::{Condition, Machine};
use report::{Function, Limits, Mfa, Spec, Target};
use solver::smt;
use std::collections::{BTreeSet, HashSet};
use std::fmt::Display;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Once, PoisonError, RwLock, TryLockError};
use std::thread;
use std::time::{Duration, Instant};
use term::Atom;
use trace::{Backend, Input};
use workbench::{Helpers, Settings, Wishes, Workbench, inputs, subject};

/// What all searches of one call of `ermine` share.
pub struct Session {
    pub loader: Arc<Loader>,
    pub bench: Workbench,
    /// What runs without symbols.
    pub concrete: Arc<Concrete>,
    /// Set by Ctrl-C.
    pub stop: Arc<AtomicBool>,
    /// The modules under test that the BEAM does not find by itself.
    sources: Vec<ModuleSource>,
    /// How many of these the BEAM has now.
    installed: Mutex<Installed>,
    /// Whether the node has been told to start.
    is_awake: Once,
    /// How often the BEAM was asked together with others, and how often it answered.
    asks_begun: AtomicU64,
    asks_ended: AtomicU64,
    /// Held by whoever asks the BEAM; alone by whoever asks again.
    beam: RwLock<()>,
    pub wanted: Wanted,
    missing: Missing,
    /// Whether a module that is not there is told once for all functions, and is no finding of each.
    pub gathers_missing: bool,
    /// Something could not be kept in the corpus, which is said once.
    pub is_corpus_lost: AtomicBool,
}

/// What the formats of the report want to know beyond what every report says.
#[derive(Clone, Copy, Default)]
pub struct Wanted {
    /// So many of the paths that were taken by each function.
    pub paths: usize,
    /// What the BEAM returns on these.
    pub results: bool,
    /// The source of the modules.
    pub source: bool,
}

/// What the BEAM has of the modules under test.
#[derive(Default)]
struct Installed {
    /// The modules on the code path that it does not have, once it has the others.
    left_out: Option<Vec<Atom>>,
    /// So many of the sources were installed.
    sources: usize,
    /// The modules for which it was seen who compiled them.
    again: HashSet<Atom>,
    /// Why there will be no more.
    failure: Option<String>,
}

enum NotInstalled {
    Failed(String),
    NoTime,
    Interrupted,
}

/// So long installing may go on when the time of a function is over. All is compiled by then.
const INSTALLING: Duration = Duration::from_millis(500);

/// A function under test.
pub struct Testee<'a> {
    pub module: &'a Module,
    pub function: FunctionName,
}

impl Testee<'_> {
    pub fn mfa(&self) -> Mfa {
        let FunctionName { name, arity } = self.function;
        Mfa { module: self.module.name, function: name, arity: arity as usize }
    }
}

impl Session {
    /// For the modules of these sources, which are loaded already.
    pub fn new(loader: Arc<Loader>, sources: Vec<ModuleSource>, stop: Arc<AtomicBool>) -> Session {
        let bench = Workbench::new(loader.clone());
        Session {
            loader,
            bench,
            concrete: Arc::default(),
            stop,
            sources,
            installed: Mutex::default(),
            is_awake: Once::new(),
            asks_begun: AtomicU64::new(0),
            asks_ended: AtomicU64::new(0),
            beam: RwLock::default(),
            wanted: Wanted::default(),
            missing: Missing::default(),
            gathers_missing: false,
            is_corpus_lost: AtomicBool::new(false),
        }
    }

    /// The functions that a file names run without symbols.
    pub fn with_concrete(self, file: Option<&Path>) -> Result<Session> {
        let Some(file) = file else { return Ok(self) };
        let concrete = Arc::new(concrete::read(&self.loader, file)?);
        Ok(Session { concrete, ..self })
    }

    /// The BEAM must have the code under test, and find what it calls where we found it. All of it
    /// before the first call: modules under test may call each other. Whoever has no time to wait for
    /// the end of it leaves the rest to the next.
    pub fn install(&self, end: Option<Instant>) -> Result<(), String> {
        let last = end.map_or_else(Instant::now, |end| end.max(Instant::now())) + INSTALLING;
        let mut installed = self.installed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(why) = &installed.failure {
            return Err(why.clone());
        }
        let result = self.install_further(&mut installed, last);
        if let Err(NotInstalled::Failed(why)) = &result {
            installed.failure = Some(why.clone());
        }
        result.map_err(|why| match why {
            NotInstalled::Failed(why) => why,
            NotInstalled::NoTime => replay::NO_TIME.to_owned(),
            NotInstalled::Interrupted => INTERRUPTED.to_owned(),
        })
    }

    fn install_further(
        &self,
        installed: &mut Installed,
        last: Instant,
    ) -> Result<(), NotInstalled> {
        let failed = |error: &dyn Display| NotInstalled::Failed(error.to_string());
        if installed.left_out.is_none() {
            let left_out = self.loader.install_code_path().map_err(|error| failed(&error))?;
            installed.left_out = Some(left_out);
        }
        let is_found = |source: &ModuleSource| match source {
            ModuleSource::Name(_) => true,
            ModuleSource::Beam(path) => {
                let name = path.file_stem().map(|stem| Atom::new(&stem.to_string_lossy()));
                let found = name.and_then(|name| self.loader.code_path().find(name));
                found.is_some_and(|found| std::path::absolute(path).is_ok_and(|path| path == found))
            }
            _ => false,
        };
        let is_stopped = || self.stop.load(Ordering::Relaxed);
        while let Some(source) = self.sources.get(installed.sources) {
            let is_first = installed.sources == 0;
            if !is_first && is_stopped() {
                return Err(NotInstalled::Interrupted);
            }
            if !is_first && Instant::now() > last {
                return Err(NotInstalled::NoTime);
            }
            if !is_found(source) {
                self.loader.install(source).map_err(|error| failed(&error))?;
            }
            installed.sources += 1;
        }
        let again = &mut installed.again;
        self.loader.install_what_others_compiled(again).map_err(|error| failed(&error))?;
        // That a node takes long to start is not the function's fault. If it does not, the call says why.
        let _ = self.loader.node().about();
        Ok(())
    }

    /// Modules that the BEAM could not be given, which is said once.
    pub fn note_on_modules(&self) -> Option<String> {
        let installed = self.installed.lock().unwrap_or_else(PoisonError::into_inner);
        let left_out = installed.left_out.as_deref().unwrap_or_default();
        let named: Vec<&str> = left_out.iter().take(MOST_NAMED).map(|name| name.name()).collect();
        (!named.is_empty()).then(|| {
            format!(
                "modules that run code when they are loaded, and have no debug info, are not there on \
                 the BEAM: {}{}",
                named.join(", "),
                and_more(left_out.len())
            )
        })
    }

    /// Types that are not there count as `any()`, which is said once.
    pub fn note_on_types(&self) -> Option<String> {
        let missing = self.bench.environment.missing();
        let named: Vec<String> = missing.iter().take(MOST_NAMED).map(ToString::to_string).collect();
        let more = and_more(missing.len());
        let named = named.join(", ");
        (!missing.is_empty())
            .then(|| format!("types that are not there count as any(): {named}{more}"))
    }

    /// What the BEAM does with a call. If it does not do the same, it is asked once more, while nobody
    /// else asks: calls share the names of processes, and one may take the node down for all.
    pub fn confirm(&self, call: &Call, finding: &Finding, replays: &mut Replays) -> Confirmation {
        let (first, was_alone) = {
            let _together = self.beam.read().unwrap_or_else(PoisonError::into_inner);
            let begun = self.asks_begun.fetch_add(1, Ordering::SeqCst);
            let is_first = begun == self.asks_ended.load(Ordering::SeqCst);
            let first = self.ask(call, finding, replays);
            let is_last = begun + 1 == self.asks_begun.load(Ordering::SeqCst);
            self.asks_ended.fetch_add(1, Ordering::SeqCst);
            (first, is_first && is_last)
        };
        match first {
            Confirmation::Confirmed { .. } => return first,
            // Two nodes have died of it by now, and of nothing else.
            Confirmation::NodeDied(_) if was_alone => return first,
            _ => {}
        }
        let wait = replays.wait();
        loop {
            let _alone = match self.beam.try_write() {
                Ok(alone) => alone,
                Err(TryLockError::Poisoned(alone)) => alone.into_inner(),
                Err(TryLockError::WouldBlock) if Instant::now() < wait => {
                    thread::sleep(Duration::from_millis(1));
                    continue;
                }
                // Whoever could not be asked again has not refuted anything.
                Err(TryLockError::WouldBlock) => return replay::no_time(),
            };
            return self.ask(call, finding, replays);
        }
    }

    fn ask(&self, call: &Call, finding: &Finding, replays: &mut Replays) -> Confirmation {
        let Some(limits) = replays.limits(finding) else { return replay::no_time() };
        match self.loader.node().apply(call, &limits) {
            Err(NodeError::TimedOut(_)) => replays.too_long(),
            Err(error) => Confirmation::NotTried(error.to_string()),
            Ok(Ran { outcome: beam::Outcome::TimedOut, .. })
                if !replay::has_no_end(finding) && limits.time < beam::Limits::default().time =>
            {
                replays.too_long()
            }
            Ok(Ran { outcome: beam::Outcome::TooLarge, .. }) => {
                Confirmation::NotTried("what the BEAM gives is too large to be compared".to_owned())
            }
            Ok(ran) => agreement::confirmation(call.module, finding, &ran.outcome),
        }
    }

    /// The module that is not there, if that is all that a finding says.
    pub fn missing_module(&self, finding: &Finding) -> Option<Atom> {
        self.missing.module(&self.loader, finding)
    }

    /// The node takes a moment to start; whoever will need it says so early.
    pub fn wake_node(&self) {
        self.is_awake.call_once(|| {
            let node = self.loader.node().clone();
            thread::spawn(move || node.start_in_background());
        });
    }

    /// That the BEAM could touch the machine is said once.
    pub fn note_on_walls(&self, options: &SearchOptions) -> Option<String> {
        let is_open = !walls::held().is_closed() && !options.no_confirm;
        is_open.then(|| WITHOUT_WALLS.to_owned())
    }

    /// Why a crash is not to be replayed, if so.
    pub fn no_confirmation(&self, finding: &Finding, options: &SearchOptions) -> Option<String> {
        if options.no_confirm {
            return Some("--no-confirm".to_owned());
        }
        let may_differ = finding.asks_the_world || finding.has_processes;
        let is_open = !walls::held().is_closed() && !options.confirm_anyway;
        (may_differ && is_open).then(|| WITHOUT_WALLS.to_owned())
    }

    /// What a machine may take, of so many that work at the same time.
    fn limit(&self, machine: &mut Machine, options: &SearchOptions, time: Duration, jobs: usize) {
        machine.limits.reductions = options.reductions_within(time);
        machine.limits.stop = self.stop.clone();
        // A single run must not take what all of the search may.
        machine.limits.bytes = memory::of_each(options, jobs).min(machine.limits.bytes);
        let bytes = options.memory << 20;
        machine.limits.resident = Some(Resident { bytes, gauge: memory::resident });
        machine.library.concrete = self.concrete.clone();
    }

    /// Explores a function from a seed, or from seeds of its own, on so many cores at most.
    pub fn explore(
        &self,
        testee: &Testee,
        worker: &mut Worker,
        seed: Option<Seed>,
        options: &SearchOptions,
        jobs: usize,
        progress: Progress,
    ) -> Result<Function> {
        let Session { loader, bench, stop, wanted, .. } = self;
        let environment = &bench.environment;
        let (module, function) = (testee.module.name, testee.function);
        let wishes = Wishes {
            no_spec: options.no_spec,
            no_return_check: options.no_return_check,
            preconditions: &options.preconditions,
        };
        let piece = bench.prepare(testee.module, function, wishes)?;
        let subject = bench.subject(&piece);
        let seeds = inputs(seed.iter().map(|seed| seed.arguments.clone()));
        subject::check_seeds(&subject, &seeds)?;
        let corpus = match &options.corpus {
            Some(folder) => Some(Corpus::open(folder, testee.mfa())?),
            None => None,
        };
        let (seeds, dropped) = with_corpus(&subject, seeds, corpus.as_ref());
        let conditions =
            piece.contract.preconditions.iter().map(|each| condition_mfa(*each)).collect();
        let time = options.time.unwrap_or(DEFAULT_TIME);
        let settings = Settings {
            depth: options.depth(),
            limit: &|machine| self.limit(machine, options, time, jobs),
            teach: &|machine| seed.iter().for_each(|seed| seed.teach(machine)),
            smt_path: options.solver_path.as_deref(),
            smt: smt::Options { log: options.solver_log.clone(), ..smt::Options::default() },
        };
        let machine = worker.machine.take().unwrap_or_else(|| bench.machine());
        let mut backend = piece.engine(machine, &settings);
        let helpers = Helpers { bench, piece: &piece, settings: &settings };
        let mut solver = worker.smt.solver();
        let budget = Budget::new(Some(time), options.runs)
            .with_stop(stop.clone())
            .with_memory(options.memory << 20, memory::resident);
        let mut watcher = Watcher {
            session: self,
            module,
            function,
            seed: seed.clone().unwrap_or_default().knowing_self(backend.own_pid()),
            progress,
            options,
            end: Instant::now().checked_add(time),
            replays: None,
            paths: None,
            stopped: None,
        };
        let plan = Plan {
            strategy: options.strategy,
            paths: wanted.paths,
            chance: options.chance,
            help: (jobs > 1).then(|| Help::new(&helpers, jobs - 1)),
            goes_deeper: options.depth.is_none(),
            ..Plan::new(&subject, seeds, budget)
        };
        let mut exploration = explore::explore(&mut backend, &mut solver, plan, &mut watcher);
        let missing_module = |finding: &Finding| self.missing_module(finding);
        let missing_modules: BTreeSet<Atom> =
            exploration.findings.iter().filter_map(missing_module).collect();
        if self.gathers_missing {
            exploration.set_aside_missing(&missing_module);
        }
        let outline = backend.outline();
        let remembered = match &corpus {
            Some(corpus) => {
                // What was found is worth more than what next time would be easier.
                if let Err(error) = corpus.keep(testee.mfa(), &outline, &exploration, &dropped)
                    && !self.is_corpus_lost.swap(true, Ordering::Relaxed)
                {
                    output::complain(&format!("{error:#}; the corpus is not kept"));
                }
                Some(corpus.remembered(&mut exploration, &dropped))
            }
            None => None,
        };
        watcher.paths = exploration.paths.take();
        let results = if wanted.results { watcher.results(&subject) } else { Vec::new() };
        let paths = watcher.paths.take();
        drop(watcher);
        if stop.load(Ordering::Relaxed) && exploration.stop != Some(StopReason::Exhausted) {
            exploration.stop = Some(StopReason::Interrupted);
        }
        let target = Target {
            mfa: testee.mfa(),
            spec: match (environment.spec(module, function), options.no_spec) {
                (None, _) => Spec::Missing,
                (Some(_), true) => Spec::Ignored,
                (Some(_), false) => {
                    environment.behaviour_of(module, function).map_or(Spec::Used, Spec::OfCallback)
                }
            },
            preconditions: conditions,
            no_input: subject::no_input(&subject),
            limits: limits(options, time),
            definition: definition(testee),
            outline: &outline,
            sources: &Files::new(loader, module),
            paths,
            results,
            corpus: remembered,
            missing_modules: missing_modules.into_iter().collect(),
        };
        let function = Function::of(target, &exploration);
        worker.machine = Some(backend.machine);
        Ok(function)
    }
}

/// Where the function begins.
fn definition(testee: &Testee) -> Option<(String, usize)> {
    let function = testee.module.function(testee.function)?.ok()?;
    let known = function.positions.iter().filter(|position| position.line > 0);
    let first = known.min_by_key(|position| (position.file, position.line))?;
    let file = testee.module.files.get(usize::from(first.file))?;
    Some((file.clone(), first.line as usize))
}

fn condition_mfa(condition: Condition) -> Mfa {
    let FunctionName { name, arity } = condition.function;
    Mfa { module: condition.module, function: name, arity: arity as usize }
}

/// What the user gave, then what searches before left, then what the types suggest; and what the spec
/// does not allow any more.
fn with_corpus(
    subject: &Subject,
    mut seeds: Vec<Input>,
    corpus: Option<&Corpus>,
) -> (Vec<Input>, Vec<Input>) {
    let Some(corpus) = corpus else { return (seeds, Vec::new()) };
    let is_allowed =
        |seed: &Input| subject::check_seeds(subject, std::slice::from_ref(seed)).is_ok();
    let (allowed, dropped) = corpus.seeds().into_iter().partition(is_allowed);
    let has_own = !seeds.is_empty();
    seeds.extend::<Vec<Input>>(allowed);
    if !has_own {
        let mut usual = explore::seed::seeds(subject);
        usual.retain(|seed| !seeds.contains(seed));
        seeds.extend(usual);
    }
    (seeds, dropped)
}

/// So many types that are not there are named.
const MOST_NAMED: usize = 5;

/// For those that were not named.
fn and_more(count: usize) -> String {
    match count.saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    }
}

/// What is said where nothing keeps the BEAM from touching the machine.
pub const WITHOUT_WALLS: &str = "nothing keeps the BEAM from touching this machine (Linux 5.13 or later \
     can): crashes that may be different there are replayed with --confirm-anyway only";

/// How long a function is searched if nobody says.
pub const DEFAULT_TIME: Duration = Duration::from_secs(10);

fn limits(options: &SearchOptions, time: Duration) -> Limits {
    Limits {
        time: Some(time),
        runs: options.runs,
        depth: options.depth(),
        reductions: options.reductions_within(time),
        memory: Some(options.memory << 20),
    }
}
