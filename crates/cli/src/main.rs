//! The command `ermine`: what the user asked for, and how the answer is shown.
//!
//! Exit codes: 0 nothing found that matters, 1 findings (or, for `eval` and `trace`, an exception), 2 not everything could be done
//! that was asked.

mod arguments;
mod baseline;
mod changes;
mod commands;
mod concrete;
mod configuration;
mod corpus;
mod crew;
mod exit;
mod interrupt;
mod judge;
mod memory;
mod missing;
mod one_line;
mod output;
mod overview;
mod own_code;
mod own_words;
mod panics;
mod progress;
mod project;
mod replay;
mod seed;
mod session;
mod sources;
mod spared;
mod target;
mod watcher;
mod worker;

use arguments::{Arguments, Command};
use configuration::Configuration;
use std::process::ExitCode;

fn main() -> ExitCode {
    panics::guard(run)
}

fn run() -> ExitCode {
    match Arguments::read().and_then(Configuration::apply).and_then(obey) {
        Ok(code) => code,
        Err(error) => {
            output::complain(&format!("{error:#}"));
            ExitCode::from(2)
        }
    }
}

fn obey(
    (arguments, configuration): (Arguments, Option<Configuration>),
) -> anyhow::Result<ExitCode> {
    let (arguments, configuration) = (&arguments, configuration.as_ref());
    match &arguments.command {
        Command::Core(core) => commands::core::run(arguments, core),
        Command::Eval(eval) => commands::eval::run(arguments, eval),
        Command::Doctor => commands::doctor::run(arguments),
        Command::Check(check) => commands::check::run(arguments, check, configuration),
        Command::Completions(completions) => commands::completions::run(completions),
        Command::Init(init) => commands::init::run(init),
        Command::Man(man) => commands::man::run(man),
        Command::Trace(trace) => commands::trace::run(arguments, trace),
        Command::Run(run) => commands::run::run(arguments, run, configuration),
    }
}
