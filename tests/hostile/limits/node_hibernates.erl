%%! tries: to sleep while a crash is confirmed
%%! options: --time 500ms --memory 300
-module(node_hibernates).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> (begin process_flag(trap_exit, true), receive never -> ok end end);
        false -> ok
    end,
    100 div N.
