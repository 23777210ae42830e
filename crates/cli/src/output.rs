//! Where does the report go? To the screen, or into files with the verdict on the screen.

use crate::arguments::{Arguments, Format, ReportOptions, Tests};
use crate::session::Extras;
use crate::spared::{Identity, Output, Program};
use anyhow::{Context, Result, bail};
use beam::ModuleSource;
use core_erlang::Module;
use report::text::{Detail, Palette};
use report::{
    Report, eunit, exunit, github, html, json, junit, lcov, notation, sarif, text, visible,
};
use std::collections::BTreeSet;
use std::io::{BufWriter, ErrorKind, StdoutLock, Write};
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
    let is_of_tests = |format: &Format| matches!(format, Format::Eunit | Format::Exunit);
    if options.tests == Tests::All && !options.format.iter().any(is_of_tests) {
        bail!("--tests all goes with --format eunit or exunit");
    }
    let mut taken = BTreeSet::new();
    for output in places(options) {
        check_path(&output)?;
        output.check_name()?;
        // A device takes one report after the other.
        let is_shared = !taken.insert(place(output.path)) && !is_device(output.path);
        if is_shared {
            let path = output.path.display();
            bail!("{} {path}: two reports cannot share a file", output.option);
        }
    }
    for (format, path) in options.format.iter().zip(&options.output) {
        if *format == Format::Eunit && module_name(path).is_none() {
            bail!("--output {}: the file of an Erlang module is called NAME.erl", path.display());
        }
        if *format == Format::Exunit && elixir_module(path).is_none() {
            let path = path.display();
            bail!("--output {path}: mix test looks for files that are called NAME_test.exs");
        }
    }
    Ok(())
}

/// The same for two names of one file, whether or not it is there.
fn place(path: &Path) -> (Option<Identity>, PathBuf) {
    match Identity::of(path) {
        Some(identity) => (Some(identity), PathBuf::new()),
        None => {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = folder.unwrap_or(Path::new(".")).canonicalize().unwrap_or_default();
            (None, folder.join(path.file_name().unwrap_or_default()))
        }
    }
}

fn is_device(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file())
}

/// No report takes the place of a file of the program that it is about.
pub fn spare<'a>(
    arguments: &Arguments,
    options: &ReportOptions,
    sources: &[ModuleSource],
    modules: impl IntoIterator<Item = &'a Module>,
) -> Result<()> {
    let program = Program::of(arguments, sources, modules);
    places(options).try_for_each(|output| program.check(&output))
}

fn places(options: &ReportOptions) -> impl Iterator<Item = Output<'_>> {
    let coverage = options.lcov.iter().map(|path| Output { option: "--lcov", path });
    coverage.chain(options.output.iter().map(|path| Output { option: "--output", path }))
}

/// So many paths of one function are kept for a report.
const MOST_PATHS: usize = 300;

/// So many of all functions together, but for a few of each: they cost memory.
const MOST_PATHS_OF_ALL: usize = 15_000;
const FEWEST_PATHS: usize = 10;

/// What the formats that were asked for need to know of the search of so many functions.
pub fn wanted(options: &ReportOptions, functions: usize) -> Extras {
    let results = options.tests == Tests::All;
    let source = options.format.contains(&Format::Html);
    let most = (MOST_PATHS_OF_ALL / functions.max(1)).clamp(FEWEST_PATHS, MOST_PATHS);
    Extras { paths: if results || source { most } else { 0 }, results, source }
}

/// A module is called as its file is.
fn module_name(path: &Path) -> Option<&str> {
    let is_source = path.extension().is_some_and(|extension| extension == "erl");
    let name = path.file_stem()?.to_str().filter(|_| is_source)?;
    (!name.contains(notation::UNSCANNABLE)).then_some(name)
}

/// The same in Elixir: `ShopTest` in `shop_test.exs`.
fn elixir_module(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let stem = name.strip_suffix(".exs").filter(|stem| stem.ends_with("_test"))?;
    exunit::module_of_file(stem)
}

fn check_path(output: &Output) -> Result<()> {
    let Output { option, path } = output;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        bail!("{option} {}: there is no folder {}", path.display(), folder.display());
    }
    if path.is_dir() {
        bail!("{option} {}: this is a folder; name a file in it", path.display());
    }
    Ok(())
}

const STANDARD_OUTPUT: [&str; 3] = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// Whether everything is where it was wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Delivery {
    AsAsked,
    /// What could not be written went to the screen.
    OnScreen,
}

/// Into the files that were asked for, with the verdict on the screen; or all on the screen.
pub fn show(arguments: &Arguments, options: &ReportOptions, report: &Report) -> Result<Delivery> {
    let mut delivery = Delivery::AsAsked;
    let mut keep = |option: &str, path: &Path, rendered: String| {
        // Two who write into one file from its beginning write over each other.
        if STANDARD_OUTPUT.iter().any(|name| path == Path::new(name)) {
            return print(rendered);
        }
        let Err(error) = beam::write_whole(path, rendered.as_bytes()) else { return Ok(()) };
        delivery = Delivery::OnScreen;
        complain(&format!("{option} {}: {error}; here it is instead", path.display()));
        print(rendered)
    };
    if let Some(path) = &options.lcov {
        keep("--lcov", path, lcov::render(report))?;
    }
    let detail = if arguments.quiet { Detail::Brief } else { Detail::Full };
    for (format, path) in options.format.iter().zip(&options.output) {
        let rendered = match (format, module_name(path)) {
            (Format::Eunit, Some(module)) => eunit::render(report, module),
            (Format::Exunit, _) => {
                let module = elixir_module(path);
                exunit::render(report, &module.unwrap_or_else(|| exunit::default_module(report)))
            }
            _ => render(*format, report, detail, &Palette::PLAIN),
        };
        keep("--output", path, rendered)?;
    }
    let on_screen = match (&options.output[..], &options.format[..]) {
        ([], [format, ..]) => render(*format, report, detail, &Palette::COLOURED),
        _ if arguments.quiet => String::new(),
        _ => text::verdicts(report, &Palette::COLOURED),
    };
    // Colours stay only where they are seen.
    deliver(anstream::stdout().lock(), on_screen.as_bytes())?;
    Ok(delivery)
}

/// Something that went wrong, in a line of its own. Where nobody listens, nothing is said.
pub fn complain(text: &str) {
    let _ = writeln!(std::io::stderr(), "ermine: {}", visible::lines(text));
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
        Format::Exunit => exunit::render(report, &exunit::default_module(report)),
    }
}
