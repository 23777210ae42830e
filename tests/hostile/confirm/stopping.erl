%%! tries: to stop the node in order
-module(stopping).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> init:stop();
        false -> ok
    end,
    100 div N.
