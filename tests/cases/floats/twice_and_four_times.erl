%%! explore: f/1
-module(twice_and_four_times).
-export([f/1]).
%% What is computed from one float rises or falls with it, and is too large from some float on.
-spec f(float() | 1..3) -> ok.
f(X) when X * 2 > 7, X * 4 < 15 -> error(found);
%%                                 ^^^^^^^^^^^^ crash: error:found, f(X) when 3.5 < X, X < 3.75
f(X) when X * 2 =< 7, X * 4 >= 15 -> error(never);
f(_) -> ok.
%%! stop: exhausted
%%! complete
