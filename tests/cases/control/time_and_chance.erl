%%! explore: lucky/1
%% What depends on the clock is different each time: one run of it proves nothing.
-module(time_and_chance).
-export([lucky/1]).

-spec lucky(boolean()) -> boolean().
lucky(Wish) ->
    case erlang:system_time(second) rem 7 of
        6 when Wish -> error(bad_luck);
        _ -> Wish
    end.

%%! stop: exhausted
%%! verdict: no_crash_found
