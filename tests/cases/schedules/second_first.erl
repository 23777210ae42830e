%%! explore: f/0
%%! schedules: 1000
-module(second_first).
-export([f/0]).

-spec f() -> ok.
f() ->
    Me = self(),
    spawn(fun() -> Me ! {value, 1} end),
    spawn(fun() -> Me ! {value, 2} end),
    receive
        {value, 1} -> ok;
        {value, 2} -> error(second_first)
%%                    ^^^^^^^^^^^^^^^^^^^ crash: error:second_first, f()
    end.
%%! orders: 2
%%! verdict: crash
