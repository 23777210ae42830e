%%! explore: read/2
%% What is built has a table of its own, in the process that reads it.
-module(with_a_table).
-export([new/1, put/3, read/2]).
-export_type([cache/0]).
-opaque cache() :: {cache, ets:tid()}.
%%! runs: 1500

-spec new(set | ordered_set) -> cache().
new(Kind) -> {cache, ets:new(cache, [Kind])}.

-spec put(integer(), integer(), cache()) -> cache().
put(Key, Value, {cache, Table} = Cache) ->
    ets:insert(Table, {Key, Value}),
    Cache.

-spec read(integer(), cache()) -> integer().
read(Key, {cache, Table}) ->
    case ets:lookup(Table, Key) of
        [{_, 17}] -> error(seventeen);
%%                   ^^^^^^^^^^^^^^^^ crash: error:seventeen, read(_, _)
        [{_, Value}] -> Value;
        [] -> 0
    end.
