//! What does a report look like as a module of tests?

use super::{case_clause, exploration, function_clause, hostile, refuted, report};
use crate::{PathResult, eunit};
use expect_test::expect;
use explore::{Confirmation, Exploration, Finding, FindingKind, StopReason};
use term::{Pid, Term, atoms};
use trace::{Input, Outcome};

fn render(exploration: &Exploration) -> String {
    let report = report(exploration);
    eunit::render(&report, &eunit::default_module(&report))
}

fn hang() -> Finding {
    Finding {
        kind: FindingKind::Hang,
        outcome: Outcome::NoEnd(trace::NoEnd::Repeats),
        confirmation: Confirmation::NotTried("the node died".into()),
        ..case_clause()
    }
}

#[test]
fn a_test_for_each_finding() {
    let findings = vec![case_clause(), case_clause(), function_clause(), hang()];
    expect![[r#"
        %% Written by Ermine 0.1.0.
        %%
        %% A test of a finding makes the call that went wrong: it fails until the mistake
        %% is repaired. A test of a path asserts what the function returns today.
        -module(example_ermine_tests).
        -include_lib("eunit/include/eunit.hrl").

        %% error: no case clause matching eq
        %% at example.erl:4 in example:fcmp/1
        %% on Erlang/OTP 25.2.3
        foo_1_case_clause_line_4_test() ->
            example:foo([42]).

        %% error: no case clause matching eq
        %% at example.erl:4 in example:fcmp/1
        %% on Erlang/OTP 25.2.3
        foo_1_case_clause_line_4_2_test() ->
            example:foo([42]).

        %% error: no function clause matching lists:foreach_1(fun example:fcmp/1, a)
        %% at lists.erl:1441 in lists:foreach_1/2
        %% on Erlang/OTP 25.2.3
        foo_1_function_clause_line_1441_test() ->
            example:foo(a).

        %% it has no end: a function calls itself with the same arguments
        %% not confirmed on the BEAM: the node died
        foo_1_hang_test_() ->
            {timeout, 20, ?_test(ends(fun() -> example:foo([42]) end))}.

        %% Waits for a call that may have no end.
        ends(Call) ->
            {Pid, Monitor} = spawn_monitor(Call),
            receive
                {'DOWN', Monitor, process, Pid, Why} -> ?assertEqual(normal, Why)
            after 10 * 1000 ->
                exit(Pid, kill),
                error(no_end)
            end.
    "#]]
    .assert_eq(&render(&exploration(findings, StopReason::Exhausted)));
}

#[test]
fn what_cannot_be_tested_is_a_comment() {
    let pid = Pid { node: atoms::nonode_nohost, id: 80, serial: 0, creation: 0 };
    let of_a_pid = Finding { input: Input::new(vec![pid.into()]), ..case_clause() };
    let mut exploration = refuted();
    exploration.findings.push(of_a_pid);
    expect![[r#"
        %% Written by Ermine 0.1.0.
        %%
        %% A test of a finding makes the call that went wrong: it fails until the mistake
        %% is repaired. A test of a path asserts what the function returns today.
        -module(example_ermine_tests).
        -include_lib("eunit/include/eunit.hrl").

        %% error: no case clause matching eq
        %% at example.erl:4 in example:fcmp/1
        %% No test: a bug in Ermine, the BEAM does not do so (it returned ok)
        %% on example:foo([42]).

        %% error: no case clause matching eq
        %% at example.erl:4 in example:fcmp/1
        %% on Erlang/OTP 25.2.3
        %% No test: Erlang has no notation for pids, as in
        %% example:foo(<0.80.0>).
    "#]]
    .assert_eq(&render(&exploration));
}

#[test]
fn whatever_a_program_says_stays_in_its_comment() {
    expect![[r#"
        %% Written by Ermine 0.1.0.
        %%
        %% A test of a finding makes the call that went wrong: it fails until the mistake
        %% is repaired. A test of a path asserts what the function returns today.
        -module(example_ermine_tests).
        -include_lib("eunit/include/eunit.hrl").

        %% error: {'<script>alert(1)</script>]]>', [27, 91, 51, 49, 109, 0, 10, 58, 58, 101, 114, 114, 111, 114, 58, 58, 53, 48, 37, 44, 32, 34, 115, 97, 105, 100, 34], '\x{2028}'}
        %% at a b,c:d%.erl:4 in '</script>&"':'::error::x\n,%'/1
        %% on Erlang/OTP 25.2.3
        foo_1_other_line_4_test() ->
            example:foo('<b>&amp;\n::warning::').
    "#]].assert_eq(&render(&hostile()));
}

#[test]
fn paths() {
    let mut report = report(&exploration(vec![], StopReason::Exhausted));
    let result = |returned| PathResult { arguments: vec![Term::Int(1)], returned };
    let pid = Pid { node: atoms::nonode_nohost, id: 80, serial: 0, creation: 0 };
    report.functions[0].results = vec![
        result(Ok(Term::list(vec![Term::atom("ok")]))),
        result(Ok(pid.into())),
        result(Err("it never returns the same".into())),
    ];
    expect![[r#"
        %% Written by Ermine 0.1.0.
        %%
        %% A test of a finding makes the call that went wrong: it fails until the mistake
        %% is repaired. A test of a path asserts what the function returns today.
        -module('my tests').
        -include_lib("eunit/include/eunit.hrl").

        foo_1_path_1_test() ->
            ?assertEqual([ok], example:foo(1)).

        %% No test of path 2, example:foo(1): Erlang has no notation for pids

        %% No test of path 3, example:foo(1): it never returns the same
    "#]]
    .assert_eq(&eunit::render(&report, "my tests"));
}
