%%! explore: wait/1
%% A function that calls itself with the arguments it was called with.
-module(same_arguments).
-export([wait/1]).
%%! reductions: 20000

-spec wait(0..3) -> ok.
wait(0) -> wait(0);
wait(_) -> ok.

%%! hang: wait(0)
%%! stop: exhausted
