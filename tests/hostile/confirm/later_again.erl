%%! tries: to strike later from processes that start each other when they are killed
-module(later_again).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> spawn(fun() -> group_leader(whereis(init), self()), guard(20) end);
        false -> ok
    end,
    100 div N.

guard(0) ->
    ok;
guard(Left) ->
    process_flag(trap_exit, true),
    {Other, Monitor} = spawn_monitor(fun() -> timer:sleep(50), strike("later_again"), timer:sleep(infinity) end),
    receive {'DOWN', Monitor, process, Other, _} -> guard(Left - 1) after 500 -> guard(Left - 1) end.
