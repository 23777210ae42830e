//! How fast is the search? Runs and queries per second, and how many of the queries need no SMT
//! solver.

use crate::explorer::{Explorer, How, Watcher, written};
use crate::own_folder;
use crate::table::{Cell, Table};
use anyhow::Result;
use beam::{Loader, LoaderOptions, ModuleSource};
use core_erlang::{FunctionName, Module};
use explore::{Exploration, StopReason};
use solver::Solver;
use solver::numeric::NumericSolver;
use solver::smt::terms::TermSolver;
use solver::smt::{self, Program, Smt};
use solver::stack::Stack;
use std::sync::Arc;
use std::time::Duration;
use term::Atom;

/// Functions that are explored one after the other, and shown together.
struct Group {
    name: &'static str,
    /// A module of the library, or one of `subjects/`.
    module: &'static str,
    /// `NAME/ARITY …`; empty for all that are exported.
    functions: &'static str,
    seed: Option<&'static str>,
    depth: usize,
    /// For each function.
    seconds: u64,
    /// Shown again without the slices of the solver, and without any of it but the SMT solver.
    is_compared: bool,
}

const EXPORTED: Group = Group {
    name: "",
    module: "",
    functions: "",
    seed: None,
    depth: 100,
    seconds: 1,
    is_compared: false,
};

const LISTS: &str = "sum/1 append/1 map/2 all/2 any/2 flatmap/2 foldl/3 foldr/3 filtermap/2 \
    foreach/2 mapfoldl/3 mapfoldr/3 takewhile/2 unzip/1 unzip3/1 last/1 member/2";

const GROUPS: [Group; 8] = [
    Group {
        name: "example:foo/1",
        module: "example",
        functions: "foo/1",
        seed: Some("[[17]]"),
        depth: 25,
        seconds: 5,
        is_compared: true,
    },
    Group {
        name: "example:bar/1",
        module: "example",
        functions: "bar/1",
        seed: Some("[[]]"),
        depth: 25,
        seconds: 5,
        is_compared: true,
    },
    Group {
        name: "otp_internal:obsolete/3",
        module: "otp_internal",
        functions: "obsolete/3",
        seconds: 10,
        is_compared: true,
        ..EXPORTED
    },
    Group {
        name: "erl_internal",
        module: "erl_internal",
        seconds: 2,
        is_compared: true,
        ..EXPORTED
    },
    Group {
        name: "lists, 17 at depth 15",
        module: "lists",
        functions: LISTS,
        depth: 15,
        seconds: 5,
        is_compared: true,
        ..EXPORTED
    },
    Group { name: "lists, 1 s each", module: "lists", ..EXPORTED },
    Group { name: "orddict, 1 s each", module: "orddict", ..EXPORTED },
    Group { name: "ordsets, 1 s each", module: "ordsets", ..EXPORTED },
];

const COLUMNS: [&str; 18] = [
    "subject",
    "functions",
    "exhausted",
    "seconds",
    "slowest s",
    "runs",
    "runs/s",
    "queries",
    "queries/s",
    "SMT queries/s",
    "µs/query",
    "trivial %",
    "cache %",
    "native %",
    "no SMT %",
    "unknown %",
    "diverged",
    "sites",
];

pub fn table(only: &str) -> Result<Table> {
    let loader = Arc::new(Loader::new(LoaderOptions::default())?);
    let program = Smt::find(None)?;
    let mut table = Table::new("Search: exploration on one core", &COLUMNS);
    for group in GROUPS.iter().filter(|group| group.name.contains(only)) {
        let ways: &[Way] = match (group.is_compared, &program) {
            (true, Some(_)) => &[Way::Stack, Way::WithoutSlices, Way::SmtAlone],
            (true, None) => &[Way::Stack, Way::WithoutSlices],
            (false, _) => &[Way::Stack],
        };
        for way in ways {
            table.add(explore_group(&loader, program.as_ref(), group, *way)?);
        }
    }
    table.remarks = vec![
        match &program {
            Some(Program { brand, version, .. }) => format!("SMT: {brand:?} {version}."),
            None => "There is no SMT solver.".to_owned(),
        },
        "Time on the clock. Queries/s and µs/query: of the time in the solver; runs/s: of all the time.".to_owned(),
        "By layer: of all queries, those that were seen at once (trivial), refuted before (cache), solved by shapes and linear reasoning (native).".to_owned(),
        "By SMT alone: terms as a datatype and types as recursive functions, as is usual elsewhere.".to_owned(),
        "Crashes are neither made smaller nor confirmed here.".to_owned(),
    ];
    Ok(table)
}

