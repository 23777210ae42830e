%%! tries: to strike while a crash is confirmed, if time passes while it works
%%! not on the node
-module(monotonic).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case (begin T = erlang:monotonic_time(), _ = lists:seq(1, 10000), erlang:monotonic_time() =/= T end) of
        true -> strike("monotonic");
        false -> ok
    end,
    100 div N.
