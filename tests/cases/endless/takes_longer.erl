%%! explore: f/1
%% More than a run may take at first. When all else is done, it may take longer.
-module(takes_longer).
-export([f/1]).
%%! reductions: 20000

-spec f(1..2) -> ok.
f(1) ->
    ok = count(100_000),
    error(at_last);
%%  ^^^^^^^^^^^^^^ crash: error:at_last, f(1)
f(2) -> ok.

count(0) -> ok;
count(N) -> count(N - 1).

%%! stop: exhausted
%%! complete
