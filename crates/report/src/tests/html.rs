//! What is on the page? A browser looks at it in the tests of the command; here is what can be told
//! from the text.

use super::{LINES, case_clause, exploration, hostile, refuted, report};
use crate::{SourceFile, html};
use core_erlang::{FunctionName, Position};
use explore::{Exploration, Path, PathStep, Paths, StopReason};
use term::{Atom, Term};
use trace::{Frame, Input, Outcome};

/// All of the example.
fn source() -> SourceFile {
    let lines = LINES.iter().map(|&line| line.to_owned()).collect();
    SourceFile { name: "example.erl".into(), lines }
}

fn page(exploration: &Exploration, paths: Option<Paths>) -> String {
    let mut report = report(exploration);
    report.sources.insert(Atom::new("example"), source());
    report.functions[0].paths = paths;
    html::render(&report)
}

/// The row of a line of the source, with its classes.
fn row(page: &str, number: usize) -> &str {
    let (_, module) = page.split_once("class=\"module\"").expect("the module is there");
    let (_, source) = module.split_once("<pre class=\"source\">").expect("its source is there");
    source.split("</i>").nth(number - 1).expect("the line is there")
}

#[test]
fn lines_are_painted() {
    let page = page(&exploration(vec![], StopReason::Exhausted), None);
    assert!(row(&page, 3).starts_with("<i class=\"c h\""), "{}", row(&page, 3));
    assert!(row(&page, 6).starts_with("<i class=\"m h\""), "{}", row(&page, 6));
    assert!(row(&page, 5).starts_with("<i class=\"g h\""), "{}", row(&page, 5));
    assert!(row(&page, 1).starts_with("<i>"), "{}", row(&page, 1));
}

#[test]
fn none_is_nothing_bad() {
    let tiles = |findings| {
        let page = page(&exploration(findings, StopReason::Exhausted), None);
        let (_, tiles) = page.split_once("<ul class=\"tiles\">").expect("the tiles");
        tiles.split_once("</ul>").expect("their end").0.to_owned()
    };
    let found = tiles(vec![case_clause()]);
    assert_eq!(found.matches("<li class=\"bad\"><b>1</b>").count(), 1, "{found}");
    let none = tiles(vec![]);
    assert!(!none.contains("bad"), "{none}");
}

#[test]
fn neighbours_of_the_line_that_crashed() {
    let page = page(&exploration(vec![case_clause()], StopReason::Exhausted), None);
    let (_, excerpt) = page.split_once("style=\"counter-reset: line 0\">").expect("an excerpt");
    let (excerpt, _) = excerpt.split_once("</pre>").expect("its end");
    let lines: Vec<&str> = excerpt.split_terminator("</i>").collect();
    assert_eq!(lines.len(), 7, "{excerpt}");
    assert!(lines[3].starts_with("<i class=\"marked\">"), "{excerpt}");
    assert_eq!(excerpt.matches("marked").count(), 1, "{excerpt}");
}

#[test]
fn whatever_a_program_says_stays_text() {
    let page = page(&hostile(), None);
    assert!(!page.contains("<script>alert"), "{page}");
    assert!(!page.contains("<b>&amp;"), "{page}");
    assert_eq!(page.matches("<script").count(), 1, "only our own");
}

#[test]
fn a_refuted_crash_is_shown_and_not_counted() {
    let page = page(&refuted(), None);
    assert!(page.contains("<b>0</b> likely bug"), "{page}");
    assert!(page.contains("Nothing was found."), "{page}");
    assert!(page.contains("bug in Ermine"), "{page}");
}

/// Whatever is written into the page, no other script runs.
#[test]
fn the_policy_names_the_script() {
    let page = page(&hostile(), None);
    let (_, rest) = page.split_once("script-src '").expect("there is a policy");
    let (hash, _) = rest.split_once('\'').expect("its end");
    assert!(hash.starts_with("sha256-") && hash.len() == 51, "{hash}");
    assert!(!page.contains("script-src 'unsafe-inline'"));
}

fn step(subject: &str, way: &str) -> PathStep {
    let function = FunctionName { name: Atom::new("foo"), arity: 1 };
    let position = Position { file: 0, column: 1, line: 3, generated: false };
    let frame = Frame { module: Atom::new("example"), function, position };
    PathStep { frame: Some(frame), subject: subject.into(), way: way.into() }
}

fn path(argument: i64, steps: Vec<PathStep>) -> Path {
    Path {
        input: Input::new(vec![Term::Int(argument)]),
        outcome: Outcome::Returned(Term::Int(argument)),
        steps,
        is_cut: false,
        is_new: false,
        has_processes: false,
    }
}

#[test]
fn paths_part_where_runs_decided_differently() {
    let mut paths = Paths::at_most(2);
    paths.taken = vec![
        path(1, vec![step("Arg1", "Integer"), step("Arg1", "1")]),
        path(2, vec![step("Arg1", "Integer"), step("Arg1", "not 1"), step("Arg1", "2")]),
    ];
    paths.dropped = 7;
    let page = page(&exploration(vec![], StopReason::Exhausted), Some(paths));
    assert!(page.contains("2 shown, the first of 9"), "{page}");
    // What they share comes before they part, and once.
    assert_eq!(page.matches("<span class=\"way\">Integer</span>").count(), 1, "{page}");
    assert_eq!(page.matches("<span class=\"way\">not 1</span>").count(), 1, "{page}");
    assert_eq!(page.matches("<li class=\"end good\">").count(), 2, "{page}");
}

/// Deeper than browsers nest.
#[test]
fn deep_trees() {
    let mut paths = Paths::at_most(200);
    paths.taken = (0..200)
        .map(|number| {
            let mut steps: Vec<PathStep> =
                (0..number).map(|at| step("Arg1", &format!("not {at}"))).collect();
            steps.push(step("Arg1", &number.to_string()));
            path(number, steps)
        })
        .collect();
    let page = page(&exploration(vec![], StopReason::Exhausted), Some(paths));
    assert_eq!(page.matches("<li class=\"end good\">").count(), 200);
}

#[test]
fn paths_have_so_much_room() {
    let long = "x".repeat(80);
    let steps = |number: i64| (0..200).map(|_| step(&long, &number.to_string())).collect();
    let mut paths = Paths::at_most(300);
    paths.taken = (0..300).map(|number| path(number, steps(number))).collect();
    let page = page(&exploration(vec![], StopReason::Exhausted), Some(paths));
    assert!(page.len() < 3 << 20, "{} bytes", page.len());
    assert!(page.contains(" shown, the first of 300"), "what is left out is counted");
}

#[test]
fn long_sources_are_cut() {
    let mut report = report(&exploration(vec![], StopReason::Exhausted));
    let lines = (0..30_000).map(|_| "a\u{202E}".repeat(1_000)).collect();
    report.sources.insert(Atom::new("example"), SourceFile { name: "example.erl".into(), lines });
    let page = html::render(&report);
    assert!(page.contains("10000 more lines are not shown."), "it is said");
    assert!(!page.contains('\u{202E}') && page.len() < 20 << 20, "{} bytes", page.len());
}
