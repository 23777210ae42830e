%%! tries: to strike while a crash is confirmed, if the node has processes and atoms of its own
%%! not on the node
-module(system_info).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case erlang:system_info(process_count) > 10 of
        true -> strike("system_info");
        false -> ok
    end,
    100 div N.
