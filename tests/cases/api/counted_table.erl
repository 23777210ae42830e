%%! explore: api
%%! runs: 4000
%% A key that is inserted again is counted again.
-module(counted_table).
-export([open/0, insert/3, delete/2, size/1]).

-spec open() -> ets:tid().
open() ->
    Table = ets:new(counted, [set, private]),
    true = ets:insert(Table, {count, 0}),
    Table.

-spec insert(ets:tid(), integer(), term()) -> ok.
insert(Table, Key, Value) ->
    true = ets:insert(Table, {Key, Value}),
    _ = ets:update_counter(Table, count, 1),
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
%%  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{badmatch, _}, api(Calls) when length(Calls) =< 4
    Size.
