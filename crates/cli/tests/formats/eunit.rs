//! Does `eunit` run what we write: red on the program with the bug, green on the repaired one?

use crate::workshop::{Workshop, has_erlang};
use std::process::Command;

const LEDGER: &str = "\
-module(ledger).
-export([share/2, wait/1, call/1]).
-spec share([integer()], integer()) -> integer().
share(Amounts, People) -> lists:sum(Amounts) div People.
-spec wait(integer()) -> ok.
wait(0) -> wait(0);
wait(_) -> ok.
call(F) when is_function(F, 1) -> F(1) + 1;
call(F) when is_pid(F) -> error(F);
call(_) -> ok.
";

/// Compiles the program and its tests, and runs these. `true`: all passed.
fn passes(workshop: &Workshop, sources: &[&str], tests: &str) -> (bool, String) {
    let compiled = Command::new("erlc")
        .args(["-Werror"])
        .args(sources)
        .current_dir(&workshop.0)
        .output()
        .expect("erlc starts");
    let said = String::from_utf8_lossy(&compiled.stdout).into_owned();
    assert!(compiled.status.success(), "{said}");
    let run = format!("case eunit:test({tests}, [verbose]) of ok -> halt(0); _ -> halt(1) end.");
    let ran = Command::new("erl")
        .args(["-noinput", "-pa", ".", "-eval", &run])
        .current_dir(&workshop.0)
        .output()
        .expect("erl starts");
    (ran.status.success(), String::from_utf8_lossy(&ran.stdout).into_owned())
}

/// Nobody wants to wait so long for a test to fail.
fn quick(module: &str) -> String {
    module.replace("after 10 * 1000", "after 300")
}

#[test]
fn fails_on_the_bug_and_passes_on_the_repair() {
    if !has_erlang() {
        return;
    }
    let workshop = Workshop::new("eunit", &[("ledger.erl", LEDGER)]);
    let output = ["--depth", "10", "--format", "eunit", "--output", "ledger_tests.erl"];
    workshop.findings(&[&["run", "ledger.erl", "share"], &output[..]].concat());
    let sources = ["ledger.erl", "ledger_tests.erl"];
    let (is_green, said) = passes(&workshop, &sources, "ledger_tests");
    assert!(!is_green && said.contains("share_2_badarith_line_4_test"), "{said}");
    let repaired =
        LEDGER.replace("share(Amounts, People) ->", "share(_, 0) -> 0;\nshare(Amounts, People) ->");
    workshop.write("ledger.erl", &repaired);
    let (is_green, said) = passes(&workshop, &sources, "ledger_tests");
    assert!(is_green, "{said}");
}

#[test]
fn a_hang_fails_by_time() {
    if !has_erlang() {
        return;
    }
    let workshop = Workshop::new("hang", &[("ledger.erl", LEDGER)]);
    let module = workshop.findings(&["run", "ledger.erl", "wait", "--format", "eunit"]);
    assert!(module.contains("-module(ledger_ermine_tests)."), "{module}");
    let test = "wait_1_hang_test_() ->\n    \
                {timeout, 20, ?_test(ends(fun() -> ledger:wait(0) end))}.";
    assert!(module.contains(test), "{module}");
    workshop.write("ledger_ermine_tests.erl", &quick(&module));
    let sources = ["ledger.erl", "ledger_ermine_tests.erl"];
    let (is_green, said) = passes(&workshop, &sources, "ledger_ermine_tests");
    assert!(!is_green && said.contains("no_end"), "{said}");
    workshop.write("ledger.erl", &LEDGER.replace("wait(0) -> wait(0)", "wait(0) -> ok"));
    let (is_green, said) = passes(&workshop, &sources, "ledger_ermine_tests");
    assert!(is_green, "{said}");
}

