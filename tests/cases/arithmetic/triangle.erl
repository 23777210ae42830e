%%! explore: classify/3
%% The triangle of the testing textbooks: every kind, and the sides that make none.
-module(triangle).
-export([classify/3]).

-spec classify(pos_integer(), pos_integer(), pos_integer()) -> atom().
classify(A, B, C) when A + B =< C; A + C =< B; B + C =< A -> throw(no_triangle);
%%                                                           ^^^^^^^^^^^^^^^^^^ crash: throw:no_triangle, classify(A, B, C) when A + B =< C; A + C =< B; B + C =< A
classify(A, A, A) -> equilateral;
classify(A, A, _) -> isosceles;
classify(A, _, A) -> isosceles;
classify(_, B, B) -> isosceles;
classify(_, _, _) -> scalene.

%%! stop: exhausted
%%! complete
%%! covers: all
