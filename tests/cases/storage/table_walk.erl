%%! explore: f/1
%% Going through a table whose keys and values come from the input.
-module(table_walk).
-export([f/1]).

-spec f([{1..9, integer()}]) -> integer().
f(Pairs) when length(Pairs) =< 2 ->
    T = ets:new(t, [ordered_set]),
    ets:insert(T, Pairs),
    Sum = ets:foldl(fun({_, V}, Total) -> V + Total end, 0, T),
    case ets:tab2list(T) of
        [{_, 5}, {7, 6}] -> error(found);
%%                          ^^^^^^^^^^^^ crash: error:found, f([_, _])
        _ when Sum =:= 1234567 -> error(sum);
%%                                ^^^^^^^^^^ crash: error:sum, f([_ | _])
        _ -> Sum
    end;
f(_) -> 0.

%%! covers: all
