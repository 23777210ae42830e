%%! explore: f/1
%% What only the emulator can answer is a limit of Ermine, and no bad argument.
-module(emulator_items).
-export([f/1]).
-spec f(1..6) -> term().
f(Number) ->
    case Number of
        1 -> erlang:system_info(alloc_util_allocators);
        2 -> erlang:system_info({allocator, ll_alloc});
        3 -> erlang:system_info(check_io);
        4 -> erlang:system_info(system_logger);
        5 -> erlang:statistics(run_queues);
        6 -> erlang:system_info(taints)
    end.
%%! verdict: no_crash_found
