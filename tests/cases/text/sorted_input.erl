%%! explore: sorted/1
%% A list that is only right after it is sorted.
-module(sorted_input).
-export([sorted/1]).

-spec sorted([integer()]) -> atom().
sorted([_, _, _] = List) when hd(List) > 5 ->
    case lists:sort(List) of
        [1, 4, 9] -> error(found);
%%                   ^^^^^^^^^^^^ crash: error:found, sorted([9 | _])
        _ -> other
    end;
sorted(_) -> other.
