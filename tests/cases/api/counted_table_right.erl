%%! explore: api
%%! runs: 300
%%! verdict: no_crash_found
%% Only a new key is counted.
-module(counted_table_right).
-export([open/0, insert/3, delete/2, size/1]).

-spec open() -> ets:tid().
open() ->
    Table = ets:new(counted, [set, private]),
    true = ets:insert(Table, {count, 0}),
    Table.

-spec insert(ets:tid(), integer(), term()) -> ok.
insert(Table, Key, Value) ->
    case ets:insert_new(Table, {Key, Value}) of
        true -> ets:update_counter(Table, count, 1);
        false -> ets:update_element(Table, Key, {2, Value})
    end,
    ok.

-spec delete(ets:tid(), integer()) -> boolean().
delete(Table, Key) ->
    case ets:take(Table, Key) of
        [_] -> is_integer(ets:update_counter(Table, count, -1));
        [] -> false
    end.

-spec size(ets:tid()) -> non_neg_integer().
size(Table) ->
    Size = ets:info(Table, size) - 1,
    [{count, Size}] = ets:lookup(Table, count),
    Size.
