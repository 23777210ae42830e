%%! explore: api
%%! runs: 300
%%! verdict: no_crash_found
%% A key that is put again moves to the end of the list, and is there once.
-module(lru_right).
-export([new/1, put/3, oldest/1]).
-export_type([cache/0]).

-opaque cache() :: {pos_integer(), #{atom() => integer()}, [atom()]}.

-spec new(1..4) -> cache().
new(Room) -> {Room, #{}, []}.

-spec put(atom(), integer(), cache()) -> cache().
put(Key, Value, {Room, Map, Order}) when is_map_key(Key, Map) ->
    {Room, Map#{Key := Value}, lists:delete(Key, Order) ++ [Key]};
put(Key, Value, {Room, Map, Order}) when map_size(Map) < Room ->
    {Room, Map#{Key => Value}, Order ++ [Key]};
put(Key, Value, {Room, Map, [Oldest | Order]}) ->
    {Room, (maps:remove(Oldest, Map))#{Key => Value}, Order ++ [Key]}.

-spec oldest(cache()) -> {atom(), integer()} | none.
oldest({_, _, []}) -> none;
oldest({_, Map, [Key | _]}) -> {Key, maps:get(Key, Map)}.
