%%! explore: f/1
%%! runs: 50
%% A numeral that applies its successor.
-module(higher_church).
-export([f/1]).

-spec f(fun((fun((integer()) -> integer()), integer()) -> integer())) -> ok.
f(Church) ->
    put(count, 0),
    Church(fun(X) -> put(count, get(count) + 1), X + 1 end, 0),
    case get(count) of
        2 ->
            error(bug);
%%          ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 2)
        _ -> ok
    end.
