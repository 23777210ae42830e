defmodule Mix.Tasks.Ermine do
  @shortdoc "Finds the inputs that crash the functions of this project"

  @moduledoc """
  Finds the inputs that crash the functions of this project.

      mix ermine
      mix ermine --time 5s --module MyApp.Cart

  Compiles the project and tests its own modules with `ermine check`, which must be installed. In an
  umbrella, these are the modules of all its applications.

  The command is looked for where the variable `ERMINE` says, where `ermine: [command: "..."]` in the
  project of `mix.exs` says, and on the `PATH`.

  ## Options

    * `--module NAME`, `-m NAME` - only this module, as `MyApp.Cart` or `:my_erlang_module` (may be
      given several times)
    * `--app NAME`, `-a NAME` - only this application of an umbrella (may be given several times)
    * `--no-compile` - test what is built, as it is

  All other options go to `ermine check`: see `ermine check --help`.

  The exit code is that of Ermine: 0 if nothing was found, 1 if something was, 2 if not everything could
  be tested.
  """

  use Mix.Task

  alias Mix.Ermine.{Command, Project}

  @impl true
  def run(arguments) do
    {wishes, options} = split(arguments, %{modules: [], apps: [], compile: true}, [])
    # In an umbrella, every application is compiled.
    if wishes.compile, do: Mix.Task.run("compile")
    command = Command.find!(Mix.Project.config())
    tested = Project.tested!(wishes.apps, wishes.modules)
    code_path = Enum.flat_map(Project.code_path(), &["--pa", &1])

    case Command.run(command, ["check"] ++ options ++ code_path ++ tested) do
      0 -> :ok
      code -> exit({:shutdown, code})
    end
  end

  # Our own options, and all others as they are.
  defp split([], wishes, options) do
    {%{wishes | modules: Enum.reverse(wishes.modules), apps: Enum.reverse(wishes.apps)},
     Enum.reverse(options)}
  end

  defp split([option, name | rest], wishes, options) when option in ["--module", "-m"],
    do: split(rest, %{wishes | modules: [name | wishes.modules]}, options)

  defp split([option, name | rest], wishes, options) when option in ["--app", "-a"],
    do: split(rest, %{wishes | apps: [name | wishes.apps]}, options)

  defp split([option], _, _) when option in ["--module", "-m", "--app", "-a"],
    do: Mix.Ermine.fail!("#{option} wants a name")

  defp split(["--module=" <> name | rest], wishes, options),
    do: split(["--module", name | rest], wishes, options)

  defp split(["--app=" <> name | rest], wishes, options),
    do: split(["--app", name | rest], wishes, options)

  defp split(["--no-compile" | rest], wishes, options),
    do: split(rest, %{wishes | compile: false}, options)

  defp split(["-" <> _ = option | rest], wishes, options),
    do: split(rest, wishes, [option | options])

  # What follows an option may be its value; what follows nothing is none.
  defp split([word | _], _, []),
    do: Mix.Ermine.fail!("#{word} is no option; is it --module #{word}?")

  defp split([word | rest], wishes, options), do: split(rest, wishes, [word | options])
end
