%%! explore: f/0
%%! schedules: 1000
-module(not_flushed).
-export([f/0]).

-spec f() -> ok.
f() ->
    Me = self(),
    {P, R} = spawn_monitor(fun() -> Me ! {self(), done} end),
    receive {P, done} -> ok end,
    demonitor(R),
    receive {'DOWN', R, _, _, _} -> error(still_there) after 0 -> ok end.
%%                                  ^^^^^^^^^^^^^^^^^^ crash: error:still_there, f()
%%! stop: exhausted
