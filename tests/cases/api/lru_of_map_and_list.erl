%%! explore: api
%%! runs: 12000
%% A key that is put again is in the list twice, and the second time its value is gone.
-module(lru_of_map_and_list).
-export([new/1, put/3, oldest/1]).
-export_type([cache/0]).

-opaque cache() :: {pos_integer(), #{atom() => integer()}, [atom()]}.

-spec new(1..4) -> cache().
new(Room) -> {Room, #{}, []}.

-spec put(atom(), integer(), cache()) -> cache().
put(Key, Value, {Room, Map, Order}) when map_size(Map) < Room ->
    {Room, Map#{Key => Value}, Order ++ [Key]};
put(Key, Value, {Room, Map, [Oldest | Order]}) ->
    Rest = maps:remove(Oldest, Map),
    {Room, Rest#{Key => Value}, Order ++ [Key]}.

-spec oldest(cache()) -> {atom(), integer()} | none.
oldest({_, _, []}) -> none;
oldest({_, Map, [Key | _]}) ->
    #{Key := Value} = Map,
%%  ^^^^^^^^^^^^^^^^^^^^^ crash: error:{badmatch, _}, api(Calls) when length(Calls) =< 6
    {Key, Value}.
