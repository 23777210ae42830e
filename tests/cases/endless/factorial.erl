%%! explore: factorial/1
%% Nobody thought of numbers below zero: each call waits for the next, and the stack grows.
-module(factorial).
-export([factorial/1]).
%%! reductions: 20000

-spec factorial(integer()) -> integer().
factorial(N) when N > 4 -> 0;
factorial(0) -> 1;
factorial(N) -> N * factorial(N - 1).

%%! depth: 20
%%! hang: factorial(N) when N < 0
