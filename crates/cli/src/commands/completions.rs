//! `ermine completions`: what makes a shell complete the words of `ermine`.

use crate::arguments::{Arguments, Completions};
use crate::output;
use anyhow::Result;
use clap::CommandFactory;
use std::process::ExitCode;

pub fn run(completions: &Completions) -> Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(completions.shell, &mut Arguments::command(), "ermine", &mut script);
    output::print(script)?;
    Ok(ExitCode::SUCCESS)
}
