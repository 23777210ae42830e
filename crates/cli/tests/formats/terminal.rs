//! What does somebody at a terminal see? Colours and a line that changes, unless told otherwise; and in a
//! pipe neither.

use crate::workshop::{Workshop, has_erlang};
use std::process::Command;

const COUNTER: &str = "\
-module(counter).
-export([count/1, first/1]).
-spec count([integer()]) -> integer().
count(List) -> lists:foldl(fun(X, Sum) when X > Sum -> X; (_, Sum) -> Sum + 1 end, 0, List).
first([First | _]) -> First.
";

/// What `script` of util-linux records of a command that has a terminal to itself.
fn at_terminal(workshop: &Workshop, variables: &[(&str, &str)], arguments: &str) -> String {
    at_terminal_of(workshop, 80, variables, arguments)
}

/// The same, of so many columns.
fn at_terminal_of(
    workshop: &Workshop,
    columns: usize,
    variables: &[(&str, &str)],
    arguments: &str,
) -> String {
    let line = format!("stty cols {columns}; {} {arguments}", env!("CARGO_BIN_EXE_ermine"));
    let mut command = Command::new("script");
    command.args(["--quiet", "--return", "--command", &line, "/dev/null"]);
    for variable in ["NO_COLOR", "CLICOLOR_FORCE", "CLICOLOR", "CI"] {
        command.env_remove(variable);
    }
    command.env("TERM", "xterm-256color").envs(variables.iter().copied());
    let output = command.current_dir(&workshop.0).output().expect("script starts");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

const RED: &str = "\u{1b}[31m";
const ERASE: &str = "\r\u{1b}[2K";

#[test]
fn colours_where_they_are_seen_and_wanted() {
    if !has_erlang() {
        return;
    }
    let workshop = Workshop::new("colours", &[("counter.erl", COUNTER)]);
    let search = "run counter.erl first";
    let seen = at_terminal(&workshop, &[], search);
    assert!(seen.contains(RED), "{seen}");
    let seen = at_terminal(&workshop, &[("NO_COLOR", "1")], search);
    assert!(!seen.contains("\u{1b}[3") && seen.contains("crash"), "{seen}");
    let piped = workshop.findings(&["run", "counter.erl", "first"]);
    assert!(!piped.contains('\u{1b}'), "{piped}");
}

#[test]
fn long_lines_are_cut_in_excerpts_and_whole_in_calls() {
    if !has_erlang() {
        return;
    }
    let source = "-module(long).\n-export([f/1]).\n-spec f([0..9]) -> ok.\nf([9 | _]) -> LONG;\nf(_) -> ok.\n";
    let source = source.replace("LONG", &format!("error({})", "a".repeat(250)));
    let workshop = Workshop::new("long", &[("long.erl", &source)]);
    let text = workshop.findings(&["run", "long.erl", "f", "[[1,2,3,4,5,6,7,8,1,2,3,4]]"]);
    let excerpt = text.lines().find(|line| line.contains("4 | f([9")).expect("an excerpt");
    assert!(excerpt.chars().count() < 160 && excerpt.ends_with('…'), "{excerpt}");
    assert!(text.contains("\n  long:f([9]).\n"), "{text}");
}

#[test]
fn a_line_that_changes() {
    if !has_erlang() {
        return;
    }
    let workshop = Workshop::new("live", &[("counter.erl", COUNTER)]);
    let search = "run counter.erl count --time 2s --depth 1000 --no-prune";
    let seen = at_terminal(&workshop, &[], search);
    let live: Vec<&str> = seen.split(ERASE).collect();
    assert!(live.len() > 3, "{seen}");
    let line = live[live.len() - 2];
    for part in ["counter:count/1: ", " runs (", "/s), ", " clauses, ", " findings, ", " s left"] {
        assert!(line.contains(part), "{part}: {line}");
    }
    for quiet in [("CI", "true"), ("TERM", "dumb")] {
        let seen = at_terminal(&workshop, &[quiet], search);
        assert!(!seen.contains(ERASE), "{quiet:?}: {seen}");
    }
}

/// What is between two erasures is one line on the screen.
fn live(seen: &str) -> Vec<&str> {
    let parts: Vec<&str> = seen.split(ERASE).collect();
    parts[1..parts.len() - 1].iter().copied().filter(|line| !line.is_empty()).collect()
}

#[test]
fn the_line_fits_the_terminal() {
    if !has_erlang() {
        return;
    }
    let workshop = Workshop::new("narrow", &[("counter.erl", COUNTER)]);
    for command in [
        "run counter.erl count --time 1s --depth 1000 --no-prune",
        "check counter.erl --all --jobs 1 --no-prune",
    ] {
        let [narrow, wide] =
            [40, 120].map(|columns| at_terminal_of(&workshop, columns, &[], command));
        for (columns, seen) in [(40, &narrow), (120, &wide)] {
            let lines = live(seen);
            assert!(!lines.is_empty(), "{seen}");
            for line in lines {
                assert!(line.chars().count() < columns, "{columns}: {line}");
                // When all are done, none is being tested.
                let is_over = line.contains("replaying") || line.starts_with("2/2");
                assert!(line.contains("counter:") || is_over, "{line}");
                assert!(line.contains("finding"), "{line}");
            }
        }
        let longest = |seen: &str| live(seen).into_iter().map(str::len).max();
        assert!(longest(&wide) > longest(&narrow), "{wide}");
    }
}
