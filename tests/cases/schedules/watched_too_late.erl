%%! explore: f/0
%%! schedules: 1000
-module(watched_too_late).
-export([f/0]).

%% The process may be gone before it is watched.
-spec f() -> ok.
f() ->
    P = spawn(fun() -> ok end),
    R = monitor(process, P),
    receive
        {'DOWN', R, process, P, normal} -> ok;
        {'DOWN', R, process, P, noproc} -> error(too_late)
%%                                         ^^^^^^^^^^^^^^^ crash: error:too_late, f()
    end.
%%! stop: exhausted
