%%! tries: to strike while a crash is confirmed, if it is later than in the interpreter by the clock of the system
%%! not on the node
-module(clock_of_system).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case element(1, os:timestamp()) * 1000000 + element(2, os:timestamp()) > 1767225600 + 86400 of
        true -> strike("clock_of_system");
        false -> ok
    end,
    100 div N.
