%%! explore: f/1
%%! runs: 50
%% The bug is in a closure that only the fun of the input can call.
-module(higher_call_with_the_right_number).
-export([f/1]).

-spec f(fun((fun((integer()) -> integer())) -> integer())) -> integer().
f(F) ->
    F(fun(X) when X =:= 4711 ->
              error(bug);
%%            ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 1)
         (X) -> X
      end).
