//! What does the user see of `ermine check`? Files, folders and projects, what cannot be loaded, and
//! what has not changed.

use crate::erlang::has_erlang;
use crate::warm::{keep, warm};
use expect_test::{Expect, expect};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const FIRST: &str = "\
-module(first).
-export([crash/1, fine/1, untyped/1]).
-spec crash(integer()) -> integer().
crash(7) -> error(seven);
crash(N) -> second:twice(N).
-spec fine(boolean()) -> ok.
fine(true) -> ok;
fine(false) -> ok.
untyped(X) -> X.
";

const SECOND: &str = "\
-module(second).
-export([twice/1]).
-include(\"limit.hrl\").
-spec twice(integer()) -> integer().
twice(?LIMIT) -> error(limit);
twice(N) -> N + N.
";

const SHAPE: &str = "\
-module(shape).
-callback area(Side :: pos_integer()) -> number().
-callback name() -> atom().
-callback scaled(Side :: pos_integer(), Factor :: 2..3) -> pos_integer().
-optional_callbacks([scaled/2]).
";

const SQUARE: &str = "\
-module(square).
-behaviour(shape).
-behaviour(nowhere).
-export([area/1, name/0, scaled/2, other/1]).
area(Side) when Side > 0 -> Side * Side.
name() -> \"square\".
scaled(Side, 2) -> Side * 2.
other(X) -> X.
";

const BROKEN: &str = "-module(broken).\n-export([f/1]).\nf(X) -> X +.\n";

/// A folder of this test's own with some files, removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Folder {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("check-{name}"));
        // Left by a run that was killed.
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        let folder = Folder(folder.canonicalize().expect("it is there"));
        files.iter().for_each(|(file, text)| folder.write(file, text));
        folder
    }

    fn write(&self, file: &str, text: &str) {
        let path = self.0.join(file);
        let parent = path.parent().expect("a file in a folder");
        std::fs::create_dir_all(parent).expect("a folder can be made");
        std::fs::write(path, text).expect("a file can be written");
    }

    fn ermine(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ermine"));
        command.args(arguments).current_dir(&self.0).env_remove("CLICOLOR_FORCE");
        let cache = self.0.join(".cache");
        warm(&cache);
        let output = command.env("ERMINE_CACHE", &cache).output().expect("ermine starts");
        keep(&cache);
        output
    }

    /// Everything the command printed, and its exit code.
    fn check(&self, arguments: &[&str], expect: Expect) {
        let output = self.ermine(arguments);
        let here = format!("{}/", self.0.display());
        let text = |bytes| lasting(&String::from_utf8_lossy(bytes).replace(&here, ""));
        let code = output.status.code().expect("no signal ended it");
        let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
        expect.assert_eq(&format!("{stdout}{stderr}exit code {code}\n"));
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left behind is in the target folder.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The text without times and versions.
fn lasting(text: &str) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        let line = match line.find("confirmed on") {
            Some(start) => format!("{}confirmed", &line[..start]),
            None => line.to_owned(),
        };
        let is_timed = line.ends_with(" s") || line.ends_with("time");
        let cut =
            line.rfind("  ").filter(|_| is_timed).or_else(|| line.rfind("; ").filter(|_| is_timed));
        lines.push(cut.map_or(line.as_str(), |cut| &line[..cut]).trim_end().to_owned());
    }
    lines.into_iter().map(|line| line + "\n").collect()
}

fn sources() -> Vec<(&'static str, &'static str)> {
    vec![
        ("src/first.erl", FIRST),
        ("src/second.erl", SECOND),
        ("include/limit.hrl", "-define(LIMIT, 100).\n"),
    ]
}

