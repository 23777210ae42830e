defmodule MixErmine.MixProject do
  use Mix.Project

  def project do
    [
      app: :mix_ermine,
      version: "0.1.0",
      elixir: "~> 1.13",
      description: "mix ermine: find the inputs that crash your functions",
      package: [licenses: ["Apache-2.0"], links: %{}],
      deps: []
    ]
  end

  def application, do: []
end
