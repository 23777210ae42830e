//! How long does it take to load all of OTP, and to decode it? Prints times for a cold and a warm
//! cache; any module that fails is named.

use beam::{Cache, Loader, LoaderOptions, ModuleSource};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::temp_dir().join(format!("ermine-load-otp-{}", std::process::id()));
    for run in ["cold", "warm"] {
        let cache = Some(Cache::new(folder.clone(), 1 << 30));
        let loader = Loader::new(LoaderOptions { cache, ..LoaderOptions::default() })?;
        let names = loader.code_path().otp_modules();
        let sources: Vec<_> = names.iter().map(|&name| ModuleSource::Name(name)).collect();
        let start = Instant::now();
        let modules: Vec<_> =
            loader.load_all(&sources).into_iter().filter_map(report_failure).collect();
        println!("{run}: {} modules in {:.2} s", modules.len(), start.elapsed().as_secs_f64());
        let start = Instant::now();
        let (mut bytes, mut expressions) = (0, 0);
        for module in &modules {
            bytes += module.code.len();
            for stored in &module.functions {
                expressions += module.decode(stored)?.exprs.len();
            }
        }
        let seconds = start.elapsed().as_secs_f64();
        let speed = bytes as f64 / 1e6 / seconds;
        println!("decoded {expressions} expressions, {bytes} bytes, at {speed:.0} MB/s");
    }
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}

fn report_failure<T, E: std::fmt::Display>(result: Result<T, E>) -> Option<T> {
    result.map_err(|error| println!("{error}")).ok()
}
