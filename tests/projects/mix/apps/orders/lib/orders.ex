defmodule Orders do
  # Of another application of the umbrella.
  @spec left(0..100, 0..100) :: non_neg_integer()
  def left(wanted, there) do
    {:ok, left} = Stock.take(wanted, there)
    left
  end

  # Of an application that the project depends on.
  @spec each(:pen | :book, 0..10) :: integer()
  def each(item, people), do: Prices.share(Prices.of(item), people)

  # Of Elixir itself.
  @spec names([:pen | :book]) :: String.t()
  def names(items), do: items |> Enum.map(&Atom.to_string/1) |> Enum.join(", ")
end
