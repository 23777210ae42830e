%%! explore: f/0
%%! schedules: 1000
-module(timer_against_message).
-export([f/0]).

-spec f() -> ok.
f() ->
    Me = self(),
    erlang:send_after(10, Me, {answer, timer}),
    spawn(fun() -> Me ! {answer, worker} end),
    receive
        {answer, worker} -> ok;
        {answer, timer} -> error(too_late)
%%                         ^^^^^^^^^^^^^^^ crash: error:too_late, f()
    end.
