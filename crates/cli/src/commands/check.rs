//! `ermine check`: search many functions for inputs that crash them.

use crate::arguments::{Arguments, Check, SearchOptions};
use crate::changes::{Changes, Note, Notes};
use crate::configuration::{Configuration, Wanted};
use crate::crew::{self, Done, Job};
use crate::interrupt::Interrupt;
use crate::output::Delivery;
use crate::overview::Overview;
use crate::own_code::OwnCode;
use crate::project::{self, BuildTool, Project};
use crate::session::Session;
use crate::worker::Worker;
use crate::{baseline, exit, output, progress, sources, target};
use anyhow::{Result, bail};
use beam::{Loader, ModuleSource};
use core_erlang::{FunctionName, Module};
use report::{
    Failure, FailureKind, Function, LeftOut, Loading, MissingModule, Policy, Report, UnchangedSite,
    policy,
};
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use term::Atom;
use workbench::{contract, rules, solving};

/// How long each function is searched if nobody says.
pub const DEFAULT_TIME: Duration = Duration::from_secs(2);

pub fn run(
    arguments: &Arguments,
    check: &Check,
    configuration: Option<&Configuration>,
) -> Result<ExitCode> {
    output::check(&check.report)?;
    let known = baseline::read(check)?;
    solving::check_log(check.search.solver_log.as_deref())?;
    let started = Instant::now();
    let interrupt = Interrupt::watch()?;
    let mut project = Project::find(&check.paths)?;
    let neighbours: Vec<_> = check.paths.iter().flat_map(|path| target::neighbours(path)).collect();
    let loader =
        target::loader_with(arguments, &project.code_paths, &neighbours, Some(&check.search))?;
    let mut sources = project.sources(arguments, &loader)?;
    let wanted = Wanted::new(configuration, &loader, &check.paths);
    let found = sources.len();
    sources.retain(|source| !wanted.leaves_out(source));
    let left_out = LeftOut { modules: found - sources.len(), functions: 0 };
    if let Some(configuration) = configuration.filter(|_| sources.is_empty() && found > 0) {
        bail!("{} leaves out all there is to test (see only and exclude)", configuration.file);
    }
    for note in &project.notes {
        target::note(arguments, Some(note.clone()));
    }
    let (modules, failures) = load(&loader, &sources);
    let build = project.build_tool.filter(|_| failures.iter().any(wants_build));
    let build = build.map(BuildTool::command);
    let loading = Loading { found: sources.len(), loaded: modules.len(), build };
    let loaded = modules.iter().map(|(_, module)| &**module);
    output::spare(arguments, &check.report, &sources, loaded)?;
    if modules.is_empty() {
        bail!("{}", nothing_to_test(&failures, build));
    }
    for (_, module) in &modules {
        rules::check(&check.search.rules, &loader, module)?;
    }
    let loaded: Vec<&Module> = modules.iter().map(|(_, module)| &**module).collect();
    for typo in wanted.typos(&loaded) {
        target::note(arguments, Some(typo));
    }
    let options = SearchOptions {
        time: Some(check.search.time.unwrap_or(DEFAULT_TIME)),
        ..check.search.clone()
    };
    let own = OwnCode::new(&loader, modules.iter().map(|(source, module)| (source, module.name)));
    let sources = modules.iter().map(|(source, _)| source.clone()).collect();
    let mut session =
        Session::new(loader.clone(), sources, interrupt.search()).with_concrete(&options)?;
    let functions = modules.iter().map(|(_, module)| exports(module).len()).sum();
    session.own = own;
    session.gathers_missing = true;
    session.wanted = output::wanted(&check.report, functions);
    // A solver that is not there is told before anything is searched.
    drop(Worker::new(&session, &options)?);
    let mut plan = Plan::new(&session, &modules, check, &options, &wanted)?;
    let threads = check.jobs.map_or_else(cores, NonZero::get);
    let is_shown = !arguments.quiet && progress::is_watched();
    let overview = Overview::new(plan.jobs.len(), threads, is_shown);
    let done = crew::work(&session, &plan.jobs, &options, threads, &overview);
    drop(overview);
    let left_out = LeftOut { modules: left_out.modules, ..plan.summary.left_out };
    let mut summary = report::Check { failures, loading, left_out, ..plan.summary };
    plan.memory.keep(&plan.jobs, &done);
    let mut functions = Vec::new();
    for (job, done) in plan.jobs.iter().zip(done) {
        match done {
            Done::Tested(function) => {
                functions.push(Function { is_changed: job.is_changed, ..*function });
            }
            Done::Failed(failure) => summary.failures.push(failure),
            Done::NotReached => summary.interrupted += 1,
        }
    }
    summary.missing_modules = missing_modules(&loader, &functions);
    summary.time = started.elapsed();
    let mut report = Report {
        name: name(&check.paths),
        ermine: env!("CARGO_PKG_VERSION").to_owned(),
        otp: loader.node().otp().version.clone(),
        functions,
        walls: beam::walls::held().names(),
        check: Some(summary),
        configuration: configuration.map(|found| found.file.clone()),
        policy: Policy {
            fail_on: check.fail_on.unwrap_or_default(),
            show: check.show.unwrap_or(policy::SHOWN),
            baseline: known,
        },
        sources: match session.wanted.source {
            true => sources::whole(&loader, modules.iter().map(|(_, module)| &**module)),
            false => BTreeMap::new(),
        },
    };
    report.settle_unreachable();
    baseline::update(check, &mut report)?;
    let delivery = output::show(arguments, &check.report, &report)?;
    target::note(arguments, session.note_on_types());
    target::note(arguments, session.judge.note_on_modules());
    target::note(arguments, session.judge.note_on_walls(&check.search));
    target::warn(arguments, &loader);
    let is_kept = !session.is_corpus_lost.load(Ordering::Relaxed);
    Ok(exit::code(&report, is_kept && delivery == Delivery::AsAsked))
}

