%%! explore: f/1
%%! runs: 50
%% The closure wants a pair of a tag and a number.
-module(higher_call_with_a_structure).
-export([f/1]).

-spec f(fun((fun(({atom(), integer()}) -> ok)) -> ok)) -> ok.
f(F) ->
    F(fun({ping, N}) when N > 100 ->
              error(bug);
%%            ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 1)
         (_) -> ok
      end).
