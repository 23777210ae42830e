//! `ermine man`: the manual, of the same definitions as `--help`.

use crate::arguments::{Arguments, Man};
use crate::output;
use crate::spared::Output;
use anyhow::{Context, Result, bail};
use clap::{Command, CommandFactory};
use std::path::Path;
use std::process::ExitCode;

pub fn run(man: &Man) -> Result<ExitCode> {
    let mut ermine = Arguments::command().disable_help_subcommand(true);
    // Only then do the commands know the options that they share.
    ermine.build();
    match (&man.folder, &man.command) {
        (Some(folder), _) => write_all(ermine, folder)?,
        (None, None) => output::print(page(ermine)?)?,
        (None, Some(name)) => {
            let Some(command) = ermine.get_subcommands().find(|each| each.get_name() == name)
            else {
                let names: Vec<&str> = ermine.get_subcommands().map(Command::get_name).collect();
                bail!("there is no command {name}; there are {}", names.join(", "));
            };
            output::print(page(command.clone())?)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn man(command: Command) -> clap_mangen::Man {
    let source = concat!("ermine ", env!("CARGO_PKG_VERSION"));
    clap_mangen::Man::new(command).manual("Ermine").source(source)
}

fn page(command: Command) -> Result<Vec<u8>> {
    let mut page = Vec::new();
    man(command).render(&mut page)?;
    Ok(page)
}

/// `ermine.1`, `ermine-run.1` and so on, where `man` looks for them.
fn write_all(ermine: Command, folder: &Path) -> Result<()> {
    let place = || folder.display().to_string();
    std::fs::create_dir_all(folder).with_context(place)?;
    let commands: Vec<Command> = ermine.get_subcommands().cloned().collect();
    for command in commands.into_iter().chain([ermine]) {
        let man = man(command);
        let path = folder.join(man.get_filename());
        Output { option: "--folder", path: &path }.check_name()?;
        let mut page = Vec::new();
        man.render(&mut page)?;
        beam::write_whole(&path, &page).with_context(place)?;
    }
    Ok(())
}
