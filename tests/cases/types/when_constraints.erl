%%! explore: f/3
-module(when_constraints).
-export([f/3]).
-spec f(K, V, [{K, V}]) -> [{K, V}] | V when K :: a | b, V :: 1..3.
f(a, V, []) -> [{a, V}];
f(b, 2, [{b, 3} | _]) -> error(found);
%%                       ^^^^^^^^^^^^ crash: error:found, f(b, 2, [{b, 3} | _])
f(_, V, []) -> V;
f(_, _, Pairs) -> Pairs.
%%! covers: all
