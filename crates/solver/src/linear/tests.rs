//! Linear problems in a small notation, and what becomes of them.

use super::*;
use crate::text::{problem, show};
use expect_test::{Expect, expect};

fn check(text: &str, expect: Expect) {
    let problem = problem(text);
    expect.assert_eq(&show(&Linear::new().solve(&problem, &Patience::endless())));
}

#[test]
fn hints_stay_where_they_can() {
    check("x:int=5 y:int=7; x < y", expect!["5 7"]);
    check("x:int=5 y:int=7; x > y", expect!["8 7"]);
    check("x:int y:int; x > y", expect!["1 0"]);
    check("x:int=3 y:int=3; x + y == 10", expect!["7 3"]);
    check("x:int=3; x /= 3", expect!["4"]);
    check("x:int=0; x /= 0; x /= 1; x /= (-1)", expect!["2"]);
    check("x:int[10..20]=5; x /= 10", expect!["11"]);
    check("x:int=100; 3 * x < 20", expect!["6"]);
}

#[test]
fn several_variables_change() {
    check("x:int y:int; x + y == 10; x > 7", expect!["10 0"]);
    check("a:int b:int c:int; a < b; b < c; c < 0", expect!["-3 -2 -1"]);
    check("x:int y:int; 3 * x + 5 * y == 1", expect!["2 -1"]);
    check("x:int y:int z:int; 6 * x + 10 * y + 15 * z == 1; x > 0; y > 0", expect!["1 1 -1"]);
    check("x:int y:int; x - y == 1; y - x == (-1); x /= 1", expect!["0 -1"]);
}

#[test]
fn contradictions_are_proved() {
    check("x:int y:int; x < y; y < x", expect!["unsat"]);
    check("a:int b:int c:int; a < b; b < c; c < a", expect!["unsat"]);
    check("a:int b:int c:int; a <= b; b <= c; c <= a; a /= c", expect!["unsat"]);
    check("x:int y:int; 2 * x + 4 * y == 7", expect!["unsat"]);
    check("x:int; 2 * x > 3; 2 * x < 5; x /= 2", expect!["unsat"]);
    check("x:int[0..1] y:int[0..1] z:int[0..1]; x /= y; y /= z; x /= z", expect!["unsat"]);
    check("x:int; 2 * x == 7", expect!["unsat"]);
    check("x:int; x + 1 == x", expect!["unsat"]);
    check("x:int; x / 0 > 1", expect!["unsat"]);
    check("x:int; 1 / 0 > x", expect!["unsat"]);
}

#[test]
fn what_rises_has_bounds() {
    check("f:float; f * 2 > 7; f * 4 < 15", expect!["3.625"]);
    check("f:float; f * 2 <= 7; f * 4 >= 15", expect!["unsat"]);
    check("f:float; f * 1.8 + 32 > 211.9; f * 1.8 + 32 < 212.1", expect!["100.0"]);
    check("x:int; x / 7 > 0.5; x / 7 < 0.6", expect!["4"]);
    check("x:int; x / 7 > 0.5; x / 7 < 0.57", expect!["unsat"]);
    check("x:int; x / (0 - 7) > 0.5", expect!["-4"]);
    check("x:int; x / 2 == 1.5; x /= 3", expect!["unsat"]);
}

#[test]
fn some_are_held_where_not_all_is_linear() {
    check("x:int=2 y:int=5; x * y == 30", expect!["6 5"]);
    check("x:float=2.5 y:int=6; x / y > 3.3; x / y < 3.4", expect!["20.0 6"]);
}

#[test]
fn one_number_is_on_one_side() {
    check("x:int y:int; x * y > 4; x * y < 4", expect!["unsat"]);
    check("x:float y:int; x / y <= 3.3; x / y >= 3.4", expect!["unsat"]);
    check("x:int y:int; x * y >= 4; x * y < 4", expect!["unsat"]);
}

