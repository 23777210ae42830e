%%! tries: to suspend every process of the node
-module(all_suspended).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> [catch erlang:suspend_process(P) || P <- processes(), P =/= self()];
        false -> ok
    end,
    100 div N.
