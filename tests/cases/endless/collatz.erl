%%! explore: f/1
%% Whether it has an end depends on more than a step in one direction.
-module(collatz).
-export([f/1]).
%%! reductions: 20000

-spec f(1..2) -> ok.
f(1) -> walk(27, 1_000_000);
f(2) -> ok.

walk(_, 0) -> ok;
walk(1, Left) -> walk(27, Left - 1);
walk(N, Left) when N rem 2 =:= 0 -> walk(N div 2, Left);
walk(N, Left) -> walk(3 * N + 1, Left).

%%! may hang: f(1)
%%! verdict: no_crash_found
