%%! tries: to change how the node works
-module(flags_of_system).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> [catch erlang:system_flag(Flag, Value) || {Flag, Value} <- [{multi_scheduling, block}, {schedulers_online, 1}, {backtrace_depth, 0}, {max_heap_size, 1000}, {trace_control_word, 1}, {fullsweep_after, 0}, {min_heap_size, 1 bsl 26}]];
        false -> ok
    end,
    100 div N.
