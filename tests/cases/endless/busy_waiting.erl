%%! explore: f/1
%% Waits until somebody is there, or has put something there, who is not of this run.
-module(busy_waiting).
-export([f/1]).
%%! reductions: 20000

-spec f(1..4) -> ok.
f(1) -> name();
f(2) -> key();
f(3) -> table();
f(4) -> ok.

name() ->
    case whereis(somebody) of
        undefined -> name();
        _ -> ok
    end.

key() ->
    case get(something) of
        undefined -> key();
        _ -> ok
    end.

table() ->
    try ets:lookup(things, something) of
        _ -> ok
    catch
        error:badarg -> table()
    end.

%%! may hang: f(1)
%%! may hang: f(2)
%%! may hang: f(3)
%%! verdict: no_crash_found
