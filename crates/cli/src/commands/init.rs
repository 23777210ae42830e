//! `ermine init`: write a configuration in which every option is explained.

use crate::arguments::Init;
use crate::{configuration, output};
use anyhow::{Context, Result, bail};
use std::process::ExitCode;

pub fn run(init: &Init) -> Result<ExitCode> {
    let Init { folder, force } = init;
    if !folder.is_dir() {
        bail!("{}: no such folder", folder.display());
    }
    let path = folder.join(configuration::FILE);
    let shown = path.strip_prefix(".").unwrap_or(&path).display().to_string();
    // A link that leads nowhere is there too.
    let is_there = path.symlink_metadata().is_ok();
    if is_there && !force {
        bail!("{shown} is there already; --force writes it anew");
    }
    beam::write_whole(&path, configuration::template().as_bytes())
        .with_context(|| shown.clone())?;
    output::print(format!("{shown} has every option with its default, as comments\n"))?;
    Ok(ExitCode::SUCCESS)
}
