%%! explore: f/1
%%! runs: 50
%% The closure takes two numbers.
-module(higher_two_arguments).
-export([f/1]).

-spec f(fun((fun((integer(), integer()) -> integer())) -> integer())) -> integer().
f(F) ->
    F(fun(X, Y) when X + Y =:= 12, X - Y =:= 2 ->
              error(bug);
%%            ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 1)
         (X, Y) -> X + Y
      end).
