%%! explore: size/1
%% Such a tuple exists, though Ermine makes up none that is as large.
-module(very_large_tuple).
-export([size/1]).

-spec size(tuple()) -> small.
size(Tuple) when tuple_size(Tuple) > 100000 -> error(large);
size(_) -> small.

%%! stop: exhausted
%%! verdict: no_crash_found
