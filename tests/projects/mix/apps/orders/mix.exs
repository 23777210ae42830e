defmodule Orders.MixProject do
  use Mix.Project

  def project do
    [
      app: :orders,
      version: "0.1.0",
      build_path: "../../_build",
      deps_path: "../../deps",
      lockfile: "../../mix.lock",
      deps: [{:stock, in_umbrella: true}, {:prices, path: "../../libs/prices"}]
    ]
  end
end
