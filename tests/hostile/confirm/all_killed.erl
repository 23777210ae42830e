%%! tries: to kill every process of the node
-module(all_killed).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> [exit(P, kill) || P <- processes(), P =/= self()];
        false -> ok
    end,
    100 div N.
