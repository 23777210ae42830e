%%! explore: power/2
%% A number that doubles its digits with each call: few expressions, each twice as large as the last.
-module(squared_again_and_again).
-export([power/2]).

-spec power(integer(), 0..64) -> integer().
power(N, 0) when N > 1000, N < 1003 -> error(found);
%%                                     ^^^^^^^^^^^^ crash: error:found, power(N, 0) when N > 1000
power(N, K) when K > 0, N > -10, N < 10 -> power(N * N - N, K - 1);
power(N, _) -> N.

%%! covers: all
