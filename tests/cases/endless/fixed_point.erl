%%! explore: f/1
%% A fun that gets itself.
-module(fixed_point).
-export([f/1]).
%%! reductions: 20000

-spec f(boolean()) -> ok.
f(true) ->
    F = fun(G) -> G(G) end,
    F(F);
f(false) -> ok.

%%! hang: f(true)
%%! stop: exhausted
