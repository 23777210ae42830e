//! What does a project say about how it is tested? `ermine.config` at its root has Erlang terms, each with
//! a dot after it; or `rebar.config` has them as the list in `{ermine, […]}.` Nothing in them is executed.
//!
//! - [`settings`]: what can be said, and how it is put together with the command line, which wins
//! - [`options`]: a table of all options, with their explanations
//! - [`values`]: how the values of options are read
//! - [`selection`]: which functions of a project are tested; [`wanted`]: the same for one command

mod options;
mod selection;
mod settings;
mod template;
mod values;
mod wanted;

pub use selection::Selection;
pub use settings::Settings;
pub use template::template;
pub use wanted::Wanted;

use crate::arguments::{Arguments, Command, SearchOptions};
use anyhow::{Context, Result, anyhow, bail};
use options::OPTIONS;
use std::path::{Path, PathBuf};
use term::Term;
use term::read::{self, Placed};
use values::{Given, Wrong, did_you_mean};

/// Where it is looked for.
pub const FILE: &str = "ermine.config";
const OF_REBAR: &str = "rebar.config";

/// A configuration that was found.
#[derive(Debug)]
pub struct Configuration {
    /// The file, as the user calls it.
    pub file: String,
    /// The folder that names of files in it begin from.
    pub root: PathBuf,
    pub settings: Settings,
}

impl Configuration {
    /// The configuration that these arguments ask for, and the arguments with what it says.
    pub fn apply(mut arguments: Arguments) -> Result<(Arguments, Option<Configuration>)> {
        let found = match &arguments.command {
            Command::Check(check) => Configuration::wanted(&check.search, &check.paths)?,
            Command::Run(run) => {
                Configuration::wanted(&run.search, std::slice::from_ref(&run.module))?
            }
            _ => None,
        };
        settings::expect(&mut arguments)?;
        if let Some(configuration) = &found {
            configuration.settings.apply(&mut arguments);
        }
        Ok((arguments, found))
    }

    fn wanted(search: &SearchOptions, paths: &[String]) -> Result<Option<Configuration>> {
        if search.no_config {
            return Ok(None);
        }
        if let Some(file) = &search.config {
            let is_of_rebar = file.file_name().is_some_and(|name| name == OF_REBAR);
            let found = read(file, is_of_rebar)?;
            if found.is_none() {
                bail!("{}: there is no {{ermine, [...]}}. in it", file.display());
            }
            return Ok(found);
        }
        let mut found: Option<Configuration> = None;
        for path in paths {
            let Some(other) = Configuration::around(&start(path)?)? else { continue };
            match &found {
                Some(known) if known.file != other.file => bail!(
                    "{} and {}: which one? --config FILE says it, or --no-config",
                    known.file,
                    other.file
                ),
                _ => found = Some(other),
            }
        }
        Ok(found)
    }

    /// The nearest one in this folder or above it, not beyond the root of a repository.
    fn around(folder: &Path) -> Result<Option<Configuration>> {
        for folder in folder.ancestors() {
            let (ours, of_rebar) = (folder.join(FILE), folder.join(OF_REBAR));
            let said = if of_rebar.is_file() { read(&of_rebar, true)? } else { None };
            match (ours.exists(), said) {
                (true, Some(also)) => bail!(
                    "{} and {}: one of them has to go, the file or {{ermine, [...]}}",
                    shown(&ours),
                    also.file
                ),
                (true, None) => return read(&ours, false),
                (false, Some(said)) => return Ok(Some(said)),
                (false, None) => {}
            }
            if folder.join(".git").exists() {
                break;
            }
        }
        Ok(None)
    }
}

/// The folder from which a configuration is looked for: that of a path, or where we are for a name.
fn start(path: &str) -> Result<PathBuf> {
    let path = Path::new(path);
    let folder = match path.parent() {
        _ if path.is_dir() => path,
        Some(folder) if path.is_file() => folder,
        _ => Path::new("."),
    };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    folder.canonicalize().with_context(|| folder.display().to_string())
}

/// `None`: a `rebar.config` that says nothing to us.
fn read(path: &Path, is_of_rebar: bool) -> Result<Option<Configuration>> {
    let file = shown(path);
    let bytes = beam::read_plain(path).with_context(|| file.clone())?;
    let text = String::from_utf8(bytes).map_err(|_| anyhow!("{file}: it is not UTF-8"))?;
    let root = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    };
    let parsed = match is_of_rebar {
        false => parse(&text, &file, &root).map(Some),
        // rebar3 and the compiler say what is wrong with the rest of it.
        true if !text.contains("ermine") => return Ok(None),
        true => parse_rebar(&text, &file, &root),
    };
    let settings =
        parsed.map_err(|Wrong { place, message }| anyhow!("{file}:{}: {message}", place.line))?;
    Ok(settings.map(|settings| Configuration { file, root, settings }))
}

