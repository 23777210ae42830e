%%! explore: check/1
%% How many keys there are, without a look at any of them.
-module(sizes).
-export([check/1]).

check(Map) when map_size(Map) =:= 3 -> error(three);
%%                                     ^^^^^^^^^^^^ crash: error:three, check(M) when map_size(M) =:= 3
check(Map) when map_size(Map) > 5, map_size(Map) < 8 ->
    case Map of
        #{a := _} -> error(six_or_seven);
%%                   ^^^^^^^^^^^^^^^^^^^ crash: error:six_or_seven, check(#{a := _})
        _ -> ok
    end;
check(Map) when is_map(Map) -> map_size(Map);
check(_) -> none.

%%! stop: exhausted
%%! complete
%%! covers: all
