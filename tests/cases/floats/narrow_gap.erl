%%! explore: between/1
%% Few floats are between these two.
-module(narrow_gap).
-export([between/1]).

-spec between(float()) -> atom().
between(X) when X > 1.0, X < 1.000000000000001 -> error(inside);
%%                                                ^^^^^^^^^^^^^ crash: error:inside, between(X) when X > 1.0, X < 1.000000000000001
between(_) -> outside.

%%! covers: all
