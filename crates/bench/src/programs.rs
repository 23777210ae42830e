//! How fast is the interpreter? Each program of `programs/` and OTP's own compiler, on the BEAM and
//! on Ermine.

use crate::beam_clock::{BeamClock, SAMPLES};
use crate::table::{Cell, Table};
use crate::{own_folder, timing};
use anyhow::{Context, Result, bail};
use beam::{Loader, LoaderOptions, ModuleSource};
use interpreter::Outcome;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use term::{Atom, Term};
use world::World;

const COLUMNS: [&str; 7] =
    ["program", "BEAM ms", "Ermine ms", "ratio", "M reductions/s", "peak MiB", "same value"];

pub fn table(only: &str) -> Result<Table> {
    let loader = Arc::new(Loader::new(LoaderOptions::default())?);
    let clock = BeamClock::new(&loader)?;
    let mut table = Table::new("Programs: processor time, Ermine against the BEAM", &COLUMNS);
    let mut ratios = Vec::new();
    for program in programs(&loader, &clock)? {
        if program.name.contains(only) {
            match compare(&loader, &clock, &program) {
                Ok((row, ratio)) => {
                    table.add(row);
                    ratios.push(ratio);
                }
                Err(error) => table.remarks.push(format!("{}: {error}", program.name)),
            }
        }
    }
    if !ratios.is_empty() {
        let largest = ratios.iter().copied().fold(0.0, f64::max);
        let mean = timing::geometric_mean(&ratios);
        table.remarks.extend([
            format!("Ratio: geometric mean {mean:.1} (aim: 30), largest {largest:.1} (aim: 60)."),
            format!("The BEAM is OTP {} ({}).", loader.node().otp().version, flavour(&clock)?),
            "The symbolic half is idle here; scripts/idle-symbols.sh counts what it costs."
                .to_owned(),
        ]);
    }
    Ok(table)
}

/// A call that both sides make.
struct Program {
    name: String,
    source: ModuleSource,
    module: String,
    function: &'static str,
    arguments: Vec<Term>,
}

fn programs(loader: &Loader, clock: &BeamClock) -> Result<Vec<Program>> {
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in own_folder().join("programs").read_dir()? {
        files.push(entry?.path());
    }
    files.sort();
    let of_file = |path: PathBuf| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let source = ModuleSource::File { path, options: Vec::new() };
        Program { module: name.clone(), name, source, function: "run", arguments: Vec::new() }
    };
    let mut programs: Vec<Program> = files.into_iter().map(of_file).collect();
    match library_source(loader, "lists") {
        Some(source) => programs.push(compiler(clock, &source)?),
        None => eprintln!("the sources of OTP's library are not installed: no compiler"),
    }
    Ok(programs)
}

/// The file of a library module's source, where Debian and others put it.
fn library_source(loader: &Loader, module: &str) -> Option<PathBuf> {
    let beam = loader.code_path().find(Atom::new(module))?;
    let source = beam.parent()?.parent()?.join("src").join(module).with_extension("erl");
    source.is_file().then_some(source)
}

/// OTP's compiler on a source file. The node reads the file: files are out of an interpreted
/// program's reach.
fn compiler(clock: &BeamClock, source: &Path) -> Result<Program> {
    let path = Term::string(&source.to_string_lossy());
    let parsed = clock.call("epp", "parse_file", vec![path, Term::Nil])?;
    let [_, forms] = parsed.as_tuple().context("the forms of a file")? else {
        bail!("not a pair: {parsed}");
    };
    let options = Term::list(vec![Term::atom("binary"), Term::atom("deterministic")]);
    Ok(Program {
        name: "compiler (lists)".to_owned(),
        source: ModuleSource::Name(Atom::new("compile")),
        module: "compile".to_owned(),
        function: "noenv_forms",
        arguments: vec![forms.clone(), options],
    })
}

fn compare(loader: &Arc<Loader>, clock: &BeamClock, program: &Program) -> Result<(Vec<Cell>, f64)> {
    loader.install(&program.source)?;
    let (expected, beam_time) =
        clock.time(&program.module, program.function, program.arguments.clone())?;
    let ours = on_ermine(loader, program)?;
    let ratio = ours.seconds / beam_time;
    let row = vec![
        program.name.as_str().into(),
        (beam_time * 1e3).into(),
        (ours.seconds * 1e3).into(),
        ratio.into(),
        (ours.reductions as f64 / ours.seconds / 1e6).into(),
        (ours.peak_bytes as f64 / f64::from(1 << 20)).into(),
        if ours.value == expected { "yes" } else { "NO" }.into(),
    ];
    Ok((row, ratio))
}

struct Ran {
    value: Term,
    seconds: f64,
    reductions: u64,
    peak_bytes: usize,
}

/// The first time also loads and lowers the code: the median leaves it out, as the warm-up does on
/// the BEAM.
fn on_ermine(loader: &Arc<Loader>, program: &Program) -> Result<Ran> {
    let module = loader.load(&program.source)?.name;
    let function = Atom::new(program.function);
    let mut machine = World::machine(loader);
    let mut outcome = Outcome::Deadlock(Vec::new());
    let seconds = timing::processor_time(SAMPLES, || {
        machine.reset();
        outcome = machine.call(module, function, &program.arguments);
    });
    let Outcome::Returned(value) = outcome else { bail!("{outcome:?}") };
    Ok(Ran { value, seconds, reductions: machine.reductions, peak_bytes: machine.peak_bytes() })
}

/// `jit` or `emu`
fn flavour(clock: &BeamClock) -> Result<String> {
    Ok(clock.call("erlang", "system_info", vec![Term::atom("emu_flavor")])?.to_string())
}
