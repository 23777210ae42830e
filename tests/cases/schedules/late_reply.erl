%%! explore: f/0
%%! schedules: 1000
-module(late_reply).
-export([f/0]).

-spec f() -> ok.
f() ->
    Me = self(),
    spawn(fun() -> Me ! {reply, 1} end),
    receive {reply, _} -> ok after 100 -> ok end,
    spawn(fun() -> Me ! {reply, 2} end),
    receive
        {reply, 2} -> ok;
        {reply, 1} -> error(late)
%%                    ^^^^^^^^^^^ crash: error:late, f()
    end.
%%! verdict: crash
