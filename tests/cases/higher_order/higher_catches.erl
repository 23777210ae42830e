%%! explore: f/1
%%! runs: 50
%% The fun has to call what it is given, and to survive what that raises.
-module(higher_catches).
-export([f/1]).

-spec f(fun((fun(() -> integer())) -> integer())) -> ok.
f(Supervise) ->
    put(starts, 0),
    Started = Supervise(fun start/0),
    case {get(starts), Started} of
        {1, 7} ->
            error(bug);
%%          ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 1)
        _ -> ok
    end.

start() ->
    put(starts, get(starts) + 1),
    exit(crashed).
%%  ^^^^^^^^^^^^^ crash: exit:crashed, f(F) when is_function(F, 1)
