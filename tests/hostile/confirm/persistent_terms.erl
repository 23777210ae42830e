%%! tries: to strike while a crash is confirmed, if there are persistent terms
%%! not on the node
-module(persistent_terms).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case persistent_term:get() =/= [] of
        true -> strike("persistent_terms");
        false -> ok
    end,
    100 div N.
