%%! explore: f/1
%% Long loops have an end: they may hang as far as anybody knows, and are no finding. A sum of two
%% calls, each of which calls two: the same arguments come again, after the call with them is over.
-module(long_loop).
-export([f/1]).
%%! reductions: 20000

-spec f(1..3) -> term().
f(1) -> count(1_000_000_000);
f(2) -> fib(40);
f(3) -> ok.

count(0) -> ok;
count(N) -> count(N - 1).

fib(N) when N < 2 -> N;
fib(N) -> fib(N - 1) + fib(N - 2).

%%! may hang: f(1)
%%! may hang: f(2)
%%! verdict: no_crash_found
