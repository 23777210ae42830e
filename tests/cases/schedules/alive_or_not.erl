%%! explore: f/0
%%! schedules: 1000
-module(alive_or_not).
-export([f/0]).

-spec f() -> ok.
f() ->
    Pid = spawn(fun() -> ok end),
    case is_process_alive(Pid) of
        true -> ok;
        false -> error(gone)
%%               ^^^^^^^^^^^ crash: error:gone, f()
    end.
