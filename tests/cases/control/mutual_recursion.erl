%%! explore: even/1
%% Two functions that call each other: below zero they never meet an end.
-module(mutual_recursion).
-export([even/1]).

-spec even(0..9) -> true.
even(0) -> true;
even(N) -> odd(N - 1).

odd(0) -> throw(odd);
%%        ^^^^^^^^^^ crash: throw:odd, even(N) when N rem 2 =:= 1
odd(N) -> even(N - 1).

%%! stop: exhausted
%%! complete
%%! covers: all
