%%! explore: f/1
%%! runs: 50
%% The handler waits for an exception of class exit.
-module(higher_raises_exit).
-export([f/1]).

-spec f(fun((integer()) -> integer())) -> integer().
f(F) ->
    try
        F(3)
    catch
        exit:{code, N} when N > 10 ->
            error(bug);
%%          ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 1)
        _:_ -> 0
    end.
