%%! tries: to strike while a crash is confirmed, if there is a code server
%%! not on the node
-module(whereis_code_server).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case whereis(code_server) =/= undefined of
        true -> strike("whereis_code_server");
        false -> ok
    end,
    100 div N.
