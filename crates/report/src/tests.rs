//! What do reports look like? From searches made by hand, without Erlang.

mod advice;
mod coverage;
mod eunit;
mod github;
mod html;
mod json;
mod junit;
mod sarif;
mod schemas;
mod unreachable;

use crate::text::{Detail, Palette};
use crate::{
    Check, Function, Gap, GapKind, Limits, Mfa, NoSources, Policy, Program, Report, Sources, Spec,
    Target, text,
};
use core_erlang::{FunctionName, Position};
use expect_test::{Expect, expect};
use explore::{
    Confirmation, Divergence, Exploration, Finding, FindingKey, FindingKind, Limit, NumericWhy,
    Shortfall, StopReason, Undecided, Why,
};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use term::{Atom, Pid, Term, atoms};
use trace::outline::{Argument, ClauseOutline, FunctionOutline, Given};
use trace::{Class, ClauseId, Incomplete, Input, Loser, Operations, Outcome, Outline, Raised};

/// The one file there is.
struct Example;

const LINES: [&str; 7] = [
    "-module(example).",
    "-export([foo/1]).",
    "foo(L) -> lists:foreach(fun fcmp/1, L).",
    "\tfcmp(X) -> case cmp(X) of gt -> ok; lt -> ok end.",
    "cmp(X) when X > 42 -> gt;",
    "cmp(42) -> eq;",
    "cmp(X) when X < 42 -> lt.",
];

impl Sources for Example {
    fn name(&self, file: &str) -> String {
        file.trim_start_matches("/project/").to_owned()
    }

    fn line(&self, module: Atom, _: &str, line: usize) -> Option<String> {
        (module.name() == "example").then(|| LINES[line - 1].to_owned())
    }
}

impl Program for Example {
    fn is_own(&self, module: Atom) -> bool {
        module.name() == "example"
    }

    fn operations(&self, _: Atom, _: FunctionName) -> Option<Arc<Operations>> {
        None
    }

    fn file(&self, _: Atom, _: usize) -> Option<String> {
        Some("/project/example.erl".to_owned())
    }

    fn refuses(&self, _: Mfa, _: usize, _: &Term) -> bool {
        false
    }

    fn is_only_declared_in(&self, _: Atom, _: Atom) -> bool {
        false
    }
}

fn term(text: &str) -> Term {
    term::read::term(text).expect("a term")
}

fn finding(arguments: &str, reason: &str, stacktrace: &str) -> Finding {
    let stacktrace = term(stacktrace);
    let outcome = Outcome::Crashed {
        class: Class::Error,
        reason: term(reason),
        stacktrace: stacktrace.clone(),
        raised: Raised::UNKNOWN,
    };
    let (kind, key) = FindingKey::of(&outcome).expect("a crash");
    let input = Input::new(term::read::arguments(arguments).expect("arguments"));
    Finding {
        occurrences: 12,
        confirmation: Confirmation::Confirmed { stacktrace },
        ..Finding::new(kind, key, input, outcome)
    }
}

fn case_clause() -> Finding {
    let stack = r#"[{example, fcmp, 1, [{file, "/project/example.erl"}, {line, 4}]},
                    {lists, foreach_1, 2, [{file, "lists.erl"}, {line, 1442}]}]"#;
    finding("[[42]]", "{case_clause, eq}", stack)
}

fn function_clause() -> Finding {
    let stack = r#"[{lists, foreach_1, [fun example:fcmp/1, a], [{file, "lists.erl"}, {line, 1441}]},
                    {example, foo, 1, [{file, "/project/example.erl"}, {line, 3}]}]"#;
    Finding { occurrences: 1, ..finding("[a]", "function_clause", stack) }
}

fn exploration(findings: Vec<Finding>, stop: StopReason) -> Exploration {
    let mut exploration = Exploration {
        findings,
        runs: 606,
        covered: [(clause("foo", 0), 606), (clause("fcmp", 0), 17)].into(),
        unsat: 7,
        time: Duration::from_micros(31_415),
        run_time: Duration::from_micros(9_265),
        stop: Some(stop),
        ..Exploration::default()
    };
    exploration.solver.sat = 605;
    exploration.solver.unsat = 7;
    exploration.solver.native = 612;
    exploration.solver.nanoseconds = 12_345_678;
    exploration
}

