//! `ermine run`: search for inputs that crash a function.

use crate::arguments::{Arguments, Run, SearchOptions};
use crate::configuration::Configuration;
use crate::interrupt::Interrupt;
use crate::output::Delivery;
use crate::own_code::OwnCode;
use crate::progress::{self, Progress};
use crate::project::Project;
use crate::seed::Seed;
use crate::session::{DEFAULT_TIME, Session, Testee};
use crate::worker::Worker;
use crate::{exit, output, sources, target};
use anyhow::Result;
use report::{FailOn, Mfa, Policy, Report};
use std::collections::BTreeMap;
use std::num::NonZero;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use workbench::{rules, solving};

pub fn run(
    arguments: &Arguments,
    run: &Run,
    configuration: Option<&Configuration>,
) -> Result<ExitCode> {
    output::check(&run.report)?;
    solving::check_log(run.search.solver_log.as_deref())?;
    let interrupt = Interrupt::watch()?;
    let mut project = Project::of_file(&run.module)?;
    let neighbours = target::neighbours(&run.module);
    let loader =
        target::loader_with(arguments, &project.code_paths, &neighbours, Some(&run.search))?;
    let source = match project.sources(arguments, &loader)?.pop() {
        Some(source) => source,
        None => target::source_in(&loader, arguments, &run.module)?,
    };
    for note in &project.notes {
        target::note(arguments, Some(note.clone()));
    }
    let module = loader.load(&source)?;
    rules::check(&run.search.rules, &loader, &module)?;
    output::spare(arguments, &run.report, std::slice::from_ref(&source), [&*module])?;
    let own = OwnCode::new(&loader, [(&source, module.name)]);
    let mut session = Session::new(loader.clone(), vec![source], interrupt.search())
        .with_concrete(&run.search)?;
    session.own = own;
    session.wanted = output::wanted(&run.report, 1);
    let mut worker = Worker::new(&session, &run.search)?;
    let seed = match &run.seed {
        Some(text) => Some(Seed::read(&loader, worker.machine(&session), text)?),
        None => None,
    };
    let arity = seed.as_ref().map(|seed| seed.arguments.len());
    let function = match &run.function {
        Some(name) => target::function(&module, name, arity)?,
        None => workbench::script_name(),
    };
    let (preconditions, schedule) = (run.preconditions.clone(), run.schedule.clone());
    let options = SearchOptions { preconditions, schedule, ..run.search.clone() };
    let testee = Testee { module: &module, function };
    let progress = progress(arguments, run, testee.mfa());
    let function = session.explore(&testee, &mut worker, seed, &options, jobs(run), progress)?;
    let report = Report {
        name: testee.mfa().to_string(),
        ermine: env!("CARGO_PKG_VERSION").to_owned(),
        otp: loader.node().otp().version.clone(),
        functions: vec![function],
        walls: beam::walls::held().names(),
        check: None,
        policy: Policy { fail_on: FailOn::Any, ..Policy::default() },
        configuration: configuration.map(|found| found.file.clone()),
        sources: match session.wanted.source {
            true => sources::whole(&loader, [&*module]),
            false => BTreeMap::new(),
        },
    };
    let delivery = output::show(arguments, &run.report, &report)?;
    target::note(arguments, session.note_on_types());
    target::note(arguments, session.judge.note_on_modules());
    target::note(arguments, session.judge.note_on_walls(&run.search));
    target::warn(arguments, &loader);
    let is_kept = !session.is_corpus_lost.load(Ordering::Relaxed);
    Ok(exit::code(&report, is_kept && delivery == Delivery::AsAsked))
}

/// All cores, if nobody says.
fn jobs(run: &Run) -> usize {
    let cores = || std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    run.jobs.unwrap_or_else(cores).get()
}

fn progress(arguments: &Arguments, run: &Run, mfa: Mfa) -> Progress {
    if !arguments.quiet && progress::is_watched() {
        Progress::start(report::dialect::name(mfa), run.search.time.unwrap_or(DEFAULT_TIME))
    } else {
        Progress::hidden()
    }
}
