%%! explore: f/0
%%! schedules: 1000
-module(trapped).
-export([f/0]).

%% Who traps exits before it links lives on.
-spec f() -> ok.
f() ->
    process_flag(trap_exit, true),
    P = spawn_link(fun() -> exit(boom) end),
    receive {'EXIT', P, boom} -> ok end.
%%! stop: exhausted
%%! orders: 1
%%! verdict: proved
