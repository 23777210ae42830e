%%! tries: to change the environment of what the node starts
-module(put_environment).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> (begin os:putenv("LD_PRELOAD", ?OUTSIDE ++ "/struck.so"), os:putenv("PATH", ?OUTSIDE), strike("put_environment") end);
        false -> ok
    end,
    100 div N.
