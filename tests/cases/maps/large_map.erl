%%! explore: last/1
%% A map of more than 32 keys is gone through in an order that only the BEAM knows: that it is taken as
%% it is, is said.
-module(large_map).
-export([last/1]).

-spec last(map()) -> term().
last(Map) when map_size(Map) > 40 -> lists:last(maps:keys(Map));
last(Map) -> map_size(Map).

%%! verdict: no_crash_found
%%! covers: all
