%%! tries: to strike while a crash is confirmed, if there are more processes than in the interpreter
-module(process_count).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case length(processes()) > 10 of
        true -> strike("process_count");
        false -> ok
    end,
    100 div N.
