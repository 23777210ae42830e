%%! explore: f/0
%%! schedules: 1000
-module(linked_too_late).
-export([f/0]).

-spec f() -> ok.
f() ->
    P = spawn(fun() -> ok end),
    true = link(P),
%%         ^^^^^^^ crash: error:noproc, f()
    ok.
%%! crash by signal: exit:noproc, f()
