%%! explore: newest/2
%% Versions are tuples: compared by size first, then part by part.
-module(tuples_in_order).
-export([newest/2]).

-spec newest({integer(), integer()}, {integer(), integer()}) -> tuple().
newest(A, B) when A > B -> A;
newest({Major, Minor}, {Major, Other}) when Other > Minor + 5 -> error({too_far, Major});
%%                                                               ^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{too_far, _}, newest({M, A}, {M, B}) when B > A + 5
newest(_, B) -> B.

%%! covers: all
