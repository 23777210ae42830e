//! Do programs crash where they say they crash, and nowhere else?
//!
//! Each folder below `tests/cases` is a test, each `.erl` file in it a case. It is explored as `ermine
//! run` would, and states in comments what must come of it: see [`statement`]. Whatever it states,
//! nothing may differ between a run with symbols, a run without, and the BEAM: see [`witness`].
//!
//! The cases of a folder share a node: to start one takes longer than most cases do. All that fail are
//! told.
//!
//! `cargo test -p cli --test cases arithmetic` runs the cases of one folder, `ERMINE_CASES=quotient` only
//! those whose names hold this.

mod patterns;
mod statement;
mod verdict;
mod witness;

use beam::{Loader, LoaderOptions, ModuleSource};
use libtest_mimic::{Arguments, Failed, Trial};
use statement::Statement;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, LazyLock};
use witness::Witnessed;

/// The folders, and how many cases there are in each at least: none goes unnoticed.
const FOLDERS: &[(&str, usize)] = &[
    ("api", 37),
    ("arithmetic", 28),
    ("bits", 39),
    ("built", 15),
    ("closures", 10),
    ("control", 15),
    ("decisions", 18),
    ("endless", 17),
    ("exceptions", 21),
    ("floats", 21),
    ("funs", 20),
    ("higher_order", 48),
    ("maps", 39),
    ("order", 14),
    ("processes", 17),
    ("promises", 9),
    ("regex", 3),
    ("schedules", 51),
    ("seeds", 3),
    ("specs", 9),
    ("storage", 9),
    ("structures", 23),
    ("text", 31),
    ("types", 19),
    ("world", 10),
];

/// One OTP for all cases.
static LOADER: LazyLock<Result<Arc<Loader>, String>> = LazyLock::new(|| {
    let loader = Loader::new(LoaderOptions::default());
    loader.map(Arc::new).map_err(|error| {
        format!("{error}; ERMINE_WITHOUT_ERLANG=1 skips the tests that need Erlang")
    })
});

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    // Two folders at once keep the OTP busy; what they print would only mix.
    arguments.test_threads = arguments.test_threads.or(Some(2));
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases");
    let cases = cases.canonicalize().expect("the cases are in the repository");
    let mut files = Vec::new();
    collect(&cases, &mut files).expect("a folder can be listed");
    files.sort();
    if let Some(name) = duplicate(&files) {
        eprintln!("two cases are called {name}: modules of one node need names of their own");
        return ExitCode::FAILURE;
    }
    let is_without_erlang =
        std::env::var_os("ERMINE_WITHOUT_ERLANG").is_some_and(|value| value == "1");
    let mut folders: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for (folder, _) in FOLDERS {
        folders.insert((*folder).to_owned(), Vec::new());
    }
    for file in files {
        let folder = file.parent().and_then(|folder| folder.strip_prefix(&cases).ok());
        let folder = folder.map(|folder| folder.display().to_string()).unwrap_or_default();
        folders.entry(folder).or_default().push(file);
    }
    let trial = |(folder, files): (String, Vec<PathBuf>)| {
        let test = move |folder: &str| check_folder(folder, &files);
        let name = folder.clone();
        Trial::test(name, move || test(&folder)).with_ignored_flag(is_without_erlang)
    };
    libtest_mimic::run(&arguments, folders.into_iter().map(trial).collect()).exit_code()
}

/// Tells of each case that is not as it states.
fn check_folder(folder: &str, files: &[PathBuf]) -> Result<(), Failed> {
    let mut failures = Vec::new();
    match FOLDERS.iter().find(|(name, _)| *name == folder) {
        Some((_, least)) if files.len() < *least => {
            failures.push(format!("{} cases are here, and there were {least}", files.len()));
        }
        None => failures.push("how many cases are here at least? Say so in FOLDERS".to_owned()),
        _ => {}
    }
    let wanted = std::env::var("ERMINE_CASES").unwrap_or_default();
    for path in files {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        if !name.contains(&wanted) {
            continue;
        }
        // What goes wrong with one case does not hide the others.
        let checked = std::panic::catch_unwind(|| check(path));
        let why = match checked {
            Ok(Ok(())) => continue,
            Ok(Err(failed)) => failed.message().unwrap_or_default().to_owned(),
            Err(_) => "it panicked, see above".to_owned(),
        };
        failures.push(format!("{folder}/{name}.erl: {why}"));
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n\n").into()) }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "erl") {
            files.push(path);
        }
    }
    Ok(())
}

fn duplicate(files: &[PathBuf]) -> Option<String> {
    let mut seen = BTreeMap::new();
    let stems = files.iter().filter_map(|path| path.file_stem());
    stems.map(|stem| stem.to_string_lossy()).find_map(|stem| {
        let is_known = seen.insert(stem.clone(), ()).is_some();
        is_known.then(|| stem.into_owned())
    })
}

/// Explores one case, and compares what came of it with what the case states.
fn check(path: &Path) -> Result<(), Failed> {
    let loader = LOADER.as_ref().map_err(|error| Failed::from(error.clone()))?;
    let text = fs::read_to_string(path)?;
    let statement = Statement::read(&text).map_err(in_full)?;
    if !statement.can_fail() {
        return Err("it states nothing that could be otherwise".into());
    }
    let source = ModuleSource::File { path: path.to_owned(), options: Vec::new() };
    let witnessed = witness::explore(loader, &source, &statement).map_err(in_full)?;
    let mut complaints = witnessed.disagreements.clone();
    complaints.extend(verdict::complaints(loader, &statement, &witnessed).map_err(in_full)?);
    if complaints.is_empty() || is_without_solver(&witnessed) {
        return Ok(());
    }
    if let Some(why) = &statement.known_wrong {
        complaints.push(format!(
            "this case states an answer that is known to be wrong ({why}): if it is right now, let \
             the case say so"
        ));
    }
    complaints.push(verdict::summary(&witnessed));
    Err(complaints.join("\n").into())
}

/// Would an SMT solver have been needed, and has somebody said that there is none?
fn is_without_solver(witnessed: &Witnessed) -> bool {
    let is_allowed = std::env::var_os("ERMINE_WITHOUT_SOLVER").is_some_and(|value| value == "1");
    let mut unknown = witnessed.exploration.unknown.keys();
    is_allowed
        && unknown.any(|why| {
            matches!(
                why,
                explore::Undecided::Solver(why) if why.is_lack_of_smt()
            )
        })
}

fn in_full(error: anyhow::Error) -> Failed {
    format!("{error:#}").into()
}
