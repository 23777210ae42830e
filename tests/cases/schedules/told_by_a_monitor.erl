%%! explore: f/0
%%! schedules: 1000
-module(told_by_a_monitor).
-export([f/0]).

%% A crash that somebody watches for is none.
-spec f() -> ok.
f() ->
    {_, Monitor} = spawn_monitor(fun() -> exit(wrong) end),
    receive {'DOWN', Monitor, process, _, wrong} -> ok end.
%%! stop: exhausted
%%! verdict: proved
