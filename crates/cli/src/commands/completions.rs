//! `ermine completions`: what makes a shell complete the words of `ermine`.

use crate::arguments::{Arguments, Completions};
use anyhow::Result;
use clap::CommandFactory;
use std::io::Write;
use std::process::ExitCode;

pub fn run(completions: &Completions) -> Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(completions.shell, &mut Arguments::command(), "ermine", &mut script);
    std::io::stdout().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}
