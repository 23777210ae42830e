%%! tries: to strike while a crash is confirmed, if there are more cores than in the interpreter
%%! not on the node
-module(schedulers).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case erlang:system_info(schedulers) > 1 of
        true -> strike("schedulers");
        false -> ok
    end,
    100 div N.
