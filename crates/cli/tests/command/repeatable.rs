//! Is one worker's search the same every time? Whatever else the process does beside it.

use crate::erlang::has_erlang;
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// What `ermine check` says about the functions of these modules, sorted by their names.
fn check(modules: &[&str]) -> Vec<Value> {
    let report = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("repeatable-{}.json", modules.join("-")));
    let mut command = Command::new(env!("CARGO_BIN_EXE_ermine"));
    command.args(["--quiet", "check"]).args(modules).arg("--output").arg(&report);
    command.args(["--format", "json", "--jobs", "1", "--runs", "20", "--time", "10m"]);
    // A call that does not end is a finding, and so is not cut by the clock.
    command.args(["--reductions", "100000"]);
    let code = command.status().expect("ermine starts").code();
    assert_eq!(code, Some(1), "these modules have crashes");
    let text = std::fs::read_to_string(&report).expect("the report was written");
    std::fs::remove_file(&report).expect("it is ours");
    let report: Value = serde_json::from_str(&text).expect("the report is JSON");
    let mut functions = report["functions"].as_array().expect("a list of functions").clone();
    functions.iter_mut().for_each(forget_times);
    functions.sort_by_key(|function| function["mfa"].to_string());
    functions
}

/// Removes the only members that depend on the machine's speed.
fn forget_times(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.retain(|name, _| !name.ends_with("_ms"));
            members.values_mut().for_each(forget_times);
        }
        Value::Array(elements) => elements.iter_mut().for_each(forget_times),
        _ => {}
    }
}

/// Two modules are loaded and searched at the same time, so names, numbers and tables come about in
/// another order each time, and with the modules swapped in yet another. Nothing of it may show.
#[test]
fn a_check_of_modules_in_another_order() {
    if !has_erlang() {
        return;
    }
    let first = check(&["sofs", "base64"]);
    assert!(first.len() > 50, "{} functions", first.len());
    let second = check(&["base64", "sofs"]);
    assert_eq!(first.len(), second.len());
    for (one, other) in first.iter().zip(&second) {
        assert_eq!(one, other, "{} is another", one["mfa"]);
    }
}

/// Each of them compiles Ermine's own modules and loads OTP's, and all write into one cache.
#[test]
fn several_at_once_with_an_empty_cache() {
    if !has_erlang() {
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("several-at-once");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder of ours");
    let source = "-module(shared).\n-export([f/1]).\n-spec f([integer()]) -> integer().\n\
                  f(L) -> case lists:sum(lists:sort(L)) of 77 -> error(found); N -> N end.\n";
    std::fs::write(folder.join("shared.erl"), source).expect("a file of ours");
    let start = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ermine"));
        command.args(["run", "shared.erl", "f/1", "--runs", "40", "--time", "10m"]);
        command.current_dir(&folder).env("ERMINE_CACHE", folder.join("cache"));
        command.stdout(std::process::Stdio::piped()).spawn().expect("ermine starts")
    };
    let children = [start(), start(), start()];
    for child in children {
        let output = child.wait_with_output().expect("ermine ends");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains("crash: 1 crash site"), "{text}");
        assert_eq!(output.status.code(), Some(1));
    }
    std::fs::remove_dir_all(&folder).expect("it is ours");
}
