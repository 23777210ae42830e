%%! explore: check/1
%% Limits that are smaller than a turn of the scheduler are kept.
-module(few_reductions).
-export([check/1]).

-spec check([0..999]) -> ok.
check([N]) -> count_down(N);
check(_) -> ok.

count_down(0) -> ok;
count_down(N) -> count_down(N - 1).

%%! seed: [[900]]
%%! runs: 1
%%! reductions: 500
%%! may hang: check([900])
%%! stop: runs
