%%! explore: fetch/2
%% Neither the key nor the map is known: the key must be in the map, with a certain value.
-module(key_and_map_from_input).
-export([fetch/2]).

fetch(Key, Map) when is_map(Map), is_integer(Key) ->
    case Map of
        #{Key := {secret, N}} when N =:= Key + 7 -> error(found);
%%                                                  ^^^^^^^^^^^^ crash: error:found, fetch(K, M) when map_get(K, M) =:= {secret, K + 7}
        #{Key := _} -> there;
        #{} -> missing
    end;
fetch(_, _) -> none.

%%! stop: exhausted
%%! covers: all
