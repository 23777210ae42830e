%%! explore: clamp/1
%% `min` and `max` choose one of two values; later tests know which.
-module(minimum_and_maximum).
-export([clamp/1]).

-spec clamp(integer()) -> low | high | between.
clamp(X) ->
    case max(10, min(20, X)) of
        10 -> low;
        20 -> high;
        13 -> error(unlucky);
%%            ^^^^^^^^^^^^^^ crash: error:unlucky, clamp(13)
        _ -> between
    end.

%%! stop: exhausted
%%! complete
%%! covers: all
