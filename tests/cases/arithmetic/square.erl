%%! explore: root/1
%% Not linear: the square of an unknown.
-module(square).
-export([root/1]).

-spec root(integer()) -> atom().
root(X) when X * X =:= 1369, X < 0 -> error(negative_root);
%%                                    ^^^^^^^^^^^^^^^^^^^^ crash: error:negative_root, root(-37)
root(X) when X * X =:= 1370 -> error(no_such_root);
root(_) -> none.

%%! stop: exhausted
