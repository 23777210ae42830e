%%! explore: f/2
-module(precondition).
-export([f/2]).
-ermine({pre, f/2, is_ordered/2}).
-spec f(integer(), integer()) -> integer().
f(A, B) when A > B -> error(never);
f(A, B) when B - A =:= 5 -> error(five);
%%                          ^^^^^^^^^^^ crash: error:five, f(A, B) when B - A =:= 5
f(A, B) -> B - A.
is_ordered(A, B) -> A =< B.
%%! stop: exhausted
%%! complete
