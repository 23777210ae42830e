%%! explore: f/1
%%! schedules: 1000
-module(receive_chooses_by_input).
-export([f/1]).

%% The key fits one input only, and only if it is there before the value: with all others the message is left
%% where it is, and no order of the two looks different.
-spec f(integer()) -> ok.
f(Wanted) ->
    Me = self(),
    spawn(fun() -> Me ! {value, 1} end),
    spawn(fun() -> Me ! {key, 42} end),
    receive
        {key, Wanted} -> error(found);
%%                       ^^^^^^^^^^^^ crash: error:found, f(42)
        {value, _} -> ok
    end.
%%! orders: 2
%%! stop: exhausted
