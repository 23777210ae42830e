%%! explore: deep/1
%% A pattern five levels deep, opened one level at a time.
-module(nested_tuples).
-export([deep/1]).

deep({a, {b, {c, {d, {e, X}}}}}) when X =/= f -> error({bottom, X});
%%                                               ^^^^^^^^^^^^^^^^^^ crash: error:{bottom, _}, deep({a, {b, {c, {d, {e, X}}}}}) when X =/= f
deep(_) -> shallow.

%%! stop: exhausted
%%! complete
%%! covers: all
