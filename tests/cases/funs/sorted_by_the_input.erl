%%! explore: backwards/2
%% A comparison for `lists:sort/2` under which three numbers come out backwards.
-module(sorted_by_the_input).
-export([backwards/2]).

-spec backwards(fun((integer(), integer()) -> boolean()), [integer()]) -> ok.
backwards(Before, [_, _, _] = List) ->
    case lists:sort(Before, List) of
        [3, 2, 1] -> error(backwards);
%%                   ^^^^^^^^^^^^^^^^ crash: error:backwards, backwards(_, [_, _, _])
        _ -> ok
    end;
backwards(_, _) -> ok.

%%! depth: 30
%%! covers: all
