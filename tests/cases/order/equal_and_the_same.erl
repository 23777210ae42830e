%%! explore: compare/1
%% `==` says that 1 and 1.0 are equal, `=:=` that they are not the same.
-module(equal_and_the_same).
-export([compare/1]).

compare(X) when X == 1, X =/= 1 -> error({twin, X});
%%                                 ^^^^^^^^^^^^^^^^ crash: error:{twin, 1.0}, compare(1.0)
compare(X) when X == 2.0, X =/= 2.0 -> error({twin, X});
%%                                     ^^^^^^^^^^^^^^^^ crash: error:{twin, 2}, compare(2)
compare(X) when X /= 3, X > 2.9, X < 3.1 -> error(near_three);
%%                                          ^^^^^^^^^^^^^^^^^ crash: error:near_three, compare(X) when is_float(X)
compare(_) -> other.

%%! stop: exhausted
%%! complete
%%! covers: all
