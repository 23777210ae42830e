%%! explore: f/1
%%! runs: 50
%% lists:sort/2 with a comparison of the input.
-module(higher_sorted_by_the_input).
-export([f/1]).

-spec f(fun((integer(), integer()) -> boolean())) -> ok.
f(Less) ->
    case lists:sort(Less, [1, 2, 3]) of
        [3, 1, 2] ->
            error(bug);
%%          ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 2)
        _ -> ok
    end.
