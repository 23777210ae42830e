%%! explore: month/1
%% A range of integers, all of them handled.
-module(ranges_proof).
-export([month/1]).

-spec month(1..4) -> atom().
month(1) -> january;
month(2) -> february;
month(3) -> march;
month(4) -> april.

%%! stop: exhausted
%%! verdict: proved
%%! covers: all
