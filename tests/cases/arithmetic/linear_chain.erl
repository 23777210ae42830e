%%! explore: ascending/1
%% Differences between neighbours in a list: each bound leans on the one before.
-module(linear_chain).
-export([ascending/1]).

-spec ascending({integer(), integer(), integer(), integer()}) -> atom().
ascending({A, B, C, D}) when A < B, B < C, C < D, D - A =:= 3 ->
    error({tight, A});
%%  ^^^^^^^^^^^^^^^^^ crash: error:{tight, A}, ascending({A, B, C, D}) when B =:= A + 1, C =:= A + 2, D =:= A + 3
ascending(_) -> loose.

%%! stop: exhausted
%%! complete
%%! covers: all
