defmodule Order do
  defstruct items: [], discount: 0

  @type t :: %__MODULE__{items: [integer()], discount: integer()}

  @spec average(t()) :: integer()
  def average(%Order{items: items}), do: div(Enum.sum(items), length(items))

  @spec discount(t()) :: integer()
  def discount(%Order{discount: 7}), do: raise(ArgumentError, "seven is not for sale")
  def discount(%Order{discount: discount}), do: discount
end
