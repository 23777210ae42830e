//! Is Elixir told about in Elixir? What is written is read by the real one, and names are taken as it
//! writes them.

use crate::workplace::{Workplace, starts};
use std::fmt::Write;
use std::process::Command;
use term::Term;

/// Terms in Erlang's notation.
const TERMS: [&str; 12] = [
    "[ok, nil, true, 'Elixir.Shop.Cart', 'two words', 'Big', 'a?', 'é', '', 'Elixir.lower', 'a#{b}']",
    "['+', 'end', do, '_', '__struct__', 'a@b', 'x.y', 'Elixir', 'Elixir.', 'a\\n\\\"b\\\\', 'é!']",
    "[{a, 1}, {'b c', [2 | 3]}, {'end', nil}, {'A', {}}]",
    "[[{a, 1}, 2], [{'Elixir.A', 1}], [{a, 1} | b], [{a}, {1, 2}]]",
    "#{a => 1, 'b c' => #{}, nil => 3, 'Elixir' => 4}",
    "#{<<\"a\">> => 1, b => {}, 1.5 => -0.5, 'Elixir.A' => 1.0e100}",
    "{\"2024-02-29\", \"say \\\"so\\\" #{x} \\\\ often\", [42], [1000, 97]}",
    "#{'__struct__' => 'Elixir.Range', first => 1, last => 2, step => 1}",
    "[#{'__struct__' => order, a => 1}, #{'__struct__' => 7}, #{'__struct__' => 'Elixir.B', 1 => 2}]",
    "[<<\"a \\\"b\\\"\\n\\t#{x}\\\\\">>, <<>>, <<0, 200>>, <<1, 5:3>>, <<5:3>>, <<\"größe\"/utf8>>, <<127>>]",
    "[fun lists:map/2, fun 'Elixir.Enum':map/2, fun erlang:'+'/2]",
    "[123456789012345678901234567890, -7, 0.0, -0.0, 1.0e-7]",
];

#[test]
fn elixir_reads_what_is_written() {
    if !starts("elixir", "ERMINE_WITHOUT_ELIXIR") {
        return;
    }
    let mut script = String::new();
    for text in TERMS {
        let term = term::read::term(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let written = report::elixir::within(&term, 10_000);
        assert!(written.is_whole, "{}", written.text);
        let bytes: Vec<String> = term::external::encode(&term).iter().map(u8::to_string).collect();
        // The text is evaluated apart, so that a mistake in it is told with it.
        let _ = writeln!(
            script,
            "check.({}, <<{}>>)",
            report::elixir::within(
                &Term::from(term::Bits::from(written.text.into_bytes())),
                99_999
            )
            .text,
            bytes.join(",")
        );
    }
    let prelude = "check = fn text, bytes ->\n  {value, _} = Code.eval_string(text)\n  \
                   if value !== :erlang.binary_to_term(bytes), do: raise(text)\nend\n";
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("shipping-terms.exs");
    std::fs::write(&file, format!("{prelude}{script}IO.puts(\"all\")\n")).expect("a file");
    let output = Command::new("elixir").arg(&file).env("LC_ALL", "C.UTF-8").output();
    let output = output.expect("elixir starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "all\n", "{errors}");
}

#[test]
fn names_are_taken_as_elixir_writes_them() {
    if !starts("mix", "ERMINE_WITHOUT_ELIXIR") {
        return;
    }
    let workplace = Workplace::new("elixir-names", "mix", "mix_ermine", "mix_ermine");
    assert_eq!(workplace.say("mix compile").code, 0);
    let ermine = |line: &str| {
        let paths = "--pa _build/dev/lib/orders/ebin --pa _build/dev/lib/stock/ebin";
        let mut command = workplace.command(env!("CARGO_BIN_EXE_ermine"));
        command.args(line.split(' ').chain(paths.split(' ')));
        workplace.said(&mut command)
    };
    let said = ermine("run Order average");
    said.has(1, "crash: ** (ArithmeticError) bad argument in arithmetic expression: ");
    said.has(1, "\n  Order.average(%Order{discount: 0, items: []})\n");
    said.has(1, "\n  at apps/orders/lib/order.ex:7 in Order.average/1\n");
    let said = ermine("run Elixir.Order discount");
    said.has(1, "crash: ** (ArgumentError) seven is not for sale\n");
    said.has(1, "\n  Order.discount(%Order{discount: 7, items: []})\n");
    ermine("check Order -q")
        .has(1, "apps/orders/lib/order.ex:7: crash (likely bug): ** (ArithmeticError)");
    ermine("eval Stock take [2,3]").has(0, "{:ok, 1}");
    ermine("core Stock take/2").has(0, "'take'/2 =");
}