/// What is tested, as its folder or file is called.
fn name(paths: &[String]) -> String {
    let own = |path: &String| {
        let place = Path::new(path).canonicalize().unwrap_or_else(|_| PathBuf::from(path));
        let name = match place.file_name() {
            // What matters is in the folder around it.
            Some(name) if name == "ebin" || name == "src" => {
                place.parent().and_then(Path::file_name)
            }
            name => name,
        };
        name.map_or_else(|| path.clone(), |name| name.to_string_lossy().into_owned())
    };
    let names: Vec<String> = paths.iter().map(own).collect();
    names.join(", ")
}

/// The modules that some function came to a call of, and that are nowhere.
fn missing_modules(loader: &Loader, functions: &[Function]) -> Vec<MissingModule> {
    let mut found: BTreeMap<Atom, usize> = BTreeMap::new();
    for name in functions.iter().flat_map(|function| &function.missing_modules) {
        *found.entry(*name).or_default() += 1;
    }
    let missing = found.into_iter().map(|(name, functions)| MissingModule {
        name,
        functions,
        similar: loader.code_path().similar(name),
    });
    missing.collect()
}

/// The modules that can be loaded, and why the others cannot.
fn load(
    loader: &Loader,
    sources: &[ModuleSource],
) -> (Vec<(ModuleSource, Arc<Module>)>, Vec<Failure>) {
    let (mut modules, mut failures) = (Vec::new(), Vec::new());
    let mut places: BTreeMap<Atom, String> = BTreeMap::new();
    for (source, loaded) in sources.iter().zip(loader.load_all(sources)) {
        let subject = project::shown(source);
        let mut fail = |kind, why: String| {
            failures.push(Failure::new(kind, subject.clone(), &why));
        };
        match loaded {
            Err(error) => fail(FailureKind::Load, error.to_string()),
            Ok(module) => match places.insert(module.name, subject.clone()) {
                Some(other) => {
                    // The name means the first one again.
                    if let Some((first, _)) = modules
                        .iter()
                        .find(|(_, each): &&(_, Arc<Module>)| each.name == module.name)
                    {
                        let _ = loader.load(first);
                    }
                    let why = format!("{} is in {other} too", module.name.name());
                    fail(FailureKind::Load, why);
                    places.insert(module.name, other);
                }
                None => match contract::check(loader, &module) {
                    Ok(()) => modules.push((source.clone(), module)),
                    Err(error) => fail(FailureKind::Setup, error.to_string()),
                },
            },
        }
    }
    (modules, failures)
}

/// Something is missing that a build brings: headers and parse transforms of others. A mistake in the
/// text stays one.
fn wants_build(failure: &Failure) -> bool {
    let signs = ["can't find include ", "parse transform"];
    failure.kind == FailureKind::Load && signs.iter().any(|sign| failure.why.contains(sign))
}

fn nothing_to_test(failures: &[Failure], build: Option<&str>) -> String {
    let hint = build.map(|command| format!("; {command} builds the project"));
    let why = match failures {
        [] => "there is nothing to test".to_owned(),
        [only] => only.why.clone(),
        [first, rest @ ..] => {
            format!("none of {} modules can be loaded; the first: {}", rest.len() + 1, first.why)
        }
    };
    why + &hint.unwrap_or_default()
}

/// What is tested, and what is not.
struct Plan<'a> {
    jobs: Vec<Job>,
    memory: Memory<'a>,
    summary: report::Check,
}