#[test]
fn every_path_asserts_what_it_returns_today() {
    if !has_erlang() {
        return;
    }
    let workshop = Workshop::new("paths", &[("ledger.erl", LEDGER)]);
    let all = ["--format", "eunit", "--tests", "all", "--output", "all_tests.erl"];
    workshop.findings(&[&["run", "ledger.erl", "wait"], &all[..]].concat());
    let module = workshop.read("all_tests.erl");
    assert!(module.contains("    ?assertEqual(ok, ledger:wait("), "{module}");
    // Without the test of the finding, which fails as it should, all is as it is today.
    let without_hang = module.replace("wait_1_hang_test_()", "-ifdef(never).\nwait_1_hang_test_()");
    let without_hang = without_hang.replace("wait(0) end))}.\n", "wait(0) end))}.\n-endif.\n");
    let (without_hang, _) = without_hang.split_once("\n%% Waits").expect("it knows how to wait");
    workshop.write("all_tests.erl", without_hang);
    let sources = ["ledger.erl", "all_tests.erl"];
    let (is_green, said) = passes(&workshop, &sources, "all_tests");
    assert!(is_green, "{said}");
    // And with it, all the others are made still.
    workshop.write("all_tests.erl", &quick(&module));
    let (is_green, said) = passes(&workshop, &sources, "all_tests");
    assert!(!is_green && said.contains("Failed: 1.") && !said.contains("cancelled"), "{said}");
    workshop.write("ledger.erl", &LEDGER.replace("wait(_) -> ok", "wait(_) -> other"));
    let (is_green, said) = passes(&workshop, &sources, "all_tests");
    assert!(!is_green && said.contains("wait_1_path_"), "{said}");
}

/// What is asserted must not be what another test wants to be gone.
#[test]
fn paths_that_end_in_a_finding_have_its_test_only() {
    if !has_erlang() {
        return;
    }
    let sign = "-module(sign).\n-export([of_it/1]).\n-ermine({post, of_it/1, is_right/2}).\n\
                -spec of_it(-2..2) -> atom().\n\
                of_it(N) when N < 0 -> minus;\nof_it(0) -> \"zero\";\n\
                of_it(2) -> wrong;\nof_it(_) -> plus.\n\
                is_right(_, Sign) -> Sign =/= wrong.\n";
    let workshop = Workshop::new("violations", &[("sign.erl", sign)]);
    let all = ["run", "sign.erl", "of_it", "--format", "eunit", "--tests", "all"];
    let module = workshop.findings(&all);
    let with = |call: &str| module.lines().filter(|line| line.contains(call)).count();
    assert_eq!(module.matches("assertNotEqual").count(), 2, "{module}");
    assert_eq!((with("sign:of_it(0)"), with("sign:of_it(2)")), (1, 1), "{module}");
    assert!(module.contains("?assertEqual(plus, sign:of_it(1))"), "{module}");
}

/// Pids, ports and the like cannot be written down: the module must compile all the same.
#[test]
fn what_has_no_notation_is_left_out() {
    if !has_erlang() {
        return;
    }
    let workshop = Workshop::new("notation", &[("ledger.erl", LEDGER)]);
    let seed = "[fun(X) -> {X, self()} end]";
    let all = ["--format", "eunit", "--tests", "all", "--output", "call_tests.erl"];
    workshop.findings(&[&["run", "ledger.erl", "call", seed], &all[..]].concat());
    let module = workshop.read("call_tests.erl");
    assert!(module.contains("%% No test: Erlang has no notation for closures"), "{module}");
    passes(&workshop, &["ledger.erl", "call_tests.erl"], "call_tests");
}

#[test]
fn what_depends_on_time_is_left_out() {
    if !has_erlang() {
        return;
    }
    let clock = "-module(clock).\n-export([now/0]).\nnow() -> calendar:universal_time().\n";
    let workshop = Workshop::new("clock", &[("clock.erl", clock)]);
    let output =
        workshop.ermine(&["run", "clock.erl", "now", "--format", "eunit", "--tests", "all"]);
    let module = String::from_utf8_lossy(&output.stdout);
    let expected = "%% No test of path 1, clock:now(): it depends on more than its arguments";
    assert!(output.status.success() && module.contains(expected), "{module}");
}

/// Maps are asked about before the program runs: that has no place in it. And two funs that read alike
/// are two.
#[test]
fn paths_of_maps_and_funs() {
    if !has_erlang() {
        return;
    }
    let keys = "-module(keys).\n-export([has/2]).\n\
                -spec has(#{atom() => integer()}, [fun(() -> ok)]) -> boolean() | pair.\n\
                has(_, [F, F]) -> pair;\n\
                has(Map, _) -> maps:values(Map) =:= [7].\n";
    let workshop = Workshop::new("keys", &[("keys.erl", keys)]);
    let all = ["--runs", "60", "--format", "eunit", "--tests", "all", "--output", "keys_tests.erl"];
    let output = workshop.ermine(&[&["run", "keys.erl", "has"], &all[..]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let module = workshop.read("keys_tests.erl");
    assert!(module.contains("?assertEqual(pair, begin F = fun() -> ok end, keys:has("), "{module}");
    let (is_green, said) = passes(&workshop, &["keys.erl", "keys_tests.erl"], "keys_tests");
    assert!(is_green, "{said}");
}
