//! Where does the report go? To the screen, or into files with the verdict on the screen.

use crate::arguments::{Arguments, Format, ReportOptions, Tests};
use crate::session::Wanted;
use anyhow::{Context, Result, bail};
use beam::ModuleSource;
use core_erlang::Module;
use report::text::{Detail, Palette};
use report::{Report, eunit, github, html, json, junit, lcov, sarif, text};
use std::collections::BTreeSet;
use std::io::{BufWriter, ErrorKind, Read, StdoutLock, Write};
use std::path::{Path, PathBuf};

/// Better now than after a long search.
pub fn check(options: &ReportOptions) -> Result<()> {
    let (formats, outputs) = (options.format.len(), options.output.len());
    if outputs > formats || formats > 1 && outputs < formats {
        let names: Vec<String> = options.format.iter().map(|each| each.name()).collect();
        bail!(
            "{formats} of --format ({}) and {outputs} of --output: give each format its own file",
            names.join(", ")
        );
    }
    if options.tests == Tests::All && !options.format.contains(&Format::Eunit) {
        bail!("--tests all goes with --format eunit");
    }
    let mut seen = BTreeSet::new();
    if let Some(path) = &options.lcov {
        check_path("--lcov", path)?;
        seen.insert(path);
    }
    for (format, path) in options.format.iter().zip(&options.output) {
        check_path("--output", path)?;
        if *format == Format::Eunit && module_name(path).is_none() {
            bail!("--output {}: the file of an Erlang module is called NAME.erl", path.display());
        }
        if !seen.insert(path) {
            bail!("--output {}: two reports cannot share a file", path.display());
        }
    }
    Ok(())
}

/// No report takes the place of a file of the program that it is about, unless Ermine wrote that too.
pub fn spare<'a>(
    options: &ReportOptions,
    sources: &[ModuleSource],
    modules: impl IntoIterator<Item = &'a Module>,
) -> Result<()> {
    let outputs = options.output.iter().map(|path| ("--output", path));
    let outputs: Vec<(&str, &PathBuf, PathBuf)> = outputs
        .chain(options.lcov.iter().map(|path| ("--lcov", path)))
        .filter(|(_, path)| !is_ours(path))
        .filter_map(|(option, path)| Some((option, path, path.canonicalize().ok()?)))
        .collect();
    if outputs.is_empty() {
        return Ok(());
    }
    let given = sources.iter().filter_map(|source| match source {
        ModuleSource::File { path, .. } | ModuleSource::Beam(path) => Some(path.clone()),
        ModuleSource::Name(_) | ModuleSource::Embedded { .. } => None,
    });
    let written = modules
        .into_iter()
        .flat_map(|module| module.files.iter().chain([&module.source]))
        .map(PathBuf::from);
    for file in given.chain(written).filter_map(|path| path.canonicalize().ok()) {
        if let Some((option, path, _)) = outputs.iter().find(|(_, _, output)| *output == file) {
            bail!("{option} {}: this is a file under test; name another", path.display());
        }
    }
    Ok(())
}

/// Tests from last time may be replaced.
fn is_ours(path: &Path) -> bool {
    let mut start = vec![0; eunit::FIRST_WORDS.len()];
    let read = std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && start == eunit::FIRST_WORDS.as_bytes()
}

/// So many paths of one function are kept for a report.
const MOST_PATHS: usize = 300;

/// So many of all functions together, but for a few of each: they cost memory.
const MOST_PATHS_OF_ALL: usize = 15_000;
const FEWEST_PATHS: usize = 10;

/// What the formats that were asked for need to know of the search of so many functions.
pub fn wanted(options: &ReportOptions, functions: usize) -> Wanted {
    let results = options.tests == Tests::All;
    let source = options.format.contains(&Format::Html);
    let most = (MOST_PATHS_OF_ALL / functions.max(1)).clamp(FEWEST_PATHS, MOST_PATHS);
    Wanted { paths: if results || source { most } else { 0 }, results, source }
}

/// A module is called as its file is.
fn module_name(path: &Path) -> Option<&str> {
    let is_source = path.extension().is_some_and(|extension| extension == "erl");
    path.file_stem()?.to_str().filter(|_| is_source)
}

fn check_path(option: &str, path: &Path) -> Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        bail!("{option} {}: there is no folder {}", path.display(), folder.display());
    }
    if path.is_dir() {
        bail!("{option} {}: this is a folder; name a file in it", path.display());
    }
    Ok(())
}

/// Into the files that were asked for, with the verdict on the screen; or all on the screen.
pub fn show(arguments: &Arguments, options: &ReportOptions, report: &Report) -> Result<()> {
    if let Some(path) = &options.lcov {
        std::fs::write(path, lcov::render(report))
            .with_context(|| format!("--lcov {}", path.display()))?;
    }
    let detail = if arguments.quiet { Detail::Brief } else { Detail::Full };
    for (format, path) in options.format.iter().zip(&options.output) {
        let rendered = match (format, module_name(path)) {
            (Format::Eunit, Some(module)) => eunit::render(report, module),
            _ => render(*format, report, detail, &Palette::PLAIN),
        };
        std::fs::write(path, rendered).with_context(|| format!("--output {}", path.display()))?;
    }
    let on_screen = match (&options.output[..], &options.format[..]) {
        ([], [format, ..]) => render(*format, report, detail, &Palette::COLOURED),
        _ if arguments.quiet => String::new(),
        _ => text::verdicts(report, &Palette::COLOURED),
    };
    // Colours stay only where they are seen.
    deliver(anstream::stdout().lock(), on_screen.as_bytes())
}

/// To the standard output, as it is.
pub fn print(text: impl AsRef<[u8]>) -> Result<()> {
    deliver(std::io::stdout().lock(), text.as_ref())
}

/// To the standard output, as `write` writes it.
pub fn stream(
    write: impl FnOnce(&mut BufWriter<StdoutLock<'_>>) -> std::io::Result<()>,
) -> Result<()> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let written = write(&mut out).and_then(|()| out.flush());
    tolerate(written)
}

/// What cannot be written must not look as if it was; but whoever reads may have seen enough.
fn deliver(mut out: impl Write, text: &[u8]) -> Result<()> {
    tolerate(out.write_all(text).and_then(|()| out.flush()))
}

fn tolerate(written: std::io::Result<()>) -> Result<()> {
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(error).context("the output cannot be written")
        }
        _ => Ok(()),
    }
}

fn render(format: Format, report: &Report, detail: Detail, palette: &Palette) -> String {
    match format {
        Format::Text => text::render(report, detail, palette),
        Format::Json => json::render(report),
        Format::Junit => junit::render(report),
        Format::Sarif => sarif::render(report),
        Format::Github => github::render(report),
        Format::Html => html::render(report),
        Format::Eunit => eunit::render(report, &eunit::default_module(report)),
    }
}
