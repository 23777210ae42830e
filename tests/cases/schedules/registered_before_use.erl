%%! explore: f/0
%%! schedules: 1000
-module(registered_before_use).
-export([f/0]).

-spec f() -> ok.
f() ->
    Me = self(),
    Ref = make_ref(),
    spawn(fun() ->
        register(schedules_server, self()),
        Me ! {ready, Ref},
        receive {stop, Ref} -> ok end
    end),
    receive {ready, Ref} -> ok end,
    schedules_server ! {stop, Ref},
    ok.
%%! stop: exhausted
%%! verdict: proved
