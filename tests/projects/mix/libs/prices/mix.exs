defmodule Prices.MixProject do
  use Mix.Project

  def project, do: [app: :prices, version: "1.0.0"]
end
