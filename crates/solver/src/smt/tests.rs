//! What is asked, and what comes of it.

use super::*;
use crate::text::{problem, show};
use expect_test::{Expect, expect};

/// A solver as users have it. Without one the tests that need it fail, unless that is meant.
pub fn solver() -> Option<Smt> {
    solver_with(Options::default())
}

fn solver_with(options: Options) -> Option<Smt> {
    program().map(|program| Smt::new(program, options))
}

pub fn program() -> Option<Program> {
    match Smt::find(None).expect("ERMINE_SOLVER names a solver") {
        Some(program) => Some(program),
        None if std::env::var_os("ERMINE_WITHOUT_SOLVER").is_some() => None,
        None => panic!("{WITHOUT_SOLVER}; with ERMINE_WITHOUT_SOLVER=1 these tests are skipped"),
    }
}

/// The machine may be busy, and what is shown here should not depend on it.
fn patient() -> Options {
    Options { timeout: Duration::from_secs(60), ..Options::default() }
}

fn folded(text: &str) -> NumericProblem {
    fold::fold(&problem(text), &mut Evaluator::new()).expect("it is not trivially false")
}

fn shown(script: Option<Script>) -> String {
    match script {
        Some(script) => {
            let exact = if script.if_unsat == Halt::Impossible { "exact" } else { "a guess" };
            format!("{}; {exact}\n", script.text)
        }
        None => "none".to_owned(),
    }
}

fn check_mathematical(text: &str, expect: Expect) {
    expect.assert_eq(&shown(mathematical::encode(&folded(text))));
}

fn check_machine(text: &str, radius: u32, expect: Expect) {
    expect.assert_eq(&shown(machine::encode(&folded(text), radius)));
}

