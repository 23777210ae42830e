//! Is `proved` true? What `ermine check` calls proved is called at random in a plain `erl`, and what depends
//! on the world is never called proved.
//!
//! A sample; `scripts/proofs.sh` does it for stdlib, kernel and all cases.

use crate::erlang::has_erlang;
use differential::proofs::{self, Proved};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Modules of OTP with many small functions.
const MODULES: [&str; 5] = ["ordsets", "queue", "proplists", "erl_anno", "calendar"];

const CALLS: usize = 200;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("it is there")
}

/// A folder of this test's own, new.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("proofs-{name}"));
    // Left by a run before.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

/// The JSON that `ermine check` gives of these.
fn check(targets: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ermine"));
    command.args(["--quiet", "check"]).args(targets).current_dir(repository());
    command.args(["--time", "300ms", "--format", "json"]);
    let output = command.output().expect("ermine starts");
    assert!(matches!(output.status.code(), Some(0 | 1)), "{output:?}");
    String::from_utf8(output.stdout).expect("JSON is UTF-8")
}

fn judge(name: &str, proved: &[Proved], files: &[PathBuf]) -> proofs::Verdict {
    let folder = folder(name);
    let verdict = proofs::judge(proved, files, CALLS, &folder).expect("erl runs");
    std::fs::remove_dir_all(&folder).expect("it is ours");
    verdict
}

#[test]
fn what_is_proved_of_library_modules_does_not_raise() {
    if !has_erlang() {
        return;
    }
    let proved = proofs::proved(&check(&MODULES)).expect("a report");
    assert!(proved.len() > 10, "{} functions are proved", proved.len());
    let verdict = judge("library", &proved, &[]);
    assert!(verdict.functions > 10 && verdict.calls > 1000, "{verdict:?}");
    assert!(verdict.wrong.is_empty(), "false proofs: {:#?}", verdict.wrong);
}

#[test]
fn what_is_proved_of_cases_does_not_raise() {
    if !has_erlang() {
        return;
    }
    let folders = ["tests/cases/control", "tests/cases/maps", "tests/cases/promises"];
    let proved = proofs::proved(&check(&folders)).expect("a report");
    assert!(proved.len() > 5, "{} functions are proved", proved.len());
    let mut files = Vec::new();
    for folder in folders {
        let entries = std::fs::read_dir(repository().join(folder)).expect("a folder of cases");
        files.extend(entries.map(|entry| entry.expect("a case").path()));
    }
    let verdict = judge("cases", &proved, &files);
    assert!(verdict.functions > 5, "{verdict:?}");
    assert!(verdict.wrong.is_empty(), "false proofs: {:#?}", verdict.wrong);
}

/// The same functions are known to raise in a plain `erl`, but for some that need a node with a name, or luck.
#[test]
fn nothing_that_depends_on_the_world_is_proved() {
    if !has_erlang() {
        return;
    }
    let file = "tests/hostile/helpers/world_readers.erl";
    let report = check(&[file]);
    let parsed: Value = serde_json::from_str(&report).expect("a report");
    let functions = parsed["functions"].as_array().expect("a list").len();
    assert!(functions >= 65, "{functions} functions");
    let as_if_proved = report.replace("\"verdict\":", "\"verdict\": \"proved\", \"was\":");
    let all = proofs::proved(&as_if_proved).expect("a report");
    let verdict = judge("world", &all, &[repository().join(file)]);
    let raising = verdict.false_proofs().len();
    assert!(raising > functions * 3 / 4, "{raising} of {functions} raise in erl: {verdict:?}");
    let proved = proofs::proved(&report).expect("a report");
    let names: Vec<&str> = proved.iter().map(|each| each.function.name.name()).collect();
    assert!(names.is_empty(), "{} are called proved: {}", names.len(), names.join(" "));
}
