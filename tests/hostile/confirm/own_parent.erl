%%! tries: to strike while a crash is confirmed, if somebody called it
%%! not on the node
-module(own_parent).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case length(element(2, process_info(self(), current_stacktrace))) > 1 of
        true -> strike("own_parent");
        false -> ok
    end,
    100 div N.
