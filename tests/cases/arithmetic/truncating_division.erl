%%! explore: split/2
%% `div` and `rem` truncate towards zero: the remainder of a negative number is negative.
-module(truncating_division).
-export([split/2]).

-spec split(integer(), integer()) -> {integer(), integer()}.
split(_, 0) -> {0, 0};
split(A, B) ->
    case {A div B, A rem B} of
        {-3, -2} when B =:= 4 -> error(negative_remainder);
%%                               ^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:negative_remainder, split(-14, 4)
        Result -> Result
    end.

%%! covers: all
