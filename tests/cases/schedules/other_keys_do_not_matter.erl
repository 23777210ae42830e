%%! explore: f/0
%%! schedules: 1000
-module(other_keys_do_not_matter).
-export([f/0]).

-spec f() -> ok.
f() ->
    Table = ets:new(counter, [public]),
    Me = self(),
    Write = fun(Key) -> ets:insert(Table, {Key, 1}), ets:insert(Table, {Key, 2}), Me ! {done, Key} end,
    spawn(fun() -> Write(a) end),
    spawn(fun() -> Write(b) end),
    receive {done, a} -> ok end,
    receive {done, b} -> ok end.
%%! orders: 1
%%! stop: exhausted
