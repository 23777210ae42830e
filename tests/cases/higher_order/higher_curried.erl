%%! explore: f/1
%%! runs: 50
%% A fun is returned, and called later.
-module(higher_curried).
-export([f/1]).

-spec f(fun((integer()) -> fun((integer()) -> integer()))) -> integer().
f(F) ->
    G = F(1),
    H = F(2),
    case {G(5), H(5)} of
        {6, 7} ->
            error(bug);
%%          ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 1)
        {A, _} -> A
    end.
