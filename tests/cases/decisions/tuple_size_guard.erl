%%! explore: area/1
%% `tuple_size/1` in a guard fails quietly for what is no tuple.
-module(tuple_size_guard).
-export([area/1]).

area(Shape) when tuple_size(Shape) =:= 2, element(1, Shape) =:= circle -> round;
area(Shape) when tuple_size(Shape) > 2, tuple_size(Shape) < 5 ->
    setelement(1, Shape, shape);
area(Shape) when tuple_size(Shape) =:= 7 -> error(seven);
%%                                          ^^^^^^^^^^^^ crash: error:seven, area(S) when tuple_size(S) =:= 7
area(_) -> none.

%%! stop: exhausted
%%! covers: all
