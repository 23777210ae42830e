%%! tries: to strike when the call is over, from a process that is not linked
-module(later).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> spawn(fun() -> timer:sleep(20), strike("later") end);
        false -> ok
    end,
    100 div N.
