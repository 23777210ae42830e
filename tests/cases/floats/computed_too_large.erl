%%! explore: sum/2
%% What is too large for a float is computed from the input in several steps.
-module(computed_too_large).
-export([sum/2]).

-spec sum(float(), float()) -> float().
sum(X, Y) ->
    Left = 100 * (X - 48),
%%         ^^^^^^^^^^^^^^ crash: error:badarith, sum(_, _)
    Right = 10 * (Y - 48),
%%          ^^^^^^^^^^^^^ crash: error:badarith, sum(_, _)
    Left + Right.
%%  ^^^^^^^^^^^^ crash: error:badarith, sum(_, _)
