%%! explore: f/0
%%! schedules: 1000
-module(cache_filled_twice).
-export([f/0]).

%% Two look into the cache before one of them has filled it.
-spec f() -> ok.
f() ->
    Cache = ets:new(cache, [public]),
    Me = self(),
    spawn(fun() -> fill(Cache), Me ! done end),
    spawn(fun() -> fill(Cache), Me ! done end),
    receive done -> ok end,
    receive done -> ok end,
    case ets:lookup(Cache, calls) of
        [{calls, 1}] -> ok;
        [{calls, N}] -> error({called, N})
%%                      ^^^^^^^^^^^^^^^^^^ crash: error:{called, 2}, f()
    end.

fill(Cache) ->
    case ets:lookup(Cache, key) of
        [] ->
            ets:update_counter(Cache, calls, 1, {calls, 0}),
            ets:insert(Cache, {key, value});
        [_] ->
            ok
    end.
