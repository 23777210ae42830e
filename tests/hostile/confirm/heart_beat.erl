%%! tries: to have another program watch the node
-module(heart_beat).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> (begin os:putenv("HEART_COMMAND", "touch " ++ ?OUTSIDE ++ "/struck_heart"), catch heart:start(), catch heart:set_cmd("touch " ++ ?OUTSIDE ++ "/struck_heart") end);
        false -> ok
    end,
    100 div N.
