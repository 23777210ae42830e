//! Does a project say how it is tested? `ermine.config`, `rebar.config` and the command line, on projects
//! as they are found.

use crate::erlang::has_erlang;
use crate::folder::{Folder, has};
use serde_json::Value;

/// A folder of this test's own.
fn folder(name: &str, files: &[(&str, &str)]) -> Folder {
    Folder::new("configuration", name, files)
}

fn write(folder: &Folder, file: &str, text: &str) {
    std::fs::write(folder.0.join(file), text).expect("a file can be written");
}

/// The functions that were tested, with how many findings each has and how many were expected.
fn tested(json: &Value) -> Vec<(String, usize, u64)> {
    let functions = json["functions"].as_array().expect("functions");
    let each = |function: &Value| {
        let findings = function["findings"].as_array().expect("findings").len();
        let expected = function["expected"].as_u64().expect("a number");
        (function["mfa"].as_str().expect("a name").to_owned(), findings, expected)
    };
    functions.iter().map(each).collect()
}

fn names(json: &Value) -> Vec<String> {
    tested(json).into_iter().map(|(name, _, _)| name).collect()
}

const PARSER: &str = "\
-module(parser).
-export([parse/1, weekday/1, plain/1]).
-spec parse([a | b]) -> ok.
parse([]) -> ok;
parse([a, b]) -> error({unexpected, [a, b]});
parse([b | _]) -> throw(syntax);
parse([_ | Rest]) -> parse(Rest).
-spec weekday(integer()) -> integer().
weekday(Day) when Day > 6 -> error(too_late);
weekday(Day) -> 7 div (7 - Day).
plain(X) -> X.
is_day(Day) -> Day >= 0 andalso Day < 7.
";

const OTHER: &str = "-module(other).\n-export([f/1]).\n-spec f(0..1) -> 1.\nf(0) -> 1.\n";

fn project(name: &str, configuration: &str) -> Folder {
    let files = [
        ("rebar.config", "{erl_opts, [debug_info]}.\n"),
        ("src/shop.app.src", "{application, shop, []}.\n"),
        ("src/parser.erl", PARSER),
        ("src/other.erl", OTHER),
        ("ermine.config", configuration),
    ];
    folder(name, &files)
}

#[test]
fn what_is_expected_is_no_finding() {
    if !has_erlang() {
        return;
    }
    let folder = project(
        "expected",
        "{expect, parser, {throw, '_'}}.\n{expect, {parser, parse, 1}, {error, {'_', [a | '_']}}}.\n\
         {pre, {parser, weekday, 1}, {is_day, 1}}.\n",
    );
    let json = folder.json(&["check"]);
    assert_eq!(json["configuration"], "ermine.config");
    let found = tested(&json);
    let wanted = [("other:f/1", 1, 0), ("parser:parse/1", 0, 2), ("parser:weekday/1", 0, 0)];
    assert_eq!(found, wanted.map(|(name, found, expected)| (name.to_owned(), found, expected)));
    let (text, code) = folder.text(&["check"]);
    has(&text, "\nermine.config was used; 2 findings were expected\n");
    assert_eq!(code, 1, "{text}");
    // Only the configuration says so.
    let json = folder.json(&["check", "--no-config", "src/parser.erl"]);
    assert_eq!(json["configuration"], Value::Null);
    let found: usize = tested(&json).iter().map(|(_, found, _)| found).sum();
    assert_eq!(found, 3, "{json:#}");
}

