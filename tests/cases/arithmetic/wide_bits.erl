%%! explore: bits/2
%% Bits of numbers that no machine word has room for.
-module(wide_bits).
-export([bits/2]).

-spec bits(integer(), integer()) -> ok.
bits(X, Y) when X band Y =:= 1 bsl 100 -> error(both);
%%                                        ^^^^^^^^^^^ crash: error:both, bits(_, _)
bits(X, Y) when X bxor Y =:= -(1 bsl 90), X > 7 -> error(either);
%%                                                 ^^^^^^^^^^^^^ crash: error:either, bits(_, _)
bits(X, Y) when X bor Y =:= (1 bsl 80) + 5, X =/= Y -> error(any);
%%                                                     ^^^^^^^^^^ crash: error:any, bits(_, _)
bits(X, Y) when bnot (X band Y) =:= 1 bsl 70, X > Y -> error(none);
%%                                                     ^^^^^^^^^^^ crash: error:none, bits(_, _)
bits(X, Y) when (X bsl 75) bxor Y =:= 3 bsl 75, Y > 0 -> error(left);
%%                                                       ^^^^^^^^^^^ crash: error:left, bits(_, _)
bits(X, Y) when (X bsr 66) band Y =:= 1 bsl 68 -> error(right);
%%                                                ^^^^^^^^^^^^ crash: error:right, bits(_, _)
bits(_, _) -> ok.

%%! covers: all
