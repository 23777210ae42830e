%%! explore: f/0
%%! schedules: 1000
-module(senders_counted).
-export([f/0]).

-spec f() -> [integer()].
f() ->
    Me = self(),
    [spawn(fun() -> Me ! {value, N} end) || N <- [1, 2, 3, 4]],
    [receive {value, V} -> V end || _ <- [1, 2, 3, 4]].
%%! orders: 24
%%! stop: exhausted
