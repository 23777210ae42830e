%%! explore: f/0
%%! schedules: 1000
-module(update_counter_is_one_step).
-export([f/0]).

-spec f() -> 2.
f() ->
    Table = ets:new(counter, [public]),
    ets:insert(Table, {n, 0}),
    Me = self(),
    Add = fun() -> ets:update_counter(Table, n, 1), Me ! done end,
    spawn(Add),
    spawn(Add),
    receive done -> ok end,
    receive done -> ok end,
    [{n, Sum}] = ets:lookup(Table, n),
    Sum.
%%! stop: exhausted
%%! verdict: no_crash_found
