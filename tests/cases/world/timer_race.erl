%%! explore: late/0
%% On the BEAM the timer is late every time; here it is in time. Neither is certain.
-module(timer_race).
-export([late/0]).

-spec late() -> ok.
late() ->
    erlang:send_after(1000, self(), now),
    receive
        now -> ok
    after 1000 -> error(late)
    end.

%%! stop: exhausted
%%! verdict: no_crash_found
