//! How long does it take to load all of OTP, and to decode it?
//!
//! Prints times for a cold and a warm cache; any module that fails is named. With folders as
//! arguments, it loads the `.beam` files in them instead.

use beam::{Cache, Loader, LoaderOptions, ModuleSource};
use core_erlang::Module;
use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use std::{env, fs, process};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::temp_dir().join(format!("ermine-load-otp-{}", process::id()));
    for run in ["cold", "warm"] {
        let cache = Some(Cache::new(folder.clone(), 1 << 30));
        let loader = Loader::new(LoaderOptions { cache, ..LoaderOptions::default() })?;
        let sources = sources(&loader)?;
        let start = Instant::now();
        let modules: Vec<_> = loader.load_all(&sources).into_iter().filter_map(or_report).collect();
        let seconds = start.elapsed().as_secs_f64();
        println!("{run}: {} of {} modules in {seconds:.2} s", modules.len(), sources.len());
        decode(&modules)?;
    }
    println!("the cache takes {} bytes", size(&folder.join("modules"))?);
    Ok(fs::remove_dir_all(&folder)?)
}

fn sources(loader: &Loader) -> Result<Vec<ModuleSource>, Box<dyn Error>> {
    if env::args_os().len() == 1 {
        let names = loader.code_path().otp_modules();
        return Ok(names.iter().map(|&name| ModuleSource::Name(name)).collect());
    }
    let mut sources = Vec::new();
    for folder in env::args_os().skip(1) {
        for entry in fs::read_dir(folder)? {
            let file = entry?.path();
            if file.extension().is_some_and(|extension| extension == "beam") {
                sources.push(ModuleSource::Beam(file));
            }
        }
    }
    Ok(sources)
}

fn or_report<T, E: std::fmt::Display>(result: Result<T, E>) -> Option<T> {
    result.map_err(|error| println!("{error}")).ok()
}

fn decode(modules: &[Arc<Module>]) -> Result<(), Box<dyn Error>> {
    let start = cpu_seconds();
    let (mut bytes, mut expressions) = (0, 0);
    for module in modules {
        bytes += module.code.len();
        for stored in &module.functions {
            expressions += module.decode(stored)?.exprs.len();
        }
    }
    let speed = bytes as f64 / 1e6 / (cpu_seconds() - start);
    println!("decoded {expressions} expressions from {bytes} bytes at {speed:.0} MB/s per core");
    Ok(())
}

/// The processor time of this thread, as Linux counts it: on a busy machine, clocks mislead.
fn cpu_seconds() -> f64 {
    let counters = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = counters.split_whitespace().next().and_then(|count| count.parse().ok());
    nanoseconds.unwrap_or(0.0) / 1e9
}

fn size(folder: &Path) -> Result<u64, Box<dyn Error>> {
    let mut size = 0;
    for entry in fs::read_dir(folder)? {
        size += entry?.metadata()?.len();
    }
    Ok(size)
}
