//! How is one function explored, from its code to what is said about it? The same way whoever asks:
//! `ermine run` for one, `ermine check` for many.

use crate::arguments::SearchOptions;
use crate::concrete;
use crate::corpus::Corpus;
use crate::judge::{Judge, MOST_NAMED, and_more};
use crate::missing::Missing;
use crate::own_code::{Code, OwnCode};
use crate::progress::Progress;
use crate::seed::Seed;
use crate::sources::Files;
use crate::watcher::Watcher;
use crate::worker::Worker;
use crate::{memory, output, own_words};
use analysis::safety::Safety;
use anyhow::{Result, bail};
use beam::{Loader, ModuleSource};
use core_erlang::{FunctionName, Module};
use explore::{
    Aim, Budget, Confirmation, Exploration, Finding, Help, Plan, Shortfall, StopReason, Subject,
};
use interpreter::machine::Resident;
use interpreter::{Condition, Machine};
use report::operations::Operations;
use report::{CallbackState, Function, Limits, Mfa, Remembered, Spec, Target};
use solver::smt;
use std::collections::BTreeSet;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use term::Atom;
use trace::{Backend, ClauseId, Input, Outcome, Outline};
use typing::Type;
use workbench::safety::steps_within;
use workbench::{Helpers, Settings, Wishes, Workbench, Workpiece, inputs, subject};

/// What all searches of one call of `ermine` share.
pub struct Session {
    pub loader: Arc<Loader>,
    pub bench: Workbench,
    pub judge: Judge,
    /// Set by Ctrl-C.
    pub stop: Arc<AtomicBool>,
    pub wanted: Extras,
    pub own: OwnCode,
    missing: Missing,
    /// Whether a module that is not there is told once for all functions, and is no finding of each.
    pub gathers_missing: bool,
    /// Something could not be kept in the corpus, which is said once.
    pub is_corpus_lost: AtomicBool,
}

/// What the formats of the report want to know beyond what every report says.
#[derive(Clone, Copy, Default)]
pub struct Extras {
    /// So many of the paths that were taken by each function.
    pub paths: usize,
    /// What the BEAM returns on these.
    pub results: bool,
    /// The source of the modules.
    pub source: bool,
}

/// A function under test.
pub struct Testee<'a> {
    pub module: &'a Module,
    pub function: FunctionName,
}

/// A search for a function.
#[derive(Clone, Copy)]
struct Searched<'a> {
    testee: &'a Testee<'a>,
    seed: &'a Option<Seed>,
    jobs: usize,
    /// Are values built by calls that only the program can build?
    builds: bool,
}

impl Testee<'_> {
    /// Is it no function, but calls in a row?
    pub fn is_scripts(&self) -> bool {
        self.function == workbench::script_name()
    }

    pub fn mfa(&self) -> Mfa {
        let FunctionName { name, arity } = self.function;
        Mfa { module: self.module.name, function: name, arity: arity as usize }
    }
}

impl Session {
    /// For the modules of these sources, which are loaded already.
    pub fn new(loader: Arc<Loader>, sources: Vec<ModuleSource>, stop: Arc<AtomicBool>) -> Session {
        let bench = Workbench::new(loader.clone());
        let judge = Judge::new(loader.clone(), sources, stop.clone());
        Session {
            loader,
            bench,
            judge,
            stop,
            wanted: Extras::default(),
            own: OwnCode::default(),
            missing: Missing::default(),
            gathers_missing: false,
            is_corpus_lost: AtomicBool::new(false),
        }
    }

