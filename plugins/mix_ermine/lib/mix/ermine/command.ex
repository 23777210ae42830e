defmodule Mix.Ermine.Command do
  @moduledoc false
  # Finds the command `ermine`, and runs it as a shell would: what it prints goes where we print, and a
  # terminal stays one.

  def find!(config) do
    case {System.get_env("ERMINE", ""), config[:ermine][:command]} do
      {"", nil} ->
        System.find_executable("ermine") ||
          Mix.Ermine.fail!(
            "there is no command ermine on the PATH: install Ermine, or say where it is by the " <>
              "variable ERMINE or by ermine: [command: \"/path/to/ermine\"] in the project of mix.exs"
          )

      {"", named} ->
        named!(named, "ermine: [command: ...] in mix.exs")

      {named, _} ->
        named!(named, "the variable ERMINE")
    end
  end

  defp named!(named, who) do
    case System.find_executable(named) do
      nil -> Mix.Ermine.fail!("there is no command #{named}, which #{who} names")
      path -> Path.expand(path)
    end
  end

  # With `:nouse_stdio`, a port talks to its program on the descriptors 3 and 4, and leaves the first
  # three as they are. The program is in a session of its own, where no Ctrl-C reaches it. So a shell
  # waits for the end of what it could read from us: whatever ended us, Ermine is asked to end too.
  @script """
  exec 4>&-
  "$0" "$@" 3<&- &
  ermine=$!
  { read -r _ <&3; kill "$ermine"; } >/dev/null 2>&1 &
  watcher=$!
  exec 3<&-
  wait "$ermine"
  code=$?
  kill "$watcher" 2>/dev/null
  exit "$code"
  """

  @doc "The exit code."
  def run(command, arguments) do
    options = [:nouse_stdio, :exit_status, :hide, args: ["-c", @script, command | arguments]]
    wait(Port.open({:spawn_executable, "/bin/sh"}, options))
  end

  defp wait(port) do
    receive do
      {^port, {:exit_status, code}} -> code
      {^port, _} -> wait(port)
    end
  end
end
