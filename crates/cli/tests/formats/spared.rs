//! Does every file stay that is not Ermine's, and every report that cannot be replaced?

use crate::workshop::{Workshop, has_erlang};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::process::{Command, Output};

const HALF: &str =
    "-module(half).\n-export([of_it/1]).\n-include(\"half.inc\").\nof_it(N) -> N div ?TWO.\n";

const FILES: [(&str, &str); 5] = [
    ("half.erl", HALF),
    ("half.inc", "-define(TWO, 2).\n"),
    ("other.hrl", "-define(OTHER, 1).\n"),
    ("rebar.config", "{erl_opts, []}.\n"),
    ("half.app.src", "{application, half, []}.\n"),
];

#[test]
fn files_of_the_program_under_any_name() {
    if !has_erlang() {
        return;
    }
    let workshop = Workshop::new("spared", &FILES);
    let at = |name: &str| workshop.0.join(name);
    std::fs::hard_link(at("half.erl"), at("linked.json")).expect("a link");
    std::fs::hard_link(at("other.hrl"), at("header.txt")).expect("a link");
    symlink("rebar.config", at("config.json")).expect("a link");
    symlink(".", at("here")).expect("a link");
    let names = [
        "half.erl",
        "./half.erl",
        "here/half.erl",
        "half.inc",
        "other.hrl",
        "rebar.config",
        "half.app.src",
        "linked.json",
        "header.txt",
        "config.json",
    ];
    for option in ["--output", "--lcov"] {
        for name in names {
            for command in [&["run", "half.erl", "of_it"][..], &["check", "half.erl", "--all"]] {
                let output = workshop.ermine(&[command, &["--runs", "1", option, name]].concat());
                let said = String::from_utf8_lossy(&output.stderr).into_owned();
                assert_eq!(output.status.code(), Some(2), "{option} {name}: {said}");
                assert!(said.contains("; name another"), "{option} {name}: {said}");
            }
        }
    }
    symlink("../other.hrl", at("half.of_it.1.terms")).expect("a link");
    std::fs::create_dir(at("corpus")).expect("a folder");
    symlink("../other.hrl", at("corpus/half.of_it.1.terms")).expect("a link");
    let output = workshop.ermine(&["run", "half.erl", "of_it", "--corpus", "corpus"]);
    assert_eq!(output.status.code(), Some(2));
    symlink("other.hrl", at("ermine-run.1")).expect("a link");
    let output = workshop.ermine(&["man", "--folder", "."]);
    assert_eq!(output.status.code(), Some(2));
    for (name, text) in FILES {
        assert_eq!(workshop.read(name), text, "{name}");
    }
}

#[test]
fn two_names_of_one_file() {
    if !has_erlang() {
        return;
    }
    let workshop = Workshop::new("names", &FILES);
    symlink("a.txt", workshop.0.join("b.txt")).expect("a link");
    workshop.write("a.txt", "");
    for (first, second) in [("a.txt", "b.txt"), ("c.txt", "./c.txt")] {
        let arguments = ["run", "half.erl", "of_it", "--lcov", first, "--output", second];
        let output = workshop.ermine(&arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains("two reports cannot share a file"), "{first} {second}: {said}");
    }
}

#[test]
fn a_report_keeps_permissions_and_links() {
    if !has_erlang() {
        return;
    }
    let workshop = Workshop::new("permissions", &FILES);
    workshop.write("a.json", "old");
    let mode = |mode| std::fs::Permissions::from_mode(mode);
    std::fs::set_permissions(workshop.0.join("a.json"), mode(0o640)).expect("set");
    symlink("a.json", workshop.0.join("link.json")).expect("a link");
    workshop.findings(&["run", "half.erl", "of_it", "--format", "json", "--output", "link.json"]);
    assert!(workshop.read("a.json").starts_with("{\n"));
    let metadata = std::fs::metadata(workshop.0.join("a.json")).expect("it is there");
    assert_eq!(metadata.mode() & 0o777, 0o640);
    assert!(workshop.0.join("link.json").is_symlink());
}

/// Ermine where no file may grow, as on a full disk.
fn on_a_full_disk(workshop: &Workshop, arguments: &[&str]) -> Output {
    Command::new("/bin/sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_ermine")])
        .args(arguments)
        .current_dir(&workshop.0)
        .env("ERMINE_CACHE", workshop.0.join("cache"))
        .output()
        .expect("a shell")
}

#[test]
fn what_cannot_be_written_is_on_the_screen_and_the_old_one_stays() {
    if !has_erlang() {
        return;
    }
    let workshop = Workshop::new("disk", &FILES);
    workshop.write("a.json", "old");
    let call = ["run", "half.erl", "of_it", "--format", "json"];
    // With what runs on the node compiled before.
    let mut once = Command::new(env!("CARGO_BIN_EXE_ermine"));
    once.args(call).current_dir(&workshop.0).env("ERMINE_CACHE", workshop.0.join("cache"));
    assert_eq!(once.output().expect("ermine starts").status.code(), Some(1));
    workshop.write("half.erl", &format!("{HALF}%% changed\n"));
    for target in ["a.json", "/dev/full"] {
        let arguments = [&call[..], &["--output", target, "--lcov", "a.lcov"]].concat();
        let output = on_a_full_disk(&workshop, &arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let shown = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains(&format!("--output {target}: ")), "{said}");
        assert!(said.contains("--lcov a.lcov: "), "{said}");
        assert!(said.contains("going on without the cache"), "{said}");
        assert!(shown.contains("\"mfa\": \"half:of_it/1\""), "{shown}");
        assert!(shown.contains("end_of_record"), "{shown}");
    }
    assert_eq!(workshop.read("a.json"), "old");
    let left: Vec<String> = std::fs::read_dir(&workshop.0)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|name| name.starts_with(".new-") || name == "a.lcov")
        .collect();
    assert_eq!(left, Vec::<String>::new());
}