    /// The functions that a file and the configuration name run without symbols.
    pub fn with_concrete(self, options: &SearchOptions) -> Result<Session> {
        let concrete = concrete::wanted(&self.loader, options)?;
        Ok(Session { bench: self.bench.with_concrete(Arc::new(concrete)), ..self })
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

    /// The module that is not there, if that is all that a finding says.
    pub fn missing_module(&self, finding: &Finding) -> Option<Atom> {
        self.missing.module(&self.loader, self.own.tested(), finding)
    }

    /// What a machine may take, of so many that work at the same time.
    fn limit(&self, machine: &mut Machine, options: &SearchOptions, time: Duration, jobs: usize) {
        machine.limits.reductions = options.reductions_within(time);
        machine.limits.stop = self.stop.clone();
        // A single run must not take what all of the search may.
        machine.limits.bytes = memory::of_each(options, jobs).min(machine.limits.bytes);
        let bytes = options.memory() << 20;
        machine.limits.resident = Some(Resident { bytes, gauge: memory::resident });
    }

    /// Explores a function from a seed, or from seeds of its own, on so many cores at most. Where nothing could be
    /// built of what only the program can build, the rest of the time is for values of the right structure.
    pub fn explore(
        &self,
        testee: &Testee,
        worker: &mut Worker,
        seed: Option<Seed>,
        options: &SearchOptions,
        jobs: usize,
        progress: Progress,
    ) -> Result<Function> {
        let begun = Instant::now();
        let time = options.time.unwrap_or(DEFAULT_TIME);
        // Who calls one function after the other waits for their answers.
        let one_order = options.schedules.or(testee.is_scripts().then_some(NonZero::<usize>::MIN));
        let options = &SearchOptions { schedules: one_order, ..options.clone() };
        let search = Searched { testee, seed: &seed, jobs, builds: true };
        match self.explore_by(&search, worker, options, &progress)? {
            Some(function) => Ok(function),
            None => {
                let left = time.saturating_sub(begun.elapsed()).max(time / 4);
                let options = SearchOptions { time: Some(left), ..options.clone() };
                let search = Searched { builds: false, ..search };
                let function = self.explore_by(&search, worker, &options, &progress)?;
                Ok(function.expect("the structure of a value is there"))
            }
        }
    }

    /// `None` if the function was never called, because its arguments could not be built.
    fn explore_by(
        &self,
        search: &Searched,
        worker: &mut Worker,
        options: &SearchOptions,
        progress: &Progress,
    ) -> Result<Option<Function>> {
        let Searched { testee, seed, jobs, .. } = *search;
        let Session { loader, bench, stop, wanted, .. } = self;
        let environment = &bench.environment;
        let module = testee.module.name;
        let time = options.time.unwrap_or(DEFAULT_TIME);
        let (piece, safety) = self.prepared(search, options)?;
        let is_safe = piece.is_safe(&safety);
        let subject = bench.subject(&piece);
        let corpus = match &options.corpus {
            Some(folder) => Some(Corpus::open(folder, testee.mfa())?),
            None => None,
        };
        let (seeds, dropped) = seeds(&subject, seed.as_ref(), options, corpus.as_ref())?;
        let settings = Settings {
            depth: options.depth(),
            limit: &|machine| self.limit(machine, options, time, jobs),
            teach: &|machine| seed.iter().for_each(|seed| seed.teach(machine)),
            smt_path: options.solver_path.as_deref(),
            smt: smt::Options { log: options.solver_log.clone(), ..smt::Options::default() },
            orders: options.orders(),
            ahead: piece.ahead(&safety).filter(|_| !options.no_prune()),
            promised: bench.promised(&piece, &safety),
        };
        let machine = worker.machine.take().unwrap_or_else(|| bench.machine());
        let mut backend = piece.engine(machine, &settings);
        let helpers = Helpers { bench, piece: &piece, settings: &settings };
        let mut solver = worker.smt.solver();
        let budget = Budget::new(Some(time), options.runs)
            .with_stop(stop.clone())
            .with_memory(options.memory() << 20, memory::resident);
        let mut watcher = Watcher {
            session: self,
            piece: &piece,
            seed: seed.clone().unwrap_or_default().knowing_self(backend.own_pid()),
            progress,
            options,
            end: Instant::now().checked_add(time),
            replays: None,
            paths: None,
            stopped: None,
        };
        let operations = bench.operations(&safety);
        let plan = Plan {
            strategy: options.strategy(),
            paths: wanted.paths,
            chance: options.chance(),
            help: (jobs > 1).then(|| Help::new(&helpers, jobs - 1)),
            goes_deeper: options.depth.is_none() && !is_safe,
            // Each function of many has its own time.
            wanders: self.gathers_missing && !is_safe,
            is_safe,
            prunes: !options.no_prune(),
            schedules: options.schedules(),
            preemptions: options.preemptions,
            aims: aims(&operations),
            foreseen: operations.places(),
            ..Plan::new(&subject, seeds, budget)
        };
        let mut exploration = explore::explore(&mut backend, &mut solver, plan, &mut watcher);
        if piece.built.is_some() && is_never_called(&exploration, testee) {
            drop(watcher);
            worker.machine = Some(backend.machine);
            return Ok(None);
        }
        // Nor is a script all that others may do: what takes a pid is called with those of other calls only.
        let is_all = piece.script.is_none();
        if !is_all || piece.built.as_ref().is_some_and(|built| !built.is_complete) {
            exploration.fell_short(Shortfall::BuiltOtherwise);
        }
        let operations = (!testee.is_scripts()).then_some(operations);
        let missing_modules = self.settle(&mut exploration, operations.as_ref());
        let outline = backend.outline();
        if let (Some(corpus), None) = (&corpus, options.orders()) {
            exploration.untried.extend(corpus.of_certain_orders().cloned());
        }
        let remembered = corpus
            .as_ref()
            .map(|corpus| self.keep(corpus, testee.mfa(), &outline, &mut exploration, &dropped));
        watcher.paths = exploration.paths.take();
        let results = if wanted.results { watcher.results(&subject) } else { Vec::new() };
        let paths = watcher.paths.take();
        drop(watcher);
        if stop.load(Ordering::Relaxed) && exploration.stop != Some(StopReason::Exhausted) {
            exploration.stop = Some(StopReason::Interrupted);
        }
        let spec = self.spec_used(testee, options);
        let is_any = |each: &Arc<Type>| *environment.meaning(each) == Type::Any;
        let built_state = piece.built.as_ref().and_then(|built| built.state);
        let has_built_state = built_state.is_some();
        let is_open =
            matches!(spec, Spec::OfCallback(_)) && piece.types.iter().flatten().any(is_any);
        let state = match has_built_state {
            true => CallbackState::Built,
            false if is_open => CallbackState::MadeUp,
            false => CallbackState::Known,
        };
        let target = Target {
            mfa: testee.mfa(),
            spec,
            state,
            preconditions: piece
                .contract
                .preconditions
                .iter()
                .copied()
                .map(condition_mfa)
                .collect(),
            no_input: subject::no_input(&subject),
            limits: limits(options, time),
            definition: definition(testee),
            outline: &outline,
            sources: &Files::new(loader, module),
            program: &Code { own: &self.own, loader, environment },
            needs_opaque: &|arguments| {
                // A caller's tag is opaque, too, and everybody has one.
                !has_built_state
                    && !environment.contain_open_call(piece.searched_types(), arguments)
            },
            untyped_parts: &|arguments| {
                let parts = environment.untyped_parts(piece.searched_types(), arguments);
                // What is in a state, the program has put there.
                match built_state.and_then(|number| arguments.get(number)) {
                    Some(state) => parts.outside_of(state),
                    None => parts,
                }
            },
            own_pid: Some(backend.own_pid()),
            readings: &|arguments| environment.readings(module, piece.searched_types(), arguments),
            reading: &|home, term| environment.reading(home, term),
            paths,
            results,
            corpus: remembered,
            missing_modules,
            operations,
        };
        let mut tested = Function::of(target, &exploration);
        for (told, finding) in tested.findings.iter_mut().zip(&exploration.findings) {
            told.words = elixir_words(&mut backend.machine, told, finding);
        }
        worker.machine = Some(backend.machine);
        Ok(Some(tested))
    }

    /// What is known of the function before it runs, and how its arguments are said.
    fn prepared(&self, search: &Searched, options: &SearchOptions) -> Result<(Workpiece, Safety)> {
        let Searched { testee, seed, builds, .. } = *search;
        let Session { bench, stop, .. } = self;
        if testee.is_scripts() {
            let piece = bench.prepare_scripts(testee.module, &options.rules)?;
            let Some(piece) = piece else {
                bail!("{} exports no function to be called", testee.module.name.name())
            };
            return Ok((piece, Safety::unknown()));
        }
        let wishes = Wishes {
            no_spec: options.no_spec(),
            no_return_check: options.no_return_check(),
            preconditions: &options.preconditions,
            rules: &options.rules,
        };
        let piece = bench.prepare(testee.module, testee.function, wishes)?;
        let time = options.time.unwrap_or(DEFAULT_TIME);
        // Steps are counted; should they take far longer than they do, the clock and Ctrl-C are heard as well.
        let begun = Instant::now();
        let is_over =
            || stop.load(Ordering::Relaxed) || begun.elapsed() > time.max(LONGEST_ANALYSIS);
        let safety = bench.known_safety(&piece, steps_within(time), &is_over);
        // Somebody may have given such values as they are inside.
        let environment = &bench.environment;
        let is_given = |seed: &Seed| environment.contain_call(&piece.types, &seed.arguments);
        // What is safe for all values of the right structure is safe for those that can be built.
        let piece = match builds && !piece.is_safe(&safety) && !seed.as_ref().is_some_and(is_given)
        {
            true => piece.building(bench),
            false => piece,
        };
        Ok((piece, safety))
    }

    /// Compares what was found with what the analysis says can fail, and sets modules aside that are not
    /// there. Which are they?
    fn settle(&self, exploration: &mut Exploration, operations: Option<&Operations>) -> Vec<Atom> {
        let findings = &exploration.findings;
        let is_foreseen = |finding: &&Finding| operations.is_none_or(|all| all.foresee(finding));
        let unforeseen = findings.len() - findings.iter().filter(is_foreseen).count();
        for _ in 0..unforeseen {
            exploration.fell_short(Shortfall::AnalysisRefuted);
        }
        let missing_module = |finding: &Finding| self.missing_module(finding);
        let missing: BTreeSet<Atom> =
            exploration.findings.iter().filter_map(missing_module).collect();
        if self.gathers_missing {
            exploration.set_aside_missing(&missing_module);
        }
        missing.into_iter().collect()
    }

    /// Writes to the corpus what the next search can begin with. What did it remember of this one?
    fn keep(
        &self,
        corpus: &Corpus,
        mfa: Mfa,
        outline: &Outline,
        exploration: &mut Exploration,
        dropped: &[Input],
    ) -> Remembered {
        // What was found is worth more than what next time would be easier.
        if let Err(error) = corpus.keep(mfa, outline, exploration, dropped)
            && !self.is_corpus_lost.swap(true, Ordering::Relaxed)
        {
            output::complain(&format!("{error:#}; the corpus is not kept"));
        }
        corpus.remembered(exploration, dropped)
    }

    /// Where the types of the arguments came from.
    fn spec_used(&self, testee: &Testee, options: &SearchOptions) -> Spec {
        let environment = &self.bench.environment;
        let (module, function) = (testee.module.name, testee.function);
        if testee.is_scripts() {
            return Spec::Used;
        }
        match (environment.spec(module, function), options.no_spec()) {
            (None, _) => Spec::Missing,
            (Some(_), true) => Spec::Ignored,
            (Some(_), false) => {
                environment.behaviour_of(module, function).map_or(Spec::Used, Spec::OfCallback)
            }
        }
    }
}

/// Did no run come to the function?
fn is_never_called(exploration: &Exploration, testee: &Testee) -> bool {
    let is_own = |clause: &ClauseId| {
        clause.module == testee.module.name && clause.function == testee.function
    };
    exploration.findings.is_empty()
        && exploration.stop != Some(StopReason::Interrupted)
        && !exploration.covered.keys().any(is_own)
}

/// What is left by the analysis is looked for first.
fn aims(operations: &Operations) -> Vec<Aim> {
    let possible = operations.possible.iter();
    possible.filter_map(|each| Some(Aim { clause: each.clause?, line: each.line })).collect()
}

/// What the search begins with, and what of the corpus the spec does not allow any more.
fn seeds(
    subject: &Subject,
    seed: Option<&Seed>,
    options: &SearchOptions,
    corpus: Option<&Corpus>,
) -> Result<(Vec<Input>, Vec<Input>)> {
    let own = inputs(seed.map(|seed| seed.arguments.clone()));
    subject::check_seeds(subject, &own)?;
    let (mut seeds, dropped) = with_corpus(subject, own, corpus);
    if let Some(schedule) = &options.schedule {
        if seeds.is_empty() {
            seeds = explore::seed::seeds(subject);
        }
        let free = seeds.iter_mut().filter(|seed| seed.schedule.is_free());
        free.for_each(|seed| seed.schedule = schedule.clone());
    }
    if options.orders().is_none() {
        seeds.retain(|seed| seed.schedule.is_free());
    }
    Ok((seeds, dropped))
}

/// What Elixir says about a crash of its code.
fn elixir_words(
    machine: &mut Machine,
    told: &report::Finding,
    finding: &Finding,
) -> Option<String> {
    let Outcome::Crashed { class, reason, stacktrace, .. } = &finding.outcome else { return None };
    let stacktrace = match &finding.confirmation {
        Confirmation::Confirmed { stacktrace } => stacktrace,
        _ => stacktrace,
    };
    let is_elixir = report::dialect::is_elixir(&told.stack);
    is_elixir.then(|| own_words::exception(machine, *class, reason, stacktrace)).flatten()
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

/// How long a function is searched if nobody says.
pub const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// So long an analysis may take, however short the search is; its steps take far less.
const LONGEST_ANALYSIS: Duration = Duration::from_secs(3);

fn limits(options: &SearchOptions, time: Duration) -> Limits {
    Limits {
        time: Some(time),
        runs: options.runs,
        depth: options.depth(),
        reductions: options.reductions_within(time),
        memory: Some(options.memory() << 20),
    }
}
