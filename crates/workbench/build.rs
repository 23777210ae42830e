//! What an analysis came to is kept on disk, and holds for the program that found it out: so the program knows
//! by which sources it was made, as a number.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};

/// What decides on the results of an analysis: our crates, and those that they use.
const SOURCES: [&str; 6] = [
    "../analysis/src",
    "../core-erlang/src",
    "../term/src",
    "../typing/src",
    "src",
    "../../Cargo.lock",
];

fn main() -> io::Result<()> {
    let mut hasher = DefaultHasher::new();
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
        add(Path::new(source), &mut hasher)?;
    }
    println!("cargo::rustc-env=ERMINE_ANALYSIS_SOURCES={:016x}", hasher.finish());
    Ok(())
}

fn add(path: &Path, hasher: &mut DefaultHasher) -> io::Result<()> {
    if !path.is_dir() {
        path.hash(hasher);
        fs::read(path)?.hash(hasher);
        return Ok(());
    }
    let entries = fs::read_dir(path)?.map(|entry| Ok(entry?.path()));
    let mut paths = entries.collect::<io::Result<Vec<PathBuf>>>()?;
    paths.sort();
    paths.iter().try_for_each(|path| add(path, hasher))
}
