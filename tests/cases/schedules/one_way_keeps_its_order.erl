%%! explore: f/0
%%! schedules: 1000
-module(one_way_keeps_its_order).
-export([f/0]).

%% From one process to another, messages stay in order.
-spec f() -> ok.
f() ->
    Me = self(),
    Ref = make_ref(),
    spawn(fun() -> Me ! {Ref, 1}, Me ! {Ref, 2} end),
    receive {Ref, First} -> 1 = First end,
    receive {Ref, Second} -> 2 = Second end,
    ok.
%%! orders: 1
%%! stop: exhausted
