%%! explore: f/1
%%! schedules: 1000
-module(timer_carries_data).
-export([f/1]).

%% What the timer says comes from the input, and counts only if it is there first.
-spec f(integer()) -> ok.
f(Number) ->
    Ref = make_ref(),
    Me = self(),
    erlang:send_after(10, self(), {Ref, Number}),
    spawn(fun() -> Me ! {Ref, 5} end),
    receive
        {Ref, 99} -> error(timer);
%%                   ^^^^^^^^^^^^ crash: error:timer, f(99)
        {Ref, _} -> ok
    end.
