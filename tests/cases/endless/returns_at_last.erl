%%! explore: f/1
%% Only a second try, with more reductions, sees that this returns; nothing else is left to do.
-module(returns_at_last).
-export([f/1]).
%%! reductions: 2000000

-spec f(1..2) -> term().
f(1) -> lists:foreach(fun(_) -> same(1) end, lists:seq(1, 1_000_000));
f(2) -> ok.

same(N) -> other(N), other(N), other(N).

other(N) -> N + 1.

%%! verdict: proved
