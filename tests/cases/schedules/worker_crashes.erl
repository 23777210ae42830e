%%! explore: f/0
%%! schedules: 1000
-module(worker_crashes).
-export([f/0]).

%% Nobody is told when the worker dies.
-spec f() -> ok.
f() ->
    Worker = spawn(fun() -> receive Job -> run(Job) end end),
    spawn(fun() -> Worker ! {add, 1} end),
    Worker ! {divide, 1},
    ok.

run({divide, By}) -> 1 div By;
run({add, N}) -> N = 2.
%%               ^^^^^ crash: error:{badmatch, 2}, f()