fn clause(name: &str, number: u32) -> ClauseId {
    let function = FunctionName { name: Atom::new(name), arity: 1 };
    ClauseId { module: Atom::new("example"), function, number }
}

/// `foo/1`, `fcmp/1` and `cmp/1` as above, and a function that nobody calls.
fn outline() -> Outline {
    let clause = |line, generated, count, calls: &[&str]| ClauseOutline {
        position: Position { file: 0, column: 1, line, generated },
        siblings: 0..count,
        parent: None,
        lines: vec![line],
        expressions: 2,
        calls: calls.iter().map(|name| (Atom::new("example"), name_of(name))).collect(),
        given: calls
            .iter()
            .map(|name| Given { function: name_of(name), arguments: vec![Argument::Other] })
            .collect(),
        needs: Vec::new(),
    };

    let function =
        |name: &str, clauses| FunctionOutline { name: self::clause(name, 0).function, clauses };
    let functions = vec![
        function("foo", vec![clause(3, false, 1, &["fcmp"])]),
        function("fcmp", vec![clause(4, false, 1, &["cmp"])]),
        function("cmp", vec![clause(6, false, 2, &[]), clause(5, true, 2, &[])]),
        function("unused", vec![clause(9, false, 1, &[])]),
    ];
    Outline::new(Atom::new("example"), "/project/example.erl".into(), functions)
}

fn name_of(name: &str) -> FunctionName {
    clause(name, 0).function
}

fn report_with(exploration: &Exploration, spec: Spec, sources: &dyn Sources) -> Report {
    report_on(exploration, spec, sources, &outline())
}

fn report_on(
    exploration: &Exploration,
    spec: Spec,
    sources: &dyn Sources,
    outline: &Outline,
) -> Report {
    let mfa = Mfa { module: Atom::new("example"), function: Atom::new("foo"), arity: 1 };
    let limits = Limits {
        time: Some(Duration::from_secs(10)),
        runs: None,
        depth: 100,
        reductions: 5_000_000,
        memory: Some(2 << 30),
    };
    let target = Target {
        missing_modules: Vec::new(),
        operations: None,
        mfa,
        spec,
        preconditions: Vec::new(),
        no_input: None,
        limits,
        definition: Some(("/project/example.erl".to_owned(), 3)),
        outline,
        sources,
        program: &Example,
        state: crate::CallbackState::Known,
        needs_opaque: &|_| false,
        untyped_parts: &|_| typing::UntypedParts::default(),
        readings: &|_| Vec::new(),
        reading: &|_, _| typing::Reading::Plain,
        own_pid: None,
        paths: None,
        results: Vec::new(),
        corpus: None,
    };
    let functions = vec![Function::of(target, exploration)];
    Report {
        name: "example".into(),
        ermine: "0.1.0".into(),
        otp: "25.2.3".into(),
        walls: vec!["Landlock", "seccomp", "namespaces"],
        functions,
        check: None,
        configuration: None,
        policy: Policy::default(),
        sources: BTreeMap::new(),
    }
}

fn report(exploration: &Exploration) -> Report {
    report_with(exploration, Spec::Missing, &Example)
}

fn check_text(report: &Report, expect: Expect) {
    expect.assert_eq(&text::render(report, Detail::Full, &Palette::PLAIN));
}

