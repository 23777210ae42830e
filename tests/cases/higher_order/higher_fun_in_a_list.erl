%%! explore: f/1
%%! runs: 50
%% One of two funs in a list must be called.
-module(higher_fun_in_a_list).
-export([f/1]).

-spec f(fun(([fun((integer()) -> integer())]) -> integer())) -> integer().
f(F) ->
    F([fun(X) -> X end,
       fun(13) ->
               error(bug);
%%             ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 1)
          (X) -> X
       end]).
