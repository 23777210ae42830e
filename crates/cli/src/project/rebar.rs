//! What belongs to a rebar3 project? Its own applications; what it depends on is only called.
//!
//! With a build, the `.beam` files are tested: they were made with the project's own options. Without
//! one, the sources are compiled as rebar3 would compile them: see [`Unbuilt`].

use super::folder::{files, files_below, folders};
use super::links::Links;
use super::{BuildTool, Piece, Project};
use crate::target;
use anyhow::{Result, bail};
use beam::{Loader, ModuleSource, ProjectSettings};
use std::path::{Path, PathBuf};
use term::Term;

/// One of the project's own, or one that it depends on.
#[derive(Clone)]
struct Application {
    name: String,
    folder: PathBuf,
}

/// An application of which there are only sources.
#[derive(Clone)]
pub struct Unbuilt {
    root: PathBuf,
    application: Application,
    /// The folders whose `rebar.config` counts for it.
    configured: Vec<PathBuf>,
}

/// How an application is compiled.
pub struct Compilation {
    pub options: Vec<Term>,
    folders: Vec<PathBuf>,
}

/// Where what a project depends on may be, without or with a build.
const DEPENDENCIES: [&str; 3] = ["_checkouts", "_build/default/lib", "deps"];

pub fn add(project: &mut Project, root: &Path) -> Result<()> {
    let mut applications = applications(root);
    if applications.is_empty() {
        // Its sources may be elsewhere.
        applications.extend(named_by_folder(root));
    }
    let libraries = build(root);
    add_what_is_called(project, root, libraries.as_deref());
    let before = project.parts.len();
    for application in &applications {
        let ebin = libraries.as_ref().map(|folder| folder.join(&application.name).join("ebin"));
        let beams = ebin.map(|ebin| files(&ebin, "beam")).unwrap_or_default();
        if beams.is_empty() {
            project.parts.push(Piece::Unbuilt(Unbuilt::own(root, application)));
            project.build_tool = Some(BuildTool::Rebar3);
            continue;
        }
        if let Some(stale) = stale(&application.folder, &beams) {
            project.notes.push(format!(
                "the build is older than {}: rebar3 compile makes it new",
                stale.display()
            ));
        }
        project.parts.extend(beams.into_iter().map(Piece::Beam));
    }
    if project.parts.len() == before {
        bail!(
            "{}: a rebar3 project without sources in src, apps/*/src or lib/*/src",
            root.display()
        );
    }
    Ok(())
}

/// A file that is a source of a project around it: it is compiled as that says, and calls what is there.
/// `false`: there is none.
pub fn add_file(project: &mut Project, file: &Path) -> bool {
    let Ok(file) = std::path::absolute(file) else { return false };
    let Some((root, application)) = project_of(&file) else { return false };
    project.offered.extend(applications(&root).iter().map(|other| Unbuilt::own(&root, other)));
    add_what_is_called(project, &root, build(&root).as_deref());
    project.parts.push(Piece::OfProject(file, Unbuilt::own(&root, &application)));
    true
}

/// The project that has the file among its sources, and the application: the outermost one, but not beyond
/// the root of a repository.
fn project_of(file: &Path) -> Option<(PathBuf, Application)> {
    let mut found = None;
    for folder in file.ancestors().skip(1) {
        if ["rebar.config", "rebar.config.script"].iter().any(|name| folder.join(name).is_file()) {
            let is_another = OTHERS.iter().any(|name| file.starts_with(folder.join(name)));
            let is_its = |each: &Application| !is_another && file.starts_with(&each.folder);
            let own = applications(folder).into_iter().filter(is_its);
            let own = own.max_by_key(|each| each.folder.components().count());
            found = own.map(|application| (folder.to_owned(), application)).or(found);
        }
        if folder.join(".git").exists() {
            break;
        }
    }
    found
}

/// Folders in a project that have what is not its own.
const OTHERS: [&str; 3] = ["_build", "_checkouts", "deps"];

