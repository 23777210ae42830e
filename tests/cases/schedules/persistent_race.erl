%%! explore: f/0
%%! schedules: 1000
-module(persistent_race).
-export([f/0]).

-spec f() -> ok.
f() ->
    persistent_term:put(schedules_key, 1),
    spawn(fun() -> persistent_term:put(schedules_key, 0) end),
    _ = 1 div persistent_term:get(schedules_key),
%%      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:badarith, f()
    ok.
