%%! explore: scale/1
%% Floats have an end: a large one crashes it.
-module(overflow).
-export([scale/1]).

-spec scale(float()) -> float().
scale(X) -> X * 1.0e300.
%%          ^^^^^^^^^^^ crash: error:badarith, scale(X) when abs(X) > 1.0e8
