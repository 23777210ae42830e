%%! explore: f/1
%% One function is called with the same arguments again and again, but it returns each time.
-module(same_again).
-export([f/1]).
%%! reductions: 20000

-spec f(1..2) -> term().
f(1) -> lists:foreach(fun(_) -> same(1) end, lists:seq(1, 1_000_000));
f(2) -> ok.

same(N) -> other(N), other(N), other(N).

other(N) -> N + 1.

%%! may hang: f(1)
%%! verdict: no_crash_found
