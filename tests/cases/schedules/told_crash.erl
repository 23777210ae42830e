%%! explore: f/1
%%! schedules: 1000
%%! all-crashes
%% Somebody is told, and does not care.
-module(told_crash).
-export([f/1]).

-spec f(integer()) -> ok.
f(X) ->
    {P, M} = spawn_monitor(fun() -> 10 div X end),
%%                                  ^^^^^^^^ crash: error:badarith, f(0)
    receive {'DOWN', M, process, P, _} -> ok end.
