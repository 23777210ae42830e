//! Do whole programs do the same here as on the BEAM? Each of `tests/programs` has a `main/0`, which
//! runs on both: the same value, or the same exception, and the same output.
//!
//! `ERMINE_PROGRAMS=ring,supervision` runs only those whose names contain one of these words.

use beam::{Call, Limits, Loader, ModuleSource};
use interpreter::services::FIRST_SPAWNED;
use interpreter::system::{AnyOrder, FirstReady, Scheduler};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use term::{Atom, Term};
use world::World;

/// What became of a program, as far as it has to be the same on both sides.
#[derive(PartialEq)]
enum Result {
    Value(Term),
    Exception {
        class: Atom,
        reason: Term,
    },
    /// It has no result that could be compared.
    None(String),
}

impl std::fmt::Display for Result {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Result::Value(term) => write!(f, "{term}"),
            Result::Exception { class, reason } => write!(f, "{}: {reason}", class.name()),
            Result::None(why) => write!(f, "no result: {why}"),
        }
    }
}

struct Ran {
    result: Result,
    output: String,
    /// Did the program spawn any?
    has_processes: bool,
}

fn call(module: Atom) -> Call {
    Call { module, function: Atom::new("main"), arguments: Vec::new() }
}

fn on_the_beam(loader: &Loader, source: &ModuleSource, module: Atom) -> anyhow::Result<Ran> {
    loader.install(source)?;
    let limits = Limits { time: Duration::from_secs(120), ..Limits::default() };
    let ran = loader.node().apply(&call(module), &limits)?;
    let result = match ran.outcome {
        beam::Outcome::Value(term) => Result::Value(term),
        beam::Outcome::Exception { class, reason, .. } => Result::Exception { class, reason },
        other => Result::None(format!("{other:?}")),
    };
    Ok(Ran { result, output: ran.output, has_processes: true })
}

/// In the order that the BEAM has on one core, or in any other one.
fn here(loader: &Arc<Loader>, module: Atom, scheduler: Box<dyn Scheduler>) -> Ran {
    let mut machine = World::machine(loader);
    machine.system.scheduler = scheduler;
    let Call { module, function, arguments } = call(module);
    let result = match machine.call(module, function, &arguments) {
        interpreter::Outcome::Returned(term) => Result::Value(term),
        interpreter::Outcome::Crashed { class, reason, .. } => {
            Result::Exception { class: class.atom(), reason }
        }
        other => Result::None(format!("{other:?}")),
    };
    // The first one is that of `main/0`.
    let has_processes = machine.system.processes.next_id() > FIRST_SPAWNED + 1;
    let output = String::from_utf8_lossy(machine.output()).into_owned();
    Ran { result, output, has_processes }
}

/// The first place where two terms differ: the way there, and each side in one line.
fn first_difference(beam: &Term, ours: &Term, way: &str, they: &str) -> String {
    let pair = match (beam, ours) {
        (Term::List(a), Term::List(b)) if a.tail == b.tail => different(&a.elements, &b.elements),
        (Term::Tuple(a), Term::Tuple(b)) => different(a, b),
        _ => None,
    };
    match pair {
        Some((number, inner_beam, inner_ours)) => {
            // What the first element of a tuple says is a better name for a place than its number.
            let name = beam.as_tuple().and_then(|elements| elements[0].as_atom());
            let step = name.map_or(String::new(), |name| format!("{}:", name.name()));
            first_difference(inner_beam, inner_ours, &format!("{way}/{step}{number}"), they)
        }
        None => format!("    at {way}\n    {they}:   {beam}\n    Ermine: {ours}"),
    }
}

/// The first pair that differs, counted from 1, if there are as many on both sides.
fn different<'a>(left: &'a [Term], right: &'a [Term]) -> Option<(usize, &'a Term, &'a Term)> {
    if left.len() != right.len() {
        return None;
    }
    let place = left.iter().zip(right).position(|(left, right)| left != right)?;
    Some((place + 1, &left[place], &right[place]))
}

/// What differs between two runs.
fn difference(theirs: &Ran, ours: &Ran, they: &str) -> Option<String> {
    match (&theirs.result, &ours.result) {
        (Result::None(why), _) => Some(format!("    {they}: {why}")),
        (Result::Value(theirs), Result::Value(ours)) if theirs != ours => {
            Some(first_difference(theirs, ours, "", they))
        }
        (theirs, ours) if theirs != ours => {
            Some(format!("    {they}:   {theirs}\n    Ermine: {ours}"))
        }
        _ if theirs.output != ours.output => Some(format!(
            "    {they} wrote   {:?}\n    Ermine wrote {:?}",
            theirs.output, ours.output
        )),
        _ => None,
    }
}

fn compare(loader: &Arc<Loader>, path: &Path) -> anyhow::Result<Option<String>> {
    let source = ModuleSource::File { path: path.to_owned(), options: Vec::new() };
    let module = loader.load(&source)?.name;
    let beam = on_the_beam(loader, &source, module)?;
    let ours = here(loader, module, Box::new(FirstReady));
    Ok(difference(&beam, &ours, "BEAM"))
}

/// How many other orders are tried.
const ORDERS: u64 = 2;

/// Programs that show in which order things arrive where only one core is at work.
const ABOUT_ONE_CORE: [&str; 1] = ["signals_in_flight"];

fn compare_orders(loader: &Arc<Loader>, path: &Path) -> anyhow::Result<Option<String>> {
    let source = ModuleSource::File { path: path.to_owned(), options: Vec::new() };
    let module = loader.load(&source)?.name;
    let usual = here(loader, module, Box::new(FirstReady));
    // With one process there is one order.
    let orders = if usual.has_processes { ORDERS } else { 0 };
    for seed in 0..orders {
        let other = here(loader, module, Box::new(AnyOrder::new(seed)));
        if let Some(difference) = difference(&usual, &other, "usual") {
            return Ok(Some(format!("    order {seed}\n{difference}")));
        }
    }
    Ok(None)
}

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let wanted = std::env::var("ERMINE_PROGRAMS").unwrap_or_default();
    let is_wanted = |path: &PathBuf| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        wanted.split(',').any(|word| name.contains(word))
    };
    let mut programs: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the programs are in the repository")
        .map(|entry| entry.expect("a folder can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "erl"))
        .filter(is_wanted)
        .collect();
    programs.sort();
    programs
}

/// Compares all of them, and tells of those that differ.
fn check(
    mut programs: Vec<PathBuf>,
    compare: impl Fn(&Arc<Loader>, &Path) -> anyhow::Result<Option<String>>,
    left_out: &[&str],
) {
    let Some(loader) = crate::erlang::loader() else { return };
    let name = |path: &PathBuf| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    programs.retain(|path| !left_out.contains(&name(path).as_str()));
    assert!(!programs.is_empty(), "there are no programs to run");
    let mut failures = Vec::new();
    for path in &programs {
        match compare(&loader, path) {
            Ok(None) => {}
            Ok(Some(difference)) => failures.push(format!("{}\n{difference}", name(path))),
            Err(error) => failures.push(format!("{}\n    {error:#}", name(path))),
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {} programs differ:\n{}",
        failures.len(),
        programs.len(),
        failures.join("\n")
    );
}

#[test]
fn programs_do_the_same_here_as_on_the_beam() {
    check(programs(), compare, &[]);
}

#[test]
fn programs_do_the_same_in_any_order_that_erlang_allows() {
    check(programs(), compare_orders, &ABOUT_ONE_CORE);
}
