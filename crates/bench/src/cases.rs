//! How long does it take to the first crash? The cases of `tests/cases` that state one, with all layers
//! of the solver, without SMT, and by SMT alone; and which strategy covers code fastest.

use crate::explorer::{Explorer, How, Watcher, named, written};
use crate::own_folder;
use crate::search::{Way, solver};
use crate::table::{Cell, Table};
use anyhow::{Context, Result};
use beam::{Loader, LoaderOptions, ModuleSource};
use core_erlang::{FunctionName, Module};
use explore::StrategyName;
use solver::smt::Smt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use term::{Atom, Term};

/// Where reasoning about more than lists, tuples and integers is needed.
const FOLDERS: [&str; 4] = ["maps", "bits", "floats", "text"];

/// Where a case says nothing else.
const DEPTH: usize = 60;

/// Nobody waits longer for a crash.
const TIME: Duration = Duration::from_secs(5);

/// For one function and strategy.
const STRATEGY_TIME: Duration = Duration::from_millis(100);

const MODULES: [&str; 6] = ["lists", "orddict", "ordsets", "proplists", "string", "calendar"];

/// A program that states its own truth, as far as it matters here.
pub struct Case {
    pub name: String,
    pub module: Arc<Module>,
    pub function: FunctionName,
    pub depth: usize,
    pub seed: Option<Vec<Term>>,
    has_crash: bool,
}

pub fn first_crashes(only: &str) -> Result<Table> {
    let loader = Arc::new(Loader::new(LoaderOptions::default())?);
    let program = Smt::find(None)?;
    let columns = ["case", "runs", "ms", "ms without SMT", "ms by SMT alone"];
    let mut table = Table::new("Cases: time to the first crash", &columns);
    for folder in FOLDERS {
        for case in cases(&loader, folder)? {
            if !case.has_crash || !case.name.contains(only) {
                continue;
            }
            let mut explorer = Explorer::new(&loader);
            let mut first = |way, program| {
                let mut solver = solver(program, way);
                let how = How { seed: case.seed.clone(), ..How::new(case.depth, TIME) };
                let (module, mut watcher) = (&case.module, Watcher::new(true));
                let exploration =
                    explorer.explore(module, case.function, &how, &mut *solver, &mut watcher)?;
                let time = exploration.time.as_secs_f64() * 1e3;
                let is_found = !exploration.findings.is_empty();
                anyhow::Ok((exploration.runs, if is_found { time } else { f64::NAN }))
            };
            // The first one loads the program.
            first(Way::Stack, program.as_ref())?;
            let (runs, time) = first(Way::Stack, program.as_ref())?;
            let (_, native) = first(Way::Stack, None)?;
            let (_, smt) = match &program {
                Some(program) => first(Way::SmtAlone, Some(program))?,
                None => (0, f64::NAN),
            };
            let cells: [Cell; 4] = [runs.into(), time.into(), native.into(), smt.into()];
            let mut row: Vec<Cell> = vec![case.name.as_str().into()];
            row.extend(cells);
            table.add(row);
        }
    }
    table.remarks = vec![
        format!("Time on the clock until a run crashes, {TIME:?} at most; -: none did."),
        "By SMT alone there are no maps and no bits: they are unknown.".to_owned(),
    ];
    Ok(table)
}

pub fn strategies(only: &str) -> Result<Table> {
    let loader = Arc::new(Loader::new(LoaderOptions::default())?);
    let columns = ["subject", "strategy", "functions", "clauses", "seconds to the last", "runs"];
    let mut table = Table::new("Strategies: time to coverage", &columns);
    let mut subjects = vec![("cases", all_cases(&loader)?)];
    for name in MODULES {
        let module = loader.load(&ModuleSource::Name(Atom::new(name)))?;
        let of_function = |function| Case {
            name: name.to_owned(),
            module: module.clone(),
            function,
            depth: DEPTH,
            seed: None,
            has_crash: false,
        };
        subjects.push((name, written(&module).into_iter().map(of_function).collect()));
    }
    for (name, cases) in subjects.iter().filter(|(name, _)| name.contains(only)) {
        for strategy in StrategyName::ALL {
            table.add(cover(&loader, name, cases, strategy)?);
        }
    }
    table.remarks = vec![format!(
        "{STRATEGY_TIME:?} for each function, on one core. Clauses (of the module itself) and times are sums over functions."
    )];
    Ok(table)
}

fn cover(
    loader: &Arc<Loader>,
    name: &str,
    cases: &[Case],
    strategy: StrategyName,
) -> Result<Vec<Cell>> {
    let program = Smt::find(None)?;
    let mut explorer = Explorer::new(loader);
    let (mut clauses, mut seconds, mut runs) = (0, 0.0, 0);
    for case in cases {
        let mut solver = solver(program.as_ref(), Way::Stack);
        let how = How { seed: case.seed.clone(), strategy, ..How::new(case.depth, STRATEGY_TIME) };
        let mut watcher = Watcher::new(false);
        let exploration =
            explorer.explore(&case.module, case.function, &how, &mut *solver, &mut watcher)?;
        let own = exploration.covered.keys().filter(|clause| clause.module == case.module.name);
        clauses += own.count() as u64;
        seconds += watcher.last_gain.as_secs_f64();
        runs += exploration.runs;
    }
    Ok(vec![
        name.into(),
        strategy.name().into(),
        (cases.len() as u64).into(),
        clauses.into(),
        seconds.into(),
        runs.into(),
    ])
}

fn case_folder() -> PathBuf {
    own_folder().join("../../tests/cases")
}

pub fn all_cases(loader: &Loader) -> Result<Vec<Case>> {
    let mut all: Vec<Case> = Vec::new();
    for folder in std::fs::read_dir(case_folder())? {
        let folder = folder?.file_name().to_string_lossy().into_owned();
        all.extend(cases(loader, &folder)?);
    }
    Ok(all)
}

fn cases(loader: &Loader, folder: &str) -> Result<Vec<Case>> {
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in case_folder().join(folder).read_dir()? {
        files.push(entry?.path());
    }
    files.retain(|file| file.extension().is_some_and(|extension| extension == "erl"));
    files.sort();
    files.iter().map(|file| case(loader, folder, file)).collect()
}

fn case(loader: &Loader, folder: &str, file: &Path) -> Result<Case> {
    let text = std::fs::read_to_string(file)?;
    let said = |what: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(&format!("%%! {what}: ")));
        line.map(str::trim)
    };
    let module = loader.load(&ModuleSource::File { path: file.to_owned(), options: Vec::new() })?;
    let explored = said("explore").with_context(|| format!("{}: explore", file.display()))?;
    Ok(Case {
        name: format!("{folder}/{}", module.name.name()),
        module,
        function: named(explored)?,
        depth: said("depth").map_or(Ok(DEPTH), str::parse)?,
        seed: said("seed").map(term::read::arguments).transpose()?,
        has_crash: text.contains(" crash: ") && said("known-wrong").is_none(),
    })
}
