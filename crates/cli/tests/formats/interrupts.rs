//! What is shown after Ctrl-C? What there is, soon, and the exit code says that it is not all.

use crate::workshop::{Workshop, has_erlang};
use rustix::process::{Pid, Signal, kill_process};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const SLOW: &str = "\
-module(slow).
-export([f/1, g/1]).
-spec f([integer()]) -> integer().
f(L) -> lists:foldl(fun(X, A) when X > A -> X; (A, A) -> A + 1; (_, A) -> A - 1 end, 0, L).
-spec g(0..3) -> ok.
g(3) -> hd(three); g(_) -> ok.
";

/// A compiler that never comes to an end.
const HANGING: &str = "-module(hanging).\n-export([parse_transform/2]).\n\
                       parse_transform(_, _) -> receive after infinity -> ok end.\n";
const TRANSFORMED: &str = "-module(transformed).\n-compile({parse_transform, hanging}).\n\
                           -export([f/1]).\n-spec f(integer()) -> integer().\nf(X) -> X.\n";

fn start(workshop: &Workshop, arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_ermine"))
        .args(arguments)
        .current_dir(&workshop.0)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("ermine starts")
}

/// Presses Ctrl-C after so long, and says what came of it. It must come soon.
fn interrupted(workshop: &Workshop, arguments: &[&str], after: Duration) -> (Option<i32>, String) {
    let child = start(workshop, arguments);
    std::thread::sleep(after);
    let pressed = Instant::now();
    kill_process(Pid::from_child(&child), Signal::INT).expect("it is still there");
    let Output { status, stdout, stderr } = child.wait_with_output().expect("it ends");
    let text = [stdout, stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    assert!(pressed.elapsed() < Duration::from_secs(15), "{:?}: {text}", pressed.elapsed());
    (status.code(), text)
}

const LATER: Duration = Duration::from_secs(4);

#[test]
fn a_search_shows_what_there_is() {
    if !has_erlang() {
        return;
    }
    let workshop = Workshop::new("stopped", &[("slow.erl", SLOW)]);
    let (code, text) =
        interrupted(&workshop, &["run", "slow.erl", "f", "--time", "10m", "--no-prune"], LATER);
    assert!(code == Some(2) && text.contains("no crash found: interrupted"), "{code:?} {text}");
    let check = ["check", "slow.erl", "--time", "10m", "--jobs", "1", "--no-prune"];
    let (code, text) = interrupted(&workshop, &check, LATER);
    let parts = ["1 function not tested: interrupted", "1 function not tested to the end"];
    assert_eq!(code, Some(2), "{text}");
    assert!(parts.iter().all(|part| text.contains(part)), "{text}");
    // With findings, these are what counts.
    let both = ["check", "slow.erl", "--time", "10m", "--jobs", "2", "--no-prune"];
    let (code, text) = interrupted(&workshop, &both, LATER);
    assert!(code == Some(1) && text.contains("slow:g(3)."), "{code:?} {text}");
}

#[test]
fn a_compiler_that_hangs_is_not_waited_for() {
    if !has_erlang() {
        return;
    }
    let files = [("hanging.erl", HANGING), ("transformed.erl", TRANSFORMED)];
    let workshop = Workshop::new("hanging", &files);
    let compiled = Command::new("erlc").arg("hanging.erl").current_dir(&workshop.0).status();
    assert!(compiled.expect("erlc starts").success());
    let calls = [
        &["run", "transformed.erl", "f", "-pa", "."][..],
        &["check", "transformed.erl", "-pa", "."],
    ];
    for arguments in calls {
        let (code, text) = interrupted(&workshop, arguments, LATER);
        let expected = "ermine: interrupted, before anything was tested\n";
        assert_eq!((code, text.as_str()), (Some(2), expected));
    }
}
