%%! explore: f/1
%%! runs: 50
%% Some or none, each with a fun.
-module(higher_option).
-export([f/1]).

-spec f(fun((fun(() -> integer()), fun((integer()) -> integer())) -> integer())) -> ok.
f(Match) ->
    Match(fun() -> put(way, none), 0 end, fun(N) -> put(way, {some, N}), N end),
    case get(way) of
        {some, -1} ->
            error(bug);
%%          ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 2)
        _ -> ok
    end.
