%%! explore: nested/2
%% Terms differ if some part does: if all others are the same, it is this one.
-module(the_part_that_differs).
-export([nested/2]).

-spec nested({integer(), [integer()]}, {integer(), [integer()]}) -> atom().
nested(One, Other) when One =:= Other -> same;
nested({_, [X]}, {_, [Y]}) when X =/= Y -> differ;
nested({A, [X]}, {B, [Y]}) when A =:= B, X =:= Y -> error(never);
nested({A, [_]}, {B, [_]}) when A > 10, A < 12, B > 9, B < 12 -> error(ten);
%%                                                               ^^^^^^^^^^ crash: error:ten, nested({11, [X]}, {10, [X]})
nested(_, _) -> others.

%%! stop: exhausted
%%! complete
