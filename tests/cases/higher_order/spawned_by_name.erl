%%! explore: f/1
%%! runs: 100
%%! schedules: 20
%% A function of a module of the input begins the process.
-module(spawned_by_name).
-export([f/1]).

-spec f(module()) -> ok.
f(Module) ->
    {Pid, Monitor} = erlang:spawn_opt(Module, run, [3], [monitor]),
    receive
        {'DOWN', Monitor, process, Pid, {stop, N}} when N > 5 -> error(bug);
%%                                                               ^^^^^^^^^^ crash: error:bug, f(M) when is_atom(M)
        {'DOWN', Monitor, process, Pid, _} -> ok
    end.
