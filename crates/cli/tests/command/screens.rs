//! What does the user see? Whole screens of the real command, with times and what differs from one
//! OTP to the next taken out.

use crate::erlang::has_erlang;
use expect_test::{Expect, expect};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A module that has three ways to crash.
const EXAMPLE: &str = "\
-module(example).
-export([foo/1, bar/1, typed/1]).
foo(L) -> lists:foreach(fun fcmp/1, L).
fcmp(X) -> case cmp(X) of gt -> ok; lt -> ok end.
cmp(X) when X > 42 -> gt;
cmp(42) -> eq;
cmp(X) when X < 42 -> lt.
-spec typed([integer()]) -> ok.
typed(L) -> foo(L).
bar(X) when is_atom(X) -> atom;
bar(_) -> other.
";

const BROKEN: &str = "-module(broken).\n-export([f/1]).\nf(X) -> X +.\n";

/// A folder of this test's own with the modules above, removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("screens-{name}"));
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        for (file, text) in [("example.erl", EXAMPLE), ("broken.erl", BROKEN)] {
            std::fs::write(folder.join(file), text).expect("a file can be written");
        }
        Folder(folder.canonicalize().expect("it is there"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left behind is in the target folder.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn examples() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    folder.canonicalize().expect("the examples are in the repository")
}

fn ermine(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ermine"));
    command.args(arguments).current_dir(folder).env_remove("CLICOLOR_FORCE");
    command.output().expect("ermine starts")
}

/// Everything the command printed, and its exit code.
fn check(folder: &Path, arguments: &[&str], expect: Expect) {
    let output = ermine(folder, arguments);
    let here = format!("{}/", folder.display());
    let text = |bytes| String::from_utf8_lossy(bytes).replace(&here, "");
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    let code = output.status.code().expect("no signal ended it");
    expect.assert_eq(&format!("{}{}exit code {code}\n", lasting(&stdout), lasting(&stderr)));
}

/// The text without what differs from one time, one OTP or one order of the search to the next.
fn lasting(text: &str) -> String {
    let line = |line: &str| {
        let line = without_counts(line);
        let line = without_after(&line, "#Fun<", |each| each != '>');
        let line = without_after(&line, "Erlang/OTP ", |each| each.is_ascii_digit() || each == '.');
        without_after(&line, "lists.erl:", |each| each.is_ascii_digit()) + "\n"
    };
    text.lines().map(line).collect()
}

/// `0.03 s`, `under 0.01 s` and `12 runs` become `… s` and `… runs`.
fn without_counts(line: &str) -> String {
    let line = line.replace("under ", "").replace("1 run ", "1 runs ");
    let mut shown = String::new();
    let mut rest = line.as_str();
    while let Some(start) = rest.find(|each: char| each.is_ascii_digit()) {
        let length = rest[start..].find(|each: char| !each.is_ascii_digit() && each != '.');
        let end = start + length.unwrap_or(rest.len() - start);
        let is_count =
            [" s", " runs", " branches"].iter().any(|unit| rest[end..].starts_with(unit));
        shown += &rest[..start];
        shown += if is_count { "…" } else { &rest[start..end] };
        rest = &rest[end..];
    }
    shown + rest
}

/// What follows the marker becomes `…`.
fn without_after(line: &str, marker: &str, is_part: impl Fn(char) -> bool) -> String {
    let mut parts = line.split(marker);
    let first = parts.next().unwrap_or_default().to_owned();
    parts
        .fold(first, |shown, part| format!("{shown}{marker}…{}", part.trim_start_matches(&is_part)))
}

#[test]
fn three_crash_sites() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("three");
    check(
        &folder.0,
        &["run", "example.erl", "foo", "[[17]]", "--depth", "8"],
        expect![[r#"
            crash 1 of 3: error: no case clause matching eq
              at example.erl:4 in example:fcmp/1

                4 | fcmp(X) -> case cmp(X) of gt -> ok; lt -> ok end.
                  |            ^^^^

              example:foo([42]).

              in function  example:fcmp/1 (example.erl:4)
              in call from lists:foreach_1/2 (lists.erl:…)

              likely bug: nothing fits what the program itself has made
              confirmed on Erlang/OTP …; … runs ended here

            crash 2 of 3: error: no function clause matching example:cmp(42.0)
              at example.erl:5 in example:cmp/1

                5 | cmp(X) when X > 42 -> gt;
                  | ^^^^^^^^^^^^^^^^^^^^^^^^^

              example:foo([42.0]).

              in function  example:cmp(42.0) (example.erl:5)
              in call from example:fcmp/1 (example.erl:4)
              in call from lists:foreach_1/2 (lists.erl:…)

              unlikely input: no -spec says that it takes this
              confirmed on Erlang/OTP …; … runs ended here

            crash 3 of 3: error: no function clause matching lists:foreach_1(#Fun<…>, 0)
              at lists.erl:… in lists:foreach_1/2

              example:foo(0).

              in function  lists:foreach_1(#Fun<…>, 0) (lists.erl:…)

              unlikely input: no -spec says that it takes this
              confirmed on Erlang/OTP …; … runs ended here

            crash: 3 crash sites in … runs, … s; every branch was tried, there are no others
              of 9 operations that can fail, 6 cannot here; left is none
              … branches not tried, since nothing can fail behind (--no-prune tries them)
              6 of 6 clauses reached in example (3 more in functions that it does not call)
            hint: example:foo/1 has no -spec; with one, only inputs that it allows are tried
            exit code 1
        "#]],
    );
}

#[test]
fn with_a_spec_there_is_one() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("spec");
    check(
        &folder.0,
        &["run", "example.erl", "typed", "[[17]]", "--depth", "8"],
        expect![[r#"
            crash: error: no case clause matching eq
              at example.erl:4 in example:fcmp/1

                4 | fcmp(X) -> case cmp(X) of gt -> ok; lt -> ok end.
                  |            ^^^^

              example:typed([42]).

              in function  example:fcmp/1 (example.erl:4)
              in call from lists:foreach_1/2 (lists.erl:…)

              likely bug: nothing fits what the program itself has made
              confirmed on Erlang/OTP …; … runs ended here

            crash: 1 crash site in … runs, … s; every branch was tried, there are no others
              of 10 operations that can fail, 9 cannot here; left is none
              … branches not tried, since nothing can fail behind (--no-prune tries them)
              7 of 7 clauses reached in example (2 more in functions that it does not call)
            hint: repair it, or leave such calls out by a narrower -spec or --pre, or --expect if it is meant to be
            exit code 1
        "#]],
    );
}

#[test]
fn proved() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("proved");
    check(
        &folder.0,
        &["run", "example.erl", "bar"],
        expect![[r#"
            proved: no input crashes example:bar/1: by analysis, nothing that it does can raise (… runs, … s)
              2 of 2 clauses reached in example (7 more in functions that it does not call)
            exit code 0
        "#]],
    );
}

#[test]
fn what_the_beam_does_otherwise_by_chance_or_speed_is_a_limit() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("limits");
    let text = "-module(limits).\n-export([long/1, lucky/1]).\n\
                -spec long(boolean()) -> ok.\nlong(true) -> count(1000000);\nlong(false) -> ok.\n\
                count(0) -> ok;\ncount(N) -> count(N - 1).\n\
                -spec lucky(integer()) -> ok.\n\
                lucky(N) -> case rand:uniform(1 bsl 50) of N -> error(won); _ -> ok end.\n";
    std::fs::write(folder.0.join("limits.erl"), text).expect("a file can be written");
    check(
        &folder.0,
        &["run", "limits.erl", "long", "--reductions", "10000"],
        expect![[r#"
            no crash found: all branches that could be followed were tried; … runs, … s
              … runs took more than 10000 reductions and may hang: limits:long(true)
              of 4 operations that can fail, 4 cannot here; left is none
              3 of 4 clauses reached in limits (2 more in functions that it does not call)
              not reached: line 6 (runs ended at the limit of reductions)
            hint: if it only takes long, raise --reductions (now 10000)
            exit code 0
        "#]],
    );
    check(
        &folder.0,
        &["run", "limits.erl", "lucky"],
        expect![[r#"
            no crash found: all branches that could be followed were tried; … runs, … s
              asked for the node and others: erlang:node/0 2 times, the numbers of pids, references or funs: erlang:phash2/1 2 times, the numbers of pids, references or funs: erlang:unique_integer/0 2 times, the state of the caller: erlang:get/1 2 times
              depends on time: erlang:system_time/0 2 times, a crash that depends on the time once
              of 121 operations that can fail, 89 cannot here; left are 32:
                limits.erl:9 erlang:error/1 is called (precision was lost on the way there: erlang:system_time/0)
                rand.erl:348 a call of a fun (precision was lost on the way there: erlang:system_time/0)
                rand.erl:319 badmatch (no run came there)
                rand.erl:187 erlang:'-'/2 may raise (no run came there)
                rand.erl:188 erlang:'bsl'/2 may raise (no run came there)
                and 27 more
              2 of 2 clauses reached in limits (4 more in functions that it does not call)
            hint: what limits:lucky/1 does depends on more than its arguments; search the functions around it, which get the rest as arguments
            exit code 0
        "#]],
    );
}

#[test]
fn a_line_each_if_quiet() {
    if !has_erlang() {
        return;
    }
    check(
        &examples(),
        &["run", "--quiet", "shop.erl", "shipping"],
        expect![[r#"
        shop.erl:35: crash: error: no match of right hand side value []: shop:shipping(31501).
        crash: 1 crash site in … runs, … s; every branch was tried, there are no others
        exit code 1
    "#]],
    );
}

#[test]
fn a_shop() {
    if !has_erlang() {
        return;
    }
    check(
        &examples(),
        &["run", "shop.erl", "total", "--depth", "20"],
        expect![[r#"
            crash: error: an error occurred when evaluating an arithmetic expression: 0 div 0
              at shop.erl:25 in shop:reduction/3

                25 |     Pieces * (Cents div Pieces).
                   |                     ^^^

              shop:total([], {share, 0}).

              in operator  0 div 0
              in call from shop:reduction/3 (shop.erl:25)
              in call from shop:total/2 (shop.erl:16)

              likely bug: a built-in or an operator refuses what it is given
              confirmed on Erlang/OTP …; … runs ended here

            crash: 1 crash site in … runs, … s; every branch was tried, there are no others
              of 28 operations that can fail, 27 cannot here; left is none
              … branches not tried, since nothing can fail behind (--no-prune tries them)
              8 of 8 clauses reached in shop (5 more in functions that it does not call)
            hint: repair it, or leave such calls out by a narrower -spec or --pre, or --expect if it is meant to be
            exit code 1
        "#]],
    );
    check(
        &examples(),
        &["run", "shop.erl", "shipping"],
        expect![[r#"
            crash: error: no match of right hand side value []
              at shop.erl:35 in shop:shipping/1

                35 |     [{_, Price} | _] = [Band || {Limit, _} = Band <- bands(), Weight =< Limit],
                   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

              shop:shipping(31501).

              in function  shop:shipping/1 (shop.erl:35)

              likely bug: nothing fits what the program itself has made
              confirmed on Erlang/OTP …; … runs ended here

            crash: 1 crash site in … runs, … s; every branch was tried, there are no others
              of 6 operations that can fail, 5 cannot here; left is none
              5 of 5 clauses reached in shop (8 more in functions that it does not call)
            hint: repair it, or leave such calls out by a narrower -spec or --pre, or --expect if it is meant to be
            exit code 1
        "#]],
    );
}

#[test]
fn json_into_a_file() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("json");
    let arguments = [
        "run",
        "example.erl",
        "foo",
        "[[17]]",
        "--depth",
        "8",
        "--format",
        "json",
        "--output",
        "out.json",
    ];
    check(
        &folder.0,
        &arguments,
        expect![[r#"
            crash: 3 crash sites in … runs, … s; every branch was tried, there are no others
            exit code 1
        "#]],
    );
    let text = std::fs::read_to_string(folder.0.join("out.json")).expect("the report is there");
    let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let function = &report["functions"][0];
    assert_eq!((&report["version"], &function["mfa"]), (&1.into(), &"example:foo/1".into()));
    assert_eq!((&function["verdict"], &function["stop"]), (&"crash".into(), &"exhausted".into()));
    let findings = function["findings"].as_array().expect("a list");
    assert!(findings.iter().all(|finding| finding["confirmed"] == true), "{findings:?}");
    let mut calls: Vec<&str> =
        findings.iter().map(|finding| finding["call"].as_str().expect("a text")).collect();
    calls.sort_unstable();
    expect![[r#"
        [
            "example:foo(0).",
            "example:foo([42.0]).",
            "example:foo([42]).",
        ]
    "#]]
    .assert_debug_eq(&calls);
}

#[test]
fn bad_input() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("bad");
    let check = |arguments: &[&str], expect: Expect| check(&folder.0, arguments, expect);
    check(
        &["run", "listz", "sum"],
        expect![[r#"
        ermine: there is no module listz (is it lists?); -pa DIR adds a folder of .beam files
        exit code 2
    "#]],
    );
    check(
        &["run", "no/such.erl", "f"],
        expect![[r#"
        ermine: no/such.erl: No such file or directory (os error 2)
        exit code 2
    "#]],
    );
    check(
        &["run", "lists", "summ"],
        expect![[r#"
        ermine: there is no function lists:summ (is it sum/1?)
        exit code 2
    "#]],
    );
    check(
        &["run", "lists", "sum/2"],
        expect![[r#"
        ermine: lists:sum/2 is not exported; export it to call it
        exit code 2
    "#]],
    );
    check(
        &["run", "lists", "seq"],
        expect![[r#"
        ermine: lists:seq: which one? seq/2, seq/3
        exit code 2
    "#]],
    );
    check(
        &["run", "broken.erl", "f"],
        expect![[r#"
        ermine: broken.erl:3:12: syntax error before: '.'
        exit code 2
    "#]],
    );
    check(
        &["run", "example.erl", "fcmp"],
        expect![[r#"
        ermine: example:fcmp is not exported; export it to call it
        exit code 2
    "#]],
    );
    check(
        &["run", "example.erl", "typed", "[[a]]"],
        expect![[r#"
        ermine: the seed does not fit the spec: argument 1: a is not of type integer(), at element 1 of the list (use --no-spec to ignore it)
        exit code 2
    "#]],
    );
    check(
        &["run", "example.erl", "typed", "[[1]"],
        expect![[r#"
        ermine: [[1]: 1:5: expected `,`, `|` or `]`, found the end of the text
        exit code 2
    "#]],
    );
    check(
        &["run", "example.erl", "foo", "[1]", "--output", "no/such/out.txt"],
        expect![[r#"
        ermine: --output no/such/out.txt: there is no folder no/such
        exit code 2
    "#]],
    );
    check(
        &["run", "example.erl", "foo", "--time", "soon"],
        expect![[r#"
        error: invalid value 'soon' for '--time <TIME>': "soon" is no time; try 10s or 500ms

        For more information, try '--help'.
        exit code 2
    "#]],
    );
}

#[test]
fn core_ends_with_a_newline() {
    if !has_erlang() {
        return;
    }
    let output = ermine(&examples(), &["core", "lists", "map/2"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.ends_with("end\n"), "{text}");
}

#[test]
fn eval_prints_as_the_shell_does() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("eval");
    let check = |arguments: &[&str], expect: Expect| check(&folder.0, arguments, expect);
    check(
        &["eval", "lists", "map", "[fun(X) -> X * 2 end, [1, 2, 3]]"],
        expect![[r#"
            [2,4,6]
            exit code 0
        "#]],
    );
    check(
        &["eval", "erlang", "+", "[1, a]"],
        expect![[r#"
            ** exception error: an error occurred when evaluating an arithmetic expression
                 in operator  +/2
                    called as 1 + a
            exit code 1
        "#]],
    );
    check(
        &["eval", "io", "format", "[\"~s~n\", [hello]]"],
        expect![[r#"
            hello
            ok
            exit code 0
        "#]],
    );
    check(
        &["eval", "file", "read_file", "[\"example.erl\"]"],
        expect![[r#"
            ermine: cannot go on: effect file:read_file/1
            exit code 2
        "#]],
    );
}

#[test]
fn eval_has_words_for_exceptions_when_nothing_is_in_the_cache() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("cold");
    let mut command = Command::new(env!("CARGO_BIN_EXE_ermine"));
    command.args(["eval", "lists", "nth", "[3,[1]]", "--no-cache"]).current_dir(&folder.0);
    let text = String::from_utf8(command.output().expect("ermine starts").stdout).expect("UTF-8");
    let wanted = "** exception error: no function clause matching lists:nth(2,[])";
    assert!(text.starts_with(wanted), "{text}");
}

#[test]
fn coverage_as_lcov() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("lcov");
    let arguments =
        ["run", "example.erl", "typed", "--depth", "8", "--quiet", "--lcov", "out.info"];
    assert_eq!(ermine(&folder.0, &arguments).status.code(), Some(1));
    let text = std::fs::read_to_string(folder.0.join("out.info")).expect("it is there");
    let is_lasting = |line: &&str| !line.starts_with("SF:") && !line.starts_with("FN");
    let reached = |line: &str| match line.rsplit_once(',') {
        Some((start, "0" | "-")) => format!("{start},no\n"),
        Some((start, _)) => format!("{start},yes\n"),
        None => format!("{line}\n"),
    };
    let text: String = text.lines().filter(is_lasting).map(reached).collect();
    expect![[r#"
        TN:ermine
        BRDA:3,0,0,yes
        BRDA:4,1,0,yes
        BRDA:4,1,1,yes
        BRDA:5,2,0,yes
        BRDA:6,2,1,yes
        BRDA:7,2,2,yes
        BRDA:9,3,0,yes
        BRDA:10,4,0,no
        BRDA:11,4,1,no
        BRF:9
        BRH:7
        DA:3,yes
        DA:4,yes
        DA:5,yes
        DA:6,yes
        DA:7,yes
        DA:9,yes
        DA:10,no
        DA:11,no
        LF:8
        LH:6
        end_of_record
    "#]]
    .assert_eq(&text);
    let elsewhere = ["run", "example.erl", "typed", "--lcov", "nowhere/out.info"];
    let output = ermine(&folder.0, &elsewhere);
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("--lcov nowhere/out.info: there is no folder nowhere"), "{message}");
    let both =
        ["run", "example.erl", "typed", "--lcov", "out", "--format", "json", "--output", "out"];
    let output = ermine(&folder.0, &both);
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("--output out: two reports cannot share a file"), "{message}");
}

#[test]
fn what_was_found_before_is_tried_first_and_told() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("corpus");
    let arguments = ["run", "example.erl", "typed", "--depth", "8", "--corpus", "corpus"];
    let first = ermine(&folder.0, &arguments);
    assert!(!String::from_utf8_lossy(&first.stdout).contains("found before"));
    let file = folder.0.join("corpus/example.typed.1.terms");
    let kept = std::fs::read_to_string(&file).expect("it is kept");
    let crash = "{crash, [[42]], \"error {case_clause, _} at example:fcmp line 4\"}.\n";
    assert!(kept.contains(crash), "{kept}");
    assert!(kept.contains("{input, [[]], ["), "{kept}");
    let second = ermine(&folder.0, &arguments);
    let text = String::from_utf8_lossy(&second.stdout);
    assert!(text.contains(" ended here; found before\n"), "{text}");
    assert!(text.contains("1 known crash tried again, 0 no longer there"), "{text}");
    let source = folder.0.join("example.erl");
    let moved = std::fs::read_to_string(&source).expect("it is there");
    std::fs::write(&source, format!("%% Lines move.\n{moved}")).expect("a file can be written");
    let second = ermine(&folder.0, &arguments);
    let text = String::from_utf8_lossy(&second.stdout);
    assert!(text.contains(" ended here; found before\n"), "{text}");
    assert!(text.contains("1 known crash tried again, 0 no longer there"), "{text}");
    let lines = || {
        let text = std::fs::read_to_string(&file).expect("it is kept");
        text.lines().map(str::to_owned).collect::<std::collections::BTreeSet<String>>()
    };
    let known = lines();
    let short = ermine(&folder.0, &[&arguments[..], &["--runs", "1"]].concat());
    assert!(String::from_utf8_lossy(&short.stdout).contains("known crash"));
    assert_eq!(lines(), known, "a search that is over soon forgets nothing");
    std::fs::write(&file, "{crash, [1, 2], \"\"}.\n").expect("a file can be written");
    let third = ermine(&folder.0, &arguments);
    assert_eq!(third.status.code(), Some(2));
    let message = String::from_utf8_lossy(&third.stderr);
    assert!(message.contains("typed.1.terms:1: 2 arguments for a function of 1"), "{message}");
}

#[test]
fn a_corpus_that_cannot_be_written_is_told_before_the_search() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("unwritable");
    // A folder in the place of the file cannot be written by anybody.
    std::fs::create_dir_all(folder.0.join("corpus/example.typed.1.terms")).expect("it can be made");
    let output = ermine(&folder.0, &["run", "example.erl", "typed", "--corpus", "corpus"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--corpus corpus/example.typed.1"));
}

#[test]
fn memory_is_obeyed_by_few_calls_that_make_much() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("few-calls");
    let text = "-module(grows).\n-export([double/1, product/1]).\n\
        double(List) -> double(List ++ List).\n\
        product(0) -> 1;\nproduct(N) -> N * product(N - 1).\n";
    std::fs::write(folder.0.join("grows.erl"), text).expect("a file can be written");
    let double = ["eval", "grows.erl", "double", "[[1]]", "--memory", "64"];
    let output = ermine(&folder.0, &double);
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("gave up beyond 64 MiB"), "{message}");
    // What was made on the way back is not needed any more.
    let product = ["eval", "grows.erl", "product", "[12000]", "--memory", "64"];
    let output = ermine(&folder.0, &product);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn what_is_left_to_show_of_a_result() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("results");
    let text = "-module(results).\n-export([large/1, squares/1]).\n\
        -spec large([integer()]) -> pos_integer().\n\
        large(List) -> length([X || X <- List, X > 3]).\n\
        -spec squares([integer()]) -> non_neg_integer().\n\
        squares(List) -> lists:sum([X * X || X <- List]).\n";
    std::fs::write(folder.0.join("results.erl"), text).expect("a file can be written");
    let left = |function: &str| {
        let run = ["run", "results.erl", function, "--depth", "8", "--runs", "60"];
        let output = ermine(&folder.0, &run);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let (_, left) = text.split_once("cannot here; ").expect("it says what is left");
        left.lines().take(2).map(str::trim).collect::<Vec<_>>().join(" ")
    };
    // What was seen to break its promise is not left.
    assert!(left("large").starts_with("left is none 3 of 3 clauses"), "{}", left("large"));
    let squares = left("squares");
    assert_eq!(squares, "left is to show that the result is what the -spec says");
}

#[test]
fn what_is_not_to_be_followed() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("concrete");
    let run = |lines: &str| {
        std::fs::write(folder.0.join("concrete.txt"), lines).expect("a file can be written");
        let arguments = ["run", "example.erl", "typed", "--concrete", "concrete.txt"];
        let output = ermine(&folder.0, &[&arguments[..], &["--depth", "8"]].concat());
        let text = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8_lossy(&text).into_owned())
    };
    let (_, text) = run("% what it compares\nexample:cmp/1\n");
    assert!(text.contains("not followed, by --concrete: example:cmp/1 "), "{text}");
    let (code, text) = run("\nexample\n");
    assert_eq!(code, Some(2));
    assert!(text.contains("concrete.txt:2: \"example\": write module:function/arity"), "{text}");
    let (code, text) = run("{example, cmp, 2}.");
    assert_eq!(code, Some(2));
    assert!(text.contains("concrete.txt:1: there is no function example:cmp/2"), "{text}");
}

/// The report without what the clock says.
fn timeless(output: &Output) -> serde_json::Value {
    let mut report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let stats = report["functions"][0]["stats"].as_object_mut().expect("an object");
    stats.retain(|name, _| !name.ends_with("_ms"));
    report
}

#[test]
fn the_same_seed_gives_the_same_report() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("repeated");
    for strategy in ["random", "auto"] {
        let arguments = ["run", "example.erl", "foo", "[[17]]", "--runs", "60", "--jobs", "1"];
        let options = ["--seed", "7", "--strategy", strategy, "--format", "json"];
        let arguments = [&arguments[..], &options].concat();
        let [first, second] = [(); 2].map(|()| timeless(&ermine(&folder.0, &arguments)));
        assert_eq!(first.to_string(), second.to_string(), "{strategy}");
    }
    let arguments = ["run", "example.erl", "foo", "--strategy", "best"];
    let output = ermine(&folder.0, &arguments);
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(
        message.contains("there is no strategy \"best\"; there are breadth-first,"),
        "{message}"
    );
}

/// A module that has records, types of its own, and two divisions in a line.
const RECORDS: &str = "\
-module(records).
-export([ratio/3, names/1, keep/1]).
-record(item, {name :: string(), price :: integer()}).
-type level() :: low | high.
-spec ratio(integer(), integer(), integer()) -> integer().
ratio(_, 0, _) -> 0;
ratio(A, B, C) -> A div B + 100 div C.
-spec names([#item{}]) -> {ok, [level()]}.
names([#item{name = \"x\"} | _]) -> {ok, [low, 42]};
names(_) -> {ok, [low]}.
-spec keep(term()) -> ok.
keep([#item{price = 7} = Item, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]) ->
    error({bad_item, Item});
keep(_) -> ok.
";

#[test]
fn the_operation_that_failed_is_marked() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("marked");
    std::fs::write(folder.0.join("records.erl"), RECORDS).expect("a file can be written");
    check(
        &folder.0,
        &["run", "records.erl", "ratio"],
        expect![[r#"
            crash: error: an error occurred when evaluating an arithmetic expression: 100 div 0
              at records.erl:7 in records:ratio/3

                7 | ratio(A, B, C) -> A div B + 100 div C.
                  |                                 ^^^

              records:ratio(0, 1, 0).

              in operator  100 div 0
              in call from records:ratio/3 (records.erl:7)

              likely bug: a built-in or an operator refuses what it is given
              confirmed on Erlang/OTP …; … runs ended here

            crash: 1 crash site in … runs, … s; every branch was tried, there are no others
              of 3 operations that can fail, 2 cannot here; left is none
              … branches not tried, since nothing can fail behind (--no-prune tries them)
              2 of 2 clauses reached in records (4 more in functions that it does not call)
            hint: repair it, or leave such calls out by a narrower -spec or --pre, or --expect if it is meant to be
            exit code 1
        "#]],
    );
}

#[test]
fn the_wrong_part_of_a_result_is_marked() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("wrong-part");
    std::fs::write(folder.0.join("records.erl"), RECORDS).expect("a file can be written");
    check(
        &folder.0,
        &["run", "records.erl", "names"],
        expect![[r#"
            spec violation: it returned {ok, [low, 42]}, declared is {ok, [level()]}: 42 is not of type level(), in {_, [_, 42]}
              at records.erl:9 in records:names/1

                9 | names([#item{name = "x"} | _]) -> {ok, [low, 42]};
                  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

              records:names([#item{name = "x", price = 0}]).
              (in a shell, after rr(records).)

              it returned {ok, [low, 42]}
                                     ^^ is not of type level()

              in function  records:names/1 (records.erl:9)

              likely bug: the result is outside of the spec
              confirmed on Erlang/OTP …; … runs ended here

            broken promise: … spec violation in … runs, … s; every branch was tried, there are no others
              of 0 operations that can fail, 0 cannot here; left is none
              2 of 2 clauses reached in records (4 more in functions that it does not call)
            hint: repair it, or leave such calls out by a narrower -spec or --pre
            exit code 1
        "#]],
    );
}

#[test]
fn long_calls_have_lines() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("long-calls");
    std::fs::write(folder.0.join("records.erl"), RECORDS).expect("a file can be written");
    let output = ermine(&folder.0, &["run", "records.erl", "keep"]);
    let text = String::from_utf8_lossy(&output.stdout);
    let call = "
  records:keep([#item{name = 0, price = 7},
                1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]).
";
    assert!(text.contains(call), "{text}");
    assert!(text.contains("crash: error: {bad_item, #item{name = 0, price = 7}}\n"), "{text}");
}
