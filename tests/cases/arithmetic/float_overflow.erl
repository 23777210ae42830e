%%! explore: scale/1
%% Floats have an end: a large one crashes it, so there is no proof that nothing does.
-module(float_overflow).
-export([scale/1]).

-spec scale(float()) -> float().
scale(X) -> X * 1.0e300.

%%! verdict: no_crash_found
%%! known-wrong: scale(1.0e10) is badarith, but when floats become too large is not followed
