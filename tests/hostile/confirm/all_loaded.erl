%%! tries: to strike while a crash is confirmed, if many modules are loaded
%%! not on the node
-module(all_loaded).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case length(code:all_loaded()) > 20 of
        true -> strike("all_loaded");
        false -> ok
    end,
    100 div N.
