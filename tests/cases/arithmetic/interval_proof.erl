%%! explore: percent/1
%% A proof by bounds: what is clamped stays inside.
-module(interval_proof).
-export([percent/1]).

-spec percent(integer()) -> 0..1000.
percent(N) when N < 0 -> percent(0);
percent(N) when N > 100 -> percent(100);
percent(N) -> 1000 div (N + 1).

%%! stop: exhausted
%%! verdict: proved
%%! covers: all
