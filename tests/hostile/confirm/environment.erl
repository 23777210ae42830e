%%! tries: to strike while a crash is confirmed, where the environment has more variables than the interpreter's
-module(environment).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case os:getenv("PATH") =/= false of
        true -> strike("environment");
        false -> ok
    end,
    100 div N.
