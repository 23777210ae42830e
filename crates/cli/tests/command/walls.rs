//! What is replayed on the BEAM where nothing keeps it from touching the machine, and what if the user
//! wants it otherwise? `ERMINE_WALLS=off` is such a machine.

use crate::erlang::has_erlang;
#[cfg(target_os = "linux")]
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::path::Path;
#[cfg(target_os = "linux")]
use std::path::PathBuf;
#[cfg(target_os = "linux")]
use std::process::Stdio;
use std::process::{Command, Output};
#[cfg(target_os = "linux")]
use std::thread;
#[cfg(target_os = "linux")]
use std::time::{Duration, Instant};

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
    fs::create_dir_all(&folder).expect("a folder can be made");
    let file = folder.join("look.erl");
    fs::write(&file, MODULE).expect("a file can be written");
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

/// A folder with a module `f` that a parse transform strikes at, compiled.
#[cfg(target_os = "linux")]
fn with_transform(name: &str, body: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("walls").join(name);
    // What is left of an earlier run.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");
    let transform = format!(
        "-module(strikes).\n-export([parse_transform/2]).\nparse_transform(Forms, _) -> {body}, Forms.\n\
         spin() -> spin().\n"
    );
    fs::write(folder.join("strikes.erl"), transform).expect("a file can be written");
    fs::write(
        folder.join("struck.erl"),
        "-module(struck).\n-compile({parse_transform, strikes}).\n-export([f/1]).\nf(N) -> 1 div N.\n",
    )
    .expect("a file can be written");
    let mut erlc = Command::new("erlc");
    let compiled = erlc.arg("strikes.erl").current_dir(&folder).status();
    assert!(compiled.expect("erlc starts").success());
    folder
}

#[cfg(target_os = "linux")]
const RUN: [&str; 7] = ["run", "struck.erl", "f/1", "--pa", ".", "--time", "1s"];

/// Whatever started Ermine may have left files open: a log, a build tool's pipes.
#[test]
#[cfg(target_os = "linux")]
fn files_that_are_open_are_out_of_reach() {
    if !has_erlang() || !beam::walls::held().is_closed() {
        return;
    }
    let folder = with_transform(
        "open",
        "spawn(fun() -> port_command(open_port({fd, 99, 99}, [out, binary]), <<\"struck\">>) end), \
         timer:sleep(300)",
    );
    let log = folder.join("log");
    let mut command = Command::new("bash");
    command.arg("-c").arg("exec 99>\"$0\"; exec \"$@\"").arg(&log);
    command.arg(env!("CARGO_BIN_EXE_ermine")).args(RUN).current_dir(&folder);
    let output = command.output().expect("ermine starts");
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(fs::read_to_string(log).expect("the shell has made it"), "");
}

/// The one program that a node has to be able to execute whatever happens starts others.
#[test]
#[cfg(target_os = "linux")]
fn nothing_is_started_through_the_loader() {
    if !has_erlang() || !beam::walls::held().is_closed() {
        return;
    }
    let folder = with_transform(
        "loader",
        "[case catch open_port({spawn_executable, Loader}, [{args, [\"--version\"]}, exit_status]) of \
            P when is_port(P) -> receive {P, {exit_status, 0}} -> error({started, Loader}); \
                {P, {exit_status, _}} -> ok after 3000 -> ok end; \
            _ -> ok end \
          || Loader <- [\"/lib64/ld-linux-x86-64.so.2\", \"/lib/ld-linux-aarch64.so.1\"]]",
    );
    let mut command = Command::new(env!("CARGO_BIN_EXE_ermine"));
    let output = command.args(RUN).current_dir(&folder).output().expect("ermine starts");
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Not even if it does not listen any more, and Ermine has no time for a farewell.
#[test]
#[cfg(target_os = "linux")]
fn no_node_is_left_behind() {
    if !has_erlang() || !beam::walls::held().is_closed() {
        return;
    }
    let folder = with_transform(
        "left",
        "[catch erlang:suspend_process(P) || P <- processes(), P =/= self(), \
          {current_stacktrace, Stack} <- [process_info(P, current_stacktrace)], \
          lists:keymember(ermine_node, 1, Stack)], spin()",
    );
    for signal in [Signal::KILL, Signal::INT] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ermine"));
        command.args(RUN).args(["--no-cache"]).current_dir(&folder);
        let mut ermine = command.stderr(Stdio::null()).spawn().expect("ermine starts");
        wait_for("a node that is busy", || nodes_in(&folder) == 1);
        thread::sleep(Duration::from_secs(1));
        kill_process(Pid::from_child(&ermine), signal).expect("it is still there");
        ermine.wait().expect("it ends");
        wait_for("the end of the node", || nodes_in(&folder) == 0);
    }
}

#[cfg(target_os = "linux")]
#[track_caller]
fn wait_for(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(60), "no {what}");
        thread::sleep(Duration::from_millis(50));
    }
}

/// How many emulators were started for a user in this folder, and run?
#[cfg(target_os = "linux")]
fn nodes_in(folder: &Path) -> usize {
    let name = folder.to_str().expect("the folder's name is text");
    let processes = fs::read_dir("/proc").expect("there is /proc").flatten();
    // Of what has ended and is not waited for, the line is empty.
    let lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    let is_node = |line: &Vec<u8>| {
        let line = String::from_utf8_lossy(line);
        line.contains("beam.smp") && line.contains(name)
    };
    lines.filter(is_node).count()
}

/// Nodes are started in another folder.
#[test]
fn folders_may_be_named_from_where_one_is() {
    if !has_erlang() {
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("walls/relative");
    fs::create_dir_all(&folder).expect("a folder can be made");
    fs::write(folder.join("look.erl"), MODULE).expect("a file can be written");
    for variables in [&[("ERMINE_CACHE", "cache")][..], &[("ERMINE_CACHE", "off"), ("TMPDIR", "t")]]
    {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ermine"));
        command.args(["run", "look.erl", "plain"]).current_dir(&folder).envs(variables.to_vec());
        let output = command.output().expect("ermine starts");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{variables:?}: {errors}");
    }
    fs::remove_dir_all(folder).expect("the folder can be removed");
}
