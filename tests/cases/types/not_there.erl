%%! explore: f/1
-module(not_there).
-export([f/1]).
%% The type cannot be found: it may be anything, and nothing can violate it.
-spec f(1..2) -> no_such_module_anywhere:t().
f(1) -> one;
f(2) -> {2, two}.
%%! verdict: proved
