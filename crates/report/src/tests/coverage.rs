//! What is said about clauses and lines?

use super::*;
use crate::coverage::{Coverage, Missed, Share};
use crate::lcov;
use explore::{Flips, Shortfall};

fn coverage(change: impl FnOnce(&mut Exploration)) -> Coverage {
    let mut exploration = exploration(vec![], StopReason::Exhausted);
    exploration.cut = 1;
    change(&mut exploration);
    report(&exploration).functions.remove(0).coverage
}

/// Why the clause of `cmp/1` was not reached.
fn why(change: impl FnOnce(&mut Exploration)) -> Missed {
    let coverage = coverage(change);
    let missed = coverage.missed().into_iter().find(|each| each.id == clause("cmp", 0));
    missed.and_then(|clause| clause.missed.clone()).expect("nobody reached it")
}

fn flips(unsat: u64, unknown: u64, left: u64) -> impl FnOnce(&mut Exploration) {
    move |exploration| {
        exploration.flips.insert(clause("cmp", 0), Flips { unsat, unknown, left });
    }
}

#[test]
fn reasons() {
    assert_eq!(why(|search| search.cut = 0), Missed::Unreachable);
    assert_eq!(why(|_| ()), Missed::Depth);
    assert_eq!(why(flips(3, 0, 0)), Missed::Refuted);
    assert_eq!(why(flips(3, 1, 0)), Missed::Undecided);
    // Somewhere else in the function, in a guard perhaps.
    assert_eq!(
        why(|search| {
            search.flips.insert(clause("cmp", 3), Flips { unknown: 1, ..Flips::default() });
            flips(3, 0, 0)(search);
        }),
        Missed::Undecided
    );
    let time = StopReason::Budget(Limit::Time);
    assert_eq!(
        why(|search| {
            search.stop = Some(time);
            flips(3, 1, 1)(search);
        }),
        Missed::Stopped(time)
    );
    let hang = why(|search| {
        search.cut = 0;
        search.endless = 1;
    });
    assert_eq!(hang, Missed::Incomplete("the limit of reductions".into()));
    let memory = why(|search| {
        search.cut = 0;
        search.fell_short(Shortfall::OutOfMemory);
    });
    assert_eq!(memory, Missed::Incomplete("the limit of memory".into()));
    let asked = why(|search| {
        search.cut = 0;
        search.losses.insert(Loser::World(trace::Matter::Caller, None), 1);
    });
    assert_eq!(asked, Missed::Lost("the state of the caller: its mailbox or its stack".into()));
    let lost = why(|search| {
        search.cut = 0;
        search.losses.insert(Loser::Function(Atom::new("re"), Atom::new("run"), 3), 1);
    });
    assert_eq!(lost, Missed::Lost("re:run/3".into()));
}

#[test]
fn shares() {
    let coverage = coverage(|_| ());
    assert_eq!(coverage.written(), Share { reached: 2, known: 3 });
    assert_eq!(coverage.generated(), Share { reached: 0, known: 1 });
    assert_eq!(coverage.line_share(), Share { reached: 2, known: 4 });
    let functions: Vec<(String, Share)> = coverage
        .functions()
        .into_iter()
        .map(|each| (each.function.to_string(), each.written))
        .collect();
    assert_eq!(functions[2], ("example:cmp/1".to_owned(), Share { reached: 0, known: 1 }));
    let not_called = coverage.missed().into_iter().find(|each| each.line == 9);
    assert_eq!(not_called.and_then(|each| each.missed.clone()), Some(Missed::NotCalled));
}

#[test]
fn two_searches_together() {
    let mut both = coverage(|_| ());
    let other = coverage(|search| {
        search.covered = [(clause("unused", 0), 5), (clause("fcmp", 0), 1)].into();
        search.stop = Some(StopReason::Interrupted);
    });
    both.merge(&other);
    assert_eq!(both.written(), Share { reached: 3, known: 4 });
    let missed = both.missed();
    assert_eq!(missed[0].missed, Some(Missed::Stopped(StopReason::Interrupted)));
    assert_eq!(both.lines().get(&4), Some(&18));
    let mut nothing = Coverage::default();
    nothing.merge(&both);
    assert_eq!(nothing, both);
}

#[test]
fn lcov_records() {
    let exploration = exploration(vec![], StopReason::Exhausted);
    expect![[r#"
        TN:ermine
        SF:/project/example.erl
        FN:3,foo/1
        FN:4,fcmp/1
        FN:6,cmp/1
        FN:9,unused/1
        FNDA:606,foo/1
        FNDA:17,fcmp/1
        FNDA:0,cmp/1
        FNDA:0,unused/1
        FNF:4
        FNH:2
        BRDA:3,0,0,606
        BRDA:4,1,0,17
        BRDA:6,2,0,-
        BRDA:9,3,0,-
        BRF:4
        BRH:2
        DA:3,606
        DA:4,17
        DA:6,0
        DA:9,0
        LF:4
        LH:2
        end_of_record
    "#]]
    .assert_eq(&lcov::render(&report(&exploration)));
}

/// The format has neither commas nor ends of lines in names.
#[test]
fn lcov_of_strange_names() {
    let exploration = exploration(vec![], StopReason::Exhausted);
    let mut report = report(&exploration);
    for clause in &mut report.functions[0].coverage.clauses {
        if clause.id.function.name.name() == "foo" {
            clause.id.function.name = Atom::new("a,b\nDA:1,1");
        }
    }
    let text = lcov::render(&report);
    let function = text.lines().find_map(|line| line.strip_prefix("FN:3,")).expect("it is there");
    assert!(!function.contains(','), "{function}");
    assert!(text.lines().all(|line| !line.starts_with("DA:1,1")), "{text}");
}
