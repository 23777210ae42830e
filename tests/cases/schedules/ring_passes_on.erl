%%! explore: f/1
%%! schedules: 1000
-module(ring_passes_on).
-export([f/1]).

-spec f(1..3) -> integer().
f(N) ->
    Me = self(),
    Ref = make_ref(),
    Last = lists:foldl(fun(_, Next) -> spawn(fun() -> receive {Ref, V} -> Next ! {Ref, V + 1} end end) end,
                       Me, lists:seq(1, N)),
    Last ! {Ref, 0},
    receive {Ref, Sum} -> Sum end.
%%! stop: exhausted
%%! orders: 3
