//! Do programs crash where they say they crash, and nowhere else?
//!
//! Each `.erl` file below `tests/cases` is a test. It is explored as `ermine run` would, and states
//! in comments what must come of it: see [`statement`]. Whatever it states, nothing may differ
//! between a run with symbols, a run without, and the BEAM: see [`witness`].
//!
//! `cargo test -p cli --test cases arithmetic/` runs the cases of one folder.

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

/// One OTP for all cases.
static LOADER: LazyLock<Result<Arc<Loader>, String>> = LazyLock::new(|| {
    let loader = Loader::new(LoaderOptions::default());
    loader.map(Arc::new).map_err(|error| {
        format!("{error}; ERMINE_WITHOUT_ERLANG=1 skips the tests that need Erlang")
    })
});

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    // Two cases at once keep the OTP busy; what they print would only mix.
    arguments.test_threads = arguments.test_threads.or(Some(2));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases");
    let folder = folder.canonicalize().expect("the cases are in the repository");
    let mut files = Vec::new();
    collect(&folder, &mut files).expect("a folder can be listed");
    files.sort();
    if let Some(name) = duplicate(&files) {
        eprintln!("two cases are called {name}: modules of one node need names of their own");
        return ExitCode::FAILURE;
    }
    let is_without_erlang =
        std::env::var_os("ERMINE_WITHOUT_ERLANG").is_some_and(|value| value == "1");
    let trial = |path: PathBuf| {
        let name = path.strip_prefix(&folder).unwrap_or(&path).display().to_string();
        Trial::test(name, move || check(&path)).with_ignored_flag(is_without_erlang)
    };
    libtest_mimic::run(&arguments, files.into_iter().map(trial).collect()).exit_code()
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
    let statement = Statement::read(&text)?;
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
