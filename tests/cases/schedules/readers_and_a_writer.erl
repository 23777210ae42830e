%%! explore: f/0
%%! schedules: 1000
-module(readers_and_a_writer).
-export([f/0]).

%% Each of the two readers comes before or after the write.
-spec f() -> ok.
f() ->
    Table = ets:new(counter, [public]),
    ets:insert(Table, {n, 0}),
    spawn(fun() -> ets:lookup(Table, n) end),
    spawn(fun() -> ets:lookup(Table, n) end),
    spawn(fun() -> ets:insert(Table, {n, 1}) end),
    ok.
%%! orders: 4
%%! stop: exhausted
