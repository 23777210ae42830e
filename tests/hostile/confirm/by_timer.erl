%%! tries: to strike later by a timer and by a process of the system that applies functions
-module(by_timer).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> timer:apply_after(50, erlang, apply, [fun() -> strike("by_timer") end, []]);
        false -> ok
    end,
    100 div N.
