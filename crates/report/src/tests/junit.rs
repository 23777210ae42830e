//! What does a report say to a build server?

use super::schemas::check_junit;
use super::{case_clause, exploration, function_clause, hostile, refuted, report, troubled};
use crate::{Report, junit};
use expect_test::{Expect, expect};
use explore::StopReason;

fn check(report: &Report, expect: Expect) {
    let text = junit::render(report);
    check_junit(&text);
    expect.assert_eq(&text);
}

#[test]
fn a_failure_for_each_function_with_findings() {
    let exploration = exploration(vec![case_clause(), function_clause()], StopReason::Exhausted);
    check(
        &report(&exploration),
        expect![[r#"
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="ermine" tests="1" skipped="0" failures="1" errors="0" time="0.031">
                <testsuite name="example" tests="1" skipped="0" errors="0" failures="1" time="0.031">
                    <properties>
                        <property name="ermine" value="0.1.0"/>
                        <property name="otp" value="25.2.3"/>
                    </properties>
                    <testcase name="foo/1" classname="example" time="0.031">
                        <failure message="error: no case clause matching eq (and 1 more)" type="error/case_clause">crash 1 of 2: error: no case clause matching eq
              at example.erl:4 in example:fcmp/1

                4 |     fcmp(X) -&gt; case cmp(X) of gt -&gt; ok; lt -&gt; ok end.
                  |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

              example:foo([42]).

              in function  example:fcmp/1 (example.erl:4)
              in call from lists:foreach_1/2 (lists.erl:1442)

              likely bug: nothing fits what the program itself has made
              confirmed on Erlang/OTP 25.2.3; 12 runs ended here

            crash 2 of 2: error: no function clause matching lists:foreach_1(fun example:fcmp/1, a)
              at lists.erl:1441 in lists:foreach_1/2
              called from example.erl:3 in example:foo/1

                3 | foo(L) -&gt; lists:foreach(fun fcmp/1, L).
                  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

              example:foo(a).

              in function  lists:foreach_1(fun example:fcmp/1, a) (lists.erl:1441)
              in call from example:foo/1 (example.erl:3)

              likely bug: a function of a library refuses what it is given
              confirmed on Erlang/OTP 25.2.3; 1 run ended here

            crash: 2 crash sites in 606 runs, 0.03 s; every branch was tried, there are no others
              2 of 3 clauses reached in example (1 more in functions that it does not call)
              not reached: line 6 (proved: no input goes there)
            hint: example:foo/1 has no -spec; with one, only inputs that it allows are tried
            </failure>
                    </testcase>
                </testsuite>
            </testsuites>
        "#]],
    );
}

#[test]
fn what_was_not_seen_is_said_of_those_that_pass() {
    check(
        &report(&troubled()),
        expect![[r#"
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="ermine" tests="1" skipped="0" failures="0" errors="0" time="0.031">
                <testsuite name="example" tests="1" skipped="0" errors="0" failures="0" time="0.031">
                    <properties>
                        <property name="ermine" value="0.1.0"/>
                        <property name="otp" value="25.2.3"/>
                    </properties>
                    <testcase name="foo/1" classname="example" time="0.031">
                        <system-out>no crash found: all branches that could be followed were tried; 606 runs, 0.03 s
              3 runs ended at what would touch the machine: file:open/2
              3 runs ended at built-ins that Ermine lacks: erlang:fuss/1
              3 runs ended out of memory
              a bug in Ermine: 3 runs crashed and did not crash again; please report it
              reasoning stopped at: re:run/3 12 times
              values are hashed, which cannot be turned round: erlang:phash2/1 once
              2 runs went on beyond 100 decisions (--depth)
              the solver could not decide 4 branches: arithmetic: there is no SMT solver
              2 of 3 clauses reached in example (1 more in functions that it does not call)
              not reached: line 6 (perhaps beyond --depth)
            bug in Ermine: 1 run went another way than predicted; please report it, with this call:
              example:foo(1).
              decision 3: expected this
              found the end of the run
            hint: this is a bug in Ermine: please report it, with the call above
            </system-out>
                    </testcase>
                </testsuite>
            </testsuites>
        "#]],
    );
}

#[test]
fn a_refuted_crash_is_no_failure() {
    let text = junit::render(&report(&refuted()));
    check_junit(&text);
    assert!(text.contains(r#"tests="1" skipped="0" failures="0""#), "{text}");
}

#[test]
fn whatever_a_program_says_stays_text() {
    let text = junit::render(&report(&hostile()));
    check_junit(&text);
    assert!(text.contains("&lt;script&gt;"), "{text}");
}