/// A path as somebody would write it who is where we are.
fn shown(path: &Path) -> String {
    let here = std::env::current_dir().and_then(|here| here.canonicalize());
    let within = here.ok().and_then(|here| path.strip_prefix(here).ok().map(Path::to_owned));
    within.as_deref().unwrap_or(path).display().to_string()
}

/// The settings in the text of an `ermine.config`.
fn parse(text: &str, file: &str, root: &Path) -> Result<Settings, Wrong> {
    let mut reading = Reading::new(file, root);
    for (term, places) in &read::placed_terms(text)? {
        let placed = places.of(term);
        match placed.term.as_list() {
            Some(_) => reading.options(placed)?,
            None => reading.option(placed)?,
        }
    }
    Ok(reading.settings)
}

/// Those in a `rebar.config`, if there are any.
fn parse_rebar(text: &str, file: &str, root: &Path) -> Result<Option<Settings>, Wrong> {
    let mut reading = Reading::new(file, root);
    let mut is_there = false;
    for (term, places) in &read::placed_terms(text)? {
        let Some([key, _]) = term.as_tuple() else { continue };
        if key.as_atom_name() != Some("ermine") {
            continue;
        }
        is_there = true;
        let parts = places.of(term).elements().unwrap_or_default();
        let [_, options] = parts[..] else { continue };
        reading.options(options)?;
    }
    Ok(is_there.then_some(reading.settings))
}

/// What was read so far.
struct Reading<'a> {
    file: &'a str,
    root: &'a Path,
    settings: Settings,
    /// The options that were set, and in which line.
    set: Vec<(&'static str, usize)>,
}

impl<'a> Reading<'a> {
    fn new(file: &'a str, root: &'a Path) -> Reading<'a> {
        Reading { file, root, settings: Settings::default(), set: Vec::new() }
    }

    fn options(&mut self, list: Placed) -> Result<(), Wrong> {
        let Some(options) = list.elements().filter(|_| list.term.as_list().is_some()) else {
            return Err(Wrong::new(list, "expected a list of options, such as [{depth, 50}]"));
        };
        options.into_iter().try_for_each(|option| self.option(option))
    }

    /// `{key, Value}`, or `key` for one that is true.
    fn option(&mut self, option: Placed) -> Result<(), Wrong> {
        let parts = match option.term {
            Term::Atom(_) => vec![option],
            _ => option.elements().filter(|_| option.term.as_tuple().is_some()).unwrap_or_default(),
        };
        let Some((key, values)) = parts.split_first() else {
            return Err(Wrong::new(option, "expected an option, such as {depth, 50}"));
        };
        let Some(name) = key.term.as_atom_name() else {
            let message = format!("{} is no name of an option, such as depth", key.term);
            return Err(Wrong::new(*key, message));
        };
        let Some(known) = OPTIONS.iter().find(|known| known.name == name) else {
            let hint = did_you_mean(name, OPTIONS.iter().map(|known| known.name));
            let hint = hint.unwrap_or_else(|| "ermine init writes a file with all of them".into());
            return Err(Wrong::new(*key, format!("there is no option {}; {hint}", key.term)));
        };
        let line = option.place.line;
        if !known.is_repeated {
            if let Some((_, before)) = self.set.iter().find(|(set, _)| *set == known.name) {
                let message = format!("{name} is in line {before} already");
                return Err(Wrong::new(option, message));
            }
            self.set.push((known.name, line));
        }
        let origin = format!("{}:{line}", self.file);
        let given =
            Given { name: known.name, option, values, file: self.file, origin, root: self.root };
        (known.read)(&given, &mut self.settings)
    }
}

impl From<read::ReadError> for Wrong {
    fn from(error: read::ReadError) -> Wrong {
        let (place, message) = match error {
            read::ReadError::Syntax { place, message } => (place, message),
            read::ReadError::NeedsCompiler { place } => {
                (place, "a fun with a body is no value of an option; name a function".to_owned())
            }
        };
        let hint = match message.contains("`_`") {
            true => "; write '_' in quotes",
            false => "",
        };
        Wrong { place, message: message + hint }
    }
}

#[cfg(test)]
mod tests;
