%%! explore: before/2
%% Lists compare element by element; a list comes before those that it begins.
-module(lists_in_order).
-export([before/2]).

-spec before([integer()], [integer()]) -> atom().
before(A, B) when A < B ->
    case {A, B} of
        {[1, X], [1, Y]} when X > 6 -> error({after_all, X, Y});
%%                                     ^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{after_all, _, _}, before([1, X], [1, Y]) when X < Y, X > 6
        _ -> smaller
    end;
before([X | _], [X]) when X > 9 -> error({begins_with, X});
%%                                 ^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{begins_with, _}, before([X | _], [X]) when X > 9
before(_, _) -> not_smaller.

%%! depth: 16
%%! covers: all
