%%! explore: f/0
%%! schedules: 1000
-module(cancelled_too_late).
-export([f/0]).

%% A timer may have gone off before it is cancelled.
-spec f() -> ok.
f() ->
    Timer = erlang:send_after(50, self(), tick),
    erlang:cancel_timer(Timer),
    receive tick -> error(ticked) after 0 -> ok end.
%%                  ^^^^^^^^^^^^^ crash: error:ticked, f()
%%! stop: exhausted
