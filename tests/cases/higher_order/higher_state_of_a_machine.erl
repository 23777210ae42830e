%%! explore: f/1
%%! runs: 50
%% The next state depends on what the fun makes of the event.
-module(higher_state_of_a_machine).
-export([f/1]).

-spec f(fun((atom(), integer()) -> {next, atom(), integer()} | stop)) -> ok.
f(Handle) -> loop(Handle, idle, 0, 2).

loop(_, armed, Count, 0) when Count > 3 ->
    error(bug);
%%  ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 2)
loop(_, _, _, 0) -> ok;
loop(Handle, State, Count, N) ->
    case Handle(State, Count) of
        {next, Next, More} -> loop(Handle, Next, Count + More, N - 1);
        stop -> ok
    end.
