//! `ermine run`: search for inputs that crash a function.

use crate::arguments::{Arguments, Format, Run};
use crate::progress::{self, Progress};
use crate::seed::Seed;
use crate::sources::Files;
use crate::target;
use crate::world::World;
use anyhow::{Context, Result, bail};
use beam::{Call, Loader, ModuleSource};
use cli::{agreement, solving, subject};
use core_erlang::FunctionName;
use explore::{Budget, Confirmation, Exploration, Observer, StopReason, Subject, Verdict};
use interpreter::{Interpreter, Machine};
use report::text::{Detail, Palette};
use report::{Function, Limits, Mfa, Report, Spec, Target, json, text};
use solver::smt::Options;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use term::{Atom, Term};
use trace::{Input, Outcome};
use typing::Types;

/// The exit code of a process that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

pub fn run(arguments: &Arguments, run: &Run) -> Result<ExitCode> {
    if let Some(path) = &run.output {
        check_folder(path)?;
    }
    let loader = target::loader(arguments)?;
    let source = target::source(arguments, &run.module)?;
    let module = loader.load(&source)?;
    let mut machine = Machine::new(World::loader(&loader), Some(World::oracle(&loader)));
    let seed = match &run.seed {
        Some(text) => Some(Seed::read(&loader, &mut machine, text)?),
        None => None,
    };
    let arity = seed.as_ref().map(|seed| seed.arguments.len());
    let function = target::function(&module, &run.function, arity)?;
    let types_loader = loader.clone();
    let environment = Types::new(Box::new(move |name| types_loader.load_by_name(name).ok()));
    let types = subject::argument_types(&environment, module.name, function, run.no_spec);
    let subject =
        Subject { types: &types, environment: &environment, arity: function.arity as usize };
    let seeds: Vec<Input> =
        seed.iter().map(|seed| Input { arguments: seed.arguments.clone() }).collect();
    subject::check_seeds(&subject, &seeds)?;
    let stop = stop_on_interrupt()?;
    machine.limits.reductions = run.reductions;
    machine.limits.stop = stop.clone();
    let mut backend = Interpreter::new(machine, module.name, function, run.depth);
    let options = Options { log: run.solver_log.clone(), ..Options::default() };
    let mut solver = solving::solver(run.solver_path.as_deref(), options)?;
    let mfa = Mfa { module: module.name, function: function.name, arity: function.arity as usize };
    let mut watcher = Watcher {
        loader: &loader,
        source,
        module: module.name,
        function,
        stop: stop.clone(),
        is_installed: false,
        seed: seed.unwrap_or_default(),
        progress: progress(arguments, run, mfa),
    };
    let budget = Budget::new(Some(run.time), run.runs).with_stop(stop.clone());
    let mut exploration =
        explore::explore(&mut backend, &mut solver, &subject, seeds, budget, &mut watcher);
    drop(watcher);
    if stop.load(Ordering::Relaxed) && exploration.stop != Some(StopReason::Exhausted) {
        exploration.stop = Some(StopReason::Interrupted);
    }
    let target = Target {
        mfa,
        spec: match environment.spec(module.name, function) {
            None => Spec::Missing,
            Some(_) if run.no_spec => Spec::Ignored,
            Some(_) => Spec::Used,
        },
        limits: limits(run),
        sites: &backend.machine.library.sites,
        sources: &Files::new(&loader, module.name),
    };
    let report = Report {
        ermine: env!("CARGO_PKG_VERSION").to_owned(),
        otp: loader.node().otp().version.clone(),
        functions: vec![Function::of(target, &exploration)],
    };
    show(arguments, run, &report)?;
    target::warn(arguments, &loader);
    let has_crash = report.functions.iter().any(|function| function.verdict == Verdict::Crash);
    Ok(if has_crash { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// Better now than after a long search.
fn check_folder(path: &Path) -> Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        bail!("--output {}: there is no folder {}", path.display(), folder.display());
    }
    if path.is_dir() {
        bail!("--output {}: this is a folder; name a file in it", path.display());
    }
    Ok(())
}

/// Ctrl-C ends the search, and what was found is shown. Twice ends everything.
fn stop_on_interrupt() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let interrupt = stop.clone();
    ctrlc::set_handler(move || {
        if interrupt.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
    })?;
    Ok(stop)
}

fn limits(run: &Run) -> Limits {
    Limits { time: Some(run.time), runs: run.runs, depth: run.depth, reductions: run.reductions }
}

fn progress(arguments: &Arguments, run: &Run, mfa: Mfa) -> Progress {
    if !arguments.quiet && progress::is_watched() {
        Progress::start(mfa.to_string(), run.time)
    } else {
        Progress::hidden()
    }
}

/// Into the file that was asked for, with the verdict on the screen; or all on the screen.
fn show(arguments: &Arguments, run: &Run, report: &Report) -> Result<()> {
    let detail = if arguments.quiet { Detail::Brief } else { Detail::Full };
    let rendered = |palette: &Palette| match run.format {
        Format::Text => text::render(report, detail, palette),
        Format::Json => json::render(report),
    };
    let on_screen = match &run.output {
        None => rendered(&Palette::COLOURED),
        Some(path) => {
            std::fs::write(path, rendered(&Palette::PLAIN))
                .with_context(|| format!("--output {}", path.display()))?;
            if arguments.quiet { String::new() } else { text::verdicts(report, &Palette::COLOURED) }
        }
    };
    // Colours stay only where they are seen. Whoever reads may have seen enough.
    let _ = anstream::stdout().lock().write_all(on_screen.as_bytes());
    Ok(())
}

/// Shows the way, and asks the BEAM about crashes.
struct Watcher<'a> {
    loader: &'a Arc<Loader>,
    source: ModuleSource,
    module: Atom,
    function: FunctionName,
    stop: Arc<AtomicBool>,
    is_installed: bool,
    seed: Seed,
    progress: Progress,
}

impl Watcher<'_> {
    /// The BEAM must have the code under test, and find what it calls where we found it.
    fn install(&self) -> Result<(), String> {
        let folders = self.loader.code_path().extra_folders();
        if !folders.is_empty() {
            let folder = |path: &std::path::PathBuf| Term::string(&path.to_string_lossy());
            let call = Call {
                module: Atom::new("code"),
                function: Atom::new("add_pathsa"),
                arguments: vec![Term::list(folders.iter().map(folder).collect())],
            };
            let added = self.loader.node().apply(&call, &beam::Limits::default());
            added.map_err(|error| error.to_string())?;
        }
        match self.source {
            ModuleSource::Name(_) => Ok(()),
            _ => self.loader.install(&self.source).map_err(|error| error.to_string()),
        }
    }
}

impl Observer for Watcher<'_> {
    fn after_run(&mut self, exploration: &Exploration) -> bool {
        self.progress.update(exploration);
        !self.stop.load(Ordering::Relaxed)
    }

    fn confirm(&mut self, input: &Input, outcome: &Outcome) -> Confirmation {
        self.progress.replay();
        if !self.is_installed {
            if let Err(why) = self.install() {
                return Confirmation::NotTried(why);
            }
            self.is_installed = true;
        }
        let call = Call {
            module: self.module,
            function: self.function.name,
            arguments: input.arguments.iter().map(|term| self.seed.for_the_beam(term)).collect(),
        };
        match self.loader.node().apply(&call, &beam::Limits::default()) {
            Err(error) => Confirmation::NotTried(error.to_string()),
            Ok(ran) => agreement::confirmation(outcome, &ran.outcome),
        }
    }
}
