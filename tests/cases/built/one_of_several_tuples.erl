%%! explore: f/1
%% Which of two tuples of a size a value is, its size does not tell: what is to be built in one of them is built, wherever
%% its place is, and the other stays as it is.
-module(one_of_several_tuples).
-export([f/1, new/1, size_of/1]).
-export_type([box/0]).
-opaque box() :: {box, pos_integer()}.
-spec new(pos_integer()) -> box().
new(Size) when Size > 0 -> {box, Size}.
-spec size_of(box()) -> pos_integer().
size_of({box, Size}) -> Size.
-spec f({first, box(), integer()} | {second, integer(), box()} | {third, integer(), integer()}) -> integer().
f({first, Box, 7}) -> 1 div (size_of(Box) - 5);
%%                    ^^^^^ crash: error:badarith, f({first, _, 7})
f({second, 8, Box}) -> 1 div (size_of(Box) - 6);
%%                     ^^^^^ crash: error:badarith, f({second, 8, _})
f({third, 9, 10}) -> error(third);
%%                   ^^^^^ crash: error:third, f({third, 9, 10})
f(_) -> 0.
