%%! explore: hits/2
%% Two linear equations with one solution.
-module(linear_two_variables).
-export([hits/2]).

-spec hits(integer(), integer()) -> boolean().
hits(X, Y) when 3 * X + 2 * Y =:= 47, X - Y =:= 4 -> 1 div (X - 11);
%%                                                   ^^^^^^^^^^^^^^ crash: error:badarith, hits(11, 7)
hits(_, _) -> false.

%%! stop: exhausted
%%! complete
%%! covers: all
