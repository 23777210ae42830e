%%! tries: to halt the node with a dump of its core
-module(aborting).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> (begin os:putenv("ERL_CRASH_DUMP", ?OUTSIDE ++ "/struck_dump"), os:putenv("ERL_CRASH_DUMP_SECONDS", "-1"), os:putenv("ERL_CRASH_DUMP_BYTES", "1000000"), erlang:halt("struck") end);
        false -> ok
    end,
    100 div N.
