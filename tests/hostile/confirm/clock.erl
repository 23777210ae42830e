%%! tries: to strike while a crash is confirmed, if it is later than in the interpreter
%%! not on the node
-module(clock).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case erlang:system_time(second) > 1767225600 + 86400 of
        true -> strike("clock");
        false -> ok
    end,
    100 div N.