#[test]
fn callbacks_of_a_behaviour_count_as_specs() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("callbacks", &[("shape.erl", SHAPE), ("square.erl", SQUARE)]);
    folder.check(
        &["check", "."],
        expect![[r#"
            module  functions  crash  proved  no crash found  findings  clauses
            square          3      2       1               -         2   3 of 3

            likely bug: it returned "square", declared is atom(): "square" is not of type atom()
              at square.erl:6 in square:name/0: the result is outside of the spec
                6 | name() -> "square".
              square:name().
              it has no -spec: the -callback of shape took its place

            spec too wide: error: no function clause matching square:scaled(1, 3)
              at square.erl:7 in square:scaled/2: no clause of the function takes what its spec allows
                7 | scaled(Side, 2) -> Side * 2.
              square:scaled(1, 3).
              it has no -spec: the -callback of shape took its place


            1 function without a -spec not tested: --all includes them
            4 operations that can fail: 3 shown safe, 1 found to fail, 0 left
            2 findings (1 likely bug, 1 spec too wide) in 2 of 3 functions; 1 proved, 0 without a crash found
            ermine: types that are not there count as any(): module nowhere
            exit code 1
        "#]],
    );
}

#[test]
fn a_folder() {
    if !has_erlang() {
        return;
    }
    let mut files = sources();
    files.push(("src/broken.erl", BROKEN));
    let folder = Folder::new("folder", &files);
    folder.check(
        &["check", "."],
        expect![[r#"
            module  functions  crash  proved  no crash found  findings  clauses
            first           2      1       1               -         2   4 of 4
            second          1      1       -               -         1   2 of 2
            total           3      2       1               -         2   6 of 6

            2 findings not shown, exceptions that the program raises itself: --format html --output FILE shows them

            not loaded: src/broken.erl:3:12: syntax error before: '.'
            1 function without a -spec not tested: --all includes them
            only 2 of 3 modules could be loaded
            5 operations that can fail: 3 shown safe, 2 found to fail, 0 left
            2 findings (2 deliberate) in 2 of 3 functions; 1 proved, 0 without a crash found
            exit code 0
        "#]],
    );
    folder.check(
        &["check", "src/first.erl", "--all", "-q"],
        expect![[r#"
            src/first.erl:4: crash (deliberate): error: seven: first:crash(7).
            modules that are not there: second (called by 1 function); -pa DIR adds a folder of .beam files where modules are looked for
            3 operations that can fail: 1 shown safe, 1 found to fail, 1 left
            1 finding (1 deliberate) in 1 of 3 functions; 2 proved, 0 without a crash found
            exit code 0
        "#]],
    );
}

#[test]
fn what_has_not_changed_is_not_tested_again() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("changed", &sources());
    let changed = ["check", ".", "--changed", "-q"];
    folder.check(
        &changed,
        expect![[r#"
            src/second.erl:5: crash (deliberate): error: limit: first:crash(100).
            src/first.erl:4: crash (deliberate): error: seven: first:crash(7).
            1 function without a -spec not tested: --all includes them
            5 operations that can fail: 3 shown safe, 2 found to fail, 0 left
            2 findings (2 deliberate) in 2 of 3 functions; 1 proved, 0 without a crash found
            exit code 0
        "#]],
    );
    folder.check(
        &changed,
        expect![[r#"
            3 functions not tested again, being unchanged: 2 of them had findings, which are still there
            1 function without a -spec not tested: --all includes them
            0 findings in 0 of 0 functions; 0 proved, 0 without a crash found
            exit code 0
        "#]],
    );
    // A comment, or another place in the file, is no change; who calls what changed, has changed.
    folder.write("src/first.erl", &FIRST.replace("-spec crash", "%% why not\n-spec crash"));
    folder.check(
        &changed,
        expect![[r#"
            3 functions not tested again, being unchanged: 2 of them had findings, which are still there
            1 function without a -spec not tested: --all includes them
            0 findings in 0 of 0 functions; 0 proved, 0 without a crash found
            exit code 0
        "#]],
    );
    folder.write("src/second.erl", &SECOND.replace("N + N", "N * 2"));
    folder.check(
        &changed,
        expect![[r#"
            src/second.erl:5: crash (deliberate): error: limit: first:crash(100).
            src/first.erl:5: crash (deliberate): error: seven: first:crash(7).
            1 function not tested again, being unchanged: it had no findings
            1 function without a -spec not tested: --all includes them
            4 operations that can fail: 2 shown safe, 2 found to fail, 0 left
            2 findings (2 deliberate) in 2 of 2 functions; 0 proved, 0 without a crash found
            exit code 0
        "#]],
    );
}

#[test]
fn what_was_looked_for_with_other_options_is_tested_again() {
    if !has_erlang() {
        return;
    }
    let text = "-module(one).\n-export([f/1]).\n-spec f(integer()) -> ok.\n\
                f(123) -> error(found);\nf(_) -> ok.\n";
    let folder = Folder::new("options", &[("one.erl", text)]);
    folder.check(
        &["check", ".", "--runs", "1", "-q"],
        expect![[r#"
            1 operation that can fail: 0 shown safe, 0 found to fail, 1 left
            0 findings in 0 of 1 function; 0 proved, 1 without a crash found
            exit code 0
        "#]],
    );
    let found = || {
        expect![[r#"
            one.erl:4: crash (deliberate): error: found: one:f(123).
            1 operation that can fail: 0 shown safe, 1 found to fail, 0 left
            1 finding (1 deliberate) in 1 of 1 function; 0 proved, 0 without a crash found
            exit code 0
        "#]]
    };
    let changed = ["check", ".", "--changed", "-q"];
    folder.check(&changed, found());
    folder.check(&[&changed[..], &["--no-return-check"]].concat(), found());
    folder.check(&[&changed[..], &["--depth", "50"]].concat(), found());
    folder.check(&changed, found());
    // What is unchanged was tested, whatever does not compile beside it.
    folder.write("broken.erl", BROKEN);
    folder.check(
        &changed,
        expect![[r#"
            not loaded: broken.erl:3:12: syntax error before: '.'
            1 function not tested again, being unchanged: it had findings, which are still there
            only 1 of 2 modules could be loaded
            0 findings in 0 of 0 functions; 0 proved, 0 without a crash found
            exit code 0
        "#]],
    );
}

#[test]
fn types_and_conditions_that_change_are_changes() {
    if !has_erlang() {
        return;
    }
    let area = "-module(area).\n-export([name/1, own/1, root/1]).\n-type own() :: one | two.\n\
        -ermine({pre, root/1, small/1}).\n\
        -spec name(shapes:shape()) -> atom().\nname(circle) -> c; name(square) -> s.\n\
        -spec own(own()) -> ok.\nown(one) -> ok; own(two) -> ok.\n\
        -spec root(integer()) -> integer().\nroot(X) when X > 0 -> X.\n\
        small(X) -> X > 0 andalso X < 9.\n";
    let shapes = "-module(shapes).\n-export_type([shape/0]).\n-type shape() :: circle | square.\n";
    let folder = Folder::new("conditions", &[("area.erl", area), ("shapes.erl", shapes)]);
    let changed = ["check", ".", "--changed", "-q"];
    let crashes = || {
        let output = folder.ermine(&changed);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.lines()
            .filter(|line| line.contains(": crash ("))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(crashes(), Vec::<String>::new());
    folder.write("shapes.erl", &shapes.replace("| square", "| square | star"));
    assert!(crashes().concat().ends_with("area:name(star)."));
    let own = area.replace("one | two.", "one | two | three.");
    folder.write("area.erl", &own);
    assert!(crashes().concat().contains("area:own(three)."));
    folder.write("area.erl", &own.replace("X > 0 andalso X < 9", "X < 9"));
    assert!(crashes().concat().contains("area:root(0)."));
    assert_eq!(crashes(), Vec::<String>::new());
}

#[test]
fn a_rebar3_project_without_a_build() {
    if !has_erlang() {
        return;
    }
    let files = [
        ("rebar.config", "{erl_opts, [debug_info, {i, \"more\"}, {d, 'LIMIT', 3}]}.\n"),
        ("src/app.app.src", "{application, app, []}.\n"),
        ("src/second.erl", SECOND),
        ("more/limit.hrl", "\n"),
    ];
    let folder = Folder::new("rebar3", &files);
    folder.check(
        &["check", "-q"],
        expect![[r#"
            src/second.erl:5: crash (deliberate): error: limit: second:twice(3).
            2 operations that can fail: 1 shown safe, 1 found to fail, 0 left
            1 finding (1 deliberate) in 1 of 1 function; 0 proved, 0 without a crash found
            exit code 0
        "#]],
    );
}

#[test]
fn applications_of_one_project_include_and_call_each_other() {
    if !has_erlang() {
        return;
    }
    let files = [
        ("rebar.config", ""),
        (
            "apps/x/src/xa.erl",
            "-module(xa).\n-export([f/1]).\n-include_lib(\"y/include/y.hrl\").\n-spec f(integer()) -> ok.\nf(?LIMIT) -> error(limit);\nf(_) -> ok.\n",
        ),
        ("apps/y/include/y.hrl", "-define(LIMIT, 3).\n"),
        (
            "apps/y/src/ya.erl",
            "-module(ya).\n-export([f/1]).\n-spec f(integer()) -> ok.\nf(N) -> yb:g(N).\n",
        ),
        (
            "apps/y/src/yb.erl",
            "-module(yb).\n-export([g/1]).\n-spec g(integer()) -> ok.\ng( -> ok.\n",
        ),
    ];
    let folder = Folder::new("umbrella", &files);
    // What calls a module that does not compile does not crash for that.
    folder.check(
        &["check", "-q"],
        expect![[r#"
            apps/x/src/xa.erl:5: crash (deliberate): error: limit: xa:f(3).
            not loaded: apps/y/src/yb.erl:4:4: syntax error before: '->'
            only 2 of 3 modules could be loaded
            2 operations that can fail: 0 shown safe, 1 found to fail, 1 left
            1 finding (1 deliberate) in 1 of 2 functions; 0 proved, 1 without a crash found
            exit code 0
        "#]],
    );
}

#[test]
fn a_built_rebar3_project() {
    if !has_erlang() {
        return;
    }
    let files = [
        ("rebar.config", "{erl_opts, [debug_info]}.\n"),
        ("apps/one/src/one.app.src", "{application, one, []}.\n"),
        ("apps/one/src/first.erl", FIRST),
        ("dep/second.erl", SECOND),
        ("dep/limit.hrl", "-define(LIMIT, 100).\n"),
    ];
    let folder = Folder::new("built", &files);
    let build = |library: &str, source: &str| {
        let ebin = folder.0.join("_build/default/lib").join(library).join("ebin");
        std::fs::create_dir_all(&ebin).expect("a folder can be made");
        let erlc = Command::new("erlc")
            .arg("+debug_info")
            .arg("-o")
            .arg(ebin)
            .arg(source)
            .current_dir(&folder.0)
            .status();
        assert!(erlc.expect("erlc is there").success());
    };
    build("one", "apps/one/src/first.erl");
    build("dep", "dep/second.erl");
    folder.check(
        &["check", "-q"],
        expect![[r#"
            apps/one/src/first.erl:5: crash (likely bug): error: limit: first:crash(100).
            apps/one/src/first.erl:4: crash (deliberate): error: seven: first:crash(7).
            1 function without a -spec not tested: --all includes them
            3 operations that can fail: 2 shown safe, 1 found to fail, 0 left
            2 findings (1 likely bug, 1 deliberate) in 1 of 2 functions; 1 proved, 0 without a crash found
            exit code 1
        "#]],
    );
}

#[test]
fn what_cannot_be_tested() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new(
        "nothing",
        &[("mix/mix.exs", "[app: :mine]"), ("broken.erl", BROKEN), ("empty/x", "")],
    );
    folder.check(
        &["check", "mix"],
        expect![[r#"
        ermine: mix: a Mix project that is not built; mix compile builds it
        exit code 2
    "#]],
    );
    folder.check(
        &["check", "broken.erl"],
        expect![[r#"
        ermine: broken.erl:3:12: syntax error before: '.'
        exit code 2
    "#]],
    );
    folder.check(
        &["check", "empty"],
        expect![[r#"
        ermine: empty: there are no .erl or .beam files in it
        exit code 2
    "#]],
    );
    folder.check(
        &["check", "no/such"],
        expect![[r#"
        ermine: no/such: no such file or folder
        exit code 2
    "#]],
    );
    folder.check(
        &["check", "no_such_name"],
        expect![[r#"
        ermine: there is no module no_such_name; -pa DIR adds a folder of .beam files
        exit code 2
    "#]],
    );
    folder.write("junk.beam", &"junk ".repeat(4000));
    folder.check(
        &["check", "junk.beam"],
        expect![[r#"
        ermine: junk.beam is not a usable .beam file: Not a BEAM file
        exit code 2
    "#]],
    );
    folder.write("project/rebar.config", "{erl_opts, [\n");
    folder.write("project/src/first.erl", FIRST);
    folder.check(
        &["check", "project"],
        expect![[r#"
        ermine: project/rebar.config:1: syntax error before:
        exit code 2
    "#]],
    );
    folder.check(
        &["check", "--changed", "--no-cache", "lists"],
        expect![[r#"
        ermine: --changed needs the cache, where what was tested is kept (see --no-cache)
        exit code 2
    "#]],
    );
}

#[test]
fn json_says_the_same() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("json", &sources());
    let output = folder.ermine(&["check", ".", "--format", "json", "--jobs", "2"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let names: Vec<&str> = json["functions"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|each| each["mfa"].as_str())
        .collect();
    assert_eq!(names, ["first:crash/1", "first:fine/1", "second:twice/1"]);
    let total = &json["check"]["total"];
    assert_eq!(total["functions"], 3);
    assert_eq!(total["crash"], 2);
    assert_eq!(total["findings"], 3);
    assert_eq!(json["check"]["without_spec"], 1);
    assert_eq!(json["check"]["modules"][1]["module"], "second");
}

const PROMISES: &str = "\
-module(promises).
-export([span/2, name/1]).
-ermine({pre, span/2, is_ordered/2}).
-ermine({post, span/2, is_right/3}).
-ermine({expect, name/1, {error, {no_name, '_'}}}).
-spec span(integer(), integer()) -> integer().
span(From, To) when From > To -> error(never);
span(3, 9) -> -1;
span(From, To) -> To - From.
is_ordered(From, To) -> From =< To.
is_right(_, _, Length) -> Length >= 0.
-spec name(1..3) -> {ok, atom()}.
name(1) -> {ok, \"one\"};
name(2) -> {ok, two};
name(N) -> error({no_name, N}).
";

#[test]
fn broken_promises() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("promises", &[("promises.erl", PROMISES)]);
    folder.check(&["check", "promises.erl"], expect![[r#"
        module    functions  crash  proved  no crash found  findings  clauses
        promises          2      2       -               -         2   5 of 6

        likely bug: it returned -1, for which promises:is_right/3 does not give true
          at promises.erl:7 in promises:span/2: the postcondition does not hold
            7 | span(From, To) when From > To -> error(never);
          promises:span(3, 9).

        likely bug: it returned {ok, [111, 110, 101]}, declared is {ok, atom()}: [111, 110, 101] is not of type atom(), at element 2 of the tuple
          at promises.erl:13 in promises:name/1: the result is outside of the spec
            13 | name(1) -> {ok, "one"};
          promises:name(1).


        1 finding was expected
        3 operations that can fail: 2 shown safe, 1 found to fail, 0 left
        2 findings (2 likely bugs) in 2 of 2 functions; 0 proved, 0 without a crash found
        exit code 1
    "#]]);
    folder.check(&["check", "promises.erl", "--no-return-check", "-q"], expect![[r#"
        promises.erl:7: postcondition violated (likely bug): it returned -1, for which promises:is_right/3 does not give true: promises:span(3, 9).
        1 finding was expected
        3 operations that can fail: 2 shown safe, 1 found to fail, 0 left
        1 finding (1 likely bug) in 1 of 2 functions; 1 proved, 0 without a crash found
        exit code 1
    "#]]);
}

#[test]
fn types_without_a_value() {
    if !has_erlang() {
        return;
    }
    let text = "-module(empty).\n-export([f/1, g/2]).\n-type endless() :: {endless()}.\n\
                -spec f(endless()) -> ok.\nf(_) -> ok.\n\
                -spec g(integer(), none()) -> ok; (none(), atom()) -> ok.\ng(_, _) -> ok.\n";
    let folder = Folder::new("empty", &[("empty.erl", text)]);
    folder.check(&["check", "empty.erl"], expect![[r#"
        module  functions  crash  proved  no crash found  findings  clauses
        empty           2      -       -               2         -   0 of 2

        2 without a crash found, no call fits the -spec: empty:f/1 (no value is of type endless()), empty:g/2 (no value is of type none()); hint: repair it, or use --no-spec

        0 findings in 0 of 2 functions; 0 proved, 2 without a crash found
        exit code 0
    "#]]);
    let output = folder.ermine(&["run", "empty.erl", "g", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let gap = &json["functions"][0]["incomplete"][0];
    assert_eq!(
        (&gap["kind"], &gap["what"]),
        (&"no_input".into(), &"no value is of type none()".into())
    );
}

#[test]
fn types_that_are_not_there() {
    if !has_erlang() {
        return;
    }
    let text = "-module(elsewhere).\n-export([f/1]).\n-spec f(nowhere:t()) -> ok.\nf(_) -> ok.\n";
    let folder = Folder::new("elsewhere", &[("elsewhere.erl", text)]);
    folder.check(
        &["check", "elsewhere.erl"],
        expect![[r#"
            module     functions  crash  proved  no crash found  findings  clauses
            elsewhere          1      -       1               -         -   1 of 1

            0 findings in 0 of 1 function; 1 proved, 0 without a crash found
            ermine: types that are not there count as any(): module nowhere
            exit code 0
        "#]],
    );
}

#[test]
fn what_is_said_wrongly() {
    if !has_erlang() {
        return;
    }
    let wrong = |attribute: &str| {
        format!(
            "-module(wrong).\n-export([f/1]).\n{attribute}\n-spec f(1..3) -> ok.\nf(_) -> ok.\n"
        )
    };
    let folder = Folder::new("wrong", &[]);
    let check = |attribute: &str, expect: Expect| {
        folder.write("wrong.erl", &wrong(attribute));
        folder.check(&["run", "wrong.erl", "f"], expect);
    };
    check(
        "-ermine({pre, f/1, g/1}).",
        expect![[r#"
        ermine: wrong: -ermine({pre,{f,1},{g,1}}): there is no function g/1
        exit code 2
    "#]],
    );
    check(
        "-ermine({pre, f/2, f/2}).",
        expect![[r#"
        ermine: wrong: -ermine({pre,{f,2},{f,2}}): there is no function f/2
        exit code 2
    "#]],
    );
    check(
        "-ermine({post, f/1, f/1}).",
        expect![[r#"
        ermine: wrong: -ermine({post,{f,1},{f,1}}): f/1 takes 1 argument, and gets 2
        exit code 2
    "#]],
    );
    check(
        "-ermine({pre, f/1, {lists, no_such, 1}}).",
        expect![[r#"
        ermine: wrong: -ermine({pre,{f,1},{lists,no_such,1}}): there is no function lists:no_such/1
        exit code 2
    "#]],
    );
    check(
        "-ermine({expect, f/1, badarg}).",
        expect![[r#"
        ermine: wrong: -ermine({expect,{f,1},badarg}): write an exception as {error, badarg}, {exit, '_'} or {'_', '_'}
        exit code 2
    "#]],
    );
    check(
        "-ermine({expect, f/1, {mistake, badarg}}).",
        expect![[r#"
        ermine: wrong: -ermine({expect,{f,1},{mistake,badarg}}): mistake is no class; write an exception as {error, badarg}, {exit, '_'} or {'_', '_'}
        exit code 2
    "#]],
    );
    check(
        "-ermine(f/1).",
        expect![[r#"
        ermine: wrong: -ermine({f,1}): write {pre, f/1, g/1}, {post, f/1, g/2}, {expect, f/1, {error, badarg}} or {expect, '_', {error, badarg}}
        exit code 2
    "#]],
    );
    folder.check(&["check", "wrong.erl"], expect![[r#"
        ermine: wrong: -ermine({f,1}): write {pre, f/1, g/1}, {post, f/1, g/2}, {expect, f/1, {error, badarg}} or {expect, '_', {error, badarg}}
        exit code 2
    "#]]);
}

#[test]
fn what_is_said_wrongly_about_one_function() {
    if !has_erlang() {
        return;
    }
    let text = "-module(half).\n-export([f/1, g/1]).\n-ermine({pre, f/1, nobody/1}).\n\
                -spec f(1..3) -> ok.\nf(_) -> ok.\n-spec g(1..3) -> ok.\ng(_) -> ok.\n";
    let folder = Folder::new("half", &[("half.erl", text)]);
    folder.check(
        &["check", "half.erl", "-q"],
        expect![[r#"
        not tested: half:f/1: half: -ermine({pre,{f,1},{nobody,1}}): there is no function nobody/1
        0 findings in 0 of 1 function; 1 proved, 0 without a crash found
        exit code 0
    "#]],
    );
    assert_eq!(folder.ermine(&["run", "half.erl", "g"]).status.code(), Some(0));
    assert_eq!(folder.ermine(&["run", "half.erl", "f"]).status.code(), Some(2));
}

#[test]
fn a_precondition_from_outside() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("outside", &[]);
    let verdict = |more: &[&str]| {
        let call = ["run", "calendar", "day_of_the_week/3", "--format", "json"];
        let output = folder.ermine(&[&call, more].concat());
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        json["functions"][0]["verdict"].as_str().expect("a verdict").to_owned()
    };
    assert_eq!(verdict(&[]), "crash");
    assert_eq!(verdict(&["--pre", "calendar:valid_date/3"]), "proved");
    folder.check(
        &["run", "calendar", "day_of_the_week/3", "--pre", "calendar:valid_date/1"],
        expect![[r#"
            ermine: --pre calendar:valid_date/1: valid_date/1 takes 1 argument, and gets 3
            exit code 2
        "#]],
    );
    folder.check(
        &["run", "calendar", "day_of_the_week/3", "--pre", "valid"],
        expect![[r#"
        ermine: --pre valid: write it as m:f/1
        exit code 2
    "#]],
    );
}
