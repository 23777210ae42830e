%%! tries: to trace what the node does, and block it
-module(traced).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> (begin erlang:trace(all, true, [all]), erlang:trace_pattern({'_', '_', '_'}, true, [local]) end);
        false -> ok
    end,
    100 div N.
