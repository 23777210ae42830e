%%! explore: invert/1
%% Keys and values change places: two values that are the same leave one key.
-module(map_comprehension).
-export([invert/1]).

-spec invert(#{atom() => atom()}) -> map().
invert(Map) ->
    Inverted = maps:from_list([{Value, Key} || {Key, Value} <- maps:to_list(Map)]),
    case map_size(Inverted) =:= map_size(Map) of
        true -> Inverted;
        false -> error(lost)
%%               ^^^^^^^^^^^ crash: error:lost, invert(M) when map_size(M) >= 2
    end.

%%! depth: 10
%%! covers: all
