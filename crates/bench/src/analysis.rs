//! What does the analysis cost, and how many functions does it show to be safe?

use crate::table::{Cell, Table};
use crate::timing::processor_seconds;
use anyhow::{Result, ensure};
use beam::{Loader, LoaderOptions};
use core_erlang::Module;
use std::sync::Arc;
use term::Atom;
use workbench::{Wishes, Workbench, safety};

/// Modules of OTP whose functions have specs.
const MODULES: [&str; 25] = [
    "lists",
    "orddict",
    "ordsets",
    "maps",
    "queue",
    "gb_sets",
    "gb_trees",
    "proplists",
    "string",
    "calendar",
    "binary",
    "base64",
    "uri_string",
    "array",
    "dict",
    "sets",
    "sofs",
    "filename",
    "erl_scan",
    "io_lib",
    "unicode",
    "rand",
    "digraph",
    "cerl",
    "v3_core",
];

/// Whole applications, which take minutes: only if they are asked for by name.
const APPLICATIONS: [&str; 2] = ["stdlib", "compiler"];

pub fn table(only: &str) -> Result<Table> {
    let loader = Arc::new(Loader::new(LoaderOptions::default())?);
    let bench = Workbench::new(loader.clone());
    let mut table = Table::new(
        "analysis",
        &["module", "functions", "safe", "end", "given up", "median ms", "most ms", "again ms"],
    );
    for name in MODULES.into_iter().filter(|name| name.contains(only)) {
        let module = loader.load_by_name(Atom::new(name))?;
        table.rows.push(row(&bench, name, &[module])?);
    }
    for name in APPLICATIONS.into_iter().filter(|name| *name == only) {
        let modules = loader.code_path().application(name).into_iter();
        let modules: Vec<Arc<Module>> =
            modules.filter_map(|name| loader.load_by_name(name).ok()).collect();
        table.rows.push(row(&bench, name, &modules)?);
    }
    Ok(table)
}

fn row(bench: &Workbench, name: &str, modules: &[Arc<Module>]) -> Result<Vec<Cell>> {
    let (mut times, mut safe, mut ends, mut given_up) = (Vec::new(), 0_u64, 0_u64, 0_u64);
    let mut again = Vec::new();
    let all =
        modules.iter().flat_map(|module| module.exports.iter().map(move |each| (module, each)));
    for (module, function) in all {
        if function.name.name() == "module_info" {
            continue;
        }
        let piece = bench.prepare(module, *function, Wishes::default())?;
        // Whatever has to be loaded is there when time is taken.
        bench.safety(&piece, safety::STEPS);
        let started = processor_seconds();
        let found = bench.safety(&piece, safety::STEPS);
        times.push((processor_seconds() - started) * 1000.0);
        // What it is to read what was kept.
        bench.known_safety(&piece, safety::STEPS, &|| false);
        let started = processor_seconds();
        let kept = bench.known_safety(&piece, safety::STEPS, &|| false);
        again.push((processor_seconds() - started) * 1000.0);
        ensure!(
            kept.to_term() == found.to_term(),
            "what was kept of {function} is not what is found"
        );
        safe += u64::from(found.is_safe());
        ends += u64::from(found.is_safe() && found.has_an_end);
        given_up += u64::from(found.has_given_up);
        if std::env::var_os("ERMINE_BENCH_DETAILS").is_some() {
            println!(
                "{}:{}/{} {} ms {:.1} steps {} left {} result {} ends {}",
                module.name.name(),
                function.name.name(),
                function.arity,
                if found.is_safe() {
                    "SAFE"
                } else if found.has_given_up {
                    "GAVE UP"
                } else {
                    "-"
                },
                times.last().copied().unwrap_or_default(),
                found.steps,
                found.left.len(),
                found.result_fits,
                found.has_an_end,
            );
            for (operation, classes) in found.left.iter().take(6) {
                println!("    {operation:?} {classes:?}");
            }
        }
    }
    let (median, most) = median_and_most(&mut times);
    let (again, _) = median_and_most(&mut again);
    Ok(vec![
        name.into(),
        (times.len() as u64).into(),
        safe.into(),
        ends.into(),
        given_up.into(),
        median.into(),
        most.into(),
        again.into(),
    ])
}

fn median_and_most(times: &mut [f64]) -> (f64, f64) {
    times.sort_by(f64::total_cmp);
    let median = times.get(times.len() / 2).copied().unwrap_or_default();
    (median, times.last().copied().unwrap_or_default())
}