/// What a project depends on: where it is built, and the sources where it is not.
fn add_what_is_called(project: &mut Project, root: &Path, libraries: Option<&Path>) {
    for folder in DEPENDENCIES {
        let built = folders(&root.join(folder)).into_iter().map(|each| each.join("ebin"));
        project.code_paths.extend(built.filter(|ebin| ebin.is_dir()));
    }
    if let Some(libraries) = libraries {
        project.code_paths.extend(folders(libraries).iter().map(|each| each.join("ebin")));
    }
    let is_unbuilt = |each: &Application| files(&each.folder.join("ebin"), "beam").is_empty();
    let unbuilt = dependencies(root).into_iter().filter(is_unbuilt);
    project.offered.extend(unbuilt.map(|each| Unbuilt::dependency(root, each)));
}

/// The folder of libraries of the build that there is.
fn build(root: &Path) -> Option<PathBuf> {
    let profiles = folders(&root.join("_build"));
    let usual = root.join("_build/default");
    let mut builds = [usual].into_iter().chain(profiles).map(|profile| profile.join("lib"));
    builds.find(|libraries| libraries.is_dir())
}

fn applications(root: &Path) -> Vec<Application> {
    let several = ["apps", "lib"].into_iter().flat_map(|name| folders(&root.join(name)));
    let candidates = [root.to_owned()].into_iter().chain(several);
    candidates.filter_map(application).collect()
}

/// The one in this folder. Its name is that of its `.app.src`, or else of the folder.
fn application(folder: PathBuf) -> Option<Application> {
    let sources = folder.join("src");
    let resources = files(&sources, "src");
    let named = resources
        .iter()
        .find_map(|file| Some(file.file_name()?.to_str()?.strip_suffix(".app.src")?.to_owned()));
    if named.is_none() && files_below(&sources, "erl").is_empty() {
        return None;
    }
    match named {
        Some(name) => Some(Application { name, folder }),
        None => named_by_folder(&folder),
    }
}

fn named_by_folder(folder: &Path) -> Option<Application> {
    let name = folder.canonicalize().ok()?.file_name()?.to_str()?.to_owned();
    Some(Application { name, folder: folder.to_owned() })
}

fn dependencies(root: &Path) -> Vec<Application> {
    let all = DEPENDENCIES.iter().flat_map(|name| folders(&root.join(name)));
    all.filter_map(application).collect()
}

impl Unbuilt {
    /// One of the project's own: what is said at the root counts for it too.
    fn own(root: &Path, application: &Application) -> Unbuilt {
        let mut configured = vec![root.to_owned()];
        if application.folder != *root {
            configured.push(application.folder.clone());
        }
        Unbuilt { root: root.to_owned(), application: application.clone(), configured }
    }

    fn dependency(root: &Path, application: Application) -> Unbuilt {
        let configured = vec![application.folder.clone()];
        Unbuilt { root: root.to_owned(), application, configured }
    }

    /// Its modules, as rebar3 would compile them. What the user should know goes to the notes.
    pub fn sources(
        &self,
        loader: &Loader,
        ours: &[Term],
        links: &mut Links,
        notes: &mut Vec<String>,
    ) -> Result<Vec<ModuleSource>> {
        let Compilation { options, folders } = self.compilation(loader, ours, links, notes)?;
        let files = folders.iter().flat_map(|folder| files_below(folder, "erl"));
        let files: Vec<ModuleSource> =
            files.map(|path| ModuleSource::File { path, options: options.clone() }).collect();
        if files.is_empty() {
            bail!(
                "{}: a rebar3 project without sources in src, apps/*/src or lib/*/src",
                self.root.display()
            );
        }
        Ok(files)
    }

