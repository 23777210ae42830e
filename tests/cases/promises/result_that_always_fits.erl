%%! explore: f/1
%% The analysis does not know squares; paths and the solver do.
-module(result_that_always_fits).
-export([f/1]).
-spec f(integer()) -> {square, non_neg_integer()} | none.
f(X) when X > -1000, X < 1000 -> {square, X * X};
f(_) -> none.
%%! stop: exhausted
%%! verdict: proved
