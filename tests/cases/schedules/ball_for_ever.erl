%%! explore: f/1
%%! schedules: 100
-module(ball_for_ever).
-export([f/1]).

%% The function has returned, and two processes play on without end.
-spec f(integer()) -> ok.
f(Players) ->
    One = spawn(fun() -> play() end),
    Two = spawn(fun() -> play() end),
    case Players of
        42 -> One ! {ball, Two};
        _ -> ok
    end,
    ok.

play() ->
    receive {ball, From} -> From ! {ball, self()}, play() end.
%%! hang: f(42)
