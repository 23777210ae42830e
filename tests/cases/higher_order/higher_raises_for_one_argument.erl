%%! explore: f/1
%%! runs: 50
%% One call must raise and the other must not.
-module(higher_raises_for_one_argument).
-export([f/1]).

-spec f(fun((integer()) -> integer())) -> ok.
f(F) ->
    First = try F(1) catch throw:_ -> failed end,
    Second = try F(2) catch throw:_ -> failed end,
    case {First, Second} of
        {failed, 5} ->
            error(bug);
%%          ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 1)
        _ -> ok
    end.
