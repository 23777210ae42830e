//! What belongs to a rebar3 project? Its own applications; what it depends on is only called.
//!
//! With a build, the `.beam` files are tested: they were made with the project's own options. Without
//! one, the sources are compiled with `include` and what `erl_opts` says about includes and macros.

use super::folder::{files, files_below, folders, source};
use super::{Part, Project};
use anyhow::{Result, anyhow, bail};
use beam::{Call, Loader, Outcome};
use std::path::{Path, PathBuf};
use term::{Atom, Term};

/// One of the project's own.
struct Application {
    name: String,
    folder: PathBuf,
}

pub fn add(project: &mut Project, root: &Path) -> Result<()> {
    let applications = applications(root);
    let libraries = build(root);
    if let Some(libraries) = &libraries {
        project.code_paths.extend(folders(libraries).iter().map(|each| each.join("ebin")));
    }
    let before = project.parts.len();
    for application in &applications {
        let ebin = libraries.as_ref().map(|folder| folder.join(&application.name).join("ebin"));
        let beams = ebin.map(|ebin| files(&ebin, "beam")).unwrap_or_default();
        if beams.is_empty() {
            add_sources(project, root, &application.folder);
            continue;
        }
        if let Some(stale) = stale(&application.folder, &beams) {
            project.notes.push(format!(
                "the build is older than {}: rebar3 compile makes it new",
                stale.display()
            ));
        }
        project.parts.extend(beams.into_iter().map(Part::Beam));
    }
    if project.parts.len() == before {
        bail!(
            "{}: a rebar3 project without sources in src, apps/*/src or lib/*/src",
            root.display()
        );
    }
    Ok(())
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
    let of_folder = || Some(folder.canonicalize().ok()?.file_name()?.to_str()?.to_owned());
    Some(Application { name: named.or_else(of_folder)?, folder })
}

fn add_sources(project: &mut Project, root: &Path, application: &Path) {
    let roots = [application.to_owned(), root.to_owned()];
    for path in files_below(&application.join("src"), "erl") {
        if let Part::Source { path, mut includes, .. } = source(&path, &roots) {
            // `-include_lib("other/include/o.hrl")` of one that is not built either.
            let siblings = ["apps", "lib", "_build/default/lib"].map(|name| root.join(name));
            includes.extend(siblings.into_iter().filter(|folder| folder.is_dir()));
            let configuration = Some(root.join("rebar.config"));
            project.parts.push(Part::Source { path, includes, configuration });
        }
    }
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

/// What `erl_opts` of a `rebar.config` says about includes, macros and parse transforms.
pub fn compile_options(loader: &Loader, configuration: &Path) -> Result<Vec<Term>> {
    let call = Call {
        module: Atom::new("file"),
        function: Atom::new("consult"),
        arguments: vec![Term::string(&std::path::absolute(configuration)?.to_string_lossy())],
    };
    loader.allow_reading(&[configuration.to_owned()]);
    let ran = loader.compiler().apply(&call, &beam::Limits::default())?;
    let shown = configuration.display();
    let Outcome::Value(answer) = ran.outcome else { bail!("{shown}: cannot be read") };
    let terms = match answer.as_tuple() {
        Some([ok, terms]) if ok.as_atom_name() == Some("ok") => terms.clone(),
        Some([_, reason]) => bail!("{}", file_error(loader, &shown.to_string(), reason)?),
        _ => bail!("{shown}: cannot be read"),
    };
    let terms = terms.as_list().ok_or_else(|| anyhow!("{shown}: cannot be read"))?;
    let options = terms.iter().find_map(|term| match term.as_tuple()? {
        [key, options] if key.as_atom_name() == Some("erl_opts") => options.as_list(),
        _ => None,
    });
    let folder = std::path::absolute(configuration)?.parent().map(Path::to_owned);
    let folder = folder.unwrap_or_default();
    Ok(options.unwrap_or_default().iter().filter_map(|option| for_us(option, &folder)).collect())
}

/// What is wrong with a file, in OTP's words: `rebar.config:1: syntax error before: `
fn file_error(loader: &Loader, file: &str, reason: &Term) -> Result<String> {
    let ask = |module, function, argument| {
        let (module, function) = (Atom::new(module), Atom::new(function));
        let call = Call { module, function, arguments: vec![argument] };
        loader.node().apply(&call, &beam::Limits::default()).map(|ran| ran.outcome)
    };
    let mut words = ask("file", "format_error", reason.clone())?;
    if let Outcome::Value(text) = words {
        words = ask("lists", "flatten", text)?;
    }
    let words = match words {
        Outcome::Value(text) => text.as_string(),
        _ => None,
    };
    let words = words.unwrap_or_else(|| "cannot be read".to_owned());
    // OTP begins with the line, if there is one.
    let line =
        words.split_once(": ").and_then(|(line, rest)| Some((line.parse::<u64>().ok()?, rest)));
    Ok(match line {
        Some((line, rest)) => format!("{file}:{line}: {rest}"),
        None => format!("{file}: {words}"),
    })
}

/// An option that changes what the code means. Folders are those of the project.
fn for_us(option: &Term, folder: &Path) -> Option<Term> {
    match option.as_tuple()? {
        [key, value] if key.as_atom_name() == Some("i") => {
            let bytes: Vec<u8> = value.as_list()?.iter().filter_map(byte).collect();
            let include = folder.join(String::from_utf8_lossy(&bytes).into_owned());
            Some(crate::target::include_option(&include))
        }
        [key, ..] if matches!(key.as_atom_name(), Some("d" | "parse_transform")) => {
            Some(option.clone())
        }
        _ => None,
    }
}

fn byte(term: &Term) -> Option<u8> {
    match term {
        Term::Int(number) => u8::try_from(*number).ok(),
        _ => None,
    }
}