#[test]
fn integers_next_to_floats_are_exact() {
    check("x:int; x > 3.5", expect!["4"]);
    check("x:int; x < 3.5; x > 2.5", expect!["3"]);
    check("x:int; x == 3.5", expect!["unsat"]);
    check("x:int; x == 4.0", expect!["4"]);
    check("x:int; x > 9007199254740992.0; x < 9007199254740994", expect!["9007199254740993"]);
}

#[test]
fn floats_have_bounds() {
    check("f:float=2.5; f > 2", expect!["2.5"]);
    check("f:float=2.5; f > 3", expect!["4.0"]);
    check("f:float; f > 0.1; f < 0.2", expect!["0.15"]);
    check("f:float; f == 9007199254740993", expect!["unsat"]);
    check("f:float; f == 3", expect!["3.0"]);
    check("f:float; f > 1.0; f < 1.0000000000000002", expect!["unsat"]);
}

#[test]
fn what_is_not_linear_may_still_be_decided() {
    check("x:int y:int; x * y == 6", expect!["unknown: not linear"]);
    check("x:int y:int; x * y == 6; x < y; y < x", expect!["unsat"]);
    check("x:int=2 y:int=3; x * y == 6; x < y", expect!["2 3"]);
}

#[test]
fn large_numbers_are_numbers() {
    check(
        "x:int y:int; x > 100000000000000000000000000000000000000000; x + y == 0",
        expect![
            "100000000000000000000000000000000000000001 -100000000000000000000000000000000000000001"
        ],
    );
}

#[test]
fn long_chains_are_no_problem() {
    let names: Vec<String> = (0..300).map(|number| format!("v{number}")).collect();
    let declarations: Vec<String> = names.iter().map(|name| format!("{name}:int")).collect();
    let links: Vec<String> =
        names.windows(2).map(|pair| format!("{} < {}", pair[0], pair[1])).collect();
    let chain = format!("{}; {}", declarations.join(" "), links.join("; "));
    assert!(matches!(
        Linear::new().solve(&problem(&chain), &Patience::endless()),
        NumericAnswer::Sat(_)
    ));
    let circle = format!("{chain}; v299 < v0");
    assert_eq!(
        Linear::new().solve(&problem(&circle), &Patience::endless()),
        NumericAnswer::Refuted
    );
}

#[test]
fn quotients_are_linear() {
    check("x:int[0..1000]=5; x rem 7 == 3; x > 100", expect!["101"]);
    check("x:int[0..1000]; x div 10 == 12; x rem 10 == 9", expect!["129"]);
    check(
        "a:int[0..255] b:int[0..255] s:int[200..200]; (a + b) rem 256 == s; a > 200; b > 200",
        expect!["255 201 200"],
    );
    check("x:int; x band 15 == 9; x < (-20)", expect!["-23"]);
    check("x:int; (x bsr 3) == (-2); x band 7 == 5", expect!["-11"]);
    check("a:int[0..255] b:int[0..255]; (a bsl 8) bor b == 4660", expect!["18 52"]);
    check("a:int[0..255] b:int[0..255]; ((a bsl 8) bor b) band 4080 == 560", expect!["2 48"]);
    check("x:int[0..100]; x rem 6 == 3; x rem 4 == 2", expect!["unsat"]);
    check("x:int[0..9]; x div 10 > 0", expect!["unsat"]);
}

#[test]
fn joined_numbers_are_between_bounds() {
    check("a:int[0..999]=700 b:int[0..999]=3; (a bor b) < 256", expect!["255 3"]);
    check("a:int[0..999]=3 b:int[0..999]=4; (a bor b) > 255", expect!["unknown: not linear"]);
    check("a:int[0..99] b:int[0..99]; (a bor b) > 127", expect!["unsat"]);
    check("a:int[0..99] b:int[0..99]; (a band b) > a", expect!["unsat"]);
    check("a:int[0..99]=7 b:int[0..99]=8; (a bxor b) == 9; a == 1", expect!["1 8"]);
    // Not known to be natural numbers: somebody else's work.
    check("a:int b:int; (a bor b) < 256; a > 300", expect!["unknown: not linear"]);
}
