%%! explore: spool/1
%% What a variable of the environment holds is not a function of the arguments.
-module(environment).
-export([spool/1]).

-spec spool(integer()) -> integer().
spool(Days) ->
    case os:getenv("SPOOL_DIR") of
        false -> Days;
        _ -> 100 div Days
    end.

%%! stop: exhausted
%%! verdict: no_crash_found
