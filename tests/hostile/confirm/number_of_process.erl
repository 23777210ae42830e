%%! tries: to strike while a crash is confirmed, if the operating system gave the node another number
%%! not on the node
-module(number_of_process).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case os:getpid() =/= "1" of
        true -> strike("number_of_process");
        false -> ok
    end,
    100 div N.