#[test]
fn the_command_line_expects_too() {
    if !has_erlang() {
        return;
    }
    let folder = project("command-line", "{depth, 30}.\n");
    let (text, code) =
        folder.text(&["run", "src/other.erl", "f", "--expect", "{error, function_clause}"]);
    has(&text, "ermine.config was used; 1 finding was expected\n");
    assert_eq!(code, 0, "{text}");
    let (text, code) =
        folder.text(&["run", "src/parser.erl", "parse", "--expect", "{parser, parse}, {_, _}"]);
    has(&text, "2 findings were expected");
    assert_eq!(code, 0, "{text}");
    let (text, code) =
        folder.text(&["run", "src/other.erl", "f", "--expect", "other, f, {_, _}, 1"]);
    has(&text, "ermine: --expect other, f, {_, _}, 1: write \"{error, badarg}\"");
    assert_eq!(code, 2);
    // The depth is that of the file, unless somebody says another.
    let depth = |arguments: &[&str]| {
        let arguments = [&["run", "src/other.erl", "f"], arguments].concat();
        folder.json(&arguments)["functions"][0]["limits"]["depth"].clone()
    };
    assert_eq!(depth(&[]), 30);
    assert_eq!(depth(&["--depth", "31"]), 31);
    assert_eq!(depth(&["--no-config"]), 100);
}

#[test]
fn what_is_left_out() {
    if !has_erlang() {
        return;
    }
    let folder = project("left-out", "{exclude, [other, {parser, weekday}]}.\nall.\n");
    write(&folder, "src/broken_pb.erl", "this is no Erlang");
    write(&folder, "ermine.config", "{exclude, ['*_pb', other, {parser, weekday}]}.\nall.\n");
    let json = folder.json(&["check"]);
    assert_eq!(names(&json), ["parser:parse/1", "parser:plain/1"]);
    assert_eq!(json["check"]["left_out"], serde_json::json!({"modules": 2, "functions": 1}));
    assert_eq!(json["check"]["failures"], serde_json::json!([]));
    let (text, _) = folder.text(&["check", "--all=false"]);
    has(&text, "\n2 modules and 1 function left out by ermine.config\n");
    has(&text, "\n1 function without a -spec not tested");
    // Whoever names a file wants it tested, without what is left out of it.
    assert_eq!(names(&folder.json(&["check", "src/other.erl"])), ["other:f/1"]);
    let named = folder.json(&["check", "src/parser.erl"]);
    assert_eq!(names(&named), ["parser:parse/1", "parser:plain/1"]);
    write(&folder, "ermine.config", "{only, [{'_', parse, 1}, other]}. {exclude, [broken_pb]}.\n");
    assert_eq!(names(&folder.json(&["check"])), ["other:f/1", "parser:parse/1"]);
    write(&folder, "ermine.config", "{exclude, [{application, 'sh*'}]}.\n");
    let (text, code) = folder.text(&["check"]);
    assert_eq!(
        text,
        "ermine: ermine.config leaves out all there is to test (see only and exclude)\n"
    );
    assert_eq!(code, 2);
}

#[test]
fn names_that_are_not_there() {
    if !has_erlang() {
        return;
    }
    let folder = project(
        "typos",
        "{exclude, [{parser, prase, 1}]}.\n{expect, oter, {throw, '_'}}.\n{only, [parser]}.\n",
    );
    let (text, _) = folder.text(&["check"]);
    has(
        &text,
        "ermine.config:1: no function of parser is {parser, prase, 1}; did you mean parse?\n",
    );
    has(&text, "ermine.config:2: there is no module oter here\n");
    write(&folder, "ermine.config", "\n{pre, {parser, weekday, 1}, {is_dya, 1}}.\n");
    let (text, code) = folder.text(&["check"]);
    assert_eq!(text, "ermine: ermine.config:2: there is no function is_dya/1\n");
    assert_eq!(code, 2);
    write(&folder, "ermine.config", "{concrete, [lists,\n {lists, srot, 1}]}.\n");
    let (text, code) = folder.text(&["check"]);
    assert_eq!(text, "ermine: ermine.config:2: there is no function lists:srot/1\n");
    assert_eq!(code, 2);
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    let folder = project("wrong", "{depth, 10}.\n{tiem, 3}.\n");
    let (text, code) = folder.text(&["check"]);
    assert_eq!(text, "ermine: ermine.config:2: there is no option tiem; did you mean time?\n");
    assert_eq!(code, 2);
    // The same one is found from below.
    let (text, code) = folder.text(&["run", "src/other.erl", "f"]);
    assert_eq!(text, "ermine: ermine.config:2: there is no option tiem; did you mean time?\n");
    assert_eq!(code, 2);
    write(&folder, "rebar.config", "{erl_opts, []}.\n{ermine, [\n  {depth, x}]}.\n");
    std::fs::remove_file(folder.0.join("ermine.config")).expect("it is there");
    let (text, code) = folder.text(&["check", "src"]);
    assert_eq!(text, "ermine: rebar.config:3: {depth, x}: expected an integer from 1 on\n");
    assert_eq!(code, 2);
    write(&folder, "rebar.config", "{ermine, [{depth, 3}]}.\n");
    write(&folder, "ermine.config", "");
    let (text, code) = folder.text(&["check"]);
    has(&text, "ermine.config and rebar.config: one of them has to go");
    assert_eq!(code, 2);
    let (text, code) = folder.text(&["check", "--config", "nowhere.config"]);
    has(&text, "ermine: nowhere.config: ");
    assert_eq!(code, 2);
}

