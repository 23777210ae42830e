%%! explore: f/0
%%! schedules: 1000
%%! preemptions: 0
%% An update is lost only if a process is interrupted, and here none is.
-module(no_preemption).
-export([f/0]).

-spec f() -> ok.
f() ->
    T = ets:new(t, [public]),
    ets:insert(T, {n, 0}),
    {P, M} = spawn_monitor(fun() -> increment(T) end),
    increment(T),
    receive {'DOWN', M, process, P, _} -> ok end,
    [{n, 2}] = ets:lookup(T, n),
    ok.

increment(T) ->
    [{n, N}] = ets:lookup(T, n),
    ets:insert(T, {n, N + 1}).
%%! verdict: no_crash_found
