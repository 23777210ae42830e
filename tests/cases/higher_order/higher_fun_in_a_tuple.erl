%%! explore: f/1
%%! runs: 50
%% The fun to call is inside of what the fun is given.
-module(higher_fun_in_a_tuple).
-export([f/1]).

-spec f(fun(({callback, fun((integer()) -> integer())}) -> integer())) -> integer().
f(F) ->
    F({callback, fun(7) ->
                         error(bug);
%%                       ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 1)
                    (X) -> X
                 end}).
