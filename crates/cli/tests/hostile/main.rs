//! Can a program that is tested do anything to the machine, or make Ermine go beyond its limits?
//!
//! Each `.erl` file in the folders of `tests/hostile` is a test: it tries something, which its first
//! lines tell (see [`program`]), and nothing of it may come to pass. It goes through `ermine run`, and
//! its function is called on the node with no interpreter before it: the walls around the node must
//! hold by themselves. Then all programs go together through `check`, `eval` and `core`.
//!
//! Every command runs in a folder of its own with things that must stay as they are (see [`canary`]),
//! and is watched by a process of its own (see [`supervisor`]), which stops it before it harms anybody.
//!
//! `cargo test -p cli --test hostile confirm/` runs the programs of one folder. `HOSTILE_TABLE=FILE`
//! adds a row to a file for every command, `ERMINE=PATH` tests another command than the one just built.

mod canary;
mod on_node;
mod program;
mod supervisor;
mod trial;

use libtest_mimic::{Arguments, Failed, Trial};
use program::Program;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.first().map(String::as_str) {
        Some("--supervise") => return supervisor::main(&words[1..]),
        Some("--on-node") => return on_node::main(&words[1..]),
        _ => {}
    }
    let mut arguments = Arguments::from_args();
    arguments.test_threads = arguments.test_threads.or(Some(2));
    let programs = match Program::all(&folder()) {
        Ok(programs) => programs,
        Err(error) => {
            eprintln!("{error:#}");
            return ExitCode::FAILURE;
        }
    };
    let is_without_erlang =
        std::env::var_os("ERMINE_WITHOUT_ERLANG").is_some_and(|value| value == "1");
    let trial = |name: String, run: Box<dyn FnOnce() -> Result<(), Failed> + Send>| {
        Trial::test(name, run).with_ignored_flag(is_without_erlang)
    };
    let mut trials = Vec::new();
    for command in trial::TOGETHER {
        let programs = programs.clone();
        trials.push(trial(
            format!("together/{}", command.name()),
            Box::new(move || trial::together(command, &programs)),
        ));
    }
    for program in programs {
        trials.push(trial(program.name.clone(), Box::new(move || trial::alone(&program))));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/hostile");
    folder.canonicalize().expect("the hostile programs are in the repository")
}
