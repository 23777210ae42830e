%%! explore: sum/3
%%! seed: [1, 1, 1]
%% Too hard as a whole; with two of the three held as they are, the third is found.
-module(held_operands).
-export([sum/3]).

-spec sum(integer(), integer(), integer()) -> ok.
sum(X, Y, Z) ->
    case X * X * X + Y * Y * Y * Y + Z * Z * X * Y =:= 5 * Z + 1061306 of
        true -> error(found);
%%              ^^^^^^^^^^^^ crash: error:found, sum(_, _, _)
        false -> ok
    end.

%%! covers: all
