%%! explore: count/1
%% `==` does not tell 3.0 from 3, `=:=` does.
-module(whole_float).
-export([count/1]).

-spec count(number()) -> integer().
count(N) when N == 3, N =/= 3 -> error(not_an_integer);
%%                               ^^^^^^^^^^^^^^^^^^^^^ crash: error:not_an_integer, count(3.0)
count(_) -> 0.

%%! covers: all
