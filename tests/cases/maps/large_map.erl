%%! explore: count/1
%% A map of more than 32 keys is gone through in an order that only the BEAM knows: that it is taken as
%% it is, is said.
-module(large_map).
-export([count/1]).

-spec count(map()) -> non_neg_integer().
count(Map) when map_size(Map) > 40 -> length(maps:keys(Map));
count(Map) -> map_size(Map).

%%! verdict: no_crash_found
%%! covers: all