impl<'a> Plan<'a> {
    fn new(
        session: &'a Session,
        modules: &'a [(ModuleSource, Arc<Module>)],
        check: &Check,
        options: &SearchOptions,
        wanted: &Wanted,
    ) -> Result<Plan<'a>> {
        let mut memory = Memory::new(&session.loader, modules, options);
        if check.changed && !memory.changes.has_memory() {
            bail!("--changed needs the cache, where what was tested is kept (see --no-cache)");
        }
        let mut jobs = Vec::new();
        let mut summary = report::Check::default();
        for (source, module) in modules {
            let is_wanted = wanted.of(source, module.name);
            let mut functions = exports(module);
            if check.api.unwrap_or(false) && session.bench.has_scripts(module.name) {
                functions.push(workbench::script_name());
            }
            for function in functions {
                if !is_wanted(function) {
                    summary.left_out.functions += 1;
                    continue;
                }
                let is_one = function != workbench::script_name();
                let has_spec = session.bench.environment.spec(module.name, function).is_some();
                if is_one && !has_spec && !check.all.unwrap_or(false) {
                    summary.without_spec += 1;
                    continue;
                }
                let mut job = Job { module: module.clone(), function, is_changed: false };
                match memory.unchanged(&job) {
                    Some(note) if check.changed => {
                        summary.unchanged.functions += 1;
                        summary.unchanged.with_findings += usize::from(!note.sites.is_empty());
                        summary.unchanged.sites.extend(note.sites);
                        continue;
                    }
                    Some(_) => {}
                    None => job.is_changed = true,
                }
                jobs.push(job);
            }
        }
        Ok(Plan { jobs, memory, summary })
    }
}

/// The functions that others can call, in the order of the source, without those that every module
/// has.
fn exports(module: &Module) -> Vec<FunctionName> {
    const OF_EVERY_MODULE: [&str; 4] = ["module_info", "behaviour_info", "__info__", "record_info"];
    let is_own = |function: &FunctionName| {
        let name = function.name.name();
        // Elixir's macros run in its compiler.
        !OF_EVERY_MODULE.contains(&name) && !name.starts_with("MACRO-")
    };
    let stored = module.functions.iter().map(|stored| stored.name);
    stored.filter(|name| module.is_exported(*name) && is_own(name)).collect()
}

/// What was tested last time, and what is tested now.
struct Memory<'a> {
    changes: Changes<'a>,
    notes: BTreeMap<Atom, (&'a ModuleSource, Notes)>,
    fingerprints: BTreeMap<(Atom, FunctionName), String>,
}

impl<'a> Memory<'a> {
    fn new(
        loader: &'a Loader,
        modules: &'a [(ModuleSource, Arc<Module>)],
        options: &SearchOptions,
    ) -> Memory<'a> {
        let names: BTreeSet<Atom> = modules.iter().map(|(_, module)| module.name).collect();
        let changes = Changes::new(loader, names, options);
        let notes =
            modules.iter().map(|(source, module)| (module.name, (source, changes.notes(source))));
        Memory { notes: notes.collect(), changes, fingerprints: BTreeMap::new() }
    }

    /// The note about a function that is as it was.
    fn unchanged(&mut self, job: &Job) -> Option<Note> {
        if !self.changes.has_memory() {
            return None;
        }
        let fingerprint = self.changes.fingerprint(job.module.name, job.function);
        let (_, notes) = self.notes.get(&job.module.name)?;
        let note = notes.of(job.function).filter(|note| note.fingerprint == fingerprint).cloned();
        self.fingerprints.insert((job.module.name, job.function), fingerprint);
        note
    }

    /// Notes what was tested to its end.
    fn keep(&mut self, jobs: &[Job], done: &[Done]) {
        for (job, done) in jobs.iter().zip(done) {
            let Done::Tested(function) = done else { continue };
            if function.is_cut_short() {
                continue;
            }
            let fingerprint = self.fingerprints.get(&(job.module.name, job.function));
            let (Some(fingerprint), Some((_, notes))) =
                (fingerprint, self.notes.get_mut(&job.module.name))
            else {
                continue;
            };
            // What the BEAM refuted is not there.
            let standing = function.findings.iter().filter(|finding| finding.stands());
            let sites = standing.map(|finding| UnchangedSite {
                site: finding.site.name.term().to_string(),
                module: finding.site.name.function.module,
                rank: finding.why.rank(),
            });
            let note = Note { fingerprint: fingerprint.clone(), sites: sites.collect() };
            notes.note(job.function, note);
        }
        for (source, notes) in self.notes.values() {
            self.changes.keep(source, notes);
        }
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}
