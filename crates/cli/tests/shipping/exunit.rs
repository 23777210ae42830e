//! Does `mix test` run what we write: red on the program with the bug, green on the repaired one?

use crate::workplace::{Workplace, starts};

const LEDGER: &str = r#"defmodule Ledger do
  @spec share([integer()], integer()) :: integer()
  def share(amounts, people), do: div(Enum.sum(amounts), people)

  @spec name(%{optional(:name) => String.t()}) :: String.t()
  def name(%{} = account), do: account.name

  @spec wait(0..1) :: :ok
  def wait(0), do: wait(0)
  def wait(_), do: :ok

  @spec level(0..3) :: :low | :high
  def level(3), do: :top
  def level(number) when number > 1, do: :high
  def level(_), do: :low
end
"#;

#[test]
fn fails_on_the_bugs_and_passes_on_the_repair() {
    if !starts("mix", "ERMINE_WITHOUT_ELIXIR") {
        return;
    }
    let workplace = Workplace::new("exunit", "mix", "mix_ermine", "mix_ermine");
    workplace.write("apps/stock/lib/ledger.ex", LEDGER);
    assert_eq!(workplace.say("mix compile").code, 0);
    let folder = workplace.project.join("apps/stock/test");
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    std::fs::write(folder.join("test_helper.exs"), "ExUnit.start()\n").expect("a file");
    let file = "apps/stock/test/ledger_ermine_test.exs";
    let mut ermine = workplace.command(env!("CARGO_BIN_EXE_ermine"));
    ermine.args(["check", "Ledger", "--pa", "_build/dev/lib/stock/ebin", "--depth", "20"]);
    ermine.args(["--format", "exunit", "--tests", "all", "--output", file]);
    assert_eq!(workplace.said(&mut ermine).code, 1);
    let path = workplace.project.join(file);
    let tests = std::fs::read_to_string(&path).expect("it is written");
    for wanted in [
        "defmodule LedgerErmineTest do\n  use ExUnit.Case, async: true\n",
        "  test \"Ledger.share/2: badarith, line 3\" do\n    Ledger.share([], 0)\n  end\n",
        "    Ledger.name(%{})\n",
        "    ends(fn -> Ledger.wait(0) end)\n",
        "    refute Ledger.level(3) === :top\n",
        "    assert Ledger.level(0) === :low\n",
        "  # ** (KeyError) key :name not found in: %{}\n",
    ] {
        assert!(tests.contains(wanted), "no {wanted:?} in:\n{tests}");
    }
    // Nobody wants to wait so long for a test to fail.
    let quick = tests.replace("10 * 1000 ->", "300 ->");
    std::fs::write(&path, quick).expect("it can be written");
    let mix_test = |wanted: &str| {
        let mut command = workplace.command("mix test");
        command.current_dir(workplace.project.join("apps/stock"));
        let said = workplace.said(&mut command);
        assert!(said.text.contains(wanted), "no {wanted:?} in:\n{}", said.text);
        said.code
    };
    assert_ne!(mix_test(" 4 failures"), 0);
    let repaired = LEDGER
        .replace("def share(amounts", "def share(_, 0), do: 0\n  def share(amounts")
        .replace("account.name", "Map.get(account, :name, \"\")")
        .replace("def wait(0), do: wait(0)", "def wait(0), do: :ok")
        .replace(":top", ":high");
    workplace.write("apps/stock/lib/ledger.ex", &repaired);
    assert_eq!(mix_test(" 0 failures"), 0);
}