/// What came of the functions of a group together.
#[derive(Default)]
struct Sum {
    functions: u64,
    exhausted: u64,
    runs: u64,
    seconds: f64,
    slowest: f64,
    queries: u64,
    trivial: u64,
    cache: u64,
    native: u64,
    smt: u64,
    smt_seconds: f64,
    unknown: u64,
    solver_seconds: f64,
    divergences: u64,
    sites: u64,
}

impl Sum {
    fn add(&mut self, exploration: &Exploration) {
        let solver = &exploration.solver;
        let seconds = exploration.time.as_secs_f64();
        self.functions += 1;
        self.exhausted += u64::from(exploration.stop == Some(StopReason::Exhausted));
        self.runs += exploration.runs;
        self.seconds += seconds;
        self.slowest = self.slowest.max(seconds);
        self.queries += solver.sat + solver.unsat + solver.unknown;
        self.trivial += solver.trivial;
        self.cache += solver.cache;
        self.native += solver.native;
        self.smt += solver.smt;
        self.smt_seconds += solver.smt_nanoseconds as f64 / 1e9;
        self.unknown += solver.unknown;
        self.solver_seconds += solver.nanoseconds as f64 / 1e9;
        self.divergences += exploration.divergences.len() as u64;
        self.sites += exploration.findings.len() as u64;
    }

    fn row(&self, name: &str) -> Vec<Cell> {
        let queries = self.queries as f64;
        vec![
            name.into(),
            self.functions.into(),
            self.exhausted.into(),
            self.seconds.into(),
            self.slowest.into(),
            self.runs.into(),
            (self.runs as f64 / self.seconds).into(),
            self.queries.into(),
            (queries / self.solver_seconds).into(),
            (self.smt as f64 / self.smt_seconds).into(),
            (self.solver_seconds * 1e6 / queries).into(),
            (self.trivial as f64 * 100.0 / queries).into(),
            (self.cache as f64 * 100.0 / queries).into(),
            (self.native as f64 * 100.0 / queries).into(),
            ((queries - self.smt as f64) * 100.0 / queries).into(),
            (self.unknown as f64 * 100.0 / queries).into(),
            self.divergences.into(),
            self.sites.into(),
        ]
    }
}

fn explore_group(
    loader: &Arc<Loader>,
    program: Option<&Program>,
    group: &Group,
    way: Way,
) -> Result<Vec<Cell>> {
    let module = loader.load(&source(group.module))?;
    let mut explorer = Explorer::new(loader);
    let mut sum = Sum::default();
    let how = How {
        seed: group.seed.map(term::read::arguments).transpose()?,
        ..How::new(group.depth, Duration::from_secs(group.seconds))
    };
    for function in functions(group, &module)? {
        let mut solver = solver(program, way);
        let mut watcher = Watcher::new(false);
        sum.add(&explorer.explore(&module, function, &how, &mut *solver, &mut watcher)?);
    }
    Ok(sum.row(match way {
        Way::Stack => group.name,
        Way::WithoutSlices => "  … without slices",
        Way::SmtAlone => "  … by SMT alone",
    }))
}

/// How queries are answered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// By all layers.
    Stack,
    WithoutSlices,
    /// The shape solver is switched off, and all that is around it.
    SmtAlone,
}

/// For one query, if SMT answers them all.
const SMT_TIME: Duration = Duration::from_secs(1);

pub fn solver(program: Option<&Program>, way: Way) -> Box<dyn Solver> {
    let options = smt::Options::default;
    let stack = || {
        let smt = program.map(|program| {
            Box::new(Smt::new(program.clone(), options())) as Box<dyn NumericSolver>
        });
        Stack::new(smt)
    };
    match (way, program) {
        (Way::SmtAlone, Some(program)) => {
            let options = smt::Options { timeout: SMT_TIME, ..options() };
            Box::new(TermSolver::new(program.clone(), options))
        }
        (Way::WithoutSlices, _) => Box::new(stack().without_slices()),
        _ => Box::new(stack()),
    }
}

fn source(module: &str) -> ModuleSource {
    let path = own_folder().join("subjects").join(module).with_extension("erl");
    if path.is_file() {
        ModuleSource::File { path, options: Vec::new() }
    } else {
        ModuleSource::Name(Atom::new(module))
    }
}

fn functions(group: &Group, module: &Module) -> Result<Vec<FunctionName>> {
    match group.functions {
        "" => Ok(written(module)),
        named => named.split_whitespace().map(crate::explorer::named).collect(),
    }
}