#[test]
fn crashes() {
    let exploration = exploration(vec![case_clause(), function_clause()], StopReason::Exhausted);
    check_text(
        &report(&exploration),
        expect![[r#"
            crash 1 of 2: error: no case clause matching eq
              at example.erl:4 in example:fcmp/1

                4 |     fcmp(X) -> case cmp(X) of gt -> ok; lt -> ok end.
                  |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

              example:foo([42]).

              in function  example:fcmp/1 (example.erl:4)
              in call from lists:foreach_1/2 (lists.erl:1442)

              likely bug: nothing fits what the program itself has made
              confirmed on Erlang/OTP 25.2.3; 12 runs ended here

            crash 2 of 2: error: no function clause matching lists:foreach_1(fun example:fcmp/1, a)
              at lists.erl:1441 in lists:foreach_1/2
              called from example.erl:3 in example:foo/1

                3 | foo(L) -> lists:foreach(fun fcmp/1, L).
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
        "#]],
    );
}

#[test]
fn crashes_in_brief() {
    let exploration = exploration(vec![case_clause(), function_clause()], StopReason::Exhausted);
    let text = text::render(&report(&exploration), Detail::Brief, &Palette::PLAIN);
    expect![[r#"
        example.erl:4: crash: error: no case clause matching eq: example:foo([42]).
        lists.erl:1441: crash: error: no function clause matching lists:foreach_1(fun example:fcmp/1, a): example:foo(a).
        crash: 2 crash sites in 606 runs, 0.03 s; every branch was tried, there are no others
    "#]].assert_eq(&text);
}

#[test]
fn colours() {
    let exploration = exploration(vec![], StopReason::Exhausted);
    let text = text::verdicts(&report(&exploration), &Palette::COLOURED);
    expect![[r#"
        ESC[1mESC[32mproved:ESC[0m no input crashes example:foo/1: every path was taken or refuted (606 runs, 0.03 s)
    "#]].assert_eq(&text.replace('\u{1b}', "ESC"));
}

#[test]
fn without_source() {
    let exploration = exploration(vec![case_clause()], StopReason::Budget(Limit::Runs));
    check_text(
        &report_with(&exploration, Spec::Used, &NoSources),
        expect![[r#"
            crash: error: no case clause matching eq
              at /project/example.erl:4 in example:fcmp/1

              example:foo([42]).

              in function  example:fcmp/1 (/project/example.erl:4)
              in call from lists:foreach_1/2 (lists.erl:1442)

              likely bug: nothing fits what the program itself has made
              confirmed on Erlang/OTP 25.2.3; 12 runs ended here

            crash: 1 crash site in 606 runs, 0.03 s; stopped by --runs
              2 of 3 clauses reached in example (1 more in functions that it does not call)
              not reached: line 6 (stopped by --runs)
            hint: repair it, or leave such calls out by a narrower -spec or --pre, or --expect if it is meant to be
        "#]],
    );
}

#[test]
fn proved() {
    let exploration = exploration(vec![], StopReason::Exhausted);
    check_text(
        &report(&exploration),
        expect![[r#"
            proved: no input crashes example:foo/1: every path was taken or refuted (606 runs, 0.03 s)
              2 of 3 clauses reached in example (1 more in functions that it does not call)
              not reached: line 6 (proved: no input goes there)
        "#]],
    );
    check_text(
        &report_with(&exploration, Spec::Used, &Example),
        expect![[r#"
            proved: no input that the -spec allows crashes example:foo/1: every path was taken or refuted (606 runs, 0.03 s)
              2 of 3 clauses reached in example (1 more in functions that it does not call)
              not reached: line 6 (proved: no input goes there)
        "#]],
    );
}

#[test]
fn it_always_raises_as_its_spec_says() {
    let mut exploration = exploration(vec![], StopReason::Exhausted);
    exploration.raised_as_promised = exploration.runs - 1;
    assert!(!report(&exploration).functions[0].always_raises);
    exploration.raised_as_promised = exploration.runs;
    check_text(
        &report_with(&exploration, Spec::Used, &Example),
        expect![[r#"
            proved: example:foo/1 always raises, as its spec says (606 runs, 0.03 s)
              2 of 3 clauses reached in example (1 more in functions that it does not call)
              not reached: line 6 (proved: no input goes there)
        "#]],
    );
    exploration.cut = 1;
    let text = text::render(&report(&exploration), Detail::Brief, &Palette::PLAIN);
    expect![[r#"
        no crash found: it always raises, as its spec says; all branches up to 100 decisions were tried, deeper ones were not; 606 runs, 0.03 s
    "#]].assert_eq(&text);
}

/// Nobody knows what the run would have come to.
#[test]
fn nothing_is_proved_behind_a_hang() {
    let hang = Finding {
        kind: FindingKind::Hang,
        outcome: Outcome::OutOfReductions,
        confirmation: Confirmation::Confirmed { stacktrace: Term::Nil },
        ..case_clause()
    };
    let mut exploration = exploration(vec![hang], StopReason::Exhausted);
    exploration.endless = 12;
    check_text(
        &report(&exploration),
        expect![[r#"
            hang: it has no end: a function calls itself with the same arguments

              example:foo([42]).

              likely bug: it has no end
              confirmed on Erlang/OTP 25.2.3; 12 runs ended here

            crash: 1 hang in 606 runs, 0.03 s; all branches that could be followed were tried
              12 runs did not come to an end: what is behind is not known
              2 of 3 clauses reached in example (1 more in functions that it does not call)
              not reached: line 6 (runs ended at the limit of reductions)
            hint: example:foo/1 has no -spec; with one, only inputs that it allows are tried
        "#]],
    );
}

#[test]
fn no_crash_found_in_time() {
    let mut exploration = exploration(vec![], StopReason::Budget(Limit::Time));
    exploration.left = 153;
    exploration.time = Duration::from_millis(10_012);
    check_text(
        &report(&exploration),
        expect![[r#"
            no crash found: stopped after 10 s (--time) with 153 branches not tried; 606 runs, 10 s
              2 of 3 clauses reached in example (1 more in functions that it does not call)
              not reached: line 6 (stopped by --time)
            hint: raise --time (now 10 s)
        "#]],
    );
}

fn lost(module: &str, function: &str, arity: usize) -> Loser {
    Loser::Function(Atom::new(module), Atom::new(function), arity)
}

/// A search that had every kind of trouble.
fn troubled() -> Exploration {
    let mut exploration = exploration(vec![], StopReason::Exhausted);
    exploration.losses.insert(lost("re", "run", 3), 12);
    exploration.losses.insert(lost("erlang", "phash2", 1), 1);
    let (module, function, arity) = (Atom::new("file"), Atom::new("open"), 2);
    let effect = Incomplete::Effect { module, function, arity };
    let (module, function, arity) = (atoms::erlang, Atom::new("fuss"), 1);
    let lacking = Incomplete::UnsupportedBuiltIn { module, function, arity };
    for shortfall in [
        Shortfall::Incomplete(effect),
        Shortfall::Incomplete(lacking),
        Shortfall::OutOfMemory,
        Shortfall::NotRepeated,
    ] {
        exploration.incomplete.insert(shortfall, 3);
    }
    let why = Why::Arithmetic(NumericWhy::NoSmtSolver);
    exploration.unknown.insert(Undecided::Solver(why), 4);
    exploration.cut = 2;
    exploration.divergences.push(Divergence {
        input: Input::new(vec![Term::Int(1)]),
        index: 3,
        expected: "this".into(),
        found: None,
        is_of_order: false,
    });
    exploration
}

#[test]
fn no_crash_found_with_gaps() {
    check_text(
        &report(&troubled()),
        expect![[r#"
            no crash found: all branches that could be followed were tried; 606 runs, 0.03 s
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
        "#]],
    );
}

#[test]
fn hangs_and_what_the_beam_says() {
    let pid = Pid { node: atoms::nonode_nohost, id: 80, serial: 0, creation: 0 };
    let hang = Finding {
        kind: FindingKind::Hang,
        input: Input::new(vec![pid.into()]),
        outcome: Outcome::NoEnd(trace::NoEnd::Repeats),
        violation: None,
        confirmation: Confirmation::Confirmed { stacktrace: Term::Nil },
        ..case_clause()
    };
    let untried =
        Finding { confirmation: Confirmation::NotTried("the node died".into()), ..case_clause() };
    let exploration = exploration(vec![hang, untried], StopReason::Interrupted);
    check_text(
        &report(&exploration),
        expect![[r#"
            hang 1 of 2: it has no end: a function calls itself with the same arguments

              example:foo(<0.80.0>).
              (cannot be pasted: Erlang has no notation for pids)

              likely bug: it has no end
              confirmed on Erlang/OTP 25.2.3; 12 runs ended here

            crash 2 of 2: error: no case clause matching eq
              at example.erl:4 in example:fcmp/1

                4 |     fcmp(X) -> case cmp(X) of gt -> ok; lt -> ok end.
                  |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

              example:foo([42]).

              in function  example:fcmp/1 (example.erl:4)
              in call from lists:foreach_1/2 (lists.erl:1442)

              likely bug: nothing fits what the program itself has made
              not confirmed: the node died; 12 runs ended here

            crash: 1 crash site and 1 hang in 606 runs, 0.03 s; interrupted
              2 of 3 clauses reached in example (1 more in functions that it does not call)
              not reached: line 6 (interrupted)
            hint: example:foo/1 has no -spec; with one, only inputs that it allows are tried
        "#]],
    );
}

#[test]
fn a_node_that_died_is_said_as_that() {
    let died = Confirmation::NodeDied("eheap_alloc: Cannot allocate 8 bytes".into());
    let report = report(&exploration(
        vec![Finding { confirmation: died, ..case_clause() }],
        StopReason::Exhausted,
    ));
    let why =
        "not confirmed: Erlang/OTP 25.2.3 died of this call (eheap_alloc: Cannot allocate 8 bytes)";
    let text = crate::text::render(&report, Detail::Full, &Palette::PLAIN);
    assert!(text.contains(why) && !text.contains("bug in Ermine"), "{text}");
    assert!(crate::html::render(&report).contains(why));
    assert!(crate::json::render(&report).contains(r#""confirmation": "node_died""#));
    assert!(crate::sarif::render(&report).contains(r#""confirmation": "node_died""#));
    assert!(crate::github::render(&report).starts_with("::error "));
    assert!(crate::eunit::render(&report, "m").contains("foo_1_case_clause_line_4_test"));
}

#[test]
fn an_engine_that_failed_is_said_as_that() {
    let failed = StopReason::Engine(trace::BackendError::Died);
    let report = report(&exploration(vec![], failed));
    assert!(report.is_cut_short());
    assert_eq!(report.functions[0].verdict, explore::Verdict::NoCrashFound);
    let text = crate::text::render(&report, Detail::Full, &Palette::PLAIN);
    assert!(text.contains("stopped because the engine died"), "{text}");
    assert!(text.contains("(stopped because the engine died)"), "{text}");
    assert!(text.contains("try it again"), "{text}");
    assert!(crate::json::render(&report).contains(r#""stop": "engine""#));
}

/// A search with a crash that the BEAM does not have.
fn refuted() -> Exploration {
    let refuted =
        Finding { confirmation: Confirmation::Refuted("it returned ok".into()), ..case_clause() };
    exploration(vec![refuted], StopReason::Exhausted)
}

/// A program whose every word is meant to break a report.
fn hostile() -> Exploration {
    let stack = r#"[{'</script>&"', '::error::x\n,%', 1, [{file, "/project/a b,c:d%.erl"}, {line, 4}]},
                    {example, fcmp, 1, [{file, "/project/a b,c:d%.erl"}, {line, 4}]}]"#;
    let reason =
        r#"{'<script>alert(1)</script>]]>', "\e[31m\0\n::error::50%, \"said\"", '\x{2028}'}"#;
    exploration(vec![finding("['<b>&amp;\n::warning::']", reason, stack)], StopReason::Exhausted)
}

#[test]
fn a_refuted_crash_is_none() {
    check_text(
        &report(&refuted()),
        expect![[r#"
            bug in Ermine: error: no case clause matching eq
              at example.erl:4 in example:fcmp/1

                4 |     fcmp(X) -> case cmp(X) of gt -> ok; lt -> ok end.
                  |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

              example:foo([42]).

              in function  example:fcmp/1 (example.erl:4)
              in call from lists:foreach_1/2 (lists.erl:1442)

              Erlang/OTP 25.2.3 does something else (it returned ok): please report this; 12 runs ended here

            no crash found: all branches that could be followed were tried; 606 runs, 0.03 s
              1 crash that Erlang/OTP does not have: see above
              2 of 3 clauses reached in example (1 more in functions that it does not call)
              not reached: line 6 (no input on any path that was tried)
            hint: this is a bug in Ermine: please report it, with the call above
        "#]],
    );
}

#[test]
fn many_functions_without_a_crash_found() {
    let stopped = exploration(vec![], StopReason::Budget(Limit::Time));
    let mut hard = exploration(vec![], StopReason::Exhausted);
    hard.losses.insert(lost("re", "run", 3), 12);
    let mut other = exploration(vec![], StopReason::Exhausted);
    other.losses.insert(lost("erlang", "phash2", 1), 1);
    let mut deep = exploration(vec![], StopReason::Exhausted);
    deep.cut = 2;
    let searches =
        [&hard, &stopped, &deep, &other, &stopped, &stopped, &stopped, &stopped, &stopped];
    let mut functions: Vec<Function> = Vec::new();
    for (number, search) in searches.into_iter().enumerate() {
        let mut function = report_with(search, Spec::Used, &Example).functions.remove(0);
        function.mfa.function = Atom::new(&format!("f{number}"));
        functions.push(function);
    }
    let check = Some(Check::default());
    let report = Report { functions, check, ..report(&stopped) };
    check_text(
        &report,
        expect![[r#"
            module   functions  crash  proved  no crash found  findings  clauses    time
            example          9      -       -               9         -   2 of 3  0.28 s

            6 without a crash found, stopped by --time: example:f1/1, example:f4/1, example:f5/1, example:f6/1, example:f7/1 and 1 more; hint: raise --time (now 10 s)
            1 without a crash found, reasoning stopped: example:f0/1 (re:run/3); hint: start from arguments of your own that get further: see SEED in ermine run --help
            1 without a crash found, runs went on beyond --depth: example:f2/1; hint: raise --depth (now 100)
            1 without a crash found, values are hashed, which cannot be turned round: example:f3/1 (erlang:phash2/1); hint: search the functions around it, which get its result as an argument

            0 findings in 0 of 9 functions; 0 proved, 9 without a crash found; under 0.01 s
        "#]],
    );
    let brief = text::render(&report, Detail::Brief, &Palette::PLAIN);
    expect![[r#"
        0 findings in 0 of 9 functions; 0 proved, 9 without a crash found; under 0.01 s
    "#]]
    .assert_eq(&brief);
}

#[test]
fn no_call_fits() {
    let mut exploration = exploration(vec![], StopReason::Exhausted);
    exploration.runs = 0;
    let mut report = report_with(&exploration, Spec::Used, &Example);
    let what = "no value is of type none()".to_owned();
    report.functions[0].gaps.push(Gap::new(GapKind::NoInput, what, 1));
    check_text(
        &report,
        expect![[r#"
        no crash found: no value is of type none(); 0 runs, 0.03 s
          2 of 3 clauses reached in example (1 more in functions that it does not call)
          not reached: line 6 (no run was made)
        hint: no call fits the -spec: repair it, or use --no-spec
    "#]],
    );
    report.check = Some(Check::default());
    check_text(
        &report,
        expect![[r#"
        module   functions  crash  proved  no crash found  findings  clauses    time
        example          1      -       -               1         -   2 of 3  0.03 s

        1 without a crash found, no call fits the -spec: example:foo/1 (no value is of type none()); hint: repair it, or use --no-spec

        0 findings in 0 of 1 function; 0 proved, 1 without a crash found; under 0.01 s
    "#]],
    );
}

#[test]
fn nothing_to_start_from() {
    let mut exploration = exploration(vec![], StopReason::Exhausted);
    exploration.runs = 0;
    check_text(
        &report(&exploration),
        expect![[r#"
            no crash found: no input to start from; 0 runs, 0.03 s
              2 of 3 clauses reached in example (1 more in functions that it does not call)
              not reached: line 6 (no run was made)
            hint: give the arguments to start from: see SEED in ermine run --help
        "#]],
    );
}
