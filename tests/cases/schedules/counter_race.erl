%%! explore: f/0
%%! schedules: 1000
-module(counter_race).
-export([f/0]).

-spec f() -> ok.
f() ->
    Counter = counters:new(1, []),
    counters:put(Counter, 1, 1),
    spawn(fun() -> counters:sub(Counter, 1, 1) end),
    _ = 1 div counters:get(Counter, 1),
%%      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:badarith, f()
    ok.