    /// What its modules are compiled with, and where they are.
    pub fn compilation(
        &self,
        loader: &Loader,
        ours: &[Term],
        links: &mut Links,
        notes: &mut Vec<String>,
    ) -> Result<Compilation> {
        let mut settings = ProjectSettings::default();
        for folder in &self.configured {
            let configuration = std::path::absolute(folder.join("rebar.config"))?;
            if !configuration.is_file() {
                continue;
            }
            let read = loader.project_settings(&configuration)?;
            settings.options.extend(read.options);
            if !read.source_folders.is_empty() {
                settings.source_folders = read.source_folders;
            }
            notes.extend(
                read.notes.into_iter().filter(|note| !notes.contains(note)).collect::<Vec<_>>(),
            );
        }
        let sources = self.source_folders(&settings);
        let mut options = ours.to_vec();
        options.extend(
            self.includes(&sources, loader, links).iter().map(|each| target::include_option(each)),
        );
        options.extend(settings.options);
        options.extend(self.own_modules(&sources).iter().map(|folder| own_modules_option(folder)));
        Ok(Compilation { options, folders: sources })
    }

    fn source_folders(&self, settings: &ProjectSettings) -> Vec<PathBuf> {
        let folder = &self.application.folder;
        match &settings.source_folders[..] {
            [] => vec![folder.join("src")],
            several => several.iter().map(|name| folder.join(name)).collect(),
        }
    }

    /// Where headers are: those of the application, and of others by `-include_lib`.
    fn includes(&self, sources: &[PathBuf], loader: &Loader, links: &mut Links) -> Vec<PathBuf> {
        let folder = &self.application.folder;
        let mut includes = vec![folder.join("include")];
        includes.extend(sources.iter().cloned());
        includes.extend([folder.clone(), self.root.join("include"), self.root.clone()]);
        includes.extend(self.libraries());
        // What is around the project is nobody's business: its root is in none of the folders above.
        let needs_link = |each: &Application| {
            each.folder == self.root
                || each.folder.canonicalize().is_ok_and(|path| !path.ends_with(&each.name))
        };
        let all = applications(&self.root).into_iter().chain(dependencies(&self.root));
        let linked = all.filter(needs_link).map(|each| (each.name, each.folder));
        includes.extend(links.of(&self.root, &linked.collect::<Vec<_>>(), loader.cache().folder()));
        includes.retain(|folder| folder.is_dir());
        includes.dedup();
        includes
    }

    /// Folders of applications, each in one of its name.
    fn libraries(&self) -> Vec<PathBuf> {
        let own = ["apps", "lib"].iter();
        own.chain(&DEPENDENCIES).map(|name| self.root.join(name)).collect()
    }

    /// Where modules may be that run while others are compiled: parse transforms.
    fn own_modules(&self, sources: &[PathBuf]) -> Vec<PathBuf> {
        let others = applications(&self.root).into_iter().chain(dependencies(&self.root));
        let mut all = sources.to_vec();
        all.extend(others.map(|each| each.folder.join("src")));
        let mut below: Vec<PathBuf> = Vec::new();
        for folder in all {
            let files = files_below(&folder, "erl");
            below.extend(files.iter().filter_map(|file| file.parent().map(Path::to_owned)));
        }
        let mut seen = std::collections::BTreeSet::new();
        below.retain(|folder| seen.insert(folder.clone()));
        below
    }
}

/// `{ermine_sources, Dir}`: for our half of the compiler.
fn own_modules_option(folder: &Path) -> Term {
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    Term::tuple(vec![Term::atom("ermine_sources"), Term::string(&folder.to_string_lossy())])
}

/// A source that is newer than its module, or has none.
fn stale(application: &Path, beams: &[PathBuf]) -> Option<PathBuf> {
    let time = |path: &Path| path.metadata().and_then(|metadata| metadata.modified()).ok();
    let is_new = |source: &PathBuf| {
        let beam = beams.iter().find(|beam| beam.file_stem() == source.file_stem());
        beam.is_none_or(|beam| time(beam) < time(source))
    };
    files_below(&application.join("src"), "erl").into_iter().find(is_new)
}
