//! How fast are modules loaded? Cold through OTP, warm from the cache; and how fast is the external
//! format read, against the BEAM's `binary_to_term`?

use crate::beam_clock::BeamClock;
use crate::table::{Cell, Table};
use crate::timing::{clock_time, processor_time};
use anyhow::{Context, Result};
use beam::{Cache, Loader, LoaderOptions, ModuleSource};
use core_erlang::{Module, wire};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fs, process};
use term::external::{self, Kind, Reader};
use term::{Atom, Term};

pub fn tables() -> Result<Vec<Table>> {
    let folder = env::temp_dir().join(format!("ermine-bench-{}", process::id()));
    let cache = Some(Cache::new(folder.clone(), 1 << 30));
    let loader = Loader::new(LoaderOptions { cache, ..LoaderOptions::default() })?;
    let tables = modules(&loader, &folder).and_then(|table| Ok(vec![table, decoding(&loader)?]));
    fs::remove_dir_all(&folder)?;
    tables
}

const COLD_REPETITIONS: usize = 3;
const WARM_REPETITIONS: usize = 5;

fn modules(loader: &Loader, folder: &Path) -> Result<Table> {
    let columns = [
        "modules",
        "cold ms",
        "warm ms",
        "cold/warm",
        "decode ms",
        "wire MB",
        "cached MB",
        "wire MB/s",
        "cached MB/s",
    ];
    let mut table = Table::new("Loading: through OTP (cold) and from the cache (warm)", &columns);
    loader.node().about()?;
    for name in ["lists", "string", "unicode_util"] {
        let file = loader.code_path().find(Atom::new(name)).context("a module of OTP")?;
        table.add(load(loader, folder, name, &[file.to_owned()])?);
    }
    let all = library_files(loader)?;
    table.add(load(loader, folder, &format!("stdlib ({})", all.len()), &all)?);
    table.remarks = vec![
        "Cold: time on the clock, with the node already running, on all cores.".to_owned(),
        "Warm: processor time of one core; decode: all functions, which is otherwise done when needed."
            .to_owned(),
        "MB/s: warm and decode together, of the wire form and of the files in the cache.".to_owned(),
    ];
    Ok(table)
}

/// The `.beam` files of stdlib.
fn library_files(loader: &Loader) -> Result<Vec<PathBuf>> {
    let lists = loader.code_path().find(Atom::new("lists")).context("stdlib")?;
    let folder = lists.parent().context("a file has a folder")?;
    let files = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let files = files.collect::<Result<Vec<_>, _>>()?;
    Ok(files.into_iter().filter(|file| file.extension().is_some_and(|it| it == "beam")).collect())
}

fn load(loader: &Loader, folder: &Path, name: &str, files: &[PathBuf]) -> Result<Vec<Cell>> {
    let entries = folder.join("modules");
    let sources: Vec<ModuleSource> = files.iter().cloned().map(ModuleSource::Beam).collect();
    let forget = || {
        // Not there the first time.
        let _ = fs::remove_dir_all(&entries);
    };
    let cold = clock_time(COLD_REPETITIONS, forget, || loader.load_all(&sources));
    let load_one_by_one =
        || sources.iter().map(|source| loader.load(source)).collect::<Result<Vec<_>, _>>();
    let modules: Vec<Arc<Module>> = load_one_by_one()?;
    let warm = processor_time(WARM_REPETITIONS, load_one_by_one);
    let decode = processor_time(WARM_REPETITIONS, || modules.iter().try_for_each(|it| decode(it)));
    let wire = modules.iter().map(|module| module.code.len()).sum::<usize>() as f64 / 1e6;
    let cached = folder_bytes(&entries)? as f64 / 1e6;
    Ok(vec![
        name.into(),
        (cold * 1e3).into(),
        (warm * 1e3).into(),
        (cold / warm).into(),
        (decode * 1e3).into(),
        wire.into(),
        cached.into(),
        (wire / (warm + decode)).into(),
        (cached / (warm + decode)).into(),
    ])
}

fn decode(module: &Module) -> Result<(), wire::Error> {
    module.functions.iter().try_for_each(|stored| module.decode(stored).map(drop))
}

fn folder_bytes(folder: &Path) -> Result<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder)? {
        bytes += entry?.metadata()?.len();
    }
    Ok(bytes)
}

/// Modules whose forms make a large term.
const SAMPLE: [&str; 4] = ["lists", "erl_lint", "io_lib_pretty", "unicode_util"];

fn decoding(loader: &Loader) -> Result<Table> {
    let columns = ["reading external terms", "MB", "MB/s", "of the BEAM's speed"];
    let mut table = Table::new("The external format", &columns);
    let clock = BeamClock::new(loader)?;
    let names = SAMPLE.iter().map(|name| Term::atom(name)).collect();
    let term = clock.call("ermine_clock", "forms", vec![Term::list(names)])?;
    let bytes = external::encode(&term);
    let megabytes = bytes.len() as f64 / 1e6;
    let (_, beam) = clock.time("ermine_clock", "decode", vec![Term::binary(&bytes)])?;
    let ours = |work: &dyn Fn() -> bool| processor_time(WARM_REPETITIONS, work);
    let rows = [
        ("BEAM: binary_to_term", beam),
        ("Ermine: to a Term, and drop it", ours(&|| external::decode(&bytes).is_ok())),
        ("Ermine: walk over it with a Reader", ours(&|| walk_all(&bytes).is_ok())),
    ];
    for (name, seconds) in rows {
        let speed = megabytes / seconds;
        table.add(vec![name.into(), megabytes.into(), speed.into(), (beam / seconds).into()]);
    }
    table.remarks.push("Aim: half of the BEAM's speed.".to_owned());
    Ok(table)
}

fn walk_all(bytes: &[u8]) -> external::Result<usize> {
    walk(&mut Reader::new(bytes)?)
}

/// Goes over everything as one who builds a tree of their own does, and counts.
fn walk(reader: &mut Reader) -> external::Result<usize> {
    let mut count = 1;
    match reader.peek()? {
        Kind::Integer => count += usize::from(reader.integer().is_ok()),
        Kind::Atom => count += reader.atom()?.number() as usize & 1,
        Kind::Tuple => {
            for _ in 0..reader.tuple_header()? {
                count += walk(reader)?;
            }
        }
        Kind::List | Kind::Nil => {
            for _ in 0..reader.list_header()? {
                count += walk(reader)?;
            }
            match reader.peek()? {
                Kind::Nil => reader.list_end()?,
                _ => count += walk(reader)?,
            }
        }
        _ => reader.skip()?,
    }
    Ok(count)
}
