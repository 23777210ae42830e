//! How fast is the search? Runs and queries per second, and how many of the queries need no SMT
//! solver.

use crate::own_folder;
use crate::table::{Cell, Table};
use anyhow::Result;
use beam::{Loader, LoaderOptions, ModuleSource};
use core_erlang::{FunctionName, Module};
use explore::{Budget, Confirmation, Exploration, Observer, StopReason, Subject};
use interpreter::{Interpreter, Machine};
use solver::shape::ShapeSolver;
use std::sync::Arc;
use std::time::Duration;
use term::Atom;
use trace::{Input, Outcome};
use typing::{Type, Types};
use world::World;

/// Functions that are explored one after the other, and shown together.
struct Group {
    name: &'static str,
    module: Source,
    functions: Functions,
    depth: usize,
    seconds: u64,
    /// Shown a second time with the slices of the solver switched off.
    is_compared: bool,
}

enum Source {
    Library(&'static str),
    /// In `subjects/`.
    Own(&'static str),
}

enum Functions {
    Exported,
    Named(&'static [(&'static str, u32)]),
    Seeded(&'static str, u32, &'static str),
}

const LISTS: [(&str, u32); 17] = [
    ("sum", 1), ("append", 1), ("map", 2), ("all", 2), ("any", 2), ("flatmap", 2), ("foldl", 3),
    ("foldr", 3), ("filtermap", 2), ("foreach", 2), ("mapfoldl", 3), ("mapfoldr", 3), ("takewhile", 2),
    ("unzip", 1), ("unzip3", 1), ("last", 1), ("member", 2),
];

const GROUPS: [Group; 8] = [
    Group {
        name: "example:foo/1",
        module: Source::Own("example"),
        functions: Functions::Seeded("foo", 1, "[[17]]"),
        depth: 25,
        seconds: 5,
        is_compared: true,
    },
    Group {
        name: "example:bar/1",
        module: Source::Own("example"),
        functions: Functions::Seeded("bar", 1, "[[]]"),
        depth: 25,
        seconds: 5,
        is_compared: true,
    },
    Group {
        name: "otp_internal:obsolete/3",
        module: Source::Library("otp_internal"),
        functions: Functions::Named(&[("obsolete", 3)]),
        depth: 100,
        seconds: 10,
        is_compared: true,
    },
    Group {
        name: "erl_internal, all",
        module: Source::Library("erl_internal"),
        functions: Functions::Exported,
        depth: 100,
        seconds: 2,
        is_compared: true,
    },
    Group {
        name: "lists, 17 at depth 15",
        module: Source::Library("lists"),
        functions: Functions::Named(&LISTS),
        depth: 15,
        seconds: 5,
        is_compared: true,
    },
    Group {
        name: "lists, all, 1 s each",
        module: Source::Library("lists"),
        functions: Functions::Exported,
        depth: 100,
        seconds: 1,
        is_compared: false,
    },
    Group {
        name: "orddict, all, 1 s each",
        module: Source::Library("orddict"),
        functions: Functions::Exported,
        depth: 100,
        seconds: 1,
        is_compared: false,
    },
    Group {
        name: "ordsets, all, 1 s each",
        module: Source::Library("ordsets"),
        functions: Functions::Exported,
        depth: 100,
        seconds: 1,
        is_compared: false,
    },
];

const COLUMNS: [&str; 14] = [
    "subject", "functions", "exhausted", "seconds", "slowest s", "runs", "runs/s", "queries",
    "queries/s", "µs/query", "no SMT %", "unknown %", "diverged", "sites",
];

pub fn table(only: &str) -> Result<Table> {
    let loader = Arc::new(Loader::new(LoaderOptions::default())?);
    let mut table = Table::new("Search: exploration on one core", &COLUMNS);
    for group in GROUPS.iter().filter(|group| group.name.contains(only)) {
        table.add(explore_group(&loader, group, group.name, true)?);
        if group.is_compared {
            table.add(explore_group(&loader, group, "  … without slices", false)?);
        }
    }
    table.remarks = vec![
        "Queries/s and µs/query: of the time in the solver; runs/s: of all the time.".to_owned(),
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
    native: u64,
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
        self.native += solver.native;
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
            (self.solver_seconds * 1e6 / queries).into(),
            (self.native as f64 * 100.0 / queries).into(),
            (self.unknown as f64 * 100.0 / queries).into(),
            self.divergences.into(),
            self.sites.into(),
        ]
    }
}

fn explore_group(
    loader: &Arc<Loader>,
    group: &Group,
    name: &str,
    uses_slices: bool,
) -> Result<Vec<Cell>> {
    let source = match group.module {
        Source::Library(name) => ModuleSource::Name(Atom::new(name)),
        Source::Own(name) => {
            let path = own_folder().join("subjects").join(name).with_extension("erl");
            ModuleSource::File { path, options: Vec::new() }
        }
    };
    let module = loader.load(&source)?;
    let types_loader = loader.clone();
    let environment = Types::new(Box::new(move |name| types_loader.load_by_name(name).ok()));
    let mut machine = Machine::new(World::loader(loader), Some(World::oracle(loader)));
    machine.limits.reductions = REDUCTIONS;
    let mut sum = Sum::default();
    for (function, seeds) in functions(group, &module)? {
        let types = argument_types(&environment, module.name, function);
        let subject =
            Subject { types: &types, environment: &environment, arity: function.arity as usize };
        let mut backend = Interpreter::new(machine, module.name, function, group.depth);
        let budget = Budget::new(Some(Duration::from_secs(group.seconds)), None);
        let mut solver = ShapeSolver::native();
        solver.uses_slices = uses_slices;
        let exploration =
            explore::explore(&mut backend, &mut solver, &subject, seeds, budget, &mut Nobody);
        sum.add(&exploration);
        machine = backend.machine;
    }
    Ok(sum.row(name))
}

/// A run that takes more counts as a hang.
const REDUCTIONS: u64 = 1_000_000;

fn functions(group: &Group, module: &Module) -> Result<Vec<(FunctionName, Vec<Input>)>> {
    let named = |name: &str, arity: u32| FunctionName { name: Atom::new(name), arity };
    Ok(match group.functions {
        Functions::Exported => {
            let is_written = |export: &&FunctionName| export.name.name() != "module_info";
            module.exports.iter().filter(is_written).map(|&export| (export, Vec::new())).collect()
        }
        Functions::Named(names) => {
            names.iter().map(|&(name, arity)| (named(name, arity), Vec::new())).collect()
        }
        Functions::Seeded(name, arity, seed) => {
            let arguments = term::read::arguments(seed)?;
            vec![(named(name, arity), vec![Input { arguments }])]
        }
    })
}

/// What the spec says about the arguments, one alternative for each clause.
fn argument_types(types: &Types, module: Atom, function: FunctionName) -> Vec<Vec<Arc<Type>>> {
    let spec = types.spec(module, function);
    spec.map(|spec| spec.clauses.iter().map(|clause| clause.closed_parameters()).collect())
        .unwrap_or_default()
}

/// Watches without a word.
struct Nobody;

impl Observer for Nobody {
    fn after_run(&mut self, _: &Exploration) -> bool {
        true
    }

    fn confirm(&mut self, _: &Input, _: &Outcome) -> Confirmation {
        Confirmation::NotTried("nobody asked".to_owned())
    }
}
