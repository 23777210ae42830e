%% State outside of processes: persistent_term, atomics, counters.
-module(shared_state).
-export([main/0]).

main() ->
    [{Name, Test()} || {Name, Test} <-
        [{persistent_terms, fun persistent_terms/0},
         {atomics, fun atomics/0},
         {atomics_wrap, fun atomics_wrap/0},
         {counters, fun counters/0},
         {many_writers, fun many_writers/0},
         {bad_arguments, fun bad_arguments/0}]].

persistent_terms() ->
    Key = {?MODULE, key},
    A = persistent_term:get(Key, default),
    ok = persistent_term:put(Key, #{big => lists:seq(1, 5)}),
    B = persistent_term:get(Key),
    ok = persistent_term:put(Key, second),
    C = persistent_term:get(Key),
    D = [persistent_term:erase(Key), persistent_term:erase(Key)],
    E = try persistent_term:get(Key) catch Class:Reason -> {Class, Reason} end,
    {A, B, C, D, E}.

atomics() ->
    Array = atomics:new(3, []),
    ok = atomics:put(Array, 1, 10),
    ok = atomics:add(Array, 1, -3),
    {atomics:get(Array, 1), atomics:add_get(Array, 2, 5), atomics:sub_get(Array, 2, 7),
     atomics:exchange(Array, 3, 99), atomics:compare_exchange(Array, 3, 99, 100),
     atomics:compare_exchange(Array, 3, 99, 101), atomics:get(Array, 3),
     maps:with([size, min, max], atomics:info(Array))}.

atomics_wrap() ->
    Signed = atomics:new(1, [{signed, true}]),
    atomics:put(Signed, 1, (1 bsl 63) - 1),
    Unsigned = atomics:new(1, [{signed, false}]),
    {atomics:add_get(Signed, 1, 1), atomics:sub_get(Unsigned, 1, 1), atomics:add_get(Unsigned, 1, 2)}.

counters() ->
    [begin
         Counter = counters:new(2, [Kind]),
         counters:add(Counter, 1, 7),
         counters:sub(Counter, 2, 2),
         Before = [counters:get(Counter, I) || I <- [1, 2]],
         counters:put(Counter, 1, 0),
         {Kind, Before, counters:get(Counter, 1), maps:get(size, counters:info(Counter))}
     end || Kind <- [atomics, write_concurrency]].

many_writers() ->
    Counter = counters:new(1, []),
    Monitors = [element(2, spawn_monitor(fun() ->
        [counters:add(Counter, 1, N) || _ <- lists:seq(1, 100)] end))
                || N <- lists:seq(1, 10)],
    [receive {'DOWN', Monitor, _, _, normal} -> ok end || Monitor <- Monitors],
    counters:get(Counter, 1).

bad_arguments() ->
    Array = atomics:new(2, []),
    [try Call() of _ -> no_error catch Class:Reason -> {Class, Reason} end || Call <-
        [fun() -> atomics:get(Array, identity(0)) end,
         fun() -> atomics:get(Array, identity(3)) end,
         fun() -> atomics:put(Array, 1, identity(1 bsl 63)) end,
         fun() -> atomics:put(Array, 1, identity(1.0)) end,
         fun() -> atomics:new(identity(0), []) end,
         fun() -> counters:new(identity(-1), []) end,
         fun() -> counters:new(1, identity([unknown])) end,
         fun() -> counters:get(identity(no_counter), 1) end]].

identity(X) -> X.
