%%! explore: f/1
%%! schedules: 1000
-module(data_and_order).
-export([f/1]).

-spec f(integer()) -> ok.
f(X) ->
    Me = self(),
    spawn(fun() -> Me ! {value, X} end),
    spawn(fun() -> Me ! {value, 7} end),
    A = receive {value, V} -> V end,
    B = receive {value, W} -> W end,
    case {A, B} of
        {7, 42} -> error(both);
%%                 ^^^^^^^^^^^ crash: error:both, f(42)
        _ -> ok
    end.
%%! verdict: crash
