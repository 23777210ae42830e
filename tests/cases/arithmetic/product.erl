%%! explore: factors/2
%% Not linear: the product of two unknowns, with a sum.
-module(product).
-export([factors/2]).

-spec factors(pos_integer(), pos_integer()) -> atom().
factors(A, B) when A * B =:= 221, A < B, A > 1 -> error({factored, A, B});
%%                                                ^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{factored, 13, 17}, factors(13, 17)
factors(_, _) -> none.

%%! stop: exhausted
%%! covers: all
