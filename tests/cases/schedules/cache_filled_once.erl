%%! explore: f/0
%%! schedules: 1000
-module(cache_filled_once).
-export([f/0]).

%% Who comes first fills the cache.
-spec f() -> ok.
f() ->
    Cache = ets:new(cache, [public]),
    Me = self(),
    spawn(fun() -> fill(Cache), Me ! done end),
    spawn(fun() -> fill(Cache), Me ! done end),
    receive done -> ok end,
    receive done -> ok end,
    [{calls, 1}] = ets:lookup(Cache, calls),
    ok.

fill(Cache) ->
    case ets:insert_new(Cache, {key, value}) of
        true -> ets:update_counter(Cache, calls, 1, {calls, 0});
        false -> ok
    end.
%%! orders: 4
%%! stop: exhausted
