defmodule Market.MixProject do
  use Mix.Project

  def project, do: [apps_path: "apps", version: "0.1.0", deps: deps()]

  # The tests put the plugin there.
  defp deps, do: [{:mix_ermine, path: "mix_ermine", only: [:dev, :test], runtime: false}]
end
