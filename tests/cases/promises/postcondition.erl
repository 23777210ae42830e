%%! explore: f/1
-module(postcondition).
-export([f/1]).
-ermine({post, f/1, is_double/2}).
-spec f(integer()) -> integer().
f(12) -> 25;
f(N) -> 2 * N.
is_double(N, Result) -> Result =:= N + N.
%%! post violation: f(12)
%%! stop: exhausted
