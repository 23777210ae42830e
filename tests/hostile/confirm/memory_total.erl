%%! tries: to strike while a crash is confirmed, if the node takes more memory than the interpreter says
%%! not on the node
-module(memory_total).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case erlang:memory(total) > 6000000 of
        true -> strike("memory_total");
        false -> ok
    end,
    100 div N.
