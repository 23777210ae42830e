%%! explore: perimeter/1
%% No clause of a function, for inputs of the right kind and of the wrong kind.
-module(function_clause).
-export([perimeter/1]).

-spec perimeter([{square | circle | line, integer()}]) -> [integer()].
perimeter(Shapes) -> [one(Kind, Size) || {Kind, Size} <- Shapes].

one(square, Side) -> 4 * Side;
%%^ crash: error:function_clause, perimeter(L) when is_list(L)
one(circle, Radius) when Radius >= 0 -> 6 * Radius.

%%! depth: 20
%%! covers: all
