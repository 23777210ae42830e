%%! tries: to strike while a crash is confirmed, if the node was started with arguments
%%! not on the node
-module(arguments_of_node).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case length(init:get_arguments()) > 5 of
        true -> strike("arguments_of_node");
        false -> ok
    end,
    100 div N.
