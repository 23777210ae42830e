defmodule Prices do
  @moduledoc "A library that the project depends on: it is called, and not tested. It has a bug of its own."

  @spec of(:pen | :book) :: pos_integer()
  def of(:pen), do: 2
  def of(:book), do: 10

  @spec share(integer(), integer()) :: integer()
  def share(price, people), do: div(price, people)
end
