%%! explore: f/1
%%! runs: 100
%%! schedules: 20
%% Which exception ends the process is decided by the input.
-module(spawned_fun_is_watched).
-export([f/1]).

-spec f(fun(() -> integer())) -> ok.
f(F) ->
    {Pid, Monitor} = spawn_monitor(F),
    receive
        {'DOWN', Monitor, process, Pid, {{stop, N}, _}} when N > 5 -> error(bug);
%%                                                                    ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 0)
        {'DOWN', Monitor, process, Pid, _} -> ok
    end.
