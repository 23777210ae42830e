%%! tries: to start the node anew, with all that is in its flags
-module(restarting).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> init:restart();
        false -> ok
    end,
    100 div N.
