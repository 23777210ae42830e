%%! explore: f/0
%%! schedules: 1000
-module(unlinked_too_late).
-export([f/0]).

-spec f() -> ok.
f() ->
    process_flag(trap_exit, true),
    P = spawn_link(fun() -> exit(boom) end),
%%                          ^^^^^^^^^^ crash: exit:boom, f()
    unlink(P),
    receive {'EXIT', P, boom} -> error(too_late) after 0 -> ok end.
%%                               ^^^^^^^^^^^^^^^ crash: error:too_late, f()
%%! stop: exhausted
