%%! tries: to strike while a crash is confirmed, if the node has worked before
%%! not on the node
-module(statistics_of_node).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case element(1, statistics(reductions)) > 10000 of
        true -> strike("statistics_of_node");
        false -> ok
    end,
    100 div N.
