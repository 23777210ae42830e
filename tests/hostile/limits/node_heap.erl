%%! tries: to fill the memory of the node while a crash is confirmed, with a list of a gigabyte
%%! options: --time 500ms --memory 300
-module(node_heap).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> lists:seq(1, 60000000);
        false -> ok
    end,
    100 div N.
