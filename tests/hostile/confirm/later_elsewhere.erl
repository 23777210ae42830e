%%! tries: to strike later from a process with another group leader, which nobody takes for one of the call
-module(later_elsewhere).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> spawn(fun() -> group_leader(whereis(init), self()), timer:sleep(20), strike("later_elsewhere") end);
        false -> ok
    end,
    100 div N.
