%%! tries: to strike while a crash is confirmed, if there are ports
%%! not on the node
-module(ports_of_node).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case erlang:ports() =/= [] of
        true -> strike("ports_of_node");
        false -> ok
    end,
    100 div N.
