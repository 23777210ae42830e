%%! tries: to ask questions that no solver answers
%%! function: f/3
%%! eval: [1, 2, 3]
%%! ermine: run equations.erl f/3 --time 2s --memory 300
%%! ermine: run equations.erl g/2 --time 2s --memory 300
%%! ermine: run equations.erl h/1 --time 2s --memory 300
-module(equations).
-export([f/3, g/2, h/1]).

-spec f(integer(), integer(), integer()) -> ok.
f(X, Y, Z) when X > 2, Y > 2, Z > 2, X * X * X + Y * Y * Y =:= Z * Z * Z -> error(found);
f(_, _, _) -> ok.

-spec g(pos_integer(), pos_integer()) -> ok.
g(X, Y) when X > 1, Y > 1, X * Y =:= 1000000016000000063 * 1000000007 -> error(found);
g(_, _) -> ok.

-spec h(integer()) -> ok.
h(X) when (X bsl 1000000) bxor X =:= X * X * X * X -> error(found);
h(X) when X rem (1 bsl 100000) =:= 12345, X > 1 bsl 200000 -> error(other);
h(_) -> ok.
