//! What is the user told to try next?

use super::*;
use crate::advice::advice;

fn check(change: impl FnOnce(&mut Exploration), expect: Expect) {
    check_with(Spec::Used, change, expect);
}

fn check_with(spec: Spec, change: impl FnOnce(&mut Exploration), expect: Expect) {
    let mut exploration = exploration(vec![], StopReason::Exhausted);
    change(&mut exploration);
    let report = report_with(&exploration, spec, &NoSources);
    expect.assert_eq(&advice(&report.functions[0]).unwrap_or_else(|| "nothing".to_owned()));
}

fn incomplete(incomplete: Incomplete) -> impl FnOnce(&mut Exploration) {
    move |search| search.fell_short(Shortfall::Incomplete(incomplete))
}

fn undecided(why: NumericWhy) -> impl FnOnce(&mut Exploration) {
    move |search| {
        let why = Undecided::Solver(why.into());
        search.unknown.insert(why, 1);
    }
}

/// `m:f/2`
fn mfa() -> (Atom, Atom, usize) {
    (Atom::new("m"), Atom::new("f"), 2)
}

type Losses = BTreeMap<Loser, u64>;

fn lost(losses: impl FnOnce(&mut Exploration) -> &mut Losses) -> impl FnOnce(&mut Exploration) {
    move |search| {
        let (module, function, arity) = mfa();
        losses(search).insert(Loser::Function(module, function, arity), 1);
    }
}

#[test]
fn nothing_is_left_to_say_about_a_proof() {
    check(|_| (), expect!["nothing"]);
}

#[test]
fn limits() {
    check(
        |search| search.stop = Some(StopReason::Budget(Limit::Time)),
        expect!["raise --time (now 10 s)"],
    );
    check(|search| search.stop = Some(StopReason::Budget(Limit::Runs)), expect!["raise --runs"]);
    check(
        |search| search.stop = Some(StopReason::Budget(Limit::Memory)),
        expect!["raise --memory (now 2048 MiB)"],
    );
    check(
        |search| search.stop = Some(StopReason::Interrupted),
        expect!["let it run on to its end"],
    );
    check(|search| search.cut = 1, expect!["raise --depth (now 100)"]);
    check(
        |search| search.fell_short(Shortfall::OutOfMemory),
        expect!["raise --memory (now 2048 MiB)"],
    );
}

#[test]
fn what_ermine_does_not_do() {
    let (module, function, arity) = mfa();
    check(
        incomplete(Incomplete::Effect { module, function, arity }),
        expect![
            "m:f/2 would touch the machine; search the functions around it, which get its result as an argument"
        ],
    );
    check(
        incomplete(Incomplete::UnsupportedBuiltIn { module, function, arity }),
        expect![
            "Ermine lacks m:f/2; search the functions around it, which get its result as an argument"
        ],
    );
    let why = "timeout".to_owned();
    check(
        incomplete(Incomplete::Oracle { module, function, arity, why }),
        expect!["is Erlang in order? ermine doctor tells"],
    );
    check(
        |search| search.fell_short(Shortfall::OneSchedule),
        expect!["search the functions that do without it, one by one"],
    );
    check(
        |search| search.fell_short(Shortfall::OutOfReductions),
        expect!["if it only takes long, raise --reductions (now 5000000)"],
    );
    check(
        |search| search.fell_short(Shortfall::NotRepeated),
        expect!["this is a bug in Ermine: please report it, with the call above"],
    );
}

#[test]
fn what_is_not_known() {
    check(
        undecided(NumericWhy::NoSmtSolver),
        expect!["install an SMT solver: ermine doctor tells what is there"],
    );
    check(
        undecided(NumericWhy::TookTooLong),
        expect!["start from arguments of your own that get further: see SEED in ermine run --help"],
    );
    check_with(
        Spec::Missing,
        undecided(NumericWhy::TookTooLong),
        expect!["write a -spec for example:foo/1: fewer inputs are then to be told apart"],
    );
    check(
        lost(|search| &mut search.losses),
        expect!["start from arguments of your own that get further: see SEED in ermine run --help"],
    );
    check(lost(|search| &mut search.left_out), expect!["take m:f/2 out of the file of --concrete"]);
}

#[test]
fn nowhere_to_start() {
    check(
        |search| search.runs = 0,
        expect!["give the arguments to start from: see SEED in ermine run --help"],
    );
    check(
        |search| search.rejected = search.runs,
        expect![
            "no input got beyond the precondition; give one that does: see SEED in ermine run --help"
        ],
    );
}

#[test]
fn a_bug_of_ours_comes_before_all_limits() {
    check(
        |search| {
            search.cut = 1;
            search.fell_short(Shortfall::NotRepeated);
        },
        expect!["this is a bug in Ermine: please report it, with the call above"],
    );
}

#[test]
fn nobody_is_told_to_choose_arguments_where_there_are_none() {
    let mut exploration = exploration(vec![], StopReason::Exhausted);
    undecided(NumericWhy::TookTooLong)(&mut exploration);
    for spec in [Spec::Used, Spec::Missing] {
        let mut report = report_with(&exploration, spec, &NoSources);
        report.functions[0].mfa.arity = 0;
        let advice = advice(&report.functions[0]).expect("something");
        assert_eq!(advice, "search the functions that it calls, one by one");
    }
}
