%%! explore: f/1
%%! runs: 50
%% What the input raises and the program lets through is no finding.
-module(higher_let_through).
-export([f/1]).

-spec f(fun((integer()) -> integer())) -> integer().
f(F) ->
    try F(1)
    after put(done, true)
    end.

%%! verdict: proved
