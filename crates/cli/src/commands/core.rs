//! `ermine core`: print the Core Erlang of a module or function, or load all there is.

use crate::arguments::{Arguments, Core};
use crate::{output, target};
use anyhow::{Result, bail};
use beam::{Loader, ModuleSource};
use core_erlang::{FunctionName, Module, print};
use report::visible;
use std::process::ExitCode;
use std::time::Instant;

pub fn run(arguments: &Arguments, core: &Core) -> Result<ExitCode> {
    let loader = target::loader(arguments, core.module.as_deref())?;
    if core.all_otp {
        return all_otp(arguments, &loader);
    }
    let Some(module) = &core.module else { bail!("which module?") };
    let module = loader.load(&target::source_in(&loader, arguments, module)?)?;
    let text = match &core.function {
        None => print::module(&module, print::Options::default())?,
        Some(function) => functions(&module, function)?,
    };
    target::warn(arguments, &loader);
    let shown: String = text.lines().map(|line| visible::line(line).into_owned() + "\n").collect();
    output::print(shown)?;
    Ok(ExitCode::SUCCESS)
}

/// `NAME/ARITY`, exported or not, or every function `NAME`.
fn functions(module: &Module, text: &str) -> Result<String> {
    let (name, arity) = match text.rsplit_once('/') {
        Some((name, arity)) if arity.parse::<u32>().is_ok() => (name, arity.parse::<u32>().ok()),
        _ => (text, None),
    };
    let is_meant = |each: &FunctionName| {
        each.name.name() == name && arity.is_none_or(|arity| each.arity == arity)
    };
    let mut printed = String::new();
    for stored in module.functions.iter().filter(|stored| is_meant(&stored.name)) {
        printed.push_str(&print::function(&module.decode(stored)?));
    }
    if printed.is_empty() {
        // For its message: no such function, with near names.
        target::function(module, text, None)?;
        bail!("there is no function {}:{text}", module.name.name());
    }
    Ok(printed)
}

/// Loads every module of OTP and every function in it.
fn all_otp(arguments: &Arguments, loader: &Loader) -> Result<ExitCode> {
    let start = Instant::now();
    let names = loader.code_path().otp_modules().to_vec();
    let sources: Vec<ModuleSource> = names.iter().copied().map(ModuleSource::Name).collect();
    let (mut functions, mut bytes, mut failures) = (0usize, 0usize, 0usize);
    for (name, loaded) in names.iter().zip(loader.load_all(&sources)) {
        let decoded = match loaded {
            Ok(module) => {
                bytes += module.code.len();
                decode_all(&module).map_err(anyhow::Error::from)
            }
            Err(error) => Err(error.into()),
        };
        match decoded {
            Ok(count) => functions += count,
            Err(error) => {
                failures += 1;
                output::print(format!("{}: {error:#}\n", name.name()))?;
            }
        }
    }
    let time = start.elapsed().as_secs_f64();
    let mebibytes = bytes as f64 / f64::from(1 << 20);
    output::print(format!(
        "{} modules, {functions} functions, {failures} failures, {mebibytes:.1} MiB in {time:.2} s\n",
        names.len()
    ))?;
    target::warn(arguments, loader);
    Ok(if failures == 0 { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

fn decode_all(module: &Module) -> Result<usize, core_erlang::wire::Error> {
    for stored in &module.functions {
        module.decode(stored)?;
    }
    Ok(module.functions.len())
}
