//! Is `proved` only said of what the arguments decide? Functions that ask the world are never proved,
//! those that ask for what they have made themselves are.

use crate::erlang::has_erlang;
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// What `ermine check` says of a module in `tests/world`.
fn checked(module: &str) -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/world");
    let mut command = Command::new(env!("CARGO_BIN_EXE_ermine"));
    command.args(["check", &format!("{module}.erl"), "--time", "10s", "--format", "json"]);
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("proved-cache");
    let output = command.current_dir(folder).env("ERMINE_CACHE", cache).output();
    let text = output.expect("ermine starts").stdout;
    let report: Value = serde_json::from_slice(&text).expect("a report");
    report["functions"].as_array().expect("a list of functions").clone()
}

fn named(functions: &[Value], wanted: impl Fn(&Value) -> bool) -> Vec<&str> {
    functions.iter().filter(|each| wanted(each)).filter_map(|each| each["mfa"].as_str()).collect()
}

fn of<'a>(functions: &'a [Value], mfa: &str) -> &'a Value {
    functions.iter().find(|function| function["mfa"] == mfa).expect("it was tested")
}

/// The kinds of what was cut or lost.
fn kinds(function: &Value) -> Vec<&str> {
    let gaps = function["incomplete"].as_array().expect("a list");
    gaps.iter().filter_map(|gap| gap["kind"].as_str()).collect()
}

#[test]
fn who_asks_the_world_is_not_proved() {
    if !has_erlang() {
        return;
    }
    let functions = checked("asks");
    assert!(functions.len() > 60, "{} functions", functions.len());
    let proved = named(&functions, |function| function["verdict"] == "proved");
    assert_eq!(proved, Vec::<&str>::new());
    let says_why = |function: &Value| {
        kinds(function).iter().any(|kind| ["world", "time", "order"].contains(kind))
    };
    assert_eq!(named(&functions, |function| !says_why(function)), Vec::<&str>::new());
    // A crash that the world decides is no mistake of Ermine.
    let is_refuted = |finding: &Value| finding["confirmation"] == "refuted";
    let refuted = |function: &Value| {
        function["findings"].as_array().is_some_and(|findings| findings.iter().any(is_refuted))
    };
    assert_eq!(named(&functions, refuted), Vec::<&str>::new());
    let kinds_of = |mfa: &str| kinds(of(&functions, mfa));
    assert!(kinds_of("asks:race/0").contains(&"time"));
    // All orders are tried; what else is in the mailbox is not known.
    assert_eq!(kinds_of("asks:spawned/0"), ["world"]);
    assert_eq!(kinds_of("asks:getenv/0"), ["world"]);
}

#[test]
fn who_asks_for_what_is_his_own_is_proved() {
    if !has_erlang() {
        return;
    }
    let functions = checked("determined");
    assert!(functions.len() > 15, "{} functions", functions.len());
    assert_eq!(named(&functions, |each| each["verdict"] != "proved"), Vec::<&str>::new());
}

#[test]
fn nothing_is_proved_behind_a_hang() {
    if !has_erlang() {
        return;
    }
    let functions = checked("verdicts");
    let hangs = of(&functions, "verdicts:hangs/1");
    assert_eq!(hangs["verdict"], "crash");
    assert_eq!(hangs["complete"], false);
    assert_eq!(hangs["stop"], "exhausted");
    assert_eq!(kinds(hangs), ["hang"]);
}

#[test]
fn it_raises_as_its_spec_says() {
    if !has_erlang() {
        return;
    }
    let functions = checked("verdicts");
    let raises = named(&functions, |function| function["always_raises"] == true);
    assert_eq!(raises, ["verdicts:fails/1"]);
    assert_eq!(of(&functions, "verdicts:fails/1")["verdict"], "proved");
    assert_eq!(of(&functions, "verdicts:may_fail/1")["verdict"], "crash");
}

#[test]
fn clauses_that_can_go() {
    if !has_erlang() {
        return;
    }
    let functions = checked("verdicts");
    let mut told = Vec::new();
    for function in &functions {
        let clauses = function["unreachable"].as_array().expect("a list");
        told.extend(clauses.iter().map(|clause| {
            let (function, line) = (&clause["function"], &clause["line"]);
            assert_eq!(clause["file"], "verdicts.erl");
            format!("{} {line}", function.as_str().expect("a name"))
        }));
    }
    assert_eq!(told, ["verdicts:dead/1 20", "verdicts:dead/1 21"]);
    assert_eq!(of(&functions, "verdicts:dead/1")["verdict"], "proved");
}
