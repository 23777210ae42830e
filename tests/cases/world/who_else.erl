%%! explore: start/1
%% A name that the run has not registered may belong to somebody.
-module(who_else).
-export([start/1]).

-spec start(boolean()) -> boolean().
start(Force) ->
    case whereis(who_else_server) of
        undefined -> Force;
        _ when Force -> error(already_started);
        _ -> false
    end.

%%! stop: exhausted
%%! verdict: no_crash_found
