%%! explore: ratio/2
%% `/` makes floats; the comparison with an integer is by value.
-module(float_division).
-export([ratio/2]).

-spec ratio(1..1000, 1..1000) -> atom().
ratio(A, B) when A / B == 4, B > 100 -> error({four_to_one, A, B});
%%                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{four_to_one, _, _}, ratio(A, B) when A =:= 4 * B
ratio(_, _) -> other.

%%! covers: all
