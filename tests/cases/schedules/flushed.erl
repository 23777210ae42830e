%%! explore: f/0
%%! schedules: 1000
-module(flushed).
-export([f/0]).

%% Nothing is left of a monitor that was flushed, whether or not the process had ended.
-spec f() -> ok.
f() ->
    Me = self(),
    {P, R} = spawn_monitor(fun() -> Me ! {self(), done} end),
    receive {P, done} -> ok end,
    demonitor(R, [flush]),
    receive {'DOWN', R, _, _, _} -> error(still_there) after 0 -> ok end.
%%! stop: exhausted
%%! verdict: proved
