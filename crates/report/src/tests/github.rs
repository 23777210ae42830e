//! What does a report say to GitHub?

use super::{case_clause, exploration, function_clause, hostile, refuted, report};
use crate::github;
use expect_test::{Expect, expect};
use explore::{Confirmation, Exploration, Finding, StopReason};

fn check(exploration: &Exploration, expect: Expect) {
    expect.assert_eq(&github::render(&report(exploration)));
}

#[test]
fn annotations() {
    let untried =
        Finding { confirmation: Confirmation::NotTried("the node died".into()), ..case_clause() };
    check(
        &exploration(vec![function_clause(), untried], StopReason::Exhausted),
        expect![[r#"
        ::error file=example.erl,line=3,title=crash in example%3Afoo/1::error: no function clause matching lists:foreach_1(fun example:fcmp/1, a)%0Aexample:foo(a).
        ::warning file=example.erl,line=4,title=crash in example%3Afoo/1::error: no case clause matching eq%0Aexample:foo([42]).%0Anot confirmed on the BEAM: the node died
        crash: 2 crash sites in 606 runs, 0.03 s; every branch was tried, there are no others
    "#]],
    );
}

#[test]
fn a_refuted_crash_is_only_a_notice() {
    check(
        &refuted(),
        expect![[r#"
        ::notice file=example.erl,line=4,title=bug in Ermine in example%3Afoo/1::error: no case clause matching eq%0Aexample:foo([42]).%0Anot confirmed on the BEAM: it returned ok
        no crash found: all branches that could be followed were tried; 606 runs, 0.03 s
    "#]],
    );
}

/// No text of the program may begin a command of its own, or add a property to ours.
#[test]
fn whatever_a_program_says_stays_text() {
    check(
        &hostile(),
        expect![[r#"
            ::error file=a b%2Cc%3Ad%25.erl,line=4,title=crash in example%3Afoo/1::error: {'<script>alert(1)</script>]]>', [27, 91, 51, 49, 109, 0, 10, 58, 58, 101, 114, 114, 111, 114, 58, 58, 53, 48, 37, 44, 32, 34, 115, 97, 105, 100, 34], '\x{2028}'}%0Aexample:foo('<b>&amp;\n::warning::').
            crash: 1 crash site in 606 runs, 0.03 s; every branch was tried, there are no others
        "#]],
    );
}