#[test]
fn two_projects_with_a_configuration_each() {
    let folder = folder(
        "two",
        &[("a/ermine.config", ""), ("a/a.erl", ""), ("b/ermine.config", ""), ("b/b.erl", "")],
    );
    let (text, code) = folder.text(&["check", "a", "b"]);
    has(&text, "a/ermine.config and b/ermine.config: which one? --config FILE says it");
    assert_eq!(code, 2);
}

#[test]
fn a_configuration_in_rebar_config() {
    if !has_erlang() {
        return;
    }
    let folder = project("rebar", "");
    std::fs::remove_file(folder.0.join("ermine.config")).expect("it is there");
    write(
        &folder,
        "rebar.config",
        "{erl_opts, [debug_info]}.\n{ermine, [{only, [other]}, {expect, {error, '_'}}]}.\n",
    );
    let json = folder.json(&["check"]);
    assert_eq!(json["configuration"], "rebar.config");
    assert_eq!(tested(&json), [("other:f/1".to_owned(), 0, 1)]);
}

#[test]
fn a_function_is_tested_again_when_the_configuration_changes() {
    if !has_erlang() {
        return;
    }
    let folder = project("changed", "{only, [other]}.\n");
    assert_eq!(names(&folder.json(&["check"])), ["other:f/1"]);
    assert_eq!(names(&folder.json(&["check", "--changed"])), [""; 0]);
    write(&folder, "ermine.config", "{only, [other]}.\n{expect, {error, '_'}}.\n");
    assert_eq!(tested(&folder.json(&["check", "--changed"])), [("other:f/1".to_owned(), 0, 1)]);
}

#[test]
fn init_writes_a_file_and_spares_one_that_is_there() {
    let folder = folder("init", &[]);
    let (text, code) = folder.text(&["init"]);
    assert_eq!(
        (&*text, code),
        ("ermine.config has every option with its default, as comments\n", 0)
    );
    let written = || std::fs::read_to_string(folder.0.join("ermine.config")).expect("a file");
    let template = written();
    has(&template, "%% {depth, 100}.\n");
    write(&folder, "ermine.config", "{depth, 3}.\n");
    let (text, code) = folder.text(&["init"]);
    assert_eq!(text, "ermine: ermine.config is there already; --force writes it anew\n");
    assert_eq!((code, &*written()), (2, "{depth, 3}.\n"));
    assert_eq!(folder.text(&["init", "--force", "."]).1, 0);
    assert_eq!(written(), template);
    assert_eq!(folder.text(&["init", "nowhere"]).1, 2);
}

#[test]
fn what_init_writes_changes_nothing() {
    if !has_erlang() {
        return;
    }
    let folder = project("init-alike", "");
    assert_eq!(folder.text(&["init", "--force"]).1, 0);
    let arguments = ["check", "--jobs", "1"];
    let (with, without) =
        (folder.json(&arguments), folder.json(&[&arguments[..], &["--no-config"]].concat()));
    assert_eq!(tested(&with), tested(&without));
    assert_eq!(with["functions"][0]["limits"], without["functions"][0]["limits"]);
    assert_eq!(with["configuration"], "ermine.config");
}
