%%! explore: f/1
%%! schedules: 1000
-module(senders_with_data).
-export([f/1]).

%% How many there are depends on the input: 1 + 2 + 6 + 24 orders.
-spec f(1..4) -> [integer()].
f(Count) ->
    Me = self(),
    [spawn(fun() -> Me ! {value, N} end) || N <- lists:seq(1, Count)],
    [receive {value, V} -> V end || _ <- lists:seq(1, Count)].
%%! orders: 33
%%! stop: exhausted
