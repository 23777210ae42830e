%%! explore: f/0
%%! schedules: 1000
-module(lost_update).
-export([f/0]).

-spec f() -> 2.
f() ->
    Table = ets:new(counter, [public]),
    ets:insert(Table, {n, 0}),
    Me = self(),
    Add = fun() ->
        [{n, N}] = ets:lookup(Table, n),
        ets:insert(Table, {n, N + 1}),
        Me ! done
    end,
    spawn(Add),
    spawn(Add),
    receive done -> ok end,
    receive done -> ok end,
    [{n, Sum}] = ets:lookup(Table, n),
    Sum.
%%! spec violation: f()
