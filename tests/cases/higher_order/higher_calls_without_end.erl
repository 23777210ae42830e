%%! explore: f/1
%%! runs: 50
%% A fun that is given a way to call itself may do so for ever. That is its own fault, and ends soon.
-module(higher_calls_without_end).
-export([f/1]).

-spec f(fun((fun((integer()) -> integer()), integer()) -> integer())) -> ok.
f(F) ->
    Fix = fun Self(N) -> F(Self, N) end,
    case Fix(3) of
        6 ->
            case Fix(4) of
                24 ->
                    error(bug);
%%                  ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 2)
                _ -> ok
            end;
        _ -> ok
    end.
