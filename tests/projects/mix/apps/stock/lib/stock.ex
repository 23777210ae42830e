defmodule Stock do
  @spec take(non_neg_integer(), non_neg_integer()) :: {:ok, non_neg_integer()} | :empty
  def take(wanted, there) when wanted <= there, do: {:ok, there - wanted}
  def take(_, _), do: :empty
end
