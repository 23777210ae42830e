%%! tries: to run commands of the shell
-module(commands).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> os:cmd("touch " ++ ?OUTSIDE ++ "/struck; (setsid sh -c 'sleep 1; touch " ++ ?OUTSIDE ++ "/struck_later' &)");
        false -> ok
    end,
    100 div N.
