%%! tries: to strike while a crash is confirmed, if the process is linked to somebody
%%! not on the node
-module(own_links).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case process_info(self(), links) =/= {links, []} of
        true -> strike("own_links");
        false -> ok
    end,
    100 div N.
