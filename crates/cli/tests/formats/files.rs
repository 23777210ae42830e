//! Do several reports of one search each go where they should?

use crate::workshop::{Workshop, has_erlang};
use std::fs::File;
use std::process::{Command, Stdio};

const HALF: &str = "-module(half).\n-export([of_it/1]).\nof_it(N) -> N div 2.\n";

#[test]
fn several_formats_at_once() {
    if !has_erlang() {
        return;
    }
    let workshop = Workshop::new("several", &[("half.erl", HALF)]);
    let screen = workshop.findings(&[
        "run", "half.erl", "of_it", "--format", "json", "--output", "out.json", "--format",
        "junit", "--output", "out.xml", "--format", "text", "--output", "out.txt",
    ]);
    assert_eq!(screen.lines().count(), 1, "{screen}");
    assert!(workshop.read("out.json").starts_with("{\n  \"version\": 1"));
    assert!(workshop.read("out.xml").starts_with("<?xml"));
    assert!(workshop.read("out.txt").starts_with("crash: error: "));
}

#[test]
fn what_does_not_fit_is_said_before_the_search() {
    if !has_erlang() {
        return;
    }
    let workshop = Workshop::new("misfits", &[("half.erl", HALF)]);
    let check = |options: &[&str], expected: &str| {
        let output = workshop.ermine(&[&["run", "half.erl", "of_it"], options].concat());
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(String::from_utf8_lossy(&output.stderr), format!("ermine: {expected}\n"));
    };
    check(
        &["--format", "json", "--format", "html", "--output", "a"],
        "2 of --format (json, html) and 1 of --output: give each format its own file",
    );
    check(
        &["--format", "json", "--output", "a", "--format", "html", "--output", "a"],
        "--output a: two reports cannot share a file",
    );
    check(
        &["--format", "eunit", "--output", "tests.txt"],
        "--output tests.txt: the file of an Erlang module is called NAME.erl",
    );
    check(&["--tests", "all"], "--tests all goes with --format eunit or exunit");
    check(
        &["--format", "eunit", "--output", "./half.erl"],
        "--output ./half.erl: this is a file of a program, and none of Ermine's; name another",
    );
    check(
        &["--lcov", "half.erl"],
        "--lcov half.erl: this is a file of a program, and none of Ermine's; name another",
    );
    assert_eq!(workshop.read("half.erl"), HALF);
    check(
        &["--solver-log", "half.erl/log"],
        "--solver-log half.erl/log: Not a directory (os error 20)",
    );
}

#[test]
fn tests_from_last_time_are_replaced() {
    if !has_erlang() {
        return;
    }
    let workshop = Workshop::new("again", &[("half.erl", HALF)]);
    let arguments =
        ["check", ".", "--fail-on=any", "--all", "--format", "eunit", "--output", "half_tests.erl"];
    workshop.findings(&arguments);
    workshop.findings(&arguments);
    let output = workshop.ermine(&[&arguments[..7], &["half.erl"]].concat());
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(workshop.read("half.erl"), HALF);
}

/// A full disk is an error; a reader who has seen enough is none.
#[test]
fn what_cannot_be_written_is_an_error() {
    let full = std::path::Path::new("/dev/full");
    if !has_erlang() || !full.exists() {
        return;
    }
    let workshop = Workshop::new("full", &[("half.erl", HALF)]);
    let into = |arguments: &[&str], out: Stdio| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ermine"));
        command.args(arguments).current_dir(&workshop.0).stdout(out).stderr(Stdio::piped());
        let output = command.output().expect("ermine starts");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let run = ["run", "half.erl", "of_it"];
    let json = [&run[..], &["--format", "json"]].concat();
    let check = ["check", "half.erl", "--all", "--fail-on", "any"];
    let calls: [(&[&str], i32); 7] = [
        (&run, 1),
        (&json, 1),
        (&check, 1),
        (&["eval", "lists", "sum", "[[1]]"], 0),
        (&["core", "half.erl"], 0),
        (&["doctor"], 0),
        (&["man"], 0),
    ];
    for (arguments, code) in calls {
        let out = File::options().write(true).open(full).expect("it is there");
        let (failed, said) = into(arguments, out.into());
        assert_eq!(failed, Some(2), "{arguments:?}");
        let expected = "ermine: the output cannot be written: No space left on device";
        assert!(said.starts_with(expected) && said.lines().count() == 1, "{said}");
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        assert_eq!(into(arguments, writer.into()), (Some(code), String::new()), "{arguments:?}");
    }
}

/// Whole folders in every format, with a module that does not compile among them.
#[test]
fn every_format_of_a_check() {
    if !has_erlang() {
        return;
    }
    let typed = "-module(typed).\n-export([f/1, g/1, h/1]).\n-spec f(integer()) -> atom().\nf(X) -> X.\n\
                 -spec g(0..3) -> 0..3.\ng(X) -> 3 div X.\n-spec h(atom()) -> ok.\nh(_) -> ok.\n";
    let broken = "-module(broken).\nf( -> x.\n";
    let workshop = Workshop::new("check", &[("typed.erl", typed), ("broken.erl", broken)]);
    let formats = [
        ("junit", "a.xml"),
        ("sarif", "a.sarif"),
        ("github", "a.txt"),
        ("eunit", "a_tests.erl"),
        ("html", "a.html"),
    ];
    let mut arguments = vec!["check", "."];
    for (format, file) in formats {
        arguments.extend(["--format", format, "--output", file]);
    }
    workshop.findings(&arguments);
    let holds = |file: &str, parts: &[&str]| {
        let text = workshop.read(file);
        for part in parts {
            assert!(text.contains(part), "{file} without {part}: {text}");
        }
    };
    holds(
        "a.xml",
        &[r#"tests="4" skipped="0" failures="2" errors="1""#, r#"type="spec_violation""#],
    );
    holds("a.sarif", &["Not tested: broken.erl", r#""ruleId": "error/badarith""#]);
    holds(
        "a.txt",
        &["::warning title=broken.erl was not tested::", "::error file=typed.erl,line=6,"],
    );
    holds(
        "a_tests.erl",
        &["f_1_spec_violation_line_4_test() ->\n    ?assertNotEqual(0, typed:f(0))."],
    );
    holds("a_tests.erl", &["%% Not tested: broken.erl", "g_1_badarith_line_6_test() ->"]);
    holds("a.html", &["<h3>Not tested</h3>", "<summary><code>typed</code>", "typed:h/1"]);
}
