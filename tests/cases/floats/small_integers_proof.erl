%%! explore: half/1
%% Small integers are floats, and so are their halves.
-module(small_integers_proof).
-export([half/1]).

-spec half(-1000..1000) -> float().
half(X) -> X / 2 + 0.5.

%%! verdict: proved
