%%! explore: invert/1
%% One float has no reciprocal, and neither have those whose reciprocal is too large.
-module(reciprocal).
-export([invert/1]).

-spec invert(float()) -> float().
invert(X) -> 1 / X.
%%           ^^^^^ crash: error:badarith, invert(X) when abs(X) < 1.0e-300
