%%! tries: to strike while a crash is confirmed, if the process has a limit on its heap
%%! not on the node
-module(own_heap).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case element(2, process_info(self(), max_heap_size)) =/= #{error_logger => true, kill => true, size => 0} of
        true -> strike("own_heap");
        false -> ok
    end,
    100 div N.
