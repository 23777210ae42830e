%%! explore: f/1
%%! runs: 50
%% A cache that calls back for what it does not have.
-module(higher_memo).
-export([f/1]).

-spec f(fun((integer(), fun((integer()) -> integer())) -> integer())) -> ok.
f(Cached) ->
    Compute = fun(N) -> N * N end,
    case {Cached(3, Compute), Cached(4, Compute)} of
        {9, 17} ->
            error(bug);
%%          ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 2)
        _ -> ok
    end.
