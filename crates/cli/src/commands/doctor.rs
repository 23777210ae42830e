//! `ermine doctor`: is everything here?

use crate::arguments::Arguments;
use crate::{judge, output};
use anyhow::Result;
use beam::{Cache, Otp, walls};
use solver::smt::{Program, WITHOUT_SOLVER};
use std::path::Path;
use std::process::ExitCode;

pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let cache = if arguments.no_cache { Cache::disabled() } else { Cache::from_environment() };
    let mut is_fine = true;
    let mut lines = Vec::new();
    match Otp::find(cache.folder()) {
        Ok(otp) => lines.push(format!(
            "Erlang/OTP  {} (erts {}) in {}",
            otp.version,
            otp.erts_version,
            otp.root.display()
        )),
        Err(error) => {
            is_fine = false;
            lines.push(format!("Erlang/OTP  {error}"));
        }
    }
    lines.push(format!("SMT solver  {}", solver_line()));
    lines.push(format!("walls       {}", walls_line()));
    match cache.folder() {
        Some(folder) => {
            let size = folder_size(folder) as f64 / f64::from(1 << 20);
            lines.push(format!("cache       {} ({size:.1} MiB)", folder.display()));
        }
        None => lines.push("cache       none".to_owned()),
    }
    if let Some(warning) = cache.take_warning() {
        lines.push(format!("            {warning}"));
    }
    output::print(lines.join("\n") + "\n")?;
    Ok(if is_fine { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

/// The bytes of all files in a folder and below.
fn folder_size(folder: &Path) -> u64 {
    let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
    let size = |entry: std::fs::DirEntry| match entry.metadata() {
        Ok(metadata) if metadata.is_dir() => folder_size(&entry.path()),
        Ok(metadata) => metadata.len(),
        Err(_) => 0,
    };
    entries.flatten().map(size).sum()
}

/// What keeps the BEAM from touching the machine.
fn walls_line() -> String {
    let held = walls::held();
    match held.is_closed() {
        true => held.to_string(),
        false => format!("{held}\n            {}", judge::WITHOUT_WALLS),
    }
}

fn solver_line() -> String {
    match Program::find(None) {
        Ok(Some(program)) => {
            let warning = program.warning().map(|warning| format!("\n            {warning}"));
            format!("{program}{}", warning.unwrap_or_default())
        }
        Ok(None) => WITHOUT_SOLVER.to_owned(),
        Err(error) => error.to_string(),
    }
}
