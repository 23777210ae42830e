%%! explore: f/1
%%! runs: 50
%% The fun that is returned calls what the first was given.
-module(higher_calls_later).
-export([f/1]).

-spec f(fun((fun((integer()) -> integer())) -> fun(() -> integer()))) -> ok.
f(F) ->
    Thunk = F(fun(X) -> X + 1000 end),
    Thunk(),
    case get(called) of
        undefined -> put(called, Thunk());
        _ -> ok
    end,
    case get(called) of
        1012 ->
            error(bug);
%%          ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 1)
        _ -> ok
    end.