#[test]
fn division_truncates() {
    check_mathematical(
        "x:int y:int; x div y == (-3); x rem 4 == 1",
        expect![[r#"
        (declare-const x0 Int)
        (declare-const x1 Int)
        (assert (not (= x1 0)))
        (assert (= (ite (>= x0 0) (div x0 x1) (- (div (- x0) x1))) (- 3)))
        (assert (= (ite (>= x0 0) (mod x0 4) (- (mod (- x0) 4))) 1))
        ; exact
    "#]],
    );
    check_mathematical(
        "x:int[0..]; x rem 4 == 1",
        expect![[r#"
        (declare-const x0 Int)
        (assert (<= 0 x0))
        (assert (= (mod x0 4) 1))
        ; exact
    "#]],
    );
}

#[test]
fn bits_with_a_constant_are_arithmetic() {
    check_mathematical(
        "x:int; x band 255 == 3",
        expect![[r#"
        (declare-const x0 Int)
        (assert (= (mod x0 256) 3))
        ; exact
    "#]],
    );
    check_mathematical(
        "x:int; x band 12345 == 3",
        expect![[r#"
        (declare-const x0 Int)
        (assert (= (+ (mod x0 2) (* 8 (mod (div x0 8) 8)) (* 4096 (mod (div x0 4096) 4))) 3))
        ; exact
    "#]],
    );
    check_mathematical(
        "x:int; x band (-256) == 3",
        expect![[r#"
        (declare-const x0 Int)
        (assert (= (- x0 (mod x0 256)) 3))
        ; exact
    "#]],
    );
    check_mathematical(
        "x:int; 6 bor x == 3",
        expect![[r#"
        (declare-const x0 Int)
        (assert (= (- (+ x0 6) (* 2 (mod (div x0 2) 4))) 3))
        ; exact
    "#]],
    );
    check_mathematical(
        "x:int; x bxor 1 == 3; bnot x < 5",
        expect![[r#"
        (declare-const x0 Int)
        (assert (= (- (+ x0 1) (* 2 (mod x0 2))) 3))
        (assert (< (- (- x0) 1) 5))
        ; exact
    "#]],
    );
    check_mathematical("x:int y:int; x band y == 3", expect!["none"]);
}

#[test]
fn shifts_are_split_into_cases() {
    check_mathematical(
        "x:int; x bsl 3 == 8; x bsr 3 == 0; x bsl (-1) == 0",
        expect![[r#"
        (declare-const x0 Int)
        (assert (= (* x0 8) 8))
        (assert (= (div x0 8) 0))
        (assert (= (div x0 2) 0))
        ; exact
    "#]],
    );
    check_mathematical(
        "x:int y:int[0..2]; x bsl y == 8",
        expect![[r#"
        (declare-const x0 Int)
        (declare-const x1 Int)
        (assert (<= 0 x1))
        (assert (<= x1 2))
        (assert (= (ite (= x1 0) x0 (ite (= x1 1) (* x0 2) (* x0 4))) 8))
        ; exact
    "#]],
    );
    check_mathematical(
        "x:int y:int[-1..1]; x bsr y == 8",
        expect![[r#"
        (declare-const x0 Int)
        (declare-const x1 Int)
        (assert (<= (- 1) x1))
        (assert (<= x1 1))
        (assert (= (ite (= x1 (- 1)) (* x0 2) (ite (= x1 0) x0 (div x0 2))) 8))
        ; exact
    "#]],
    );
}

#[test]
fn floats_are_reals_at_first() {
    check_mathematical(
        "f:float; f * 0.1 == 0.5; f /= 2",
        expect![[r#"
        (declare-const x0 Real)
        (assert (= (* x0 (/ 3602879701896397.0 36028797018963968.0)) (/ 1.0 2.0)))
        (assert (not (= x0 2.0)))
        ; a guess
    "#]],
    );
    check_mathematical(
        "f:float[0.0..10.0] x:int; round f == x; trunc f > 2; f < x",
        expect![[r#"
        (declare-const x0 Real)
        (assert (<= 0.0 x0))
        (assert (<= x0 10.0))
        (declare-const x1 Int)
        (assert (= (ite (>= x0 0.0) (to_int (+ x0 0.5)) (- (to_int (+ (- x0) 0.5)))) x1))
        (assert (< 2 (ite (>= x0 0.0) (to_int (+ x0 0.0)) (- (to_int (+ (- x0) 0.0))))))
        (assert (< x0 (to_real x1)))
        ; exact
    "#]],
    );
    check_mathematical(
        "x:int; x / 3 > 1.5; abs x < 3",
        expect![[r#"
        (declare-const x0 Int)
        (assert (< (/ 3.0 2.0) (/ (to_real x0) 3.0)))
        (assert (< (ite (>= x0 0) x0 (- x0)) 3))
        ; a guess
    "#]],
    );
    check_mathematical(
        "f:float g:float; f < g; g < f",
        expect![[r#"
        (declare-const x0 Real)
        (declare-const x1 Real)
        (assert (< x0 x1))
        (assert (< x1 x0))
        ; exact
    "#]],
    );
}

#[test]
fn machines_have_a_width() {
    check_machine(
        "x:int[0..255] y:int[-128..127]; x band y == 3; x * y < 100",
        8,
        expect![[r#"
        (declare-const x0 (_ BitVec 16))
        (assert (bvsle (_ bv0 16) x0))
        (assert (bvsle x0 (_ bv255 16)))
        (declare-const x1 (_ BitVec 16))
        (assert (bvsle (_ bv65408 16) x1))
        (assert (bvsle x1 (_ bv127 16)))
        (assert (= (bvand x0 x1) (_ bv3 16)))
        (assert (bvslt (bvmul x0 x1) (_ bv100 16)))
        ; exact
    "#]],
    );
    check_machine(
        "x:int; x bsl x > 100",
        4,
        expect![[r#"
        (declare-const x0 (_ BitVec 22))
        (assert (bvsle (_ bv4194288 22) x0))
        (assert (bvsle x0 (_ bv16 22)))
        (assert (bvslt (_ bv100 22) (ite (bvsle (_ bv0 22) x0) (bvshl x0 x0) (bvashr x0 (bvneg x0)))))
        ; a guess
    "#]],
    );
    check_machine(
        "f:float x:int; f + x == 0.5; trunc f == 7; f > 3; f < x; x > 2.5",
        8,
        expect![[r#"
        (declare-const x0 (_ FloatingPoint 11 53))
        (assert (fp.leq (fp #b1 #b11111111110 #xfffffffffffff) x0))
        (assert (fp.leq x0 (fp #b0 #b11111111110 #xfffffffffffff)))
        (declare-const x1 (_ BitVec 10))
        (assert (bvsle (_ bv768 10) x1))
        (assert (bvsle x1 (_ bv256 10)))
        (define-fun t0 () (_ FloatingPoint 11 53) (fp.add RNE x0 ((_ to_fp 11 53) RNE x1)))
        (assert (not (or (fp.isNaN t0) (fp.isInfinite t0))))
        (assert (fp.eq t0 (fp #b0 #b01111111110 #x0000000000000)))
        (assert (and (fp.leq (fp #b1 #b10000000111 #x0000000000000) x0) (fp.leq x0 (fp #b0 #b10000000111 #x0000000000000))))
        (assert (= ((_ fp.to_sbv 10) RTZ x0) (_ bv7 10)))
        (assert (fp.leq (fp #b0 #b10000000000 #x8000000000001) x0))
        (assert (fp.lt ((_ to_fp 15 55) RNE x0) ((_ to_fp 15 55) RNE x1)))
        (assert (bvslt (_ bv2 10) x1))
        ; a guess
    "#]],
    );
    check_machine("x:int; x * x * x * x * x > 7", 62, expect!["none"]);
}

fn check(text: &str, expect: Expect) {
    let Some(mut smt) = solver_with(patient()) else { return };
    expect.assert_eq(&show(&smt.solve(&problem(text), &Patience::endless())));
}

#[test]
fn only_one_solution() {
    check("x:int y:int; x * y == 391; x > 1; y > x", expect!["17 23"]);
    check("x:int[0..100]; x rem 7 == 3; x div 7 == 5", expect!["38"]);
    check("x:int; x rem 7 == (-3); x div 7 == (-5)", expect!["-38"]);
    check("x:int; x band 255 == 17; x bsr 8 == 5", expect!["1297"]);
    check(
        "x:int[0..255] y:int[0..255]; x band y == 85; x bor y == 255; x > y; x - y == 170",
        expect!["255 85"],
    );
    check("x:int[0..200]; 1 bsl x == 1267650600228229401496703205376", expect!["100"]);
    check("f:float; f * 0.1 == 0.3", expect!["2.9999999999999996"]);
    check("f:float; f + 0.25 == 1.5", expect!["1.25"]);
    check("f:float; trunc f == 7; f * 4 == 30", expect!["7.5"]);
    check("x:int; x / 4 == 2.5", expect!["10"]);
    check("x:int; round (x / 3) == 5; x rem 3 == 0", expect!["15"]);
}

#[test]
fn none() {
    check("x:int; x * x == 2", expect!["unsat"]);
    check("x:int[0..1000]; x * x == 1000", expect!["unsat"]);
    check("x:int; x rem 2 == 0; x rem 4 == 1", expect!["unsat"]);
    check("x:int[0..255] y:int[0..255]; x band y > x", expect!["unsat"]);
    check("f:float g:float; f < g; g < f", expect!["unsat"]);
    check("f:float; f + 1.0 == 9007199254740993.0; f < 0", expect!["unsat"]);
    check("x:int; x div 0 == 1", expect!["unsat"]);
    check("x:int; 1 / 0 < x", expect!["unsat"]);
}

#[test]
fn a_time_limit_is_kept() {
    let options = Options { timeout: Duration::from_millis(50), ..patient() };
    let Some(mut smt) = solver_with(options) else { return };
    let hard = problem("x:int y:int z:int; x * x * x + y * y * y + z * z * z == 42");
    let start = Instant::now();
    assert_eq!(
        smt.solve(&hard, &Patience::endless()),
        NumericAnswer::GaveUp(NumericWhy::TookTooLong)
    );
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

/// The same question costs the same work and has the same answer, whatever was asked before.
#[test]
fn answers_do_not_depend_on_earlier_questions() {
    let questions = [
        "x:int y:int; x * y == 391; x > 1",
        "x:int y:int z:int; x * x + y * y == z * z; x > y; y > 3",
        "x:int y:int; x * x > y * y + 17; y > 1000",
        "x:int[0..255] y:int[0..255]; x bxor y == 93; x > y",
        "f:float g:float; f * g > 7.5; f < g",
    ];
    let Some(mut smt) = solver_with(patient()) else { return };
    let mut ask = |text: &str| {
        let patience = Patience::endless();
        let answer = show(&smt.solve(&problem(text), &patience));
        let is_counted = smt.program().brand == Brand::Z3;
        (answer, if is_counted { u64::MAX - patience.left() } else { 0 })
    };
    let first: Vec<_> = questions.iter().map(|text| ask(text)).collect();
    let mut again: Vec<_> = questions.iter().rev().map(|text| ask(text)).collect();
    again.reverse();
    assert_eq!(first, again);
}

#[test]
fn work_is_limited() {
    let Some(mut smt) = solver_with(patient()) else { return };
    let hard = problem("x:int y:int z:int; x * x * x + y * y * y + z * z * z == 42");
    let patience = Patience::new(100_000, None);
    assert_eq!(smt.solve(&hard, &patience), NumericAnswer::GaveUp(NumericWhy::TookTooLong));
    assert!(patience.is_over());
    assert_eq!(smt.statistics.deaths, 0, "a solver that gives up by itself lives on");
}

/// Bits that would take too long to write out are not asked for, rather than waited for.
#[test]
fn wide_operations_are_work() {
    let work =
        |text: &str, radius| machine::encode(&folded(text), radius).map(|script| script.work);
    assert_eq!(work("x:int y:int; x bxor y == 93", 31), Some(0));
    let (narrow, wide) = (work("x:int; x * x == 49", 8), work("x:int; x * x == 49", 31));
    assert!(narrow > Some(0) && wide > narrow.map(|narrow| 9 * narrow), "{narrow:?} {wide:?}");
    let Some(mut smt) = solver_with(Options { work: LEAST_WORK, ..patient() }) else { return };
    let divisions = "x:int[0..1000000000000]; x div 3 div 5 div 7 div 11 div 13 div 17 div 19 == 23; \
                     x div 29 div 31 div 37 div 41 * x == 43";
    let asked = smt.solve(&problem(divisions), &Patience::endless());
    assert!(!matches!(asked, NumericAnswer::Sat(_)), "{asked:?}");
    assert_eq!(smt.statistics.queries, 1, "as mathematics only");
}

#[test]
fn a_solver_that_dies_knows_nothing() {
    let Some(smt) = solver() else { return };
    let program = Program { path: "/bin/false".into(), ..smt.program().clone() };
    let mut smt = Smt::new(program, Options::default());
    let answer = smt.solve(&problem("x:int; x * x == 49"), &Patience::endless());
    assert_eq!(show(&answer), "unknown: the solver died");
    assert_eq!(smt.statistics.starts, TRIES * smt.statistics.queries, "it is asked again");
    let program = Program { path: "/nowhere/z3".into(), ..smt.program().clone() };
    let mut smt = Smt::new(program, Options { memory_megabytes: None, ..Options::default() });
    let answer = show(&smt.solve(&problem("x:int; x * x == 49"), &Patience::endless()));
    assert!(answer.starts_with("unknown: the solver does not start"), "{answer}");
}

/// What pretends to be a solver, as a script.
fn impostor(name: &str, script: &str) -> (Smt, PathBuf) {
    use std::os::unix::fs::PermissionsExt;
    let path = std::env::temp_dir().join(format!("ermine-{name}-{}", std::process::id()));
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("there is room for a script");
    let permissions = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&path, permissions).expect("it is ours");
    let version = Version { major: 4, minor: 13, patch: 0 };
    let program = Program { brand: Brand::Z3, version, path: path.clone() };
    let options = Options { timeout: Duration::from_secs(2), ..Options::default() };
    (Smt::new(program, options), path)
}

#[test]
fn who_only_talks_is_not_asked_for_ever() {
    let (mut smt, path) = impostor("talker", "exec yes '(sat'");
    let mut answers = Vec::new();
    for _ in 0..MOST_FAILURES {
        let asked = problem("x:int; x * x == 49");
        answers.push(show(&smt.solve(&asked, &Patience::endless())));
    }
    assert_eq!(answers[0], "unknown: the solver says too much");
    assert_eq!(answers.last().map(String::as_str), Some("unknown: the solver does not work"));
    assert_eq!(smt.statistics.starts, u64::from(MOST_FAILURES));
    std::fs::remove_file(path).expect("it is ours");
}

#[test]
fn nonsense_is_no_answer() {
    let many = |character| format!("head -c 300000 /dev/zero | tr '\\0' '{character}'");
    // As deep as it is long, and a line as long as the answer.
    let deep = format!("{}; {}", many('('), many(')'));
    for (name, nonsense, expected) in [
        ("deep", deep, "unknown: the solver said nothing"),
        ("long", many('x'), "unknown: the solver says xxx"),
    ] {
        let script = &format!(
            "while read -r line; do case \"$line\" in *ermine-answered*) \
             {nonsense}; echo; echo ermine-answered;; esac; done"
        );
        let (mut smt, path) = impostor(name, script);
        let answer = show(&smt.solve(&problem("x:int; x * x == 49"), &Patience::endless()));
        assert!(answer.starts_with(expected) && answer.len() < 500, "{answer}");
        std::fs::remove_file(path).expect("it is ours");
    }
}

#[test]
fn queries_can_be_run_again() {
    let folder = std::env::temp_dir().join(format!("ermine-solver-log-{}", std::process::id()));
    let Some(mut smt) = solver_with(Options { log: Some(folder.clone()), ..patient() }) else {
        return;
    };
    let answer = smt.solve(&problem("x:int[0..]; x * x == 49"), &Patience::endless());
    assert_eq!(show(&answer), "7");
    let path = folder.join("000001.smt2");
    let text = std::fs::read_to_string(&path).expect("the first query was written");
    assert!(text.contains("(assert (= (* x0 x0) 49))") && text.contains("; sat"), "{text}");
    let path_text = path.to_str().expect("a plain path");
    let again = process::output_of(&smt.program().path, &[path_text], Duration::from_secs(60));
    assert!(again.expect("it runs").starts_with("sat"));
    std::fs::remove_dir_all(&folder).expect("it is ours");
}
