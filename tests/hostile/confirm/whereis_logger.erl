%%! tries: to strike while a crash is confirmed, if there is a logger
%%! not on the node
-module(whereis_logger).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case whereis(logger) =/= undefined of
        true -> strike("whereis_logger");
        false -> ok
    end,
    100 div N.
