%%! explore: ping/1
%% Two functions that call each other, and come back to where they were after some rounds.
-module(ping_pong).
-export([ping/1]).
%%! reductions: 20000

-spec ping(integer()) -> ok.
ping(7) -> pong(3, 5);
ping(_) -> ok.

pong(0, Y) -> pong(Y, 5);
pong(X, Y) -> pung(X - 1, Y).

pung(X, Y) -> pong(X, Y).

%%! hang: ping(7)
%%! stop: exhausted
