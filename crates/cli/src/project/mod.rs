//! What does the user want tested? Files, folders, projects and names become sources of modules.
//!
//! - a `.erl` or `.beam` file is that module
//! - a folder with a `rebar.config` is a rebar3 project ([`rebar`]), one with a `mix.exs` a Mix
//!   project ([`mix`]), any other is searched for modules ([`folder`])
//! - a name is that of an application, or else of a module: `stdlib`, `lists`

mod folder;
mod links;
mod mix;
mod rebar;

use self::links::Links;
use crate::arguments::Arguments;
use crate::target;
use anyhow::{Result, bail};
use beam::{Loader, ModuleSource};
use std::path::{Path, PathBuf};
use term::Atom;

/// What was found, before anything is loaded.
#[derive(Default)]
pub struct Project {
    /// Folders of `.beam` files, for what the modules under test call.
    pub code_paths: Vec<PathBuf>,
    parts: Vec<Piece>,
    /// What is not built and is only called.
    offered: Vec<rebar::Unbuilt>,
    /// What the user should know.
    pub notes: Vec<String>,
    /// What would build it, if it is not built.
    pub build_tool: Option<BuildTool>,
    links: Links,
}

/// What makes `.beam` files of a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildTool {
    Rebar3,
    Make,
}

impl BuildTool {
    pub fn command(self) -> &'static str {
        match self {
            BuildTool::Rebar3 => "rebar3 compile",
            BuildTool::Make => "make",
        }
    }
}

enum Piece {
    Source {
        path: PathBuf,
        includes: Vec<PathBuf>,
    },
    /// A source of a rebar3 project.
    OfProject(PathBuf, rebar::Unbuilt),
    Unbuilt(rebar::Unbuilt),
    Beam(PathBuf),
    Name(String),
}

impl Project {
    pub fn find(paths: &[String]) -> Result<Project> {
        let mut project = Project::default();
        for text in paths {
            project.add(text)?;
        }
        Ok(project)
    }

    /// What is around a source file that somebody asks for by itself. Nothing for any other name.
    pub fn of_file(text: &str) -> Result<Project> {
        let path = Path::new(text);
        let mut project = Project::default();
        if path.extension().is_some_and(|extension| extension == "erl") && path.is_file() {
            rebar::add_file(&mut project, path);
        }
        Ok(project)
    }

    fn add(&mut self, text: &str) -> Result<()> {
        let path = PathBuf::from(text);
        let is_file = |wanted: &str| path.extension().is_some_and(|extension| extension == wanted);
        if path.is_dir() {
            return self.add_folder(&path);
        }
        if is_file("erl") || is_file("beam") {
            if !path.is_file() {
                bail!("{text}: no such file");
            }
            if is_file("beam") {
                self.parts.push(Piece::Beam(path));
            } else if !rebar::add_file(self, &path) {
                self.parts.push(folder::source(&path, &[]));
            }
            return Ok(());
        }
        if text.contains('/') || path.exists() {
            bail!(
                "{text}: {}",
                match path.exists() {
                    true => "neither a folder nor a .erl or .beam file",
                    false => "no such file or folder",
                }
            );
        }
        self.parts.push(Piece::Name(text.to_owned()));
        Ok(())
    }

    fn add_folder(&mut self, path: &Path) -> Result<()> {
        if ["rebar.config", "rebar.config.script"].iter().any(|name| path.join(name).is_file()) {
            rebar::add(self, path)
        } else if path.join("mix.exs").is_file() {
            mix::add(self, path)
        } else {
            folder::add(self, path)
        }
    }

    /// The modules to load, in the order in which they were asked for and none twice.
    pub fn sources(&mut self, arguments: &Arguments, loader: &Loader) -> Result<Vec<ModuleSource>> {
        let ours = target::compile_options(arguments)?;
        let mut sources = Vec::new();
        for part in &self.parts {
            match part {
                Piece::Beam(path) => sources.push(ModuleSource::Beam(path.clone())),
                Piece::Name(name) => sources.extend(named(loader, name)),
                Piece::Unbuilt(unbuilt) => {
                    let (links, notes) = (&mut self.links, &mut self.notes);
                    sources.extend(unbuilt.sources(loader, &ours, links, notes)?);
                }
                Piece::OfProject(path, unbuilt) => {
                    let (links, notes) = (&mut self.links, &mut self.notes);
                    let options = unbuilt.compilation(loader, &ours, links, notes)?.options;
                    sources.push(ModuleSource::File { path: path.clone(), options });
                }
                Piece::Source { path, includes } => {
                    let mut options = ours.clone();
                    options.extend(includes.iter().map(|folder| target::include_option(folder)));
                    sources.push(ModuleSource::File { path: path.clone(), options });
                }
            }
        }
        for unbuilt in &self.offered {
            let (links, notes) = (&mut self.links, &mut self.notes);
            match unbuilt.sources(loader, &ours, links, notes) {
                Ok(sources) => loader.offer(sources),
                Err(error) => self.notes.push(error.to_string()),
            }
        }
        let mut seen = std::collections::BTreeSet::new();
        sources.retain(|source| seen.insert(shown(source)));
        Ok(sources)
    }
}

/// The modules of an application, or the module of that name. Loading tells if there is none.
fn named(loader: &Loader, name: &str) -> Vec<ModuleSource> {
    let modules = loader.code_path().application(name);
    match modules.is_empty() {
        true => vec![ModuleSource::Name(target::module_name(loader, Atom::new(name)))],
        false => modules.into_iter().map(ModuleSource::Name).collect(),
    }
}

/// What the user calls it.
pub fn shown(source: &ModuleSource) -> String {
    match source {
        ModuleSource::Name(name) | ModuleSource::Embedded { name, .. } => name.name().to_owned(),
        ModuleSource::File { path, .. } | ModuleSource::Beam(path) => {
            path.strip_prefix(".").unwrap_or(path).display().to_string()
        }
    }
}
