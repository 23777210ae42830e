%%! explore: apply_all/2
%% What is put into a map of the input is found there again, and covers what was there.
-module(update_then_lookup).
-export([apply_all/2]).

-spec apply_all(#{atom() => integer()}, integer()) -> integer().
apply_all(Map, N) ->
    Changed = maps:remove(b, Map#{a => N + 1}),
    case Changed of
        #{b := _} -> error(still_there);
        #{a := 42, c := C} when C > N -> error({both, C});
%%                                       ^^^^^^^^^^^^^^^^ crash: error:{both, _}, apply_all(#{c := C}, 41) when C > 41
        #{a := A} -> A
    end.

%%! stop: exhausted
%%! complete
