%%! explore: f/1
%%! schedules: 1000
-module(order_of_two_jobs).
-export([f/1]).

-spec f(integer()) -> ok.
f(N) ->
    Me = self(),
    Cell = spawn(fun() -> cell(1) end),
    spawn(fun() -> Cell ! {set, N} end),
    Ref = make_ref(),
    Cell ! {divide, 10, Me, Ref},
    receive {result, Ref} -> ok after 5000 -> ok end.

cell(Value) ->
    receive
        {set, New} -> cell(New);
        {divide, By, From, Ref} ->
            _ = By div Value,
%%              ^^^^^^^^^^^^ crash: error:badarith, f(0)
            From ! {result, Ref},
            cell(Value)
    end.
