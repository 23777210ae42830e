%%! explore: f/2
%%! runs: 100
%%! schedules: 20
%% Nobody watches these processes, and what ends them is the input.
-module(spawned_fun_raises).
-export([f/2]).

-spec f(fun(() -> integer()), fun(() -> integer())) -> ok.
f(F, G) ->
    spawn(F),
    proc_lib:spawn(G),
    spawn(fun() -> F() + G() end),
    ok.

%%! verdict: no_crash_found
