%%! explore: f/0
%%! schedules: 1000
-module(selective_counted).
-export([f/0]).

-spec f() -> ok.
f() ->
    Me = self(),
    [spawn(fun() -> Me ! {value, N} end) || N <- [1, 2, 3]],
    receive {value, 3} -> ok end,
    receive {value, 1} -> ok end,
    receive {value, 2} -> ok end.
%%! orders: 1
%%! stop: exhausted
