defmodule Stock.MixProject do
  use Mix.Project

  def project do
    [
      app: :stock,
      version: "0.1.0",
      build_path: "../../_build",
      deps_path: "../../deps",
      lockfile: "../../mix.lock"
    ]
  end
end
