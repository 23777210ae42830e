defmodule Mix.Ermine do
  @moduledoc false

  # Ermine's exit code for "could not run".
  @could_not_run 2

  def fail!(why), do: Mix.raise(why, exit_status: @could_not_run)
end
