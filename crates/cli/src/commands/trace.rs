//! `ermine trace`: call a function and show what happens, step by step.
//!
//! The modules that are watched are rewritten once, by the node, and run on either engine.

use crate::arguments::{Arguments, Engine, Trace, TraceFormat};
use crate::seed::Seed;
use crate::{output, target};
use ::trace::watched::{Watched, WatchedOutcome};
use anyhow::{Result, anyhow, bail};
use beam::{Call, Limits, Loader, walls};
use core_erlang::{FunctionName, Module};
use interpreter::Outcome;
use report::steps::{self, WatchedCode};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};
use term::{Atom, Term};
use world::{Watching, World};

/// The call has its own limit of time; how much longer everything around it may take.
const AROUND: Duration = Duration::from_secs(2);

pub fn run(arguments: &Arguments, trace: &Trace) -> Result<ExitCode> {
    let loader = target::loader(arguments, Some(&trace.module))?;
    let module = loader.load(&target::source_in(&loader, arguments, &trace.module)?)?;
    let mut modules = vec![module.clone()];
    for name in &trace.watch {
        let other = loader.load(&target::source_in(&loader, arguments, name)?)?;
        if !modules.iter().any(|module| module.name == other.name) {
            modules.push(other);
        }
    }
    // Before anything of the user's is on the node: rewriting takes OTP's compiler.
    let rewritten = loader.node().watch(&modules)?;
    let watched = match trace.engine {
        Engine::Beam => on_beam(&loader, &module, trace)?,
        Engine::Interpreter => in_interpreter(&loader, rewritten, &module, trace)?,
    };
    target::warn(arguments, &loader);
    let mut code = WatchedCode::new(&modules);
    output::print(match trace.format {
        TraceFormat::Text => steps::text(&watched, &mut code),
        TraceFormat::Json => steps::json_lines(&watched, &mut code),
    })?;
    Ok(match watched.outcome {
        WatchedOutcome::Returned(_) => ExitCode::SUCCESS,
        WatchedOutcome::Raised { .. } | WatchedOutcome::Signal(_) => ExitCode::from(1),
        WatchedOutcome::TimedOut | WatchedOutcome::Killed => ExitCode::from(2),
    })
}

/// `ermine_events:run/6` with the call in it.
fn call(function: FunctionName, module: &Module, arguments: Vec<Term>, trace: &Trace) -> Call {
    let milliseconds = trace.time.as_millis().min(u32::MAX.into());
    Call {
        module: Atom::new("ermine_events"),
        function: Atom::new("run"),
        arguments: vec![
            Term::Atom(module.name),
            Term::Atom(function.name),
            Term::list(arguments),
            trace.events.into(),
            Term::from(milliseconds),
            Limits::default().heap_words.into(),
        ],
    }
}

fn on_beam(loader: &Arc<Loader>, module: &Module, trace: &Trace) -> Result<Watched> {
    if !walls::held().is_closed() {
        bail!(
            "nothing keeps the BEAM from touching this machine (Linux 5.13 or later can): use --engine \
             interpreter"
        );
    }
    loader.install_code_path()?;
    let seed = Seed::read(loader, &mut World::machine(loader), &trace.arguments)?;
    let function = target::function(module, &trace.function, Some(seed.arguments.len()))?;
    let values = seed.arguments.iter().map(|value| seed.for_the_beam(value)).collect();
    let limits = Limits { time: trace.time.saturating_add(AROUND), ..Limits::default() };
    let ran = loader.node().apply(&call(function, module, values, trace), &limits)?;
    match ran.outcome {
        beam::Outcome::Value(value) => read(&value),
        beam::Outcome::TimedOut => bail!("gave up after {:?} (see --time)", trace.time),
        beam::Outcome::Killed => bail!("the events take too much memory (see --events)"),
        beam::Outcome::NodeDied(why) => bail!("the node died of it: {why}"),
        other => bail!("the call could not be watched: {other:?}"),
    }
}

fn in_interpreter(
    loader: &Arc<Loader>,
    rewritten: Vec<Arc<Module>>,
    module: &Module,
    trace: &Trace,
) -> Result<Watched> {
    let mut machine = Watching::machine(loader, rewritten);
    let seed = Seed::read(loader, &mut machine, &trace.arguments)?;
    let function = target::function(module, &trace.function, Some(seed.arguments.len()))?;
    machine.reset();
    machine.limits.deadline = Instant::now().checked_add(trace.time);
    let call = call(function, module, seed.arguments, trace);
    match machine.call(call.module, call.function, &call.arguments) {
        Outcome::Returned(value) => read(&value),
        Outcome::Stopped => bail!("gave up after {:?} (see --time)", trace.time),
        Outcome::OutOfMemory => bail!("it takes too much memory"),
        Outcome::Incomplete(why) => {
            bail!("cannot go on: {}; try --engine beam", explore::report::describe(&why))
        }
        other => bail!("the call could not be watched: {other:?}"),
    }
}

fn read(value: &Term) -> Result<Watched> {
    Watched::read(value).ok_or_else(|| anyhow!("the events cannot be read: a mistake in Ermine"))
}
