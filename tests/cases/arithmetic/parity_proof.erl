%%! explore: parity/1
%% A proof that needs arithmetic: twice a number is never odd.
-module(parity_proof).
-export([parity/1]).

-spec parity(integer()) -> even.
parity(N) ->
    case (N + N) rem 2 of
        0 -> even;
        _ -> error(odd)
    end.

%%! stop: exhausted
%%! verdict: proved
