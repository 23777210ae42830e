%%! explore: root/1
%% Negative numbers have no square root, and `log` wants more than zero.
-module(square_root).
-export([root/1]).

-spec root(integer()) -> float().
root(X) when X > 100 -> 0.0;
root(X) when X < -100 -> 0.0;
root(X) when X < 50 -> math:sqrt(X + 10);
%%                     ^^^^^^^^^^^^^^^^^ crash: error:badarith, root(X) when X < -10
root(X) -> math:log(X - 60).
%%         ^^^^^^^^^^^^^^^^ crash: error:badarith, root(X) when X >= 50, X =< 60

%%! covers: all
