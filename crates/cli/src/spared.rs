//! Which files does Ermine never write over? Those of the program: under their own name, or another.
//!
//! What looks like a file of a program is spared if it is there, unless Ermine wrote it. What a module
//! was made of is spared whatever it is called. Links are looked through, hard ones too.

use crate::arguments::Arguments;
use anyhow::{Result, bail};
use beam::ModuleSource;
use core_erlang::Module;
use report::{eunit, exunit};
use std::collections::BTreeSet;
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Endings of what programs are made of.
const OF_PROGRAMS: [&str; 16] = [
    "app", "appup", "beam", "config", "erl", "escript", "ex", "exs", "hrl", "lock", "rel",
    "script", "src", "so", "xrl", "yrl",
];

/// A place that Ermine is to write to, and which option says so.
pub struct Output<'a> {
    pub option: &'a str,
    pub path: &'a Path,
}

impl Output<'_> {
    /// What can be told before anything is loaded.
    pub fn check_name(&self) -> Result<()> {
        let Ok(target) = self.path.canonicalize() else { return Ok(()) };
        if target.is_file() && is_of_program(&target) && !is_ours(&target) {
            self.refuse("this is a file of a program, and none of Ermine's")?;
        }
        Ok(())
    }

    fn refuse(&self, why: &str) -> Result<()> {
        bail!("{} {}: {why}; name another", self.option, self.path.display())
    }
}

/// What modules are made of.
pub struct Program {
    files: BTreeSet<Identity>,
    /// Where the rest of it may be.
    folders: BTreeSet<PathBuf>,
}

/// Device and number: the same file, whatever it is called.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Identity {
    device: u64,
    number: u64,
}

impl Identity {
    /// Of what the path leads to, if that is there.
    pub fn of(path: &Path) -> Option<Identity> {
        let metadata = std::fs::metadata(path).ok()?;
        Some(Identity { device: metadata.dev(), number: metadata.ino() })
    }
}

impl Program {
    pub fn of<'a>(
        arguments: &Arguments,
        sources: &[ModuleSource],
        modules: impl IntoIterator<Item = &'a Module>,
    ) -> Program {
        let given = sources.iter().filter_map(|source| match source {
            ModuleSource::File { path, .. } | ModuleSource::Beam(path) => Some(path.clone()),
            ModuleSource::Name(_) | ModuleSource::Embedded { .. } => None,
        });
        let made_of = modules
            .into_iter()
            .flat_map(|module| module.files.iter().chain([&module.source]))
            .map(PathBuf::from);
        let files: Vec<PathBuf> = given.chain(made_of).collect();
        let mut folders: BTreeSet<PathBuf> = BTreeSet::from([PathBuf::from(".")]);
        folders.extend(arguments.includes.iter().chain(&arguments.code_paths).cloned());
        for file in &files {
            let folder = file.parent().map(Path::to_owned).unwrap_or_default();
            // Applications have folders for sources, headers and modules.
            for beside in ["", "..", "../include", "../ebin", "../src"] {
                folders.insert(folder.join(beside));
            }
        }
        let mut program = Program { files: BTreeSet::new(), folders };
        files.into_iter().for_each(|file| program.add(&file));
        program
    }

    /// A file, and what it includes, which may be called anything.
    fn add(&mut self, file: &Path) {
        let Some(identity) = Identity::of(file) else { return };
        if !self.files.insert(identity) || !file.is_file() {
            return;
        }
        let text = std::fs::read(file).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let names: Vec<&str> = text.lines().filter_map(included).collect();
        let beside = file.parent().unwrap_or(Path::new(""));
        for name in names {
            let places = self.folders.iter().map(|folder| folder.join(name));
            let places: Vec<PathBuf> = places.chain([beside.join(name)]).collect();
            places.iter().for_each(|place| self.add(place));
        }
    }

    pub fn check(&self, output: &Output) -> Result<()> {
        let Some(identity) = Identity::of(output.path) else { return Ok(()) };
        if is_ours(output.path) {
            return Ok(());
        }
        if self.files.contains(&identity) || self.has_link_to(output.path, identity) {
            output.refuse("this is a file under test")?;
        }
        Ok(())
    }

    /// A second name of the file may be that of a file of the program.
    fn has_link_to(&self, path: &Path, identity: Identity) -> bool {
        let has_names = std::fs::metadata(path).is_ok_and(|metadata| metadata.nlink() > 1);
        has_names && self.folders.iter().any(|folder| holds(folder, identity))
    }
}

fn holds(folder: &Path, identity: Identity) -> bool {
    let Ok(entries) = std::fs::read_dir(folder) else { return false };
    let mut paths = entries.flatten().map(|entry| entry.path());
    paths.any(|path| is_of_program(&path) && Identity::of(&path) == Some(identity))
}

/// `-include("name").`
fn included(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('-')?.trim_start().strip_prefix("include")?;
    let (_, rest) = rest.split_once('"')?;
    rest.split_once('"').map(|(name, _)| name)
}

fn is_of_program(path: &Path) -> bool {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    extension.is_some_and(|extension| OF_PROGRAMS.contains(&&*extension))
}

/// Tests from last time may be replaced.
fn is_ours(path: &Path) -> bool {
    let begins_with = |words: &str| {
        let mut start = vec![0; words.len()];
        let read = std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut start));
        read.is_ok() && start == words.as_bytes()
    };
    // Who opens a pipe waits for somebody to write into it.
    path.is_file() && [eunit::FIRST_WORDS, exunit::FIRST_WORDS].into_iter().any(begins_with)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_included() {
        assert_eq!(included("-include(\"a.inc\")."), Some("a.inc"));
        assert_eq!(included(" - include_lib (\"b/c.hrl\")."), Some("b/c.hrl"));
        assert_eq!(included("%% -include(\"a.inc\")."), None);
        assert_eq!(included("-export([include/1])."), None);
    }

    #[test]
    fn what_programs_are_made_of() {
        let of_program = ["a.erl", "src/a.HRL", "a.app.src", "rebar.config", "mix.exs", "a.beam"];
        assert!(of_program.iter().all(|name| is_of_program(Path::new(name))));
        let others = ["a.json", "a.html", "erl", "a.erl.txt", "lcov.info", "beam"];
        assert!(!others.iter().any(|name| is_of_program(Path::new(name))));
    }
}
