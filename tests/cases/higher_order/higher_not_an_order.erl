%%! explore: f/1
%%! runs: 50
%% A comparison that is none: both are less than the other.
-module(higher_not_an_order).
-export([f/1]).

-spec f(fun((integer(), integer()) -> boolean())) -> ok.
f(Less) ->
    case {Less(1, 2), Less(2, 1), Less(2, 2)} of
        {true, true, false} ->
            error(bug);
%%          ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 2)
        _ -> ok
    end.
