//! What is said about clauses that no input reaches?

use super::*;
use crate::{github, json, sarif};
use serde_json::Value;

/// `foo/1` has four clauses more: one that is to be told, one that raises, one of the compiler, and one of
/// a header.
fn outline_with_more() -> Outline {
    let mut outline = outline();
    let foo = &mut outline.functions[0];
    let mut add = |line, change: &dyn Fn(&mut ClauseOutline)| {
        let mut clause = foo.clauses[0].clone();
        clause.position.line = line;
        clause.calls.clear();
        change(&mut clause);
        foo.clauses.push(clause);
    };
    add(5, &|_| ());
    let error = FunctionName { name: Atom::new("error"), arity: 1 };
    add(6, &|clause| clause.calls.push((Atom::new("erlang"), error)));
    add(7, &|clause| clause.position.generated = true);
    add(7, &|clause| clause.position.file = 1);
    outline
}

fn reported(change: impl FnOnce(&mut Exploration)) -> Report {
    let mut exploration = exploration(vec![], StopReason::Exhausted);
    change(&mut exploration);
    report_on(&exploration, Spec::Used, &Example, &outline_with_more())
}

fn lines(report: &Report) -> Vec<usize> {
    report.unreachable().map(|(_, clause)| clause.place.line).collect()
}

fn reach_it(exploration: &mut Exploration) {
    exploration.covered.insert(clause("foo", 1), 1);
}

#[test]
fn only_what_is_proved_is_told() {
    assert_eq!(lines(&reported(|_| ())), [5]);
    assert!(lines(&reported(|search| search.cut = 1)).is_empty());
    assert!(lines(&reported(|search| search.endless = 1)).is_empty());
    assert!(lines(&reported(|search| search.stop = Some(StopReason::Interrupted))).is_empty());
    let asks = |search: &mut Exploration| {
        search.losses.insert(Loser::World(trace::Matter::Caller, None), 1);
    };
    assert!(lines(&reported(asks)).is_empty());
    assert!(lines(&reported(reach_it)).is_empty());
}

/// Somebody else may call the function with other arguments.
#[test]
fn what_another_search_reached_is_not_told() {
    let mut report = reported(|_| ());
    report.settle_unreachable();
    assert_eq!(lines(&report), [5]);
    let other = reported(reach_it);
    report.functions.extend(other.functions);
    report.settle_unreachable();
    assert!(lines(&report).is_empty());
}

#[test]
fn in_words() {
    check_text(
        &reported(|_| ()),
        expect![[r#"
            proved: no input that the -spec allows crashes example:foo/1: every path was taken or refuted (606 runs, 0.03 s)
              unreachable clause: example.erl:5 in example:foo/1: no input that the -spec allows comes here
              2 of 6 clauses reached in example (1 more in functions that it does not call)
              not reached: lines 6, 7 (proved: no input goes there)
        "#]],
    );
    let brief = text::render(&reported(|_| ()), Detail::Brief, &Palette::PLAIN);
    expect![[r#"
        example.erl:5: unreachable clause: example:foo/1: no input that the -spec allows comes here
        proved: no input that the -spec allows crashes example:foo/1: every path was taken or refuted (606 runs, 0.03 s)
    "#]]
    .assert_eq(&brief);
}

#[test]
fn as_annotations() {
    expect![[r#"
        ::notice file=example.erl,line=5,title=unreachable clause in example%3Afoo/1::no input that the -spec allows comes here
        proved: no input that the -spec allows crashes example:foo/1: every path was taken or refuted (606 runs, 0.03 s)
    "#]]
    .assert_eq(&github::render(&reported(|_| ())));
}

#[test]
fn for_programs() {
    let read = |text: String| serde_json::from_str::<Value>(&text).expect("it is JSON");
    let document = read(json::render(&reported(|_| ())));
    let function = &document["functions"][0];
    assert_eq!(function["verdict"], "proved");
    assert_eq!(function["findings"], Value::Array(vec![]));
    let [clause] = &function["unreachable"].as_array().expect("a list")[..] else {
        panic!("there is one")
    };
    assert_eq!(clause["function"], "example:foo/1");
    assert_eq!((&clause["file"], &clause["line"]), (&"example.erl".into(), &5.into()));
    let log = read(sarif::render(&reported(|_| ())));
    let run = &log["runs"][0];
    assert_eq!(run["tool"]["driver"]["rules"][0]["defaultConfiguration"]["level"], "note");
    let result = &run["results"][0];
    assert_eq!(result["ruleId"], "unreachable_clause");
    assert_eq!(result["level"], "note");
    let message = "unreachable clause: no input that the -spec allows comes here";
    assert_eq!(result["message"]["text"], message);
    let region = &result["locations"][0]["physicalLocation"]["region"];
    assert_eq!(region["startLine"], 5);
}
