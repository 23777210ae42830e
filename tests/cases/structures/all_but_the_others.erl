%%! explore: f/3
-module(all_but_the_others).
-export([f/3]).
%% There are not enough names for three that differ, nor for a fourth.
-spec f(T, T, [T]) -> boolean() when T :: a | b.
f(X, Y, [Z | _]) when X =/= Y, Y =/= Z, X =/= Z -> error(never);
f(X, Y, [Z | _]) when X =/= Y, Z =:= c -> error(never);
f(a, b, [a, b, a]) -> error(found);
%%                    ^^^^^^^^^^^^ crash: error:found, f(a, b, [a, b, a])
f(_, _, _) -> true.
%%! stop: exhausted
%%! complete
