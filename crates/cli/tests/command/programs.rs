//! Do whole programs do the same here as on the BEAM? Each of `tests/programs` has a `main/0`, which
//! runs on both: the same value, or the same exception, and the same output.
//!
//! `ERMINE_PROGRAMS=ring,supervision` runs only those whose names contain one of these words.

use beam::{Call, Limits, Loader, ModuleSource};
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
    Ok(Ran { result, output: ran.output })
}

fn here(loader: &Arc<Loader>, module: Atom) -> Ran {
    let mut machine = World::machine(loader);
    let Call { module, function, arguments } = call(module);
    let result = match machine.call(module, function, &arguments) {
        interpreter::Outcome::Returned(term) => Result::Value(term),
        interpreter::Outcome::Crashed { class, reason, .. } => {
            Result::Exception { class: class.atom(), reason }
        }
        other => Result::None(format!("{other:?}")),
    };
    Ran { result, output: String::from_utf8_lossy(machine.output()).into_owned() }
}

/// The first place where two terms differ: the way there, and each side in one line.
fn first_difference(beam: &Term, ours: &Term, way: &str) -> String {
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
            first_difference(inner_beam, inner_ours, &format!("{way}/{step}{number}"))
        }
        None => format!("    at {way}\n    BEAM:   {beam}\n    Ermine: {ours}"),
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

fn compare(loader: &Arc<Loader>, path: &Path) -> anyhow::Result<Option<String>> {
    let source = ModuleSource::File { path: path.to_owned(), options: Vec::new() };
    let module = loader.load(&source)?.name;
    let beam = on_the_beam(loader, &source, module)?;
    let ours = here(loader, module);
    Ok(match (&beam.result, &ours.result) {
        (Result::None(why), _) => Some(format!("    BEAM: {why}")),
        (Result::Value(beam), Result::Value(ours)) if beam != ours => {
            Some(first_difference(beam, ours, ""))
        }
        (beam, ours) if beam != ours => Some(format!("    BEAM:   {beam}\n    Ermine: {ours}")),
        _ if beam.output != ours.output => {
            Some(format!("    BEAM wrote   {:?}\n    Ermine wrote {:?}", beam.output, ours.output))
        }
        _ => None,
    })
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

#[test]
fn programs_do_the_same_here_as_on_the_beam() {
    let Some(loader) = crate::erlang::loader() else { return };
    let programs = programs();
    assert!(!programs.is_empty(), "there are no programs to run");
    let mut failures = Vec::new();
    for path in &programs {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match compare(&loader, path) {
            Ok(None) => {}
            Ok(Some(difference)) => failures.push(format!("{name}\n{difference}")),
            Err(error) => failures.push(format!("{name}\n    {error:#}")),
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
