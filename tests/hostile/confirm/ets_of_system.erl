%%! tries: to strike while a crash is confirmed, if there are the tables of the system
%%! not on the node
-module(ets_of_system).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case ets:info(global_names) =/= undefined of
        true -> strike("ets_of_system");
        false -> ok
    end,
    100 div N.
