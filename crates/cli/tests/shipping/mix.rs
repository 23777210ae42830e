//! `mix ermine`: an umbrella with two applications and a library by its path.

use crate::workplace::{Workplace, at_terminal, starts};
use expect_test::expect;

fn umbrella(test: &str) -> Option<Workplace> {
    starts("mix", "ERMINE_WITHOUT_ELIXIR")
        .then(|| Workplace::new(test, "mix", "mix_ermine", "mix_ermine"))
}

#[test]
fn the_applications_of_an_umbrella_and_what_they_call() {
    let Some(workplace) = umbrella("mix-screen") else { return };
    expect![[r#"
        ==> mix_ermine
        Compiling 4 files (.ex)
        Generated mix_ermine app
        ==> prices
        Compiling 1 file (.ex)
        Generated prices app
        ==> stock
        Compiling 1 file (.ex)
        Generated stock app
        ==> orders
        Compiling 2 files (.ex)
        Generated orders app
        module  functions  crash  proved  no crash found  findings  clauses  time
        Order           2      2       -               -         2   3 of 3  … s
        Orders          3      2       1               -         2   3 of 3  … s
        Stock           1      -       1               -         -   2 of 2  … s
        total           6      4       2               -         4   8 of 8  … s

        likely bug: ** (MatchError) no match of right hand side value: :empty
          at apps/orders/lib/orders.ex:5 in Orders.left/2: nothing fits what the program itself has made
            5 | {:ok, left} = Stock.take(wanted, there)
          Orders.left(1, 0)

        likely bug: ** (ArithmeticError) bad argument in arithmetic expression: div(2, 0)
          at apps/orders/lib/orders.ex:11 in Orders.each/2: a function of a library refuses what it is given
            11 | def each(item, people), do: Prices.share(Prices.of(item), people)
          Orders.each(:pen, 0)

        likely bug: ** (ArithmeticError) bad argument in arithmetic expression: div(0, 0)
          at apps/orders/lib/order.ex:7 in Order.average/1: a built-in or an operator refuses what it is given
            7 | def average(%Order{items: items}), do: div(Enum.sum(items), length(items))
          Order.average(%Order{discount: 0, items: []})

        1 finding not shown, exceptions that the program raises itself: --format html --output FILE shows them

        2 functions without a -spec not tested: --all includes them
        14 operations that can fail: 9 shown safe, 5 found to fail, 0 left
        4 findings (3 likely bugs, 1 deliberate) in 4 of 6 functions; 2 proved, 0 without a crash found; … s
        exit code 1
    "#]].assert_eq(&workplace.screen("mix ermine --jobs 1 --depth 40"));
}

#[test]
fn parts_environments_and_options() {
    let Some(workplace) = umbrella("mix-parts") else { return };
    workplace.say("mix ermine --module Stock -q").has(0, "0 findings in 0 of 1 function;");
    workplace.say("mix ermine -q --app stock").has(0, "0 findings in 0 of 1 function;");
    let mut command = workplace.command("mix ermine -m Stock --module=Orders -q --runs 50");
    workplace
        .said(command.env("MIX_ENV", "test"))
        .has(1, "2 findings (2 likely bugs) in 2 of 4 functions;");
    assert!(workplace.project.join("_build/test/lib/orders/ebin/Elixir.Orders.beam").is_file());
    let said = workplace.say("mix ermine --format json --output report.json --runs 50");
    assert_eq!(said.code, 1, "{}", said.text);
    let report = std::fs::read_to_string(workplace.project.join("report.json")).expect("a report");
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!(report["functions"].as_array().map(Vec::len), Some(6));
}

#[test]
fn one_application_from_its_own_folder() {
    let Some(workplace) = umbrella("mix-inside") else { return };
    let config = workplace.project.join("apps/stock/mix.exs");
    let text = std::fs::read_to_string(&config).expect("a file");
    let plugin =
        "deps: [{:mix_ermine, path: \"../../mix_ermine\", runtime: false}],\n      app: :stock";
    std::fs::write(&config, text.replace("app: :stock", plugin)).expect("it can be written");
    let mut command = workplace.command("mix ermine -q");
    command.current_dir(workplace.project.join("apps/stock"));
    workplace.said(&mut command).has(0, "0 findings in 0 of 1 function;");
}

#[test]
fn a_changed_source_is_compiled_first() {
    let Some(workplace) = umbrella("mix-changed") else { return };
    workplace.say("mix ermine -q --app stock").has(0, "0 findings");
    let source = "defmodule Stock do\n  @spec take(integer(), integer()) :: integer()\n  \
                  def take(a, b), do: div(a, b)\nend\n";
    workplace.write("apps/stock/lib/stock.ex", source);
    workplace.say("mix ermine -q --app stock --no-compile").has(0, "0 findings");
    workplace.say("mix ermine -q --app stock").has(1, ": crash (");
    workplace.write("apps/stock/lib/stock.ex", "defmodule Stock do\n  def take(a), do: b\nend\n");
    let said = workplace.say("mix ermine -q --app stock");
    said.has(1, "undefined");
    assert!(!said.text.contains("findings"), "{}", said.text);
}

#[test]
fn mistakes_are_told_in_a_line() {
    let Some(workplace) = umbrella("mix-mistakes") else { return };
    let mistakes = [
        ("mix ermine Stock", "** (Mix) Stock is no option; is it --module Stock?"),
        ("mix ermine --modul Stock", "unexpected argument '--modul' found"),
        ("mix ermine --module", "** (Mix) --module wants a name"),
        ("mix ermine -m Sock", "** (Mix) there is no module Sock in the applications of"),
        ("mix ermine -a x", "** (Mix) there is no application x in this project; there are orders"),
        ("mix ermine --time soon", "\"soon\" is no time; try 10s or 500ms"),
    ];
    for (line, wanted) in mistakes {
        workplace.say(line).has(2, wanted);
    }
}

#[test]
fn where_the_command_is() {
    let Some(workplace) = umbrella("mix-command") else { return };
    let without = || {
        let mut command = workplace.command("mix ermine -q --app stock");
        command.env_remove("ERMINE").env("PATH", "/usr/bin:/bin");
        command
    };
    workplace
        .said(&mut without())
        .has(2, "** (Mix) there is no command ermine on the PATH: install");
    let wanted = "** (Mix) there is no command /none, which the variable ERMINE names";
    workplace.said(without().env("ERMINE", "/none")).has(2, wanted);
    let command = env!("CARGO_BIN_EXE_ermine");
    let config = std::fs::read_to_string(workplace.project.join("mix.exs")).expect("a file");
    let named = format!("[ermine: [command: {command:?}], apps_path:");
    workplace.write("mix.exs", &config.replace("[apps_path:", &named));
    workplace.said(&mut without()).has(0, "0 findings");
}

#[test]
fn a_terminal_stays_one() {
    let Some(workplace) = umbrella("mix-terminal") else { return };
    let seen = at_terminal(&workplace, "mix ermine --runs 50");
    assert!(seen.contains("\u{1b}[36m"), "{seen}");
    // The line that changes.
    assert!(seen.contains("\r\u{1b}[2K"), "{seen}");
}
