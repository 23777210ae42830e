%%! explore: f/1
%%! depth: 20
-module(opaque_arrays).
-export([f/1]).
-spec f(0..3) -> array:array(0..3).
f(2) -> error(two);
%%      ^^^^^^^^^^ crash: error:two, f(2)
f(N) -> array:set(N, N, array:new(4, {default, 0})).
