//! What is replayed on the BEAM where nothing keeps it from touching the machine, and what if the user
//! wants it otherwise? `ERMINE_WALLS=off` is such a machine.

mod erlang;

use erlang::has_erlang;
use std::path::Path;
use std::process::{Command, Output};

/// The second function looks at the world before it crashes.
const MODULE: &str = "\
-module(look).
-export([plain/1, world/1]).
-spec plain(integer()) -> integer().
plain(N) -> 1 div N.
-spec world(integer()) -> integer().
world(N) ->
    case os:getenv(\"LOOK\") of
        false -> 1 div N;
        _ -> 0
    end.
";

fn ermine(walls: &str, arguments: &[&str]) -> Output {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("walls");
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let file = folder.join("look.erl");
    std::fs::write(&file, MODULE).expect("a file can be written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_ermine"));
    command.arg("run").arg(file).args(arguments).env("ERMINE_WALLS", walls);
    command.output().expect("ermine starts")
}

/// Runs a search and looks whether the crash was replayed.
#[track_caller]
fn check(walls: &str, arguments: &[&str], expected: &str) {
    let output = ermine(walls, arguments);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{text}");
    let line = text.lines().find(|line| line.contains("confirmed")).unwrap_or_default();
    assert!(line.trim().starts_with(expected), "{arguments:?}: {text}");
}

#[test]
fn what_might_differ_is_replayed_behind_walls_only() {
    if !has_erlang() {
        return;
    }
    const WITHOUT: &str = "not confirmed: nothing keeps the BEAM from touching this machine";
    check("", &["world"], "confirmed on");
    check("off", &["world"], WITHOUT);
    check("off", &["world", "--confirm-anyway"], "confirmed on");
    check("off", &["plain"], "confirmed on");
}

#[test]
fn nothing_is_replayed_if_the_user_says_so() {
    if has_erlang() {
        check("", &["plain", "--no-confirm"], "not confirmed: --no-confirm");
    }
}

/// Compiling runs parse transforms, whatever is done with the module then.
#[test]
fn that_the_compiler_is_unguarded_is_said() {
    if !has_erlang() {
        return;
    }
    const OPEN: &str = "nothing kept the compiler";
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("walls-of-compiler");
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    std::fs::write(folder.join("look.erl"), MODULE).expect("a file can be written");
    let says = |walls: &str, arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ermine"));
        command.args(arguments).arg("--no-cache").current_dir(&folder).env("ERMINE_WALLS", walls);
        let output = command.output().expect("ermine starts");
        String::from_utf8_lossy(&output.stderr).matches(OPEN).count()
    };
    let run = ["run", "look.erl", "plain/1", "--no-confirm"];
    for command in [&run[..], &["core", "look.erl"], &["eval", "look.erl", "plain", "[1]"]] {
        assert_eq!(says("off", command), 1, "{command:?}");
        assert_eq!(says("", command), 0, "{command:?}");
    }
    assert_eq!(says("off", &["eval", "lists", "last", "[[1]]"]), 0, "nothing of the user's");
}

#[test]
fn the_doctor_says_what_is_missing() {
    if !has_erlang() {
        return;
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_ermine"));
    let output = command.arg("doctor").env("ERMINE_WALLS", "off").output().expect("ermine starts");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("walls       none\n"), "{text}");
    assert!(text.contains("--confirm-anyway"), "{text}");
}
