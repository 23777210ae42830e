//! `rebar3 ermine`: an umbrella with two applications and a library in `_checkouts`.

use crate::workplace::{Workplace, at_terminal, starts};
use expect_test::expect;

fn umbrella(test: &str) -> Option<Workplace> {
    let place = "_checkouts/rebar3_ermine";
    starts("rebar3", "ERMINE_WITHOUT_REBAR3")
        .then(|| Workplace::new(test, "rebar", "rebar3_ermine", place))
}

#[test]
fn the_applications_of_an_umbrella_and_what_they_call() {
    let Some(workplace) = umbrella("rebar-screen") else { return };
    expect![[r#"
        ===> Analyzing applications...
        ===> Compiling rebar3_ermine
        ===> Verifying dependencies...
        ===> App prices is a checkout dependency and cannot be locked.
        ===> Analyzing applications...
        ===> Compiling prices
        ===> Analyzing applications...
        ===> Compiling stock
        ===> Compiling orders
        module  functions  crash  proved  no crash found  findings  clauses  time
        stock           1      -       1               -         -   2 of 2  … s
        orders          2      2       -               -         2   2 of 2  … s
        total           3      2       1               -         2   4 of 4  … s

        likely bug: error: no match of right hand side value empty
          at apps/orders/src/orders.erl:7 in orders:left/2: nothing fits what the program itself has made
            7 | {ok, Left} = stock:take(Wanted, There),
          orders:left(1, 0).

        likely bug: error: an error occurred when evaluating an arithmetic expression: 2 div 0
          at apps/orders/src/orders.erl:13 in orders:each/2: a function of a library refuses what it is given
            13 | prices:share(prices:of_item(Item), People).
          orders:each(pen, 0).


        5 operations that can fail: 4 shown safe, 1 found to fail, 0 left
        2 findings (2 likely bugs) in 2 of 3 functions; 1 proved, 0 without a crash found; … s
        ===> ermine found what is told above
        exit code 1
    "#]]
    .assert_eq(&workplace.screen("rebar3 ermine --jobs 1"));
}

#[test]
fn parts_profiles_and_options() {
    let Some(workplace) = umbrella("rebar-parts") else { return };
    workplace.say("rebar3 ermine --module stock -q").has(0, "0 findings in 0 of 1 function;");
    workplace
        .say("rebar3 ermine -a orders -q")
        .has(1, "2 findings (2 likely bugs) in 2 of 2 functions;");
    let said = workplace.say("rebar3 as test ermine -q -m stock -m orders");
    said.has(1, "2 findings (2 likely bugs) in 2 of 3 functions;");
    assert!(workplace.project.join("_build/test/lib/orders/ebin/orders.beam").is_file());
    // What follows two dashes is Ermine's, whatever it is.
    workplace
        .say("rebar3 ermine -a orders -- --fail-on=none -q")
        .has(0, "2 findings (2 likely bugs) in 2 of 2 functions;");
    let said = workplace.say("rebar3 ermine --format json --output report.json");
    said.has(1, "===> ermine found what is told above");
    let report = std::fs::read_to_string(workplace.project.join("report.json")).expect("a report");
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!(report["functions"].as_array().map(Vec::len), Some(3));
}

#[test]
fn a_changed_source_is_compiled_first() {
    let Some(workplace) = umbrella("rebar-changed") else { return };
    workplace.say("rebar3 ermine -a stock -q").has(0, "0 findings");
    let source = "-module(stock).\n-export([take/2]).\n-spec take(integer(), integer()) -> integer().\n\
                  take(A, B) -> A div B.\n";
    workplace.write("apps/stock/src/stock.erl", source);
    workplace.say("rebar3 ermine -a stock -q").has(1, "apps/stock/src/stock.erl:4: crash");
    workplace.write("apps/stock/src/stock.erl", "-module(stock).\n-export([take/2]).\n");
    let said = workplace.say("rebar3 ermine -a stock -q");
    said.has(1, "function take/2 undefined");
    assert!(!said.text.contains("findings"), "{}", said.text);
}

#[test]
fn mistakes_are_told_in_a_line() {
    let Some(workplace) = umbrella("rebar-mistakes") else { return };
    let mistakes = [
        ("rebar3 ermine stock", "===> stock is no option; is it --module stock?"),
        ("rebar3 ermine --modul stock", "===> Invalid option --modul on task ermine"),
        ("rebar3 ermine -m sock", "===> there is no module sock in the applications of"),
        ("rebar3 ermine -a x", "===> there is no application x in this project; there are "),
        ("rebar3 ermine --time soon", "\"soon\" is no time; try 10s or 500ms"),
        ("rebar3 ermine --time soon", "===> ermine could not test everything, see above (its exit"),
    ];
    for (line, wanted) in mistakes {
        workplace.say(line).has(1, wanted);
    }
}

#[test]
fn where_the_command_is() {
    let Some(workplace) = umbrella("rebar-command") else { return };
    let line = "rebar3 ermine -a stock -q";
    let without = || {
        let mut command = workplace.command(line);
        command.env_remove("ERMINE").env("PATH", "/usr/bin:/bin");
        command
    };
    workplace.said(&mut without()).has(1, "===> there is no command ermine on the PATH: install");
    let wanted = "===> there is no command /none, which the variable ERMINE names";
    workplace.said(without().env("ERMINE", "/none")).has(1, wanted);
    let command = env!("CARGO_BIN_EXE_ermine");
    let folder = std::path::Path::new(command).parent().expect("a folder").display().to_string();
    let path = format!("{folder}:/usr/bin:/bin");
    workplace.said(without().env("PATH", path)).has(0, "0 findings");
    let config = std::fs::read_to_string(workplace.project.join("rebar.config")).expect("a file");
    workplace.write("rebar.config", &format!("{config}{{ermine_command, {command:?}}}.\n"));
    workplace.said(&mut without()).has(0, "0 findings");
}

#[test]
fn a_terminal_stays_one() {
    let Some(workplace) = umbrella("rebar-terminal") else { return };
    let seen = at_terminal(&workplace, "rebar3 ermine");
    assert!(seen.contains("\u{1b}[36morders:left(1, 0)."), "{seen}");
    // The line that changes.
    assert!(seen.contains("\r\u{1b}[2K"), "{seen}");
}
