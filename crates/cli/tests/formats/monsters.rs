//! What if values are megabytes long, and names are meant to do harm? Every format shows some of them, says
//! that it does, and stays what it is.

use crate::workshop::{Workshop, has_erlang};
use std::process::Command;

const MONSTERS: &str = "\
-module(monsters).
-export([bin/1, list/1, int/1, deep/1, atoms/1, map/1, spec/1, arg/1, odd/1,
    long/1]).
-spec bin(0..3) -> ok.
bin(3) -> error({much, binary:copy(<<0,1,2,200>>, 262144)}); bin(_) -> ok.
-spec list(0..3) -> ok.
list(3) -> exit({much, lists:seq(1, 200000)}); list(_) -> ok.
-spec int(0..3) -> ok.
int(3) -> error({much, 1 bsl 3400000}); int(_) -> ok.
-spec deep(0..3) -> ok.
deep(3) -> error(nest(200000, [])); deep(_) -> ok.
nest(0, A) -> A; nest(N, A) -> nest(N - 1, {A}).
-spec atoms(0..3) -> ok.
atoms(3) -> error([list_to_atom([N | lists:duplicate(240, $x)]) || N <- lists:seq(300, 4000)]);
atoms(_) -> ok.
-spec map(0..3) -> ok.
map(3) -> throw(maps:from_list([{N, N} || N <- lists:seq(1, 50000)])); map(_) -> ok.
-spec spec(0..3) -> ok.
spec(3) -> binary:copy(<<\"abc \">>, 262144); spec(_) -> ok.
-spec arg(0..3) -> ok.
arg(3) -> helper(binary:copy(<<\"ab\">>, 524288), 1); arg(_) -> ok.
helper(a, _) -> ok.
-spec odd(a | 'b\\x{202E}\\n\\e[31m') -> ok.
odd(a) -> ok; odd(X) -> error({binary_to_atom(<<239,191,190>>), X}).
-spec long(0..1) -> atom().
long(1) -> list_to_atom(lists:duplicate(255, 16#FFFF)); long(0) -> ok.
";

/// So much a report on these may take, in bytes.
const MOST: usize = 1 << 20;

#[test]
fn values_of_megabytes() {
    if !has_erlang() {
        return;
    }
    let workshop = Workshop::new("monsters", &[("monsters.erl", MONSTERS)]);
    let formats = [
        ("text", "a.txt"),
        ("json", "a.json"),
        ("html", "a.html"),
        ("junit", "a.xml"),
        ("sarif", "a.sarif"),
        ("github", "a.github"),
        ("eunit", "a_tests.erl"),
    ];
    let mut arguments = vec!["check", "monsters.erl", "--lcov", "a.lcov", "--tests", "all"];
    for (format, file) in formats {
        arguments.extend(["--format", format, "--output", file]);
    }
    workshop.findings(&arguments);
    for (format, file) in formats {
        let text = workshop.read(file);
        assert!(text.len() < MOST, "{format}: {} bytes", text.len());
        assert!(text.contains(" bytes in all)"), "{format} says that something is cut");
        assert!(!text.contains(['\u{1b}', '\u{202e}', '\u{fffe}']), "{format} has no escapes");
    }
    let report: serde_json::Value = serde_json::from_str(&workshop.read("a.json")).expect("JSON");
    let functions = report["functions"].as_array().expect("a list");
    let of = |name: &str| {
        let is_it = |function: &&serde_json::Value| function["mfa"] == format!("monsters:{name}/1");
        &functions.iter().find(is_it).expect("it was tested")["findings"][0]
    };
    assert_eq!(of("int")["shortened"][0]["field"], "reason");
    assert_eq!(of("int")["shortened"][0]["bytes"], 1_023_510);
    assert_eq!(of("spec")["shortened"][0]["field"], "violation.value");
    assert_eq!(of("arg")["shortened"][0]["field"], "stack[0].args[0]");
    assert_eq!(of("odd")["reason"], r"{binary_to_atom(<<239,191,190>>), 'b\x{202E}\n\e[31m'}");
    let compiled = Command::new("erlc")
        .args(["-Werror", "a_tests.erl"])
        .current_dir(&workshop.0)
        .output()
        .expect("erlc starts");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stdout));
}

/// An argument of a megabyte is what the search is told to begin with.
#[test]
fn a_call_that_cannot_be_pasted() {
    if !has_erlang() {
        return;
    }
    let text = "-module(long).\n-export([f/2]).\nf(B, N) when byte_size(B) > 100000 -> 1 div N.\n";
    let workshop = Workshop::new("long", &[("long.erl", text)]);
    let seed = format!("[<<\"{}\">>, 0]", "abc ".repeat(30_000));
    let call = ["run", "long.erl", "f", &seed, "--runs", "1"];
    let shown = workshop.findings(&call);
    let line = shown.lines().find(|line| line.contains("long:f(")).expect("the call");
    assert!(line.len() < 5_000 && line.ends_with("… (120,006 bytes in all), 0)"), "{line}");
    assert!(shown.contains("(cannot be pasted: it is shortened; --corpus keeps all of it)"));
    let brief = workshop.findings(&[&["-q"], &call[..]].concat());
    assert!(brief.len() < 3_000 && brief.contains("… (120,006 bytes in all), 0)"), "{brief}");
    let tests = workshop.findings(&[&call[..], &["--format", "eunit"]].concat());
    assert!(tests.contains("%% No test: the call has 120,017 bytes in all"), "{tests}");
    workshop.findings(&[&call[..], &["--corpus", "corpus"]].concat());
    assert!(workshop.read("corpus/long.f.2.terms").len() > 120_000);
}

/// A module, its file and a function whose names would move the cursor, begin a line and a command.
#[test]
fn names_that_are_meant_to_do_harm() {
    if !has_erlang() {
        return;
    }
    let file = "a\n::error::b\u{1b}[31m\u{202e},%.erl";
    let text = "-module('b ,%').\n-export(['f\\n\\e[2J'/1]).\n\
                -spec 'f\\n\\e[2J'(0..3) -> ok.\n'f\\n\\e[2J'(3) -> hd('\\r\\e'); 'f\\n\\e[2J'(_) -> ok.\n";
    let broken = "b\n::error::c\u{1b}[31m.erl";
    let workshop =
        Workshop::new("names-of-harm", &[(file, text), (broken, "-module(b).\nf( -> .\n")]);
    let is_harmless = |what: &str, text: &str| {
        let harmful = |character: char| character.is_control() && character != '\n';
        assert!(!text.contains(harmful), "{what}: {text:?}");
        assert!(!text.contains('\u{202e}'), "{what}: {text:?}");
        let mut lines = text.lines();
        let is_harmful = |line: &str| line.starts_with("::error::");
        assert!(!lines.any(is_harmful), "{what}: {text:?}");
    };
    for format in ["text", "html", "junit", "sarif", "github", "eunit", "json"] {
        let shown = workshop.findings(&["check", ".", "--format", format, "--lcov", "a.lcov"]);
        // JSON is for programs, which want the name that the file has; it escapes what JSON escapes.
        match format {
            "json" | "sarif" => assert!(!shown.contains('\u{1b}'), "{shown}"),
            _ => is_harmless(format, &shown),
        }
        if format == "eunit" {
            std::fs::write(
                workshop.0.join("odd_tests.erl"),
                shown.replacen("-module('b ,%_ermine_tests')", "-module(odd_tests)", 1),
            )
            .expect("written");
        }
    }
    is_harmless("lcov", &workshop.read("a.lcov"));
    is_harmless("-q", &workshop.findings(&["check", ".", "-q"]));
    let output = workshop.ermine(&["check", broken]);
    is_harmless("errors", &String::from_utf8_lossy(&output.stderr));
    let output = workshop.ermine(&["run", "nowhere\n::error::\u{1b}.erl", "f"]);
    is_harmless("errors", &String::from_utf8_lossy(&output.stderr));
    let compiled = Command::new("erlc")
        .args(["-Werror", "odd_tests.erl"])
        .current_dir(&workshop.0)
        .output()
        .expect("erlc starts");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stdout));
}
