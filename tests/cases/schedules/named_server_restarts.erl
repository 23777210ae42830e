%%! explore: f/0
%%! schedules: 2000
-module(named_server_restarts).
-export([f/0]).

%% Between the end of a process and the next one of its name there is nobody.
-spec f() -> ok.
f() ->
    process_flag(trap_exit, true),
    Start = fun() -> spawn_link(fun() -> register(worker, self()), work() end) end,
    First = Start(),
    First ! {self(), ready},
    receive {First, yes} -> ok end,
    Me = self(),
    spawn(fun() ->
        exit(First, kill),
        worker ! {Me, ready}
%%      ^^^^^^^^^^^^^^^^^^^^ crash: error:badarg, f()
    end),
    receive {'EXIT', First, killed} -> Start() end,
    ok.

work() ->
    receive {From, ready} -> From ! {self(), yes}, work() end.
