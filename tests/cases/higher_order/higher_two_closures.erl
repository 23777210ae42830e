%%! explore: f/1
%%! runs: 10
%% The answers differ only if the fun calls what it is given. A published prototype needs 142 runs.
-module(higher_two_closures).
-export([f/1]).

-spec f(fun((fun((integer()) -> integer())) -> integer())) -> boolean().
f(H) ->
    A = H(fun(X) -> X + 1 end),
    B = H(fun(X) -> X + 2 end),
    A =:= 10 andalso B =:= 21 andalso
        error(bug).
%%      ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 1)
