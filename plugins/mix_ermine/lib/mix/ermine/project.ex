defmodule Mix.Ermine.Project do
  @moduledoc false
  # Which modules does a Mix project have, and which may they call?

  @doc "Folders of the applications, or the files of these modules, as arguments of `ermine check`."
  def tested!(apps, modules) do
    folders = Enum.map(apps!(apps), &ebin/1)

    case {modules, Enum.filter(folders, &(Path.wildcard(Path.join(&1, "*.beam")) != []))} do
      {_, []} ->
        Mix.Ermine.fail!(
          "the project has no modules in #{Enum.join(folders, ", ")}; mix compile builds them"
        )

      {[], built} ->
        Enum.map(built, &shown/1)

      {_, built} ->
        Enum.map(modules, &file!(&1, built))
    end
  end

  # Elixir's own applications; those of OTP are always found.
  @elixir [:elixir, :eex, :ex_unit, :iex, :logger, :mix]

  @doc "Where everything is that was built, and Elixir itself."
  def code_path do
    built = Path.wildcard(Path.join([Mix.Project.build_path(), "lib", "*", "ebin"]))
    own = for app <- @elixir, folder = :code.lib_dir(app), is_list(folder), do: to_string(folder)
    Enum.map(built, &shown/1) ++ Enum.map(own, &Path.expand(Path.join(&1, "ebin")))
  end

  defp apps!(wanted) do
    own =
      case Mix.Project.apps_paths() do
        nil -> [Mix.Project.config()[:app]]
        paths -> Enum.sort(Map.keys(paths))
      end

    case wanted do
      [] -> own
      _ -> Enum.map(wanted, &app!(&1, own))
    end
  end

  defp app!(name, own) do
    Enum.find(own, &(to_string(&1) == name)) ||
      Mix.Ermine.fail!(
        "there is no application #{name} in this project; there are #{Enum.join(own, ", ")}"
      )
  end

  defp ebin(app), do: Path.join([Mix.Project.build_path(), "lib", to_string(app), "ebin"])

  # `ShopEx.Cart`, `:shop` or a whole name, as `Elixir.ShopEx.Cart`.
  defp file!(module, folders) do
    names = [module, "Elixir." <> module, String.trim_leading(module, ":")]
    files = for name <- names, folder <- folders, do: Path.join(folder, name <> ".beam")

    case Enum.find(files, &File.regular?/1) do
      nil -> Mix.Ermine.fail!("there is no module #{module} in the applications of this project")
      file -> shown(file)
    end
  end

  # Below the project, paths are as short as one would type them.
  defp shown(path), do: Path.relative_to_cwd(path)
end
